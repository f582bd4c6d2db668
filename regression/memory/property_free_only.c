//@ args: --property valid-free
//@ verdict: unknown
//@ models: ILP32 LP64
// A null pointer is read, which nobody asked for: what follows, here an invalid free, may be reached or not.
#include <stdlib.h>

int main(void) {
    int *nothing = NULL;
    int local = 1;
    local += *nothing;
    free(&local);
    return 0;
}
