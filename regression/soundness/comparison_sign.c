//@ args: --property unreach-call
//@ verdict: false(unreach-call)
// Of what a comparison of strings or blocks returns, only the sign is specified.
#include <string.h>

extern void reach_error(void);

int main(void) {
    if (strcmp("c", "a") != 2 || memcmp("a", "c", 1) != -2)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
