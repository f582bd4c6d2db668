//@ verdict: true
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int c = putchar(0x141), p = puts("text");
    assert(c == 0x41 || c == EOF);
    assert(p >= 0 || p == EOF);
    printf("%d\n", c);
    return 0;
}
