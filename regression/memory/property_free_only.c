//@ args: --property valid-free
//@ verdict: true
//@ models: ILP32 LP64
// A null pointer is read, which ends the path; no invalid free is reached, and only that was asked for.
#include <stdlib.h>

int main(void) {
    int *nothing = NULL;
    int local = 1;
    local += *nothing;
    free(&local);
    return 0;
}
