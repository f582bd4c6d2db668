//@ args: --property assertions
//@ verdict: false(assertions)
// The C library makes choices between two inputs of the program.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int first = __VERIFIER_nondet_int();
    int order = strcmp("a", "b");
    int second = __VERIFIER_nondet_int();
    assert(!(first == 5 && second == 7 && order + 1 <= 0)); // ERROR(CWE-617)
    return 0;
}
