//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// Reading a decimal number with too many digits overflows the accumulator.
static int parse(const char *text) {
    int value = 0;
    while (*text >= '0' && *text <= '9')
        value = value * 10 + (*text++ - '0'); // ERROR(CWE-190)
    return value;
}

int main(void) {
    int fits = parse("2147483647");
    int too_large = parse("2147483648");
    return fits == too_large;
}
