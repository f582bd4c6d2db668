//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// The pointer that walked over the buffer is freed instead of its start.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = malloc(12);
    strcpy(line, "   indented");
    while (*line == ' ')
        line++;
    free(line); // ERROR(CWE-761)
    return 0;
}
