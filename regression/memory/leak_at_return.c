//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// An early return forgets the buffer that the local pointer holds.
#include <stdlib.h>

static int parse(int size) {
    char *buffer = malloc(size);
    buffer[0] = '7';
    if (size > 4)
        return -1; // ERROR(CWE-401)
    int digit = buffer[0] - '0';
    free(buffer);
    return digit;
}

int main(void) {
    return parse(2) + parse(6);
}
