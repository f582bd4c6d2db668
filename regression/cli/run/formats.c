//@ status: 0
//@ stdout: [   42] [42   ] [00042] [+42] [ff] [0XFF] [017]\n
//@ stdout: [3.14] [  3.141593] [3.141593e+00] [3.14159] [-0.000] [inf] [1e-10]\n
//@ stdout: [abc] [  ab] [x] [%] [(nil)] [18446744073709551615] [-1]\n
//@ stdout: 12 7\n
//@ stdout: via pointer 5\n
#include <stdarg.h>
#include <stdio.h>

static int show(FILE *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

int main(void)
{
    double pi = 3.14159265358979;
    printf("[%5d] [%-5d] [%05d] [%+d] [%x] [%#X] [%#o]\n", 42, 42, 42, 42, 255, 255, 15);
    printf("[%.2f] [%10f] [%e] [%g] [%.3f] [%f] [%g]\n", pi, pi, pi, pi, -0.0, 1e308 * 10, 1e-10);
    printf("[%s] [%4.2s] [%c] [%%] [%p] [%llu] [%hhd]\n", "abc", "abc", 'x', (void *)0, ~0ull, 255);
    int first = fprintf(stdout, "%*d", 2, 12), second = fputs(" 7\n", stdout) >= 0;
    show(stdout, "via pointer %d\n", first + second + 2);
    return 0;
}
