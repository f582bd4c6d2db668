//@ args: --32 --property no-overflow
//@ verdict: false(no-overflow)
// A product in long overflows where long has 32 bits.
int main(void) {
    long seconds = 86400L;
    long year = seconds * 365;
    long century = year * 100; // ERROR(CWE-190)
    return century > 0;
}
