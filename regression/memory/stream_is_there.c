//@ verdict: true
// Messages go to a stream that is only sometimes there, and then only.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void tell(FILE *stream, int number) {
    fprintf(stream, "%d\n", number);
}

int main(void) {
    FILE *log = NULL;
    if (__VERIFIER_nondet_int())
        log = stderr;
    if (log != NULL)
        fprintf(log, "begin\n");
    tell(stderr, 1);
    if (log != NULL)
        tell(log, 2);
    return 0;
}
