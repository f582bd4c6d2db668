//@ verdict: true
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int c = getchar();
    if (c != EOF) {
        assert(ungetc(c, stdin) == c);
        assert(!feof(stdin));
        assert(getchar() == c);
    }
    assert(ungetc(EOF, stdin) == EOF);
    return 0;
}
