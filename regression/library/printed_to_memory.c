//@ verdict: true
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[8];
    int n = __VERIFIER_nondet_int();
    if (n < -9 || n > 99)
        return 0;
    int length = sprintf(text, "<%d>", n);
    assert(length == 3 + (n < 0 || n > 9));
    assert(strlen(text) == (size_t)length && text[length - 1] == '>');
    length = snprintf(text, 4, "%s-%c", "ab", 'x');
    assert(length == 4 && text[3] == 0 && text[2] == '-');
    return 0;
}
