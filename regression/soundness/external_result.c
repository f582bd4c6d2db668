//@ verdict: unknown
//@ args: --property unreach-call
// What a function without body returns is not known: a real one may never return this.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int sensor_count(void);

int main(void) {
    if (sensor_count() < 0)
        reach_error();
    return 0;
}
