/* Formatted input of a program that is run. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;
int __hw_run_read(void *);
void __hw_run_unread(void *, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
extern void *stdin;
/* Has no body, so that a run ends where it is called. */
void formatted_input_without_a_model(const char *);

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int digit(int c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* What is read. The next character is asked for when somebody looks at it, not before: people type it. */
struct source {
    void *stream;
    int next; /* -1 at the end, -2 if nobody looked at it */
    int count;
};

static int peek(struct source *source)
{
    if (source->next == -2)
        source->next = __hw_run_read(source->stream);
    return source->next;
}

static void advance(struct source *source)
{
    source->count++;
    source->next = -2;
}

static void skip_space(struct source *source)
{
    while (is_space(peek(source)))
        advance(source);
}

/* Takes a character of an item that may have `width` more; 0 if that is none. */
static int take(struct source *source, int *width)
{
    int c = peek(source);
    if (*width == 0 || c < 0)
        return 0;
    --*width;
    advance(source);
    return c;
}

/* Whether there was a number. */
static int read_integer(struct source *source, int width, int base, int is_signed, int bytes, unsigned long long *result)
{
    unsigned long long value = 0, limit = ~0ull;
    int negative = 0, cut = 0, digits = 0;
    if (width && (peek(source) == '-' || peek(source) == '+'))
        negative = take(source, &width) == '-';
    if (is_signed)
        limit = negative ? 1ull << 63 : ~0ull >> 1;
    if (sizeof(long) == 4 && bytes <= 4)
        limit >>= 32;
    if (width && peek(source) == '0' && (base == 0 || base == 16)) {
        take(source, &width);
        digits = 1;
        if (width && (peek(source) == 'x' || peek(source) == 'X')) {
            take(source, &width);
            digits = 0;
            base = 16;
        } else if (base == 0)
            base = 8;
    }
    if (base == 0)
        base = 10;
    while (width && digit(peek(source)) < base) {
        unsigned d = (unsigned)digit(take(source, &width));
        digits = 1;
        if (cut || value > (limit - d) / (unsigned)base)
            cut = 1;
        else
            value = value * (unsigned)base + d;
    }
    if (cut)
        value = limit;
    *result = negative && !(cut && !is_signed) ? 0 - value : value;
    return digits;
}

/* The text of a floating-point number; whether there is one. */
static int read_float(struct source *source, int width, char *text, int room)
{
    int n = 0, digits = 0;
    if (width > room - 1)
        width = room - 1;
    if (width && (peek(source) == '-' || peek(source) == '+'))
        text[n++] = (char)take(source, &width);
    if (digit(peek(source)) >= 16 || !(is_digit(peek(source)) || peek(source) == '.')) {
        /* The names of what is not finite. */
        const char *name = (peek(source) | 32) == 'n' ? "nan" : "infinity";
        int at = 0;
        while (width && name[at] && (peek(source) | 32) == name[at]) {
            text[n++] = (char)take(source, &width);
            at++;
        }
        text[n] = 0;
        return at == 3 || at == 8;
    }
    while (width && is_digit(peek(source))) {
        text[n++] = (char)take(source, &width);
        digits = 1;
    }
    if (width && peek(source) == '.') {
        text[n++] = (char)take(source, &width);
        while (width && is_digit(peek(source))) {
            text[n++] = (char)take(source, &width);
            digits = 1;
        }
    }
    if (digits && width && (peek(source) == 'e' || peek(source) == 'E')) {
        text[n++] = (char)take(source, &width);
        digits = 0;
        if (width && (peek(source) == '-' || peek(source) == '+'))
            text[n++] = (char)take(source, &width);
        while (width && is_digit(peek(source))) {
            text[n++] = (char)take(source, &width);
            digits = 1;
        }
    }
    text[n] = 0;
    return digits;
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

static int belongs(const char *set, const char *end, int c)
{
    int inverted = *set == '^';
    for (const char *at = set + inverted; at < end; at++) {
        if (at + 2 < end && at[1] == '-') {
            if (c >= (unsigned char)at[0] && c <= (unsigned char)at[2])
                return !inverted;
            at += 2;
        } else if (c == (unsigned char)*at)
            return !inverted;
    }
    return inverted;
}

static int scan(struct source *source, const char *format, va_list *arguments)
{
    int done = 0;
    for (; *format; format++) {
        int suppressed = 0, bytes = sizeof(int), length = 0, floating = 4, width = -1, n = 0;
        char *to;
        if (is_space(*format)) {
            skip_space(source);
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                skip_space(source);
            }
            if (peek(source) != (unsigned char)*format)
                return peek(source) < 0 && done == 0 ? -1 : done;
            advance(source);
            continue;
        }
        format++;
        if (*format == '*') {
            suppressed = 1;
            format++;
        }
        if (is_digit(*format))
            for (width = 0; is_digit(*format); format++)
                width = width * 10 + (*format - '0');
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
            if (!suppressed)
                assign(__builtin_va_arg(*arguments, void *), bytes, (unsigned long long)source->count);
            continue;
        }
        if (*format != 'c' && *format != '[')
            skip_space(source);
        if (peek(source) < 0)
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
            if (!read_integer(source, width, base, *format == 'd' || *format == 'i', bytes, &value))
                return done;
            if (!suppressed)
                assign(__builtin_va_arg(*arguments, void *), bytes, value);
            break;
        }
        case 'a':
        case 'e':
        case 'f':
        case 'g':
        case 'E':
        case 'F':
        case 'G': {
            char text[512];
            if (!read_float(source, width < 0 ? 511 : width, text, 512))
                return done;
            if (!suppressed && floating == 4)
                *__builtin_va_arg(*arguments, float *) = strtof(text, 0);
            else if (!suppressed)
                *__builtin_va_arg(*arguments, double *) = strtod(text, 0);
            break;
        }
        case 's':
            to = suppressed ? 0 : __builtin_va_arg(*arguments, char *);
            while (width && peek(source) >= 0 && !is_space(peek(source))) {
                int c = take(source, &width);
                if (to)
                    to[n] = (char)c;
                n++;
            }
            if (to)
                to[n] = 0;
            break;
        case 'c':
            to = suppressed ? 0 : __builtin_va_arg(*arguments, char *);
            if (width < 0)
                width = 1;
            while (width) {
                int c = peek(source);
                if (c < 0)
                    return done ? done : -1;
                take(source, &width);
                if (to)
                    to[n] = (char)c;
                n++;
            }
            break;
        case '[': {
            const char *set = format + 1;
            to = suppressed ? 0 : __builtin_va_arg(*arguments, char *);
            format = set_end(set);
            while (width && peek(source) >= 0 && belongs(set, format, peek(source))) {
                int c = take(source, &width);
                if (to)
                    to[n] = (char)c;
                n++;
            }
            if (n == 0)
                return done;
            if (to)
                to[n] = 0;
            break;
        }
        default:
            formatted_input_without_a_model(format);
            return done;
        }
        done += !suppressed;
    }
    return done;
}

int vfscanf(void *stream, const char *format, va_list arguments)
{
    struct source source = {stream, -2, 0};
    int done = scan(&source, format, &arguments);
    if (source.next >= 0)
        __hw_run_unread(stream, source.next);
    return done;
}

int vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }

int fscanf(void *stream, const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vfscanf(stream, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int __isoc99_fscanf(void *stream, const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vfscanf(stream, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int __isoc23_fscanf(void *stream, const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vfscanf(stream, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int scanf(const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vfscanf(stdin, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int __isoc99_scanf(const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vfscanf(stdin, format, arguments);
    __builtin_va_end(arguments);
    return done;
}

int __isoc23_scanf(const char *format, ...)
{
    va_list arguments;
    int done;
    __builtin_va_start(arguments, format);
    done = vfscanf(stdin, format, arguments);
    __builtin_va_end(arguments);
    return done;
}
