//@ verdict: true
//@ args: --property valid-memsafety
//@ models: ILP32 LP64
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
    struct record *records = calloc(3, sizeof *records);
    struct record one = {1, 4, 7};
    char table[8] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    if (records == NULL || i >= 3) {
        free(records);
        return 0;
    }
    memset(records, 1, 3 * sizeof *records);
    records[i] = one;
    char c = table[records[i].index + records[i].value - 4];
    free(records);
    return c;
}
