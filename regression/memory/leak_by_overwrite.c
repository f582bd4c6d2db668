//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// The only pointer to a block is overwritten by the next allocation.
#include <stdlib.h>

int main(void) {
    char *message = malloc(8);
    message[0] = 'a';
    message = malloc(16); // ERROR(CWE-401)
    message[15] = 'b';
    free(message);
    return 0;
}
