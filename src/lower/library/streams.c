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

int getchar(void) { return any_character(); }
int fgetc(void *stream) { return any_character(); }
int getc(void *stream) { return any_character(); }

char *fgets(char *to, int size, void *stream)
{
    int n = 0;
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
    while (*s)
        s++;
    return success_or_end_of_file();
}

int fputc(int c, void *stream) { return __VERIFIER_nondet_int() ? (unsigned char)c : -1; }
int putc(int c, void *stream) { return __VERIFIER_nondet_int() ? (unsigned char)c : -1; }
int fflush(void *stream) { return success_or_end_of_file(); }
int fclose(void *stream) { return success_or_end_of_file(); }

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
