//@ status: 5
//@ compiled: no (it does not end)
//@ run: --steps 10000
//@ stdout: begins\n
//@ stderr: error: the run cannot go on: the limit of 10000 steps is reached
#include <stdio.h>

int main(void)
{
    volatile int turns = 0;
    puts("begins");
    for (;;)
        turns ^= 1;
}
