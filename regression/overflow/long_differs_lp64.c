//@ args: --64 --property no-overflow
//@ verdict: true
// The same number of seconds in a century fits where long has 64 bits.
int main(void) {
    long century = 86400L * 365 * 100;
    long age_of_universe = century * 138000000;
    return century == 3153600000L && age_of_universe > 0 ? 0 : 1;
}
