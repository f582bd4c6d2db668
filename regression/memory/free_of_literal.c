//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A default string that was never allocated is released with the others.
#include <stdlib.h>
#include <string.h>

static char *names[2] = {"anonymous", NULL};

int main(void) {
    names[1] = malloc(4);
    strcpy(names[1], "bob");
    for (int i = 1; i >= 0; i--)
        free(names[i]); // ERROR(CWE-590)
    return 0;
}
