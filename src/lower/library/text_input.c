/* Formatted input from memory: exact, but for what floating-point numbers with many digits are. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;
double strtod(const char *, char **);
/* Has no body, so that nothing is proved or refuted where it is called. */
void formatted_input_without_a_model(const char *, const char *, void *);

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* How many characters of a number stand here, at most `width`; its value is cut off as `strtoull` does. */
static size_t integer(const char *s, size_t width, int base, int is_signed, int bytes, unsigned long long *result)
{
    unsigned long long value = 0, limit = ~0ull;
    size_t n = 0, first;
    int negative = 0, cut = 0;
    if (n < width && (s[n] == '-' || s[n] == '+'))
        negative = s[n++] == '-';
    if (is_signed)
        limit = negative ? 1ull << 63 : ~0ull >> 1;
    if (sizeof(long) == 4 && bytes <= 4)
        limit >>= 32;
    if ((base == 0 || base == 16) && n + 2 < width && s[n] == '0' && (s[n + 1] == 'x' || s[n + 1] == 'X')
        && digit(s[n + 2]) < 16) {
        n += 2;
        base = 16;
    } else if (base == 0 || base == 16) {
        if (n + 1 < width && s[n] == '0' && (s[n + 1] == 'x' || s[n + 1] == 'X'))
            formatted_input_without_a_model(s, s, result);
        if (base == 0)
            base = n < width && s[n] == '0' ? 8 : 10;
    }
    first = n;
    for (; n < width && digit(s[n]) < base; n++) {
        unsigned d = (unsigned)digit(s[n]);
        if (cut || value > (limit - d) / (unsigned)base)
            cut = 1;
        else
            value = value * (unsigned)base + d;
    }
    if (cut)
        value = limit;
    *result = negative && !(cut && !is_signed) ? 0 - value : value;
    return n == first ? 0 : n;
}

static void assign(void *to, int bytes, unsigned long long value)
{
    if (bytes == 1)
        *(char *)to = (char)value;
    else if (bytes == 2)
        *(short *)to = (short)value;
    else if (bytes == 4)
        *(int *)to = (int)value;
    else
        *(long long *)to = (long long)value;
}

/* The set that begins at `set`, behind a bracket: where it ends. */
static const char *set_end(const char *set)
{
    if (*set == '^')
        set++;
    if (*set == ']')
        set++;
    while (*set && *set != ']')
        set++;
    return set;
}

static int belongs(const char *set, const char *end, unsigned char c)
{
    int inverted = *set == '^';
    if (inverted)
        set++;
    for (const char *at = set; at < end; at++) {
        if (at + 2 < end && at[1] == '-') {
            if (c >= (unsigned char)at[0] && c <= (unsigned char)at[2])
                return !inverted;
            at += 2;
        } else if (c == (unsigned char)*at)
            return !inverted;
    }
    return inverted;
}

int vsscanf(const char *text, const char *format, va_list arguments)
{
    const char *s = text;
    int done = 0;
    for (; *format; format++) {
        int suppressed = 0, bytes = sizeof(int), length = 0, floating = 4;
        size_t width = ~(size_t)0, n = 0;
        if (is_space(*format)) {
            while (is_space(*s))
                s++;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                while (is_space(*s))
                    s++;
            }
            if (*s != *format)
                return *s || done ? done : -1;
            s++;
            continue;
        }
        format++;
        if (*format == '*') {
            suppressed = 1;
            format++;
        }
        if (*format >= '1' && *format <= '9')
            for (width = 0; *format >= '0' && *format <= '9'; format++)
                width = width * 10 + (size_t)(*format - '0');
        for (; *format == 'h' || *format == 'l' || *format == 'z' || *format == 'j' || *format == 't' || *format == 'q';
             format++) {
            if (*format == 'h')
                bytes = length++ ? 1 : sizeof(short);
            else if (*format == 'l') {
                bytes = length++ ? sizeof(long long) : sizeof(long);
                floating = 8;
            } else if (*format == 'z' || *format == 't')
                bytes = sizeof(size_t);
            else
                bytes = sizeof(long long);
        }
        if (*format == 'n') {
            assign(__builtin_va_arg(arguments, void *), bytes, (unsigned long long)(s - text));
            continue;
        }
        if (*format != 'c' && *format != '[')
            while (is_space(*s))
                s++;
        if (!*s)
            return done ? done : -1;
        switch (*format) {
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o': {
            int base = *format == 'i' ? 0 : *format == 'o' ? 8 : *format == 'd' || *format == 'u' ? 10 : 16;
            unsigned long long value;
            n = integer(s, width, base, *format == 'd' || *format == 'i', bytes, &value);
            if (n == 0)
                return done;
            if (!suppressed)
                assign(__builtin_va_arg(arguments, void *), bytes, value);
            break;
        }
        case 'e':
        case 'f':
        case 'g':
        case 'E':
        case 'F':
        case 'G': {
            char *end;
            double value;
            if (width != ~(size_t)0) {
                formatted_input_without_a_model(s, format, &width);
                return done;
            }
            value = strtod(s, &end);
            n = (size_t)(end - s);
            if (n == 0)
                return done;
            if (!suppressed && floating == 4)
                *__builtin_va_arg(arguments, float *) = (float)value;
            else if (!suppressed)
                *__builtin_va_arg(arguments, double *) = value;
            break;
        }
        case 's': {
            char *to = suppressed ? 0 : __builtin_va_arg(arguments, char *);
            for (; n < width && s[n] && !is_space(s[n]); n++)
                if (to)
                    to[n] = s[n];
            if (to)
                to[n] = 0;
            break;
        }
        case 'c': {
            char *to = suppressed ? 0 : __builtin_va_arg(arguments, char *);
            if (width == ~(size_t)0)
                width = 1;
            for (; n < width; n++) {
                if (!s[n]) {
                    /* C libraries differ on whether these are enough. */
                    formatted_input_without_a_model(s, format, to);
                    return done;
                }
                if (to)
                    to[n] = s[n];
            }
            break;
        }
        case '[': {
            const char *set = format + 1;
            char *to = suppressed ? 0 : __builtin_va_arg(arguments, char *);
            format = set_end(set);
            for (; n < width && s[n] && belongs(set, format, (unsigned char)s[n]); n++)
                if (to)
                    to[n] = s[n];
            if (n == 0)
                return done;
            if (to)
                to[n] = 0;
            break;
        }
        default:
            formatted_input_without_a_model(s, format, &width);
            return done;
        }
        s += n;
        done += !suppressed;
    }
    return done;
}

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) { return vsscanf(text, format, arguments); }

int sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return done;
}
