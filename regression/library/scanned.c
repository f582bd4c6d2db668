//@ verdict: true
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a = 1, b = 2, n;
    char word[8], line[10], c[2];
    short digits;
    n = scanf("%d %d", &a, &b);
    assert(n >= -1 && n <= 2);
    if (n < 2)
        assert(b == 2);
    if (n < 1)
        assert(a == 1);
    if (scanf("%7s", word) == 1)
        assert(word[0] != ' ');
    if (scanf(" %9[a-c^\n]", line) == 1)
        assert(line[0] == 'a' || line[0] == 'b' || line[0] == 'c' || line[0] == '^' || line[0] == '\n');
    scanf("%2c", c);
    if (scanf("%2hd", &digits) == 1)
        assert(digits < 100 && digits > -10);
    return 0;
}
