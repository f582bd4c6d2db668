//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// exit does not end the life of any local, so blocks that locals of active calls hold are not lost.
#include <stdlib.h>

static void fail(int code) {
    char *report = malloc(32);
    report[0] = (char)code;
    exit(0);
}

int main(void) {
    int *data = malloc(3 * sizeof *data);
    data[2] = 1;
    fail(data[2]);
    free(data);
    return 0;
}
