//@ status: 7
//@ compiled: no (it cannot be linked)
//@ run: --inputs given/sensor.txt
//@ stdout: 5 -2 c 2.5 0\n
//@ stderr: warning: no more values are given for `sensor`: it returns 0
#include <stdio.h>

int sensor(void);
char letter(void);
double measure(void);

int main(void)
{
    int a = sensor(), b = sensor();
    char c = letter();
    double d = measure();
    printf("%d %d %c %g %d\n", a, b, c, d, sensor());
    return 7;
}
