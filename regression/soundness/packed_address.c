//@ verdict: false(unreach-call)
//@ args: --property unreach-call
//@ models: ILP32 LP64
// What stands right before an address in a packed static object is kept.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int x;

static struct __attribute__((packed)) {
    char before;
    int *to;
    char after;
} packed = {5, &x, 6};

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    if (packed.before == 5 && packed.after == 6 && packed.to == &x)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
