//@ verdict: true
//@ args: --engine templates --property valid-deref
// A loop over a string ends where the string does, also behind a loop that changes it.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[64];
    if (fgets(s, sizeof s, stdin) == NULL)
        return 0;
    int i = 0, j = (int)strlen(s) - 1;
    while (i < j) {
        char t = s[i];
        s[i] = s[j];
        s[j] = t;
        i++;
        j--;
    }
    puts(s);
    return 0;
}
