//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The second append no longer fits into the heap buffer.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *path = malloc(10);
    strcpy(path, "/tmp");
    strcat(path, "/file");
    strcat(path, ".c"); // ERROR(CWE-787)
    free(path);
    return 0;
}
