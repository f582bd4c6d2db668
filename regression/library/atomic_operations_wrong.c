//@ verdict: false(assertions)
#include <assert.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int count;

int main(void)
{
    int expected = __VERIFIER_nondet_int();
    atomic_compare_exchange_strong(&count, &expected, 1);
    assert(count == 1); // ERROR(CWE-617)
    return 0;
}
