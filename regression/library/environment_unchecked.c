//@ verdict: false(valid-deref)
//@ harness: hidden (the environment is that of the machine)
#include <stdlib.h>

int main(void)
{
    return getenv("HOME")[0]; // ERROR(CWE-476)
}
