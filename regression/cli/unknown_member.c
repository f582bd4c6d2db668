//@ exit: 2
//@ args: --template rows/unknown_member.template
//@ stderr: rows/unknown_member.template:2:20: error: `struct pair` has no integer member `last`
// A row of the user speaks of a member that is not there.
#include <stdlib.h>

struct pair {
    int first;
    int second;
};

int main(void)
{
    struct pair *pair = malloc(sizeof(struct pair));
    pair->first = pair->second = 0;
    free(pair);
    return 0;
}
