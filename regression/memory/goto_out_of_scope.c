//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A goto leaves the block of a variable whose address is kept.
#include <stddef.h>

int main(void) {
    int *kept = NULL;
    int rounds = 0;
retry: {
    int attempt = rounds++;
    if (kept == NULL)
        kept = &attempt;
    if (attempt == 0)
        goto out;
}
out:
    if (rounds == 0)
        goto retry;
    return *kept; // ERROR(CWE-562)
}
