//@ verdict: false(valid-memtrack)
//@ harness: hidden (what the C library reads is not fixed)
#define _GNU_SOURCE
#include <stdio.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    getline(&line, &size, stdin);
    return 0; // ERROR(CWE-401)
}
