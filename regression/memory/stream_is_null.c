//@ verdict: false(valid-deref)
// Messages go to a stream that is only sometimes there.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void tell(FILE *stream, int number) {
    fprintf(stream, "%d\n", number); // ERROR(CWE-476)
}

int main(void) {
    FILE *log = NULL;
    if (__VERIFIER_nondet_int())
        log = stderr;
    if (log != NULL)
        fprintf(log, "begin\n");
    tell(stderr, 1);
    tell(log, 2);
    return 0;
}
