/* Formatted input from streams, one function for each kind of conversion. A call gets how many items were assigned before
   (-1 if the input ended before the first) and how many there should be; if they are as many, it goes on, and the result is
   how many are assigned then. What is read is any value of the type. */
typedef __typeof__(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
unsigned char __VERIFIER_nondet_uchar(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
int __hw_scan(void *stream, int reads_on);
extern void *stdin;

void *__hw_standard_input(void) { return stdin; }

static int without(int found, int done) { return found < 0 && done == 0 ? -1 : done; }

/* A format that assigns nothing. */
int __hw_scan_nothing(void *stream) { return __hw_scan(stream, 1) < 0 ? -1 : 0; }

/* An integer; `width` digits and signs if that is not 0. */
int __hw_scan_integer(void *stream, int done, int wanted, void *to, int bytes, int base, int width)
{
    int found;
    if (done != wanted)
        return done;
    found = __hw_scan(stream, 1);
    if (found <= 0)
        return without(found, done);
    if (width > 0 && width < 15) {
        long long limit = 1, value = __VERIFIER_nondet_longlong();
        for (int i = 1; i < width; i++)
            limit *= base;
        __VERIFIER_assume(value > -limit && value < limit * base);
        if (bytes == 1)
            *(char *)to = (char)value;
        else if (bytes == 2)
            *(short *)to = (short)value;
        else if (bytes == 4)
            *(int *)to = (int)value;
        else
            *(long long *)to = value;
        return done + 1;
    }
    if (bytes == 1)
        *(char *)to = (char)__VERIFIER_nondet_uchar();
    else if (bytes == 2)
        *(short *)to = (short)__VERIFIER_nondet_int();
    else if (bytes == 4)
        *(int *)to = __VERIFIER_nondet_int();
    else
        *(long long *)to = __VERIFIER_nondet_longlong();
    return done + 1;
}

int __hw_scan_float(void *stream, int done, int wanted, void *to, int bytes)
{
    int found;
    if (done != wanted)
        return done;
    found = __hw_scan(stream, 1);
    if (found <= 0)
        return without(found, done);
    if (bytes == 4)
        *(float *)to = __VERIFIER_nondet_float();
    else
        *(double *)to = __VERIFIER_nondet_double();
    return done + 1;
}

/* Characters, without a zero behind. */
int __hw_scan_characters(void *stream, int done, int wanted, char *to, size_t width)
{
    int found;
    if (done != wanted)
        return done;
    found = __hw_scan(stream, 0);
    if (found <= 0)
        return without(-1, done);
    for (size_t i = 0; i < width; i++)
        to[i] = (char)__VERIFIER_nondet_uchar();
    return done + 1;
}

static int is_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int __hw_scan_word(void *stream, int done, int wanted, char *to, size_t width)
{
    size_t n = 0;
    int found;
    if (done != wanted)
        return done;
    found = __hw_scan(stream, 1);
    if (found <= 0)
        return without(-1, done);
    do {
        unsigned char c = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(!is_space(c));
        to[n++] = (char)c;
    } while (n < width && __VERIFIER_nondet_bool());
    to[n] = 0;
    return done + 1;
}

/* Whether a character belongs to a set as it stands in a format, between the brackets. */
static int belongs(const char *set, unsigned char c)
{
    int inverted = *set == '^';
    if (inverted)
        set++;
    for (int first = 1; first || *set != ']'; first = 0) {
        if (set[1] == '-' && set[2] != ']') {
            if (c >= (unsigned char)set[0] && c <= (unsigned char)set[2])
                return !inverted;
            set += 3;
        } else {
            if (c == (unsigned char)*set)
                return !inverted;
            set++;
        }
    }
    return inverted;
}

int __hw_scan_set(void *stream, int done, int wanted, char *to, size_t width, const char *set)
{
    size_t n = 0;
    int found;
    if (done != wanted)
        return done;
    found = __hw_scan(stream, 1);
    if (found <= 0)
        return without(found, done);
    do {
        unsigned char c = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(belongs(set, c));
        to[n++] = (char)c;
    } while (n < width && __VERIFIER_nondet_bool());
    to[n] = 0;
    return done + 1;
}

/* How many characters were read so far. */
int __hw_scan_count(int done, int wanted, int *to)
{
    int count = __VERIFIER_nondet_int();
    if (done == wanted)
        *to = count < 0 ? 0 : count;
    return done;
}
