//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// The factorial of 13 no longer fits into an int.
static int factorial(int n) {
    int product = 1;
    for (int i = 2; i <= n; i++)
        product *= i; // ERROR(CWE-190)
    return product;
}

int main(void) {
    return factorial(12) == 479001600 && factorial(13) > 0;
}
