//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A small buffer on the stack replaces the heap for short inputs, but is freed like one.
#include <stdlib.h>

int main(void) {
    char small[16];
    size_t needed = 12;
    char *buffer = needed <= sizeof small ? small : malloc(needed);
    buffer[0] = 'x';
    free(buffer); // ERROR(CWE-590)
    return 0;
}
