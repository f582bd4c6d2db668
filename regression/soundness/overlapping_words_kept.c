//@ verdict: true
//@ args: --property unreach-call
//@ models: ILP32 LP64
#include <string.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct triple {
    int a, b, c;
};

int main(void)
{
    struct triple triples[2] = {{1, 2, 3}, {4, 5, 6}};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 2)
        return 0;
    memset(&triples[i], 0, sizeof triples[0]);
    if (triples[i].a != 0 || triples[i].b != 0 || triples[i].c != 0)
        reach_error();
    if (triples[1 - i].a != (i ? 1 : 4) || triples[1 - i].b != (i ? 2 : 5) || triples[1 - i].c != (i ? 3 : 6))
        reach_error();
    return 0;
}
