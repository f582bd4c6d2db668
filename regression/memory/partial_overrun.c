//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// An int is read of which only the first two bytes lie inside the block.
#include <stdlib.h>

int main(void) {
    unsigned char *raw = calloc(1, 10);
    unsigned *words = (unsigned *)raw;
    unsigned sum = words[0] + words[1];
    sum += words[2]; // ERROR(CWE-125)
    free(raw);
    return (int)sum;
}
