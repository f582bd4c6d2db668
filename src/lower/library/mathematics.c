/* Mathematics: what is exact. Each function has a version for `double` and one for `float`. */
int *__errno_location(void);
int __hw_direction(void);
void __hw_rounds(void);
unsigned int __VERIFIER_nondet_uint(void);

union double_bits {
    double number;
    unsigned long long bits;
};
union float_bits {
    float number;
    unsigned int bits;
};

double nan(const char *tag)
{
    /* The text may choose some of the bits. */
    union double_bits result;
    result.number = __builtin_nan("");
    if (*tag)
        result.bits |= ((unsigned long long)__VERIFIER_nondet_uint() << 32 | __VERIFIER_nondet_uint()) & 0x7ffffffffffffull;
    return result.number;
}
float nanf(const char *tag)
{
    union float_bits result;
    result.number = __builtin_nanf("");
    if (*tag)
        result.bits |= __VERIFIER_nondet_uint() & 0x3fffff;
    return result.number;
}

int __hw_isgreater(double x, double y) { return x > y; }
int __hw_isgreaterequal(double x, double y) { return x >= y; }
int __hw_isless(double x, double y) { return x < y; }
int __hw_islessequal(double x, double y) { return x <= y; }
int __hw_islessgreater(double x, double y) { return x < y || x > y; }
int __hw_isunordered(double x, double y) { return x != x || y != y; }

static unsigned long long bits_of(double x)
{
    union double_bits u;
    u.number = x;
    return u.bits;
}

static double from_bits(unsigned long long bits)
{
    union double_bits u;
    u.bits = bits;
    return u.number;
}

int isnan(double x) { return x != x; }
int __isnan(double x) { return x != x; }
int isinf(double x) { return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0; }
int __isinf(double x) { return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0; }
int finite(double x) { return x - x == 0; }
int __finite(double x) { return x - x == 0; }
int __signbit(double x) { return (int)(bits_of(x) >> 63); }
int __hw_isnormal(double x)
{
    int exponent = (int)(bits_of(x) >> 52 & 0x7ff);
    return exponent != 0 && exponent != 0x7ff;
}
int __hw_fpclassify(int nan, int infinite, int normal, int subnormal, int zero, double x)
{
    int exponent = (int)(bits_of(x) >> 52 & 0x7ff);
    if (exponent == 0x7ff)
        return x != x ? nan : infinite;
    return exponent ? normal : x == 0 ? zero : subnormal;
}
int __fpclassify(double x) { return __hw_fpclassify(0, 1, 4, 3, 2, x); }

double fabs(double x) { return from_bits(bits_of(x) & ~0x8000000000000000ull); }
double copysign(double x, double y) { return from_bits((bits_of(x) & ~0x8000000000000000ull) | (bits_of(y) & 0x8000000000000000ull)); }
double floor(double x) { return __hw_floor(x); }
double ceil(double x) { return __hw_ceil(x); }
double trunc(double x) { return __hw_trunc(x); }
double round(double x) { return __hw_round(x); }
double rint(double x)
{
    switch (__hw_direction()) {
    case 0x400:
        return __hw_floor(x);
    case 0x800:
        return __hw_ceil(x);
    case 0xc00:
        return __hw_trunc(x);
    default:
        return __hw_rint(x);
    }
}
double nearbyint(double x) { return rint(x); }
long lround(double x) { return (long)__hw_round(x); }
long long llround(double x) { return (long long)__hw_round(x); }
long lrint(double x) { return (long)rint(x); }
long long llrint(double x) { return (long long)rint(x); }

double sqrt(double x)
{
    if (x < 0)
        *__errno_location() = 33;
    __hw_rounds();
    return __hw_sqrt(x);
}

double fmod(double x, double y)
{
    if ((y == 0 && x == x) || ((x == __builtin_inf() || x == -__builtin_inf()) && y == y))
        *__errno_location() = 33;
    return __hw_fmod(x, y);
}

double remainder(double x, double y)
{
    double size = fabs(y), rest, half;
    if (y == 0 || x != x || y != y || x == __builtin_inf() || x == -__builtin_inf()) {
        if (x == x && y == y)
            *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    rest = fabs(size <= 0x1.fffffffffffffp+1022 ? __hw_fmod(x, size + size) : x);
    if (size < 0x1p-1021) {
        if (rest + rest > size) {
            rest -= size;
            if (rest + rest >= size)
                rest -= size;
        }
    } else {
        half = size * 0.5;
        if (rest > half) {
            rest -= size;
            if (rest >= half)
                rest -= size;
        }
    }
    if (rest == 0)
        rest = 0;
    return __signbit(x) ? -rest : rest;
}
double drem(double x, double y) { return remainder(x, y); }

double fmin(double x, double y) { return x <= y ? x : x > y ? y : y != y ? x : y; }
double fmax(double x, double y) { return x >= y ? x : x < y ? y : y != y ? x : y; }
double fdim(double x, double y)
{
    __hw_rounds();
    if (x <= y)
        return 0;
    if (x - y == __builtin_inf() && x != __builtin_inf() && y != -__builtin_inf())
        *__errno_location() = 34;
    return x - y;
}

double modf(double x, double *whole)
{
    *whole = __hw_trunc(x);
    return copysign(x == *whole ? 0 : x - *whole, x);
}

double frexp(double x, int *exponent)
{
    unsigned long long bits;
    *exponent = 0;
    if (x == 0 || x - x != 0)
        return x + x;
    if (fabs(x) < 0x1p-1022) {
        x *= 0x1p64;
        *exponent = -64;
    }
    bits = bits_of(x);
    *exponent += (int)(bits >> 52 & 0x7ff) - (1023 - 1);
    return from_bits((bits & ~((unsigned long long)0x7ff << 52)) | (unsigned long long)(1023 - 1) << 52);
}

double scalbn(double x, int n)
{
    double y = x, result;
    __hw_rounds();
    if (n > 1023) {
        y *= 0x1p1023;
        n -= 1023;
        if (n > 1023) {
            y *= 0x1p1023;
            n -= 1023;
            if (n > 1023)
                n = 1023;
        }
    } else if (n < 1 - 1023) {
        /* Not so small that it is rounded twice. */
        y *= 0x1p-1022 * 0x1p53;
        n += 1023 - 1 - 53;
        if (n < 1 - 1023) {
            y *= 0x1p-1022 * 0x1p53;
            n += 1023 - 1 - 53;
            if (n < 1 - 1023)
                n = 1 - 1023;
        }
    }
    result = y * from_bits((unsigned long long)(1023 + n) << 52);
    if (x - x == 0 && x != 0 && (result == 0 || result - result != 0))
        *__errno_location() = 34;
    return result;
}
double ldexp(double x, int n) { return scalbn(x, n); }
double scalbln(double x, long n) { return scalbn(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n); }

int ilogb(double x)
{
    int exponent;
    if (x == 0 || x != x) {
        *__errno_location() = 33;
        return -2147483647 - 1;
    }
    if (x - x != 0) {
        *__errno_location() = 33;
        return 2147483647;
    }
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x)
{
    int exponent;
    if (x - x != 0)
        return x * x;
    if (x == 0)
        return -1 / fabs(x);
    frexp(x, &exponent);
    return (double)(exponent - 1);
}

double nextafter(double x, double y)
{
    unsigned long long bits = bits_of(x);
    double result;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        result = from_bits((bits_of(y) & 0x8000000000000000ull) | 1);
    else if ((x < y) == (x > 0))
        result = from_bits(bits + 1);
    else
        result = from_bits(bits - 1);
    if (fabs(result) < 0x1p-1022 || (result - result != 0 && x - x == 0))
        *__errno_location() = 34;
    return result;
}

static unsigned int bits_off(float x)
{
    union float_bits u;
    u.number = x;
    return u.bits;
}

static float from_bitsf(unsigned int bits)
{
    union float_bits u;
    u.bits = bits;
    return u.number;
}

int isnanf(float x) { return x != x; }
int __isnanf(float x) { return x != x; }
int isinff(float x) { return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0; }
int __isinff(float x) { return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0; }
int finitef(float x) { return x - x == 0; }
int __finitef(float x) { return x - x == 0; }
int __signbitf(float x) { return (int)(bits_off(x) >> 31); }
int __hw_isnormalf(float x)
{
    int exponent = (int)(bits_off(x) >> 23 & 0xff);
    return exponent != 0 && exponent != 0xff;
}
int __hw_fpclassifyf(int nan, int infinite, int normal, int subnormal, int zero, float x)
{
    int exponent = (int)(bits_off(x) >> 23 & 0xff);
    if (exponent == 0xff)
        return x != x ? nan : infinite;
    return exponent ? normal : x == 0 ? zero : subnormal;
}
int __fpclassifyf(float x) { return __hw_fpclassifyf(0, 1, 4, 3, 2, x); }

float fabsf(float x) { return from_bitsf(bits_off(x) & ~0x80000000u); }
float copysignf(float x, float y) { return from_bitsf((bits_off(x) & ~0x80000000u) | (bits_off(y) & 0x80000000u)); }
float floorf(float x) { return __hw_floor(x); }
float ceilf(float x) { return __hw_ceil(x); }
float truncf(float x) { return __hw_trunc(x); }
float roundf(float x) { return __hw_round(x); }
float rintf(float x)
{
    switch (__hw_direction()) {
    case 0x400:
        return __hw_floor(x);
    case 0x800:
        return __hw_ceil(x);
    case 0xc00:
        return __hw_trunc(x);
    default:
        return __hw_rint(x);
    }
}
float nearbyintf(float x) { return rintf(x); }
long lroundf(float x) { return (long)__hw_round(x); }
long long llroundf(float x) { return (long long)__hw_round(x); }
long lrintf(float x) { return (long)rintf(x); }
long long llrintf(float x) { return (long long)rintf(x); }

float sqrtf(float x)
{
    if (x < 0)
        *__errno_location() = 33;
    __hw_rounds();
    return __hw_sqrt(x);
}

float fmodf(float x, float y)
{
    if ((y == 0 && x == x) || ((x == __builtin_inff() || x == -__builtin_inff()) && y == y))
        *__errno_location() = 33;
    return __hw_fmod(x, y);
}

float remainderf(float x, float y)
{
    float size = fabsf(y), rest, half;
    if (y == 0 || x != x || y != y || x == __builtin_inff() || x == -__builtin_inff()) {
        if (x == x && y == y)
            *__errno_location() = 33;
        return (x * y) / (x * y);
    }
    rest = fabsf(size <= 0x1.fffffep+126f ? __hw_fmod(x, size + size) : x);
    if (size < 0x1p-125f) {
        if (rest + rest > size) {
            rest -= size;
            if (rest + rest >= size)
                rest -= size;
        }
    } else {
        half = size * 0.5f;
        if (rest > half) {
            rest -= size;
            if (rest >= half)
                rest -= size;
        }
    }
    if (rest == 0)
        rest = 0;
    return __signbitf(x) ? -rest : rest;
}
float dremf(float x, float y) { return remainderf(x, y); }

float fminf(float x, float y) { return x <= y ? x : x > y ? y : y != y ? x : y; }
float fmaxf(float x, float y) { return x >= y ? x : x < y ? y : y != y ? x : y; }
float fdimf(float x, float y)
{
    __hw_rounds();
    if (x <= y)
        return 0;
    if (x - y == __builtin_inff() && x != __builtin_inff() && y != -__builtin_inff())
        *__errno_location() = 34;
    return x - y;
}

float modff(float x, float *whole)
{
    *whole = __hw_trunc(x);
    return copysignf(x == *whole ? 0 : x - *whole, x);
}

float frexpf(float x, int *exponent)
{
    unsigned int bits;
    *exponent = 0;
    if (x == 0 || x - x != 0)
        return x + x;
    if (fabsf(x) < 0x1p-126f) {
        x *= 0x1p64f;
        *exponent = -64;
    }
    bits = bits_off(x);
    *exponent += (int)(bits >> 23 & 0xff) - (127 - 1);
    return from_bitsf((bits & ~((unsigned int)0xff << 23)) | (unsigned int)(127 - 1) << 23);
}

float scalbnf(float x, int n)
{
    float y = x, result;
    __hw_rounds();
    if (n > 127) {
        y *= 0x1p127f;
        n -= 127;
        if (n > 127) {
            y *= 0x1p127f;
            n -= 127;
            if (n > 127)
                n = 127;
        }
    } else if (n < 1 - 127) {
        /* Not so small that it is rounded twice. */
        y *= 0x1p-126f * 0x1p24f;
        n += 127 - 1 - 24;
        if (n < 1 - 127) {
            y *= 0x1p-126f * 0x1p24f;
            n += 127 - 1 - 24;
            if (n < 1 - 127)
                n = 1 - 127;
        }
    }
    result = y * from_bitsf((unsigned int)(127 + n) << 23);
    if (x - x == 0 && x != 0 && (result == 0 || result - result != 0))
        *__errno_location() = 34;
    return result;
}
float ldexpf(float x, int n) { return scalbnf(x, n); }
float scalblnf(float x, long n) { return scalbnf(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n); }

int ilogbf(float x)
{
    int exponent;
    if (x == 0 || x != x) {
        *__errno_location() = 33;
        return -2147483647 - 1;
    }
    if (x - x != 0) {
        *__errno_location() = 33;
        return 2147483647;
    }
    frexpf(x, &exponent);
    return exponent - 1;
}

float logbf(float x)
{
    int exponent;
    if (x - x != 0)
        return x * x;
    if (x == 0)
        return -1 / fabsf(x);
    frexpf(x, &exponent);
    return (float)(exponent - 1);
}

float nextafterf(float x, float y)
{
    unsigned int bits = bits_off(x);
    float result;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        result = from_bitsf((bits_off(y) & 0x80000000u) | 1);
    else if ((x < y) == (x > 0))
        result = from_bitsf(bits + 1);
    else
        result = from_bitsf(bits - 1);
    if (fabsf(result) < 0x1p-126f || (result - result != 0 && x - x == 0))
        *__errno_location() = 34;
    return result;
}
