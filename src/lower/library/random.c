/* Random numbers: anything in their range. */
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int rand(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    return x;
}

void srand(unsigned int seed) { (void)seed; }

int rand_r(unsigned *seed)
{
    *seed = (unsigned)__VERIFIER_nondet_int();
    return rand();
}

long random(void)
{
    long x = __VERIFIER_nondet_long();
    __VERIFIER_assume(x >= 0 && x <= 2147483647l);
    return x;
}

void srandom(unsigned int seed) { (void)seed; }

long lrand48(void) { return __VERIFIER_nondet_int() & 0x7fffffff; }
long mrand48(void) { return __VERIFIER_nondet_int(); }
void srand48(long seed) { (void)seed; }

double drand48(void)
{
    double number = __VERIFIER_nondet_double();
    __VERIFIER_assume(number >= 0 && number < 1);
    return number;
}
