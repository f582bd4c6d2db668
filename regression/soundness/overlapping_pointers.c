//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// A pointer in a packed struct of twelve bytes: the places where it may be written overlap.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct __attribute__((packed)) entry {
    int key;
    int *to;
};

int main(void)
{
    int x = 7;
    struct entry entries[3] = {{0, 0}, {0, 0}, {0, 0}};
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 3)
        return 0;
    entries[i].to = &x;
    if (entries[i].to && *entries[i].to == 7)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
