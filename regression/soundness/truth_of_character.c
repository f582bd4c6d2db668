//@ verdict: false(unreach-call)
//@ args: --property unreach-call
// What isalpha returns is not zero, and need not be one.
extern int isalpha(int c);
extern void reach_error(void);

int main(void)
{
    int (*is_letter)(int) = isalpha;
    if (is_letter('a') != 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
