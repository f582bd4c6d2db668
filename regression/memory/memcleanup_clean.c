//@ args: --property valid-memcleanup
//@ verdict: true
//@ models: ILP32 LP64
// A static cache is emptied before the end; nothing remains allocated.
#include <stdlib.h>

static char *cache[4];

static char *slot(int i) {
    if (!cache[i])
        cache[i] = calloc(1, 8);
    return cache[i];
}

int main(void) {
    for (int round = 0; round < 10; round++)
        slot(round % 3)[round % 8]++;
    for (int i = 0; i < 4; i++) {
        free(cache[i]);
        cache[i] = NULL;
    }
    return 0;
}
