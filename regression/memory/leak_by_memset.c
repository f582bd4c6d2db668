//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// A struct that owns memory is cleared with memset.
#include <stdlib.h>
#include <string.h>

struct buffer {
    size_t length;
    char *bytes;
};

int main(void) {
    struct buffer b = {3, malloc(3)};
    b.bytes[0] = 1;
    memset(&b, 0, sizeof b); // ERROR(CWE-401)
    free(b.bytes);
    return 0;
}
