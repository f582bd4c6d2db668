//@ verdict: true
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (a < 0)
        return 0;
    div_t parts = div(a, 10);
    assert(parts.rem >= 0 && parts.rem < 10);
    assert(parts.quot * 10 + parts.rem == a);
    assert(ldiv(-7, 2).rem == -1);
    return 0;
}
