//@ verdict: false(valid-deref)
// The first argument may be longer than the array.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char name[16];
    if (argc > 1) {
        strcpy(name, argv[1]); // ERROR(CWE-787)
        printf("%s\n", name);
    }
    return 0;
}
