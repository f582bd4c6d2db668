//@ status: 0
//@ stdout: 1804289383\n
//@ stdout: 71876166 708592740 1483128881\n
//@ stdout: 1 3 5 9 found\n
//@ stdout: 2.000 1.414 0.841\n
//@ stdout: 100-0-1 0 3.1415926535897931\n
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    int numbers[] = {5, 3, 9, 1}, wanted = 9;
    printf("%d\n", rand());
    srand(42);
    for (int i = 0; i < 3; i++)
        printf(i < 2 ? "%d " : "%d\n", rand());
    qsort(numbers, 4, sizeof *numbers, compare);
    for (int i = 0; i < 4; i++)
        printf("%d ", numbers[i]);
    puts(bsearch(&wanted, numbers, 4, sizeof *numbers, compare) ? "found" : "lost");
    printf("%.3f %.3f %.3f\n", pow(8, 1.0 / 3), sqrt(2), sin(1));
    time_t then = 946684800;
    struct tm *date = gmtime(&then);
    printf("%d-%d-%d %d %.16f\n", date->tm_year, date->tm_mon, date->tm_mday, date->tm_hour, strtod("3.14159265358979323846264", 0));
    return 0;
}
