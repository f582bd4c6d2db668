//@ status: 134
//@ compiled: no (a signal ends it)
//@ stdout: out\n
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    puts("out");
    abort();
}
