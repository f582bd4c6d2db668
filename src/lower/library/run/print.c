/* Formatted output of a program that is run. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;
int vsnprintf(char *, size_t, const char *, va_list);
size_t fwrite(const void *, size_t, size_t, void *);
long write(int, const void *, size_t);
extern void *stdout;

int vfprintf(void *stream, const char *format, va_list arguments)
{
    va_list again;
    __builtin_va_copy(again, arguments);
    int length = vsnprintf(0, 0, format, again);
    char text[length + 1];
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return length == 0 || fwrite(text, (size_t)length, 1, stream) == 1 ? length : -1;
}

int vprintf(const char *format, va_list arguments) { return vfprintf(stdout, format, arguments); }

int printf(const char *format, ...)
{
    va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = vfprintf(stdout, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int fprintf(void *stream, const char *format, ...)
{
    va_list arguments;
    int length;
    __builtin_va_start(arguments, format);
    length = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int dprintf(int descriptor, const char *format, ...)
{
    va_list arguments, again;
    __builtin_va_start(arguments, format);
    __builtin_va_copy(again, arguments);
    int length = vsnprintf(0, 0, format, again);
    char text[length + 1];
    vsnprintf(text, (size_t)length + 1, format, arguments);
    __builtin_va_end(arguments);
    return (int)write(descriptor, text, (size_t)length);
}
