//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ models: ILP32 LP64
// Binary search over a sorted table with a wrong upper bound misses the last element.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static const int table[8] = {2, 3, 5, 7, 11, 13, 17, 19};

static int contains(int wanted) {
    int low = 0, high = 6;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == wanted)
            return 1;
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}

int main(void) {
    int wanted = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++)
        if (table[i] == wanted && !contains(wanted))
            reach_error(); // ERROR(CWE-617)
    return 0;
}
