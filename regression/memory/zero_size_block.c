//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
//@ harness: hidden (the sanitizer gives a block of no bytes one byte)
// malloc(0) gives a pointer that may be freed but not written through.
#include <stdlib.h>

int main(void) {
    size_t count = 0;
    char *empty = malloc(count);
    if (empty != NULL)
        empty[0] = 'x'; // ERROR(CWE-787)
    free(empty);
    return 0;
}
