//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A library function reads a string that was freed before.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(6);
    strcpy(name, "alice");
    const char *shown = name;
    free(name);
    return strcmp(shown, "alice"); // ERROR(CWE-416)
}
