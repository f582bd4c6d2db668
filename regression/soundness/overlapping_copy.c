//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
//@ models: ILP32 LP64
// A struct of seven bytes is copied to a symbolic place of a heap block.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct __attribute__((packed)) record {
    char tag;
    short index;
    int value;
};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct record *records = calloc(3, sizeof *records);
    struct record one = {1, 4, 7};
    char table[4] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    if (records == NULL || i >= 3) {
        free(records);
        return 0;
    }
    records[i] = one;
    char c = table[records[i].index]; // ERROR(CWE-125)
    free(records);
    return c;
}
