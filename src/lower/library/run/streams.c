/* Streams of a program that is run: descriptors of the system, with what was read ahead. */
typedef __typeof__(sizeof(0)) size_t;
int *__errno_location(void);
void *realloc(void *, size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
char *strerror(int);
void *__hw_open_stream(size_t);
void __hw_use_closed(void);
void __hw_close_twice(void);
long long __hw_system_read(int, void *, size_t);
long long __hw_system_write(int, const void *, size_t);
long long __hw_system_flush(int);
long long __hw_system_open(const char *, int, int);
long long __hw_system_close(int);
long long __hw_system_seek(int, long long, int);
long long __hw_system_unlink(const char *);
long long __hw_system_identity(int);
/* Has no body, so that a run ends where it is called. */
void many_pushed_back_characters_without_a_model(void *);

/* Room for what is pushed back stands before what is read ahead. */
enum { BACK = 16, AHEAD = 4096 };

struct stream {
    _Bool open, end, error, unbuffered;
    int descriptor;
    unsigned first, last;
    unsigned char ahead[BACK + AHEAD];
};

struct stream __hw_stdin = {.open = 1}, __hw_stdout = {.open = 1, .descriptor = 1},
              __hw_stderr = {.open = 1, .descriptor = 2};
extern void *stdin, *stdout, *stderr;

static struct stream *use(void *stream)
{
    struct stream *s = stream;
    if (!s->open)
        __hw_use_closed();
    return s;
}

static int fails(struct stream *s, long long error)
{
    *__errno_location() = (int)-error;
    s->error = 1;
    return -1;
}

/* The next character, or -1. */
static int get(struct stream *s)
{
    long long count;
    if (s->first < s->last)
        return s->ahead[s->first++];
    count = __hw_system_read(s->descriptor, s->ahead + BACK, AHEAD);
    if (count <= 0) {
        s->first = s->last = BACK;
        if (count < 0)
            return fails(s, count);
        s->end = 1;
        return -1;
    }
    s->first = BACK + 1;
    s->last = BACK + (unsigned)count;
    return s->ahead[BACK];
}

static void unget(struct stream *s, int c)
{
    if (s->first == s->last)
        s->first = s->last = BACK;
    if (s->first == 0)
        many_pushed_back_characters_without_a_model(s);
    s->ahead[--s->first] = (unsigned char)c;
}

/* Forgets what was read ahead: where the file is read or written next is where the program is. */
static void forget(struct stream *s)
{
    if (s->first < s->last)
        __hw_system_seek(s->descriptor, -(long long)(s->last - s->first), 1);
    s->first = s->last = 0;
}

/* Whether all bytes were written. */
static _Bool put(struct stream *s, const void *bytes, size_t count)
{
    const char *from = bytes;
    size_t done = 0;
    if (s->first < s->last)
        forget(s);
    while (done < count) {
        long long written = __hw_system_write(s->descriptor, from + done, count - done);
        if (written < 0)
            return fails(s, written) == 0;
        done += (size_t)written;
    }
    if (s->unbuffered)
        __hw_system_flush(s->descriptor);
    return 1;
}

int __hw_run_read(void *stream) { return get(use(stream)); }
void __hw_run_unread(void *stream, int c) { unget(stream, c); }

int fgetc(void *stream) { return get(use(stream)); }
int getc(void *stream) { return fgetc(stream); }
int getc_unlocked(void *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, void *stream)
{
    struct stream *s = use(stream);
    if (c == -1)
        return -1;
    unget(s, c);
    s->end = 0;
    return (unsigned char)c;
}

char *fgets(char *to, int size, void *stream)
{
    struct stream *s = use(stream);
    int n = 0;
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = get(s);
        if (c < 0) {
            if (s->error || n == 0)
                return 0;
            break;
        }
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    to[n] = 0;
    return to;
}

char *gets(char *to)
{
    struct stream *s = use(stdin);
    size_t n = 0;
    for (;;) {
        int c = get(s);
        if (c < 0 && (s->error || n == 0))
            return 0;
        if (c < 0 || c == '\n')
            break;
        to[n++] = (char)c;
    }
    to[n] = 0;
    return to;
}

long getdelim(char **line, size_t *size, int delimiter, void *stream)
{
    struct stream *s = use(stream);
    size_t n = 0;
    if (!line || !size) {
        *__errno_location() = 22;
        return -1;
    }
    for (;;) {
        int c = get(s);
        if (c < 0) {
            if (n == 0 || s->error)
                return -1;
            break;
        }
        if (!*line || *size < n + 2) {
            size_t room = !*line || *size < 60 ? 120 : 2 * *size;
            char *block = realloc(*line, room);
            if (!block)
                return -1;
            *line = block;
            *size = room;
        }
        (*line)[n++] = (char)c;
        if (c == (unsigned char)delimiter)
            break;
    }
    (*line)[n] = 0;
    return (long)n;
}

long getline(char **line, size_t *size, void *stream) { return getdelim(line, size, '\n', stream); }

size_t fread(void *to, size_t size, size_t count, void *stream)
{
    struct stream *s = use(stream);
    char *bytes = to;
    size_t wanted = size * count, done = 0;
    if (wanted == 0)
        return 0;
    while (done < wanted) {
        if (s->first < s->last) {
            size_t n = s->last - s->first;
            if (n > wanted - done)
                n = wanted - done;
            memcpy(bytes + done, s->ahead + s->first, n);
            s->first += (unsigned)n;
            done += n;
        } else {
            int c = get(s);
            if (c < 0)
                break;
            bytes[done++] = (char)c;
        }
    }
    return done / size;
}

int fputc(int c, void *stream)
{
    unsigned char byte = (unsigned char)c;
    return put(use(stream), &byte, 1) ? byte : -1;
}

int putc(int c, void *stream) { return fputc(c, stream); }
int putc_unlocked(int c, void *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int fputs(const char *text, void *stream) { return put(use(stream), text, strlen(text)) ? 1 : -1; }

int puts(const char *text)
{
    struct stream *s = use(stdout);
    size_t length = strlen(text);
    return put(s, text, length) && put(s, "\n", 1) ? (int)length + 1 : -1;
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream)
{
    struct stream *s = use(stream);
    if (size == 0 || count == 0)
        return 0;
    return put(s, from, size * count) ? count : 0;
}

int fflush(void *stream)
{
    __hw_system_flush(stream ? use(stream)->descriptor : 1);
    return 0;
}

static void begin(struct stream *s, int descriptor)
{
    s->open = 1;
    s->end = s->error = s->unbuffered = 0;
    s->first = s->last = 0;
    s->descriptor = descriptor;
}

static struct stream *opened(long long descriptor)
{
    struct stream *s;
    if (descriptor < 0) {
        *__errno_location() = (int)-descriptor;
        return 0;
    }
    s = __hw_open_stream(sizeof *s);
    begin(s, (int)descriptor);
    return s;
}

/* The flags of `open`, or -1. */
static int flags(const char *mode)
{
    _Bool both = 0;
    int found;
    switch (mode[0]) {
    case 'r':
        found = 0;
        break;
    case 'w':
        found = 01 | 0100 | 01000;
        break;
    case 'a':
        found = 01 | 0100 | 02000;
        break;
    default:
        return -1;
    }
    for (const char *c = mode + 1; *c && *c != ','; c++) {
        if (*c == '+')
            both = 1;
        if (*c == 'x')
            found |= 0200;
    }
    return both ? (found & ~3) | 2 : found;
}

static long long open_file(const char *name, const char *mode)
{
    int found = flags(mode);
    return found < 0 ? -22 : __hw_system_open(name, found, 0666);
}

void *fopen(const char *name, const char *mode) { return opened(open_file(name, mode)); }
void *fdopen(int descriptor, const char *mode) { return opened(flags(mode) < 0 ? -22 : descriptor); }

void *tmpfile(void)
{
    static int count;
    char name[64] = "/tmp/heapwright-";
    size_t n = strlen(name);
    long long process = __hw_system_identity(0), descriptor;
    for (; process; process /= 10)
        name[n++] = (char)('0' + process % 10);
    name[n++] = '-';
    for (int rest = ++count; rest; rest /= 10)
        name[n++] = (char)('0' + rest % 10);
    name[n] = 0;
    descriptor = __hw_system_open(name, 02 | 0100 | 0200, 0600);
    if (descriptor >= 0)
        __hw_system_unlink(name);
    return opened(descriptor);
}

int fclose(void *stream)
{
    struct stream *s = stream;
    long long result;
    if (!s->open)
        __hw_close_twice();
    s->open = 0;
    result = __hw_system_close(s->descriptor);
    if (result >= 0)
        return 0;
    *__errno_location() = (int)-result;
    return -1;
}

void *freopen(const char *name, const char *mode, void *stream)
{
    struct stream *s = use(stream);
    long long descriptor;
    __hw_system_close(s->descriptor);
    descriptor = name ? open_file(name, mode) : -9;
    if (descriptor < 0) {
        s->open = 0;
        *__errno_location() = (int)-descriptor;
        return 0;
    }
    begin(s, (int)descriptor);
    return s;
}

int feof(void *stream) { return use(stream)->end; }
int ferror(void *stream) { return use(stream)->error; }

void clearerr(void *stream)
{
    struct stream *s = use(stream);
    s->end = s->error = 0;
}

int fseek(void *stream, long offset, int whence)
{
    struct stream *s = use(stream);
    long long place;
    forget(s);
    place = __hw_system_seek(s->descriptor, offset, whence);
    if (place < 0) {
        *__errno_location() = (int)-place;
        return -1;
    }
    s->end = 0;
    return 0;
}

long ftell(void *stream)
{
    struct stream *s = use(stream);
    long long place = __hw_system_seek(s->descriptor, 0, 1);
    if (place < 0) {
        *__errno_location() = (int)-place;
        return -1;
    }
    return (long)(place - (s->last - s->first));
}

void rewind(void *stream)
{
    fseek(stream, 0, 0);
    use(stream)->error = 0;
}

int fseeko(void *stream, long offset, int whence) { return fseek(stream, offset, whence); }
long ftello(void *stream) { return ftell(stream); }

struct place {
    long offset;
    int state[2];
};

int fgetpos(void *stream, struct place *place)
{
    place->offset = ftell(stream);
    place->state[0] = place->state[1] = 0;
    return place->offset < 0 ? -1 : 0;
}

int fsetpos(void *stream, const struct place *place) { return fseek(stream, place->offset, 0); }

/* When output is passed on is the only thing that a program may notice. */
int setvbuf(void *stream, char *buffer, int mode, size_t size)
{
    use(stream)->unbuffered = mode == 2;
    return 0;
}

void setbuf(void *stream, char *buffer) { setvbuf(stream, buffer, buffer ? 0 : 2, 0); }
int fileno(void *stream) { return use(stream)->descriptor; }

void perror(const char *text)
{
    struct stream *s = use(stderr);
    const char *error = strerror(*__errno_location());
    if (text && *text) {
        put(s, text, strlen(text));
        put(s, ": ", 2);
    }
    put(s, error, strlen(error));
    put(s, "\n", 1);
}
