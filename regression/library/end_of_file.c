//@ verdict: true
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int c;
    while ((c = getchar()) != EOF)
        assert(c >= 0 && c <= 255);
    assert(feof(stdin) || ferror(stdin));
    if (feof(stdin))
        assert(getchar() == EOF);
    return 0;
}
