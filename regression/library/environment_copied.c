//@ verdict: false(valid-deref)
//@ harness: hidden (the environment is that of the machine)
// A variable may not be there, or be long.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char path[64];
    const char *home = getenv("HOME");
    if (!home)
        return 1;
    strcpy(path, home); // ERROR(CWE-787)
    return 0;
}
