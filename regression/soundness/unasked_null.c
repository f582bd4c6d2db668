//@ verdict: unknown
//@ args: --property unreach-call
// An execution reads through a null pointer before the error function would be called. What such a program does is
// not known, so that nothing is proved about it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *pointer = 0;
    int number = __VERIFIER_nondet_int();
    if (number < 10)
        number = *pointer;
    if (number < 10)
        reach_error();
    return 0;
}
