//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ models: ILP32 LP64
// The size of the struct is no multiple of a word, so that words that may be cleared overlap.
#include <string.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct triple {
    int a, b, c;
};

int main(void)
{
    struct triple triples[2] = {{1, 1, 1}, {1, 1, 1}};
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 2)
        return 0;
    memset(&triples[i], 0, sizeof triples[0]);
    if (triples[i].b == 0)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
