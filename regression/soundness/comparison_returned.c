//@ args: --property unreach-call
//@ verdict: false(unreach-call)
// The result of a comparison is looked at by a caller, and called by pointer.
#include <string.h>

extern void reach_error(void);

static int order(const char *a, const char *b) {
    return -strcmp(b, a);
}

int main(void) {
    int (*compare)(const char *, const char *) = order;
    long distance = compare("e", "a");
    if (distance < 0 || distance > 4)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
