//@ status: 0
//@ compiled: no (what it prints is not determined)
//@ stdout: 0\n
//@ stderr: unset.c:10:42: warning: `number` is read before it is set [CWE-457]
#include <stdio.h>

int main(void)
{
    int number;
    int *place = &number; printf("%d\n", number);
    return place != &number;
}
