//@ verdict: true
// The only execution there is.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    unsigned n = 7;
    for (int i = 0; i < 20000; i++) {
        n = n * 1103515245u + 12345u;
        if (i % 1000 == 0)
            printf("%u\n", n);
    }
    assert(n == 1431330791u);
    puts("end");
    putchar('!');
    return 0;
}
