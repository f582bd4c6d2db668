//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The terminator is written one byte behind a block that has no room for it.
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length);
    for (size_t i = 0; i < length; i++)
        copy[i] = text[i];
    copy[length] = '\0'; // ERROR(CWE-787)
    return copy;
}

int main(void) {
    char *copy = duplicate("abc");
    free(copy);
    return 0;
}
