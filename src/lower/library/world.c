/* The environment, files without streams, the system. */
typedef __typeof__(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
unsigned char __VERIFIER_nondet_uchar(void);
char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);
int *__errno_location(void);
void *malloc(size_t);
int strcmp(const char *, const char *);
size_t strlen(const char *);
void *__hw_open_stream(size_t);
/* Has no body, so that nothing is proved or refuted where it is called. */
void environment_without_a_model(const char *);

static void read_name(const char *s)
{
    while (*s)
        s++;
}

static int success_or(int failure)
{
    int error;
    if (!__VERIFIER_nondet_bool())
        return 0;
    error = __VERIFIER_nondet_int();
    *__errno_location() = error > 0 ? error : 1;
    return failure;
}

/* Mostly short, but any. */
static size_t any_length(void)
{
    return __VERIFIER_nondet_bool() ? (size_t)__VERIFIER_nondet_ulong() & ~(size_t)0 >> 2 : __VERIFIER_nondet_uchar();
}

/* A string in memory of the system. */
static char *any_string(void)
{
    size_t length = any_length();
    char *text = __hw_open_stream(length + 1);
    for (size_t i = 0; i < length; i++) {
        char c = __VERIFIER_nondet_char();
        text[i] = c ? c : 'x';
    }
    text[length] = 0;
    return text;
}

/* Each variable that was asked for keeps its value. */
static const char *names[8];
static char *values[8];
static int count;

char *getenv(const char *name)
{
    for (int i = 0; i < count; i++)
        if (names[i] == name || strcmp(names[i], name) == 0)
            return values[i];
    if (count == 8) {
        environment_without_a_model(name);
        return 0;
    }
    size_t length = strlen(name);
    char *copy = __hw_open_stream(length + 1);
    for (size_t i = 0; i <= length; i++)
        copy[i] = name[i];
    names[count] = copy;
    values[count] = __VERIFIER_nondet_bool() ? any_string() : 0;
    return values[count++];
}

char *secure_getenv(const char *name) { return getenv(name); }

char *strerror(int error) { return any_string(); }
char *strsignal(int number) { return any_string(); }

int system(const char *command)
{
    if (command)
        read_name(command);
    return __VERIFIER_nondet_int();
}

int open(const char *name, int flags, ...)
{
    read_name(name);
    int descriptor = __VERIFIER_nondet_int();
    return descriptor > 0 ? descriptor - 1 : success_or(-1) < 0 ? -1 : 3;
}

int creat(const char *name, unsigned mode) { return open(name, 0); }
int close(int descriptor) { return success_or(-1); }

long read(int descriptor, void *to, size_t size)
{
    char *bytes = to;
    size_t length = __VERIFIER_nondet_ulong();
    if (success_or(-1) < 0)
        return -1;
    if (length > size)
        length = size;
    for (size_t i = 0; i < length; i++)
        bytes[i] = __VERIFIER_nondet_char();
    return (long)length;
}

long write(int descriptor, const void *from, size_t size)
{
    const char *bytes = from;
    size_t length = __VERIFIER_nondet_ulong();
    for (size_t i = 0; i < size; i++) {
        char byte = bytes[i];
        (void)byte;
    }
    if (success_or(-1) < 0)
        return -1;
    return (long)(length < size ? length : size);
}

long lseek(int descriptor, long offset, int whence)
{
    long place = __VERIFIER_nondet_long();
    return place >= 0 ? place : -1;
}

int unlink(const char *name)
{
    read_name(name);
    return success_or(-1);
}

int access(const char *name, int mode)
{
    read_name(name);
    return success_or(-1);
}

int mkdir(const char *name, unsigned mode)
{
    read_name(name);
    return success_or(-1);
}

int rmdir(const char *name)
{
    read_name(name);
    return success_or(-1);
}

int chdir(const char *name)
{
    read_name(name);
    return success_or(-1);
}

int gethostname(char *to, size_t size)
{
    size_t length = any_length();
    if (length >= size || success_or(-1) < 0)
        return -1;
    for (size_t i = 0; i < length; i++) {
        char c = __VERIFIER_nondet_char();
        to[i] = c ? c : 'x';
    }
    to[length] = 0;
    return 0;
}

char *getcwd(char *to, size_t size)
{
    size_t length = any_length();
    if (length == 0)
        return 0;
    if (success_or(-1) < 0)
        return 0;
    if (!to && size == 0)
        size = length + 1;
    if (length >= size)
        return 0;
    if (!to)
        to = malloc(size);
    if (!to)
        return 0;
    to[0] = '/';
    for (size_t i = 1; i < length; i++) {
        char c = __VERIFIER_nondet_char();
        to[i] = c ? c : 'x';
    }
    to[length] = 0;
    return to;
}

unsigned getuid(void) { return __VERIFIER_nondet_uint(); }
unsigned geteuid(void) { return __VERIFIER_nondet_uint(); }
unsigned getgid(void) { return __VERIFIER_nondet_uint(); }
unsigned getegid(void) { return __VERIFIER_nondet_uint(); }
unsigned umask(unsigned mask) { return __VERIFIER_nondet_uint() & 0777; }

int getpid(void)
{
    int number = __VERIFIER_nondet_int();
    return number > 0 ? number : 1;
}

int getppid(void)
{
    int number = __VERIFIER_nondet_int();
    return number > 0 ? number : 0;
}

int isatty(int descriptor) { return __VERIFIER_nondet_int() != 0; }
