//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// strncpy fills the buffer without a terminator, and strlen runs past its end.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *label = malloc(4);
    strncpy(label, "overflow", 4);
    size_t length = strlen(label); // ERROR(CWE-125)
    free(label);
    return (int)length;
}
