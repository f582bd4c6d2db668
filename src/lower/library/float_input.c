/* Floating-point numbers from text. Those with few digits are exact; what others are is open. */
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);
int *__errno_location(void);

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_digit(int c) { return c >= '0' && c <= '9'; }
static int lower_case(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

static int begins(const char *s, const char *word)
{
    int n = 0;
    while (word[n] && lower_case(s[n]) == word[n])
        n++;
    return word[n] ? 0 : n;
}

/* A number that may be out of range. */
static double any_number(void)
{
    int error = __VERIFIER_nondet_int();
    if (error == 34)
        *__errno_location() = error;
    return __VERIFIER_nondet_double();
}

double strtod(const char *text, char **end)
{
    const char *s = text;
    long long digits = 0;
    int negative, count = 0, significant = 0, scale = 0, exponent = 0, n;
    double value;
    while (is_space(*s))
        s++;
    negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    n = begins(s, "infinity");
    if (!n)
        n = begins(s, "inf");
    if (n) {
        if (end)
            *end = (char *)s + n;
        return negative ? -__builtin_inf() : __builtin_inf();
    }
    if (begins(s, "nan") || begins(s, "0x")) {
        /* With characters behind them that C libraries read differently. */
        n = begins(s, "nan") ? 3 : 1;
        if (end)
            *end = (char *)s + n + (__VERIFIER_nondet_double() == 1 && s[n] ? 1 : 0);
        return any_number();
    }
    for (; is_digit(*s); s++, count++)
        if (digits || *s != '0') {
            significant++;
            if (significant <= 15)
                digits = digits * 10 + (*s - '0');
            else
                scale++;
        }
    if (*s == '.') {
        s++;
        for (; is_digit(*s); s++, count++) {
            if (digits || *s != '0')
                significant++;
            if (significant <= 15) {
                digits = digits * 10 + (*s - '0');
                scale--;
            }
        }
        if (count == 0)
            s--;
    }
    if (count == 0) {
        if (end)
            *end = (char *)text;
        return 0;
    }
    if ((*s == 'e' || *s == 'E') && (is_digit(s[1]) || ((s[1] == '-' || s[1] == '+') && is_digit(s[2])))) {
        int down = s[1] == '-';
        s += is_digit(s[1]) ? 1 : 2;
        for (; is_digit(*s); s++)
            if (exponent < 10000)
                exponent = exponent * 10 + (*s - '0');
        if (down)
            exponent = -exponent;
    }
    if (end)
        *end = (char *)s;
    scale += exponent;
    value = (double)digits;
    if (digits == 0)
        return negative ? -value : value;
    if (significant > 15 || scale > 22 || scale < -22)
        return any_number();
    /* Both numbers are exact, so that the result is rounded once. */
    double power = 1;
    for (int i = 0; i < (scale < 0 ? -scale : scale); i++)
        power *= 10;
    value = scale < 0 ? value / power : value * power;
    return negative ? -value : value;
}

/* Rounded twice: open where that could matter. */
float strtof(const char *text, char **end)
{
    double value = strtod(text, end);
    unsigned long long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x1fffffff) == 0x10000000 || (value != 0 && value < 1e-37 && value > -1e-37))
        return __VERIFIER_nondet_float();
    return (float)value;
}

double atof(const char *text) { return strtod(text, 0); }
