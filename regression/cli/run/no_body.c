//@ status: 5
//@ compiled: no (it cannot be linked)
//@ stdout: asking\n
//@ stderr: no_body.c:12:12: error: the run cannot go on: `sensor` has no body and no model
#include <stdio.h>

int sensor(void);

int main(void)
{
    puts("asking");
    return sensor();
}
