//@ verdict: true
// What the program defines takes the place of a model of the same name.
#include <assert.h>
#include <stddef.h>
size_t strlen(const char *);
char *strcpy(char *, const char *);
int putchar(int);
char *stpcpy(char *to, const char *from)
{
    strcpy(to, from);
    return to + strlen(to) + 1;
}
char *strsep(char **text, const char *separators)
{
    (void)separators;
    return *text;
}
char *strchrnul(const char *s, int c) { return (char *)s + (c == 'x'); }
int isdigit(int c) { return c == 'd'; }
int isalpha(int);
int main(void)
{
    char text[8] = "abc", copy[8], *rest = text;
    assert(stpcpy(copy, text) == copy + 4);
    assert(strsep(&rest, ",") == text);
    assert(strchrnul(text, 'x') == text + 1);
    assert(isdigit('d') && !isdigit('1') && isalpha('a'));
    return 0;
}
