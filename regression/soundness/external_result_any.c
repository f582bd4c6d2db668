//@ verdict: false(unreach-call)
//@ args: --property unreach-call --assume-any sensor_count
// The user says that the function may return anything.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int sensor_count(void);

int main(void) {
    if (sensor_count() < 0)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
