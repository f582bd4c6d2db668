//@ verdict: true
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text;
    int length = asprintf(&text, "%s=%d", "answer", 42);
    assert(length == 9 && strcmp(text, "answer=42") == 0);
    free(text);
    return 0;
}
