//@ verdict: false(valid-deref)
//@ args: --property valid-memsafety
// memcmp may look at all the bytes, also behind the first that differ.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *one = malloc(3);
    char *other = malloc(3);
    one[0] = 1;
    other[0] = 2;
    int order = memcmp(one, other, 10); // ERROR(CWE-125)
    free(one);
    free(other);
    return order < 0;
}
