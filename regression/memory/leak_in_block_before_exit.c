//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// The variable is out of scope long before the program ends, although its function is still active.
#include <stdlib.h>

int main(void) {
    {
        int *p = malloc(sizeof *p);
        *p = 1;
    } // ERROR(CWE-401)
    exit(0);
}
