//@ verdict: true
//@ models: ILP32 LP64
// Block operations within bounds: adjacent memcpy, overlapping memmove both ways, empty ranges, self-assignment.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int a, b;
};

int main(void) {
    char *text = malloc(12);
    memcpy(text, "abcdef", 6);
    memcpy(text + 6, text, 6);
    assert(memcmp(text, "abcdefabcdef", 12) == 0);
    memmove(text + 2, text, 6);
    assert(memcmp(text, "ababcdefcdef", 12) == 0);
    memmove(text, text + 1, 4);
    assert(memcmp(text, "babccdefcdef", 12) == 0);
    memset(text + 12, 'x', 0);
    memcpy(text, text + 12, 0);
    memset(text, 0, 12);
    assert(strlen(text) == 0);

    struct pair p = {1, 2}, *same = &p;
    *same = p;
    assert(p.a == 1 && p.b == 2);
    free(text);
    return 0;
}
