//@ verdict: false(valid-deref)
//@ harness: hidden (what the C library reads is not fixed)
// A word from a line may be longer than the array.
#include <stdio.h>

int main(void)
{
    char line[16], word[8];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    sscanf(line, "%s", word); // ERROR(CWE-787)
    return 0;
}
