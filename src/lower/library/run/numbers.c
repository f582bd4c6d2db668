/* Floating-point numbers from text, all of them exact. */
int *__errno_location(void);
long long __hw_system_number(const char *, int);

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_digit(int c) { return c >= '0' && c <= '9'; }
static int lower_case(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
/* Has no body, so that a run ends where it is called. */
void hexadecimal_floating_point_numbers_without_a_model(const char *);

static int begins(const char *s, const char *word)
{
    int n = 0;
    while (word[n] && lower_case(s[n]) == word[n])
        n++;
    return word[n] ? 0 : n;
}

/* Where a number ends, or its start if there is none. */
static const char *number_end(const char *s)
{
    const char *start = s, *exponent;
    int n, digits = 0;
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+')
        s++;
    n = begins(s, "infinity");
    if (!n)
        n = begins(s, "inf");
    if (!n)
        n = begins(s, "nan");
    if (n)
        return s + n;
    if (begins(s, "0x"))
        hexadecimal_floating_point_numbers_without_a_model(s);
    for (; is_digit(*s); s++)
        digits = 1;
    if (*s == '.')
        for (s++; is_digit(*s); s++)
            digits = 1;
    if (!digits)
        return start;
    if (*s == 'e' || *s == 'E') {
        exponent = s + 1;
        if (*exponent == '-' || *exponent == '+')
            exponent++;
        if (is_digit(*exponent)) {
            while (is_digit(*exponent))
                exponent++;
            s = exponent;
        }
    }
    return s;
}

/* The bits of the number, 0 if there is none. */
static long long read(const char *text, char **end, int bits)
{
    const char *after = number_end(text);
    if (end)
        *end = (char *)after;
    if (after == text)
        return 0;
    char copy[after - text + 1];
    int n = 0;
    for (const char *c = text; c < after; c++)
        if (!is_space(*c))
            copy[n++] = *c;
    copy[n] = 0;
    return __hw_system_number(copy, bits);
}

static int is_named(const char *text)
{
    while (*text && !is_digit(*text) && *text != '.')
        if (lower_case(*text++) == 'n')
            return 1;
    return 0;
}

double strtod(const char *text, char **end)
{
    union {
        long long bits;
        double value;
    } number = {read(text, end, 64)};
    if ((number.bits & 0x7ff0000000000000) == 0x7ff0000000000000 && !is_named(text))
        *__errno_location() = 34;
    return number.value;
}

float strtof(const char *text, char **end)
{
    union {
        int bits;
        float value;
    } number = {(int)read(text, end, 32)};
    if ((number.bits & 0x7f800000) == 0x7f800000 && !is_named(text))
        *__errno_location() = 34;
    return number.value;
}

double atof(const char *text) { return strtod(text, 0); }
