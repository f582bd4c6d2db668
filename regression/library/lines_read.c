//@ verdict: true
//@ args: --property valid-memsafety
// Each line is in one block that grows.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    long length = getline(&line, &size, stdin);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = 0;
    free(line);
    return 0;
}
