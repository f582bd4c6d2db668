//@ args: --property unreach-call
//@ verdict: unknown
// A pointer in new memory was never set and may hold the address of any object: what comes after its use is not to be
// left out of a proof. (No execution that the interpreter tries gets past it either.)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct cipher {
    unsigned long algorithms;
};

struct session {
    int state;
    struct cipher *cipher;
};

int main(void) {
    struct session *session = malloc(sizeof *session);
    session->state = 1;
    while (session->state != 4) {
        if (session->state == 2 && (session->cipher->algorithms & 256UL))
            session->state = 3;
        else
            session->state++;
    }
    if (__VERIFIER_nondet_int())
        reach_error();
    free(session);
    return 0;
}
