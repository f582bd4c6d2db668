//@ verdict: true
//@ args: --property unreach-call
//@ models: ILP32 LP64
// Combined numbers that are wider than an address, over a static array.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int values[1000];

int main(void)
{
    unsigned long long parity = 0;
    long long sum = 0;
    for (int i = 0; i < 1000; i++)
        values[i] = __VERIFIER_nondet_int() & 15;
    for (int i = 0; i < 1000; i++) {
        parity ^= values[i];
        sum += values[i];
        if (values[i] > 15)
            reach_error();
    }
    long long average = sum / 1000;
    return average == (long long)parity;
}
