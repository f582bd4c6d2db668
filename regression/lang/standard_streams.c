//@ verdict: true
//@ models: ILP32 LP64
// Messages on the standard error stream leave the program's own state alone.
#include <assert.h>
#include <stdio.h>

static int warnings;

static void warn(const char *text, int line) {
    fprintf(stderr, "%s:%d\n", text, line);
    warnings++;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        warn("careful", i);
    fflush(stdout);
    assert(warnings == 3);
    return 0;
}
