/* Numbers: absolute values, division, conversions from text, bits. */
int __VERIFIER_nondet_int(void);

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
long long imaxabs(long long x) { return x < 0 ? -x : x; }

struct div {
    int quotient, remainder;
};

struct ldiv {
    long quotient, remainder;
};

struct lldiv {
    long long quotient, remainder;
};

struct div div(int a, int b) { return (struct div){a / b, a % b}; }
struct ldiv ldiv(long a, long b) { return (struct ldiv){a / b, a % b}; }
struct lldiv lldiv(long long a, long long b) { return (struct lldiv){a / b, a % b}; }
struct lldiv imaxdiv(long long a, long long b) { return (struct lldiv){a / b, a % b}; }

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

int *__errno_location(void)
{
    static int value;
    return &value;
}

/* Reads digits; the result is the value cut off at `limit`, and where the digits end, or null without any. */
static unsigned long long magnitude(const char *s, int base, unsigned long long limit, const char **end)
{
    unsigned long long value = 0;
    int cut = 0;
    *end = 0;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    while (digit(*s) < base) {
        unsigned long long d = (unsigned long long)digit(*s);
        if (cut || value > (limit - d) / (unsigned long long)base)
            cut = 1;
        else
            value = value * (unsigned long long)base + d;
        s++;
        *end = s;
    }
    if (cut)
        *__errno_location() = 34;
    return cut ? limit : value;
}

/* A number with a sign, the value cut off at `most`, or at `least` if it is negative; as the bits of the result. */
static unsigned long long number(const char *s, char **end, int base, unsigned long long most, unsigned long long least)
{
    const char *start = s, *stop;
    int negative;
    unsigned long long value;
    while (is_space(*s))
        s++;
    negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    value = magnitude(s, base, negative ? least : most, &stop);
    if (end)
        *end = (char *)(stop ? stop : start);
    return negative ? 0 - value : value;
}

long strtol(const char *s, char **end, int base)
{
    return (long)number(s, end, base, ~0ul >> 1, (~0ul >> 1) + 1);
}

unsigned long strtoul(const char *s, char **end, int base) { return number(s, end, base, ~0ul, ~0ul); }

long long strtoll(const char *s, char **end, int base)
{
    return (long long)number(s, end, base, ~0ull >> 1, (~0ull >> 1) + 1);
}

unsigned long long strtoull(const char *s, char **end, int base) { return number(s, end, base, ~0ull, ~0ull); }

long long strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }

int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

int __builtin_popcountll(unsigned long long x)
{
    int n = 0;
    for (int i = 0; i < 64; i++)
        n += (int)(x >> i & 1);
    return n;
}

int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
int __builtin_popcount(unsigned int x) { return __builtin_popcountll(x); }
int __builtin_parity(unsigned int x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }

/* Undefined for 0, where any value is returned. */
int __builtin_ctzll(unsigned long long x)
{
    if (!x)
        return __VERIFIER_nondet_int();
    int n = 0;
    while (!(x >> n & 1))
        n++;
    return n;
}

int __builtin_clzll(unsigned long long x)
{
    if (!x)
        return __VERIFIER_nondet_int();
    int n = 0;
    while (!(x >> (63 - n) & 1))
        n++;
    return n;
}

int __builtin_ctz(unsigned int x) { return __builtin_ctzll(x); }
int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }

int __builtin_clz(unsigned int x)
{
    return x ? __builtin_clzll(x) - 32 : __VERIFIER_nondet_int();
}

int __builtin_clzl(unsigned long x)
{
    return x ? __builtin_clzll(x) - (64 - 8 * (int)sizeof(long)) : __VERIFIER_nondet_int();
}

int __builtin_ffs(int x) { return x ? __builtin_ctzll((unsigned int)x) + 1 : 0; }
int __builtin_ffsl(long x) { return x ? __builtin_ctzll((unsigned long)x) + 1 : 0; }
int __builtin_ffsll(long long x) { return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0; }

/* How many bits behind the sign are like it. */
int __builtin_clrsbll(long long x)
{
    unsigned long long bits = (unsigned long long)(x < 0 ? ~x : x);
    return bits ? __builtin_clzll(bits) - 1 : 63;
}

int __builtin_clrsbl(long x) { return __builtin_clrsbll(x) - (64 - 8 * (int)sizeof(long)); }
int __builtin_clrsb(int x) { return __builtin_clrsbll(x) - 32; }

int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return x ? __builtin_ctzll((unsigned long)x) + 1 : 0; }
int ffsll(long long x) { return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0; }

unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }

unsigned int __builtin_bswap32(unsigned int x)
{
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

unsigned long long __builtin_bswap64(unsigned long long x)
{
    return (unsigned long long)__builtin_bswap32((unsigned int)x) << 32 | __builtin_bswap32((unsigned int)(x >> 32));
}

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned int htonl(unsigned int x) { return __builtin_bswap32(x); }
unsigned int ntohl(unsigned int x) { return __builtin_bswap32(x); }

/* Whether the sum (0), difference (1) or product (2) of two numbers does not fit into an integer type. */
int __hw_overflows(int operation, unsigned long long a, int a_signed, unsigned long long b, int b_signed, int bits,
                   int is_signed)
{
    int a_negative = a_signed && (long long)a < 0, b_negative = b_signed && (long long)b < 0, negative = a_negative;
    unsigned long long high = 0, low;
    if (a_negative)
        a = 0 - a;
    if (b_negative)
        b = 0 - b;
    if (operation == 1)
        b_negative = !b_negative;
    if (operation == 2) {
        unsigned long long a_low = (unsigned)a, a_high = a >> 32, b_low = (unsigned)b, b_high = b >> 32;
        unsigned long long first = a_low * b_low, second = a_high * b_low, third = a_low * b_high;
        unsigned long long middle = (first >> 32) + (unsigned)second + (unsigned)third;
        low = a * b;
        high = a_high * b_high + (second >> 32) + (third >> 32) + (middle >> 32);
        negative = a_negative != b_negative;
    } else if (a_negative == b_negative) {
        low = a + b;
        high = low < a;
    } else if (a >= b)
        low = a - b;
    else {
        low = b - a;
        negative = b_negative;
    }
    if (high)
        return 1;
    if (negative)
        return low > (is_signed ? 1ull << (bits - 1) : 0);
    return low > ~0ull >> (64 - bits + is_signed);
}
