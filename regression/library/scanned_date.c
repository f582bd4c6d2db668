//@ verdict: true
// What is not checked is not used as an index.
#include <stdio.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void)
{
    int year, month, day;
    if (sscanf("2024-05-17", "%d-%d-%d", &year, &month, &day) != 3 || month < 1 || month > 12)
        return 1;
    return day > days[month - 1];
}
