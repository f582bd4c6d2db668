/* Input is anything; output is read and forgotten. */
typedef __typeof__(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

static int any_character(void)
{
    int c = __VERIFIER_nondet_int();
    __VERIFIER_assume(c >= -1 && c <= 255);
    return c;
}

static int success_or_end_of_file(void)
{
    return __VERIFIER_nondet_int() ? 0 : -1;
}

/* A stream that could not be opened is used like any other. */
static void use(void *stream)
{
    if (!stream) {
        char first = *(char *)stream;
        (void)first;
    }
}

int getchar(void) { return any_character(); }
int fgetc(void *stream)
{
    use(stream);
    return any_character();
}

int getc(void *stream) { return fgetc(stream); }

char *fgets(char *to, int size, void *stream)
{
    int n = 0;
    use(stream);
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = any_character();
        if (c < 0)
            break;
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    if (n == 0 && size > 1)
        return 0;
    to[n] = 0;
    return to;
}

int fputs(const char *s, void *stream)
{
    use(stream);
    while (*s)
        s++;
    return success_or_end_of_file();
}

int fputc(int c, void *stream)
{
    use(stream);
    return __VERIFIER_nondet_int() ? (unsigned char)c : -1;
}

int putc(int c, void *stream) { return fputc(c, stream); }
int ungetc(int c, void *stream) { return c == -1 ? -1 : fputc(c, stream); }
int fflush(void *stream) { return success_or_end_of_file(); }

int fclose(void *stream)
{
    use(stream);
    return success_or_end_of_file();
}

int feof(void *stream)
{
    use(stream);
    return __VERIFIER_nondet_int();
}

int ferror(void *stream)
{
    use(stream);
    return __VERIFIER_nondet_int();
}

void clearerr(void *stream) { use(stream); }

static size_t at_most(size_t count)
{
    size_t done = (size_t)__VERIFIER_nondet_long();
    return done < count ? done : count;
}

size_t fread(void *to, size_t size, size_t count, void *stream)
{
    char *bytes = to;
    size_t read;
    use(stream);
    read = at_most(size * count);
    for (size_t i = 0; i < read; i++)
        bytes[i] = __VERIFIER_nondet_char();
    return size ? read / size : 0;
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream)
{
    const char *bytes = from;
    use(stream);
    for (size_t i = 0; i < size * count; i++) {
        char byte = bytes[i];
        (void)byte;
    }
    return size ? at_most(count) : 0;
}

void perror(const char *s)
{
    if (s)
        while (*s)
            s++;
}

long time(long *result)
{
    long now = __VERIFIER_nondet_long();
    if (result)
        *result = now;
    return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }
