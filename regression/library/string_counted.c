//@ verdict: true
//@ args: --engine templates --property valid-deref
// Loops of the program over what is read, by index and by pointer.
#include <stdio.h>

int main(void)
{
    char line[80];
    int upper = 0, spaces = 0;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    for (int i = 0; line[i] != '\0'; i++)
        upper += line[i] >= 'A' && line[i] <= 'Z';
    for (const char *p = line; *p; p++)
        spaces += *p == ' ';
    printf("%d %d\n", upper, spaces);
    return 0;
}
