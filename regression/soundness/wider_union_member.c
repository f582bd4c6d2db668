//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// The loop writes four bytes of the union first, and later all eight: what it may change is all of them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

union word {
    int half;
    long whole;
} word;

int main(void)
{
    int stage = 0;
    while (__VERIFIER_nondet_int()) {
        if (stage >= 2) {
            if (stage == 2 && (unsigned)__VERIFIER_nondet_int() * 2654435761u == 98765u) {
                word.whole = 5L << 32;
                stage = 3;
            } else if (stage == 3) {
                stage = 4;
            } else if (stage == 4) {
                if (word.whole >> 32)
                    reach_error(); // ERROR(CWE-617)
            } else {
                word.whole = 1;
            }
        } else {
            word.half = stage;
            stage++;
        }
    }
    return 0;
}
