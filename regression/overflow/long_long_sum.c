//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// A Fibonacci number leaves even the range of long long.
int main(void) {
    long long previous = 0, current = 1;
    for (int i = 2; i <= 93; i++) {
        long long next = previous + current; // ERROR(CWE-190)
        previous = current;
        current = next;
    }
    return current > 0;
}
