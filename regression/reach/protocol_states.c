//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// A door protocol: opened, closed and opened again in the locked state after a few events.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum state { CLOSED, OPEN, LOCKED };

int main(void) {
    enum state state = CLOSED;
    int key_taken = 0;
    for (int i = 0; i < 12; i++) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case CLOSED:
            if (event == 0)
                state = OPEN;
            else if (event == 1)
                state = LOCKED;
            break;
        case OPEN:
            state = CLOSED;
            break;
        case LOCKED:
            if (event == 2)
                key_taken = 1;
            else if (key_taken)
                reach_error(); // ERROR(CWE-617)
            else
                state = CLOSED;
            break;
        }
    }
    return 0;
}
