//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
//@ harness: hidden in ILP32 (the sanitizer has no red zone before the first global)
// Only the upper bound of an index is checked, so that a negative one reads before the array.
extern int __VERIFIER_nondet_int(void);

static const int weekday_length[7] = {6, 7, 9, 8, 6, 8, 6};

int main(void) {
    int day = __VERIFIER_nondet_int();
    if (day > 6)
        return 1;
    return weekday_length[day]; // ERROR(CWE-125)
}
