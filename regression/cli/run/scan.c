//@ status: 0
//@ stdin: 12 -7 0x1f 3.5e2 word [a-b] xyz\n077,5 tail\n
//@ stdout: 6: 12 -7 31 350.000 word [a-b]\n
//@ stdout: 1: x rest yz\n
//@ stdout: 2: 63 5\n
//@ stdout: 1: 'tail' 5\n
//@ stdout: -1\n
#include <stdio.h>

int main(void)
{
    int a, b, c, n;
    long wide;
    double d;
    char word[16], set[16], x;
    n = scanf("%d %d %i %lf %15s %15[][a-z-]", &a, &b, &c, &d, word, set);
    printf("%d: %d %d %d %.3f %s %s\n", n, a, b, c, d, word, set);
    n = scanf(" %c%15s", &x, word);
    printf("%d: %c rest %s\n", n - 1, x, word);
    n = scanf("%li,%d", &wide, &a);
    printf("%d: %ld %d\n", n, wide, a);
    n = scanf("%*[ ]%4s%n", word, &a);
    printf("%d: '%s' %d\n", n, word, a);
    printf("%d\n", scanf("%d", &a));
    return 0;
}
