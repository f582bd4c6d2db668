/* The environment, files without streams, the system, for a program that is run. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;
int *__errno_location(void);
void *malloc(size_t);
int strcmp(const char *, const char *);
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);
void *__hw_open_stream(size_t);
long long __hw_system_read(int, void *, size_t);
long long __hw_system_write(int, const void *, size_t);
long long __hw_system_flush(int);
long long __hw_system_open(const char *, int, int);
long long __hw_system_close(int);
long long __hw_system_seek(int, long long, int);
long long __hw_system_unlink(const char *);
long long __hw_system_rmdir(const char *);
long long __hw_system_mkdir(const char *, int);
long long __hw_system_rename(const char *, const char *);
long long __hw_system_chdir(const char *);
long long __hw_system_getcwd(char *, size_t);
long long __hw_system_access(const char *, int);
long long __hw_system_getenv(const char *, char *, size_t);
long long __hw_system_strerror(int, char *, size_t);
long long __hw_system_isatty(int);
long long __hw_system_identity(int);

/* The result as C has it: -1 and the number of an error, or what it is. */
static long long result(long long answer)
{
    if (answer >= 0)
        return answer;
    *__errno_location() = (int)-answer;
    return -1;
}

/* A variable that was asked for stays where it is. */
struct variable {
    struct variable *next;
    char *name, *value;
};

static struct variable *variables;

char *getenv(const char *name)
{
    struct variable *v;
    char text[65536];
    long long length;
    for (v = variables; v; v = v->next)
        if (strcmp(v->name, name) == 0)
            return v->value;
    length = __hw_system_getenv(name, text, sizeof text);
    if (length < 0)
        return 0;
    v = __hw_open_stream(sizeof *v);
    v->name = __hw_open_stream(strlen(name) + 1);
    memcpy(v->name, name, strlen(name) + 1);
    v->value = __hw_open_stream((size_t)length + 1);
    memcpy(v->value, text, (size_t)length);
    v->value[length] = 0;
    v->next = variables;
    variables = v;
    return v->value;
}

char *secure_getenv(const char *name) { return getenv(name); }

char *strerror(int error)
{
    static char text[256];
    long long length = __hw_system_strerror(error, text, sizeof text - 1);
    text[length < 0 ? 0 : length] = 0;
    return text;
}

int open(const char *name, int flags, ...)
{
    int mode = 0;
    if (flags & 0100) {
        va_list arguments;
        __builtin_va_start(arguments, flags);
        mode = __builtin_va_arg(arguments, int);
        __builtin_va_end(arguments);
    }
    return (int)result(__hw_system_open(name, flags, mode));
}

int creat(const char *name, unsigned mode) { return (int)result(__hw_system_open(name, 01 | 0100 | 01000, (int)mode)); }
int close(int descriptor) { return (int)result(__hw_system_close(descriptor)); }
long read(int descriptor, void *to, size_t size) { return (long)result(__hw_system_read(descriptor, to, size)); }

long write(int descriptor, const void *from, size_t size)
{
    long long written = __hw_system_write(descriptor, from, size);
    __hw_system_flush(descriptor);
    return (long)result(written);
}

long lseek(int descriptor, long offset, int whence) { return (long)result(__hw_system_seek(descriptor, offset, whence)); }
int unlink(const char *name) { return (int)result(__hw_system_unlink(name)); }
int rmdir(const char *name) { return (int)result(__hw_system_rmdir(name)); }

int remove(const char *name)
{
    long long answer = __hw_system_unlink(name);
    /* A folder. */
    if (answer == -21)
        answer = __hw_system_rmdir(name);
    return (int)result(answer);
}

int rename(const char *from, const char *to) { return (int)result(__hw_system_rename(from, to)); }
int access(const char *name, int mode) { return (int)result(__hw_system_access(name, mode)); }
int mkdir(const char *name, unsigned mode) { return (int)result(__hw_system_mkdir(name, (int)mode)); }
int chdir(const char *name) { return (int)result(__hw_system_chdir(name)); }

char *getcwd(char *to, size_t size)
{
    char text[4096];
    long long length = result(__hw_system_getcwd(text, sizeof text));
    if (length < 0)
        return 0;
    if (!to && size == 0)
        size = (size_t)length + 1;
    if ((size_t)length >= size) {
        *__errno_location() = 34;
        return 0;
    }
    if (!to)
        to = malloc(size);
    if (!to)
        return 0;
    memcpy(to, text, (size_t)length);
    to[length] = 0;
    return to;
}

int getpid(void) { return (int)__hw_system_identity(0); }
int getppid(void) { return (int)__hw_system_identity(1); }
unsigned getuid(void) { return (unsigned)__hw_system_identity(2); }
unsigned geteuid(void) { return getuid(); }
unsigned getgid(void) { return (unsigned)__hw_system_identity(3); }
unsigned getegid(void) { return getgid(); }

int isatty(int descriptor)
{
    if (__hw_system_isatty(descriptor) > 0)
        return 1;
    *__errno_location() = 25;
    return 0;
}
