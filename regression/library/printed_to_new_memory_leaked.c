//@ verdict: false(valid-memtrack)
#define _GNU_SOURCE
#include <stdio.h>

int main(void)
{
    char *text;
    return asprintf(&text, "%d", 42); // ERROR(CWE-401)
}
