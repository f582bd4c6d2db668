/* Formatted output with a list of arguments. To streams it is read and forgotten; to memory it is exact, but for
   floating-point numbers. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;
int __VERIFIER_nondet_int(void);
void *malloc(size_t);
int snprintf(char *, size_t, const char *, ...);
void __hw_printing(void *);
void __hw_printing_out(void);
/* Has no body, so that nothing is proved where it is called. */
void formatted_conversion_without_a_model(void *, const char *);

struct conversion {
    _Bool left, zero, plus, space, alternative;
    int width, precision; /* -1 for none */
    int bytes;            /* of an integer */
};

struct buffer {
    char *to;
    size_t size, length;
};

static void put(struct buffer *buffer, char c)
{
    if (buffer->length + 1 < buffer->size)
        buffer->to[buffer->length] = c;
    buffer->length++;
}

static void fill(struct buffer *buffer, char c, int count)
{
    for (; count > 0; count--)
        put(buffer, c);
}

static const char *read_number(const char *format, int *number)
{
    *number = 0;
    while (*format >= '0' && *format <= '9')
        *number = *number * 10 + (*format++ - '0');
    return format;
}

/* Reads a conversion up to its letter. */
static const char *read_conversion(const char *format, struct conversion *c, va_list *arguments)
{
    c->left = c->zero = c->plus = c->space = c->alternative = 0;
    for (;; format++) {
        if (*format == '-')
            c->left = 1;
        else if (*format == '0')
            c->zero = 1;
        else if (*format == '+')
            c->plus = 1;
        else if (*format == ' ')
            c->space = 1;
        else if (*format == '#')
            c->alternative = 1;
        else
            break;
    }
    if (*format == '*') {
        c->width = __builtin_va_arg(*arguments, int);
        if (c->width < 0) {
            c->left = 1;
            c->width = -c->width;
        }
        format++;
    } else
        format = read_number(format, &c->width);
    c->precision = -1;
    if (*format == '.') {
        format++;
        if (*format == '*') {
            c->precision = __builtin_va_arg(*arguments, int);
            format++;
        } else
            format = read_number(format, &c->precision);
    }
    c->bytes = sizeof(int);
    for (;; format++) {
        if (*format == 'h')
            c->bytes = c->bytes == sizeof(int) ? sizeof(short) : 1;
        else if (*format == 'l')
            c->bytes = format[-1] == 'l' ? sizeof(long long) : sizeof(long);
        else if (*format == 'z' || *format == 't')
            c->bytes = sizeof(size_t);
        else if (*format == 'j' || *format == 'q')
            c->bytes = sizeof(long long);
        else
            return format;
    }
}

static unsigned long long read_integer(const struct conversion *c, _Bool is_signed, va_list *arguments)
{
    if (c->bytes == sizeof(long long)) {
        long long wide = __builtin_va_arg(*arguments, long long);
        return (unsigned long long)wide;
    }
    int value = __builtin_va_arg(*arguments, int);
    if (c->bytes == 1)
        return is_signed ? (unsigned long long)(signed char)value : (unsigned char)value;
    if (c->bytes == sizeof(short))
        return is_signed ? (unsigned long long)(short)value : (unsigned short)value;
    return is_signed ? (unsigned long long)value : (unsigned)value;
}

static void put_integer(struct buffer *buffer, struct conversion *c, char letter, unsigned long long value)
{
    char digits[24];
    const char *prefix = "";
    unsigned base = letter == 'x' || letter == 'X' || letter == 'p' ? 16 : letter == 'o' ? 8 : 10;
    int count = 0, length = 0;
    if (letter == 'd' || letter == 'i') {
        if ((long long)value < 0) {
            prefix = "-";
            value = -value;
        } else if (c->plus)
            prefix = "+";
        else if (c->space)
            prefix = " ";
    } else if (letter == 'p' || c->alternative && base == 16 && value)
        prefix = letter == 'X' ? "0X" : "0x";
    for (unsigned long long rest = value; rest; rest /= base) {
        unsigned digit = rest % base;
        digits[count++] = digit < 10 ? '0' + digit : (letter == 'X' ? 'A' : 'a') + (digit - 10);
    }
    int least = c->precision >= 0 ? c->precision : 1;
    if (base == 8 && c->alternative && least <= count)
        least = count + 1;
    while (prefix[length])
        length++;
    int padding = c->width - length - (count > least ? count : least);
    if (c->zero && !c->left && c->precision < 0 && padding > 0) {
        least = (count > least ? count : least) + padding;
        padding = 0;
    }
    if (!c->left)
        fill(buffer, ' ', padding);
    while (*prefix)
        put(buffer, *prefix++);
    fill(buffer, '0', least - count);
    while (count > 0)
        put(buffer, digits[--count]);
    if (c->left)
        fill(buffer, ' ', padding);
}

static void put_string(struct buffer *buffer, struct conversion *c, const char *text)
{
    int length = 0;
    while ((c->precision < 0 || length < c->precision) && text[length])
        length++;
    if (!c->left)
        fill(buffer, ' ', c->width - length);
    for (int i = 0; i < length; i++)
        put(buffer, text[i]);
    if (c->left)
        fill(buffer, ' ', c->width - length);
}

/* A conversion of a floating-point number or a pointer, by itself. */
static void put_other(struct buffer *buffer, struct conversion *c, char letter, va_list *arguments)
{
    char piece[16];
    int n = 0, length;
    piece[n++] = '%';
    if (c->left)
        piece[n++] = '-';
    if (c->zero)
        piece[n++] = '0';
    if (c->plus)
        piece[n++] = '+';
    if (c->space)
        piece[n++] = ' ';
    if (c->alternative)
        piece[n++] = '#';
    piece[n++] = '*';
    if (c->precision >= 0) {
        piece[n++] = '.';
        piece[n++] = '*';
    }
    piece[n++] = letter;
    piece[n] = 0;
    if (letter == 'p') {
        void *pointer = __builtin_va_arg(*arguments, void *);
        length = snprintf(0, 0, piece, c->width, pointer);
        char text[length + 1];
        snprintf(text, (size_t)length + 1, piece, c->width, pointer);
        for (int i = 0; i < length; i++)
            put(buffer, text[i]);
        return;
    }
    double number = __builtin_va_arg(*arguments, double);
    length = c->precision < 0 ? snprintf(0, 0, piece, c->width, number)
                              : snprintf(0, 0, piece, c->width, c->precision, number);
    char text[length + 1];
    if (c->precision < 0)
        snprintf(text, (size_t)length + 1, piece, c->width, number);
    else
        snprintf(text, (size_t)length + 1, piece, c->width, c->precision, number);
    for (int i = 0; i < length; i++)
        put(buffer, text[i]);
}

/* Returns 0 if something has no model. */
static _Bool put_formatted(struct buffer *buffer, const char *format, va_list *arguments)
{
    for (; *format; format++) {
        struct conversion c;
        if (*format != '%') {
            put(buffer, *format);
            continue;
        }
        format = read_conversion(format + 1, &c, arguments);
        switch (*format) {
        case '%':
            put(buffer, '%');
            break;
        case 'c':
            if (!c.left)
                fill(buffer, ' ', c.width - 1);
            put(buffer, (char)__builtin_va_arg(*arguments, int));
            if (c.left)
                fill(buffer, ' ', c.width - 1);
            break;
        case 's':
            put_string(buffer, &c, __builtin_va_arg(*arguments, const char *));
            break;
        case 'd':
        case 'i':
            put_integer(buffer, &c, 'd', read_integer(&c, 1, arguments));
            break;
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            put_integer(buffer, &c, *format, read_integer(&c, 0, arguments));
            break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'p':
            put_other(buffer, &c, *format, arguments);
            break;
        default:
            formatted_conversion_without_a_model(buffer->to, format);
            return 0;
        }
    }
    return 1;
}

static int format_to(char *to, size_t size, const char *format, va_list *arguments)
{
    struct buffer buffer = {to, size, 0};
    if (!put_formatted(&buffer, format, arguments))
        return __VERIFIER_nondet_int();
    if (size)
        to[buffer.length < size ? buffer.length : size - 1] = 0;
    return (int)buffer.length;
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    return format_to(to, size, format, &arguments);
}

int vsprintf(char *to, const char *format, va_list arguments)
{
    return format_to(to, (size_t)-1 / 2, format, &arguments);
}

int __hw_snprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = format_to(to, size, format, &arguments);
    __builtin_va_end(arguments);
    return length;
}

int __hw_sprintf(char *to, const char *format, ...)
{
    va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = format_to(to, (size_t)-1 / 2, format, &arguments);
    __builtin_va_end(arguments);
    return length;
}

static int format_new(char **to, const char *format, va_list *arguments)
{
    va_list again;
    int length;
    __builtin_va_copy(again, *arguments);
    length = format_to(0, 0, format, arguments);
    *to = malloc((size_t)length + 1);
    if (!*to)
        return -1;
    return format_to(*to, (size_t)length + 1, format, &again);
}

int vasprintf(char **to, const char *format, va_list arguments) { return format_new(to, format, &arguments); }

int asprintf(char **to, const char *format, ...)
{
    va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = format_new(to, format, &arguments);
    __builtin_va_end(arguments);
    return length;
}

/* Reads what the format asks for. */
static int forget(const char *format, va_list *arguments)
{
    for (; *format; format++) {
        struct conversion c;
        const char *text;
        if (*format != '%')
            continue;
        format = read_conversion(format + 1, &c, arguments);
        switch (*format) {
        case '%':
            break;
        case 's':
            text = __builtin_va_arg(*arguments, const char *);
            for (int i = 0; (c.precision < 0 || i < c.precision) && text[i]; i++)
                ;
            break;
        case 'p':
            (void)__builtin_va_arg(*arguments, void *);
            break;
        case 'c':
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            read_integer(&c, 1, arguments);
            break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            (void)__builtin_va_arg(*arguments, double);
            break;
        default:
            formatted_conversion_without_a_model(arguments, format);
            return 0;
        }
    }
    return __VERIFIER_nondet_int();
}

int vprintf(const char *format, va_list arguments)
{
    __hw_printing_out();
    return forget(format, &arguments);
}

int vfprintf(void *stream, const char *format, va_list arguments)
{
    __hw_printing(stream);
    return forget(format, &arguments);
}
