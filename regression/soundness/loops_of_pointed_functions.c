//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// Two functions with loops, called through one pointer: what one loop changes says nothing of the other.
typedef unsigned long size_t;
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void leave_alone(void *base, size_t count)
{
    char *items = base;
    for (size_t i = 1; i < count; i++)
        ;
}

static void sift(char *items, size_t at, size_t count)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child)
        if (*(int *)(items + at * 4) >= *(int *)(items + child * 4))
            return;
}

static void sift_all(void *base, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(base, i, count);
}

static int look(void)
{
    for (size_t step = 0; step < 2; step++) {
        int values[3];
        (step == 0 ? leave_alone : sift_all)(values, 3);
        if (values[0] != 6)
            reach_error(); // ERROR(CWE-617)
    }
    return 0;
}

int main(void)
{
    unsigned key = __VERIFIER_nondet_int();
    if (key * key * 6u + key * 1234577u == 0x12345678u + 5u)
        return look();
    return 0;
}
