//@ verdict: true
//@ models: ILP32 LP64
// Calls with variable arguments: printf takes promoted arguments and returns, snprintf writes a bounded text.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char c = 'x';
    short s = -3;
    float f = 0.5f;
    printf("%c %d %u %ld %s %p %f %%\n", c, s, 7u, 8L, "text", (void *)0, f);
    puts("line");
    putchar('\n');

    char buffer[16];
    int written = snprintf(buffer, sizeof buffer, "%d-%s", 42, "ok");
    assert(written == 5);
    assert(strcmp(buffer, "42-ok") == 0);
    return 0;
}
