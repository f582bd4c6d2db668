//@ verdict: true
//@ models: ILP32 LP64
// Uninitialised memory holds some value, and the same one until it is written.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned *fresh = malloc(2 * sizeof *fresh);
    unsigned before = fresh[0];
    unsigned bytes;
    memcpy(&bytes, fresh, sizeof bytes);
    fresh[1] = 1;
    assert(fresh[0] == before && bytes == before);
    free(fresh);
    return 0;
}
