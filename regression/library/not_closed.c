//@ verdict: true
//@ args: --property valid-memsafety --property valid-memcleanup
// A stream that is not closed is no memory that is lost.
#include <stdio.h>
int main(void)
{
    FILE *f = fopen("data", "r");
    if (f)
        fgetc(f);
    f = 0;
    return 0;
}
