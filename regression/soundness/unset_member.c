//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
// A pointer that was never set may happen to lead to a valid object.
#include <stdlib.h>

extern void reach_error(void);

struct box {
    int *place;
    int value;
};

int main(void) {
    struct box *box = malloc(sizeof *box);
    box->value = 7;
    if (*box->place == 7)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
