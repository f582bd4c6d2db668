//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// The violation has nothing to do with what the function returns.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int sensor_count(void);

int main(void) {
    int count = sensor_count();
    if (__VERIFIER_nondet_int() == 7)
        reach_error(); // ERROR(CWE-617)
    return count;
}
