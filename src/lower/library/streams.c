/* Streams have state; what is read is anything, and output is read and forgotten. */
typedef __typeof__(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
int *__errno_location(void);
int puts(const char *);
int putchar(int);
void *realloc(void *, size_t);
void *__hw_open_stream(size_t);
void __hw_use_closed(void);
void __hw_close_twice(void);
/* Have no body, so that nothing is proved or refuted where they are called. */
void pushed_back_characters_without_a_model(void *);
void buffer_of_a_stream_without_a_model(void *, void *);
void errors_of_output_without_a_model(void *);

/* As large as a `FILE`, with numbers where that has some, and no pointers. */
struct stream {
    _Bool open, end, error;
    _Bool has_pushed; /* a character was pushed back */
    char opaque[248];
    unsigned char pushed;
    _Bool printed; /* output that may have failed went past the model */
    _Bool asked;   /* whether it did was asked */
};

struct stream __hw_stdin = {.open = 1}, __hw_stdout = {.open = 1, .printed = 1}, __hw_stderr = {.open = 1, .printed = 1};
extern void *stdin, *stdout, *stderr;

static struct stream *use(void *stream)
{
    struct stream *s = stream;
    if (!s->open)
        __hw_use_closed();
    return s;
}

static void set_errno(void)
{
    int error = __VERIFIER_nondet_int();
    *__errno_location() = error > 0 ? error : 1;
}

static void fails(struct stream *s)
{
    s->error = 1;
    set_errno();
}

static int success_or(int failure)
{
    if (__VERIFIER_nondet_bool())
        return 0;
    set_errno();
    return failure;
}

static void read_name(const char *s)
{
    while (*s)
        s++;
}

/* The next character, -1 at the end of the file, -2 after an error. */
static int get(struct stream *s)
{
    int c;
    if (s->has_pushed) {
        s->has_pushed = 0;
        return s->pushed;
    }
    if (s->end)
        return -1;
    c = __VERIFIER_nondet_int();
    if (c > 0)
        return (unsigned char)c;
    if (c == 0) {
        s->end = 1;
        return -1;
    }
    fails(s);
    return -2;
}

int fgetc(void *stream)
{
    int c = get(use(stream));
    return c < 0 ? -1 : c;
}

int getc(void *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }

int ungetc(int c, void *stream)
{
    struct stream *s = use(stream);
    if (c == -1)
        return -1;
    if (s->has_pushed)
        pushed_back_characters_without_a_model(s);
    s->has_pushed = 1;
    s->pushed = (unsigned char)c;
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
        if (c == -2)
            return 0;
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

static size_t at_most(size_t count)
{
    size_t done = (size_t)__VERIFIER_nondet_ulong();
    return done < count ? done : count;
}

size_t fread(void *to, size_t size, size_t count, void *stream)
{
    struct stream *s = use(stream);
    char *bytes = to;
    size_t read, first = 0;
    if (size == 0 || count == 0)
        return 0;
    read = s->end ? 0 : at_most(size * count);
    if (s->has_pushed) {
        s->has_pushed = 0;
        bytes[0] = (char)s->pushed;
        first = 1;
        if (read == 0)
            read = 1;
    }
    for (size_t i = first; i < read; i++)
        bytes[i] = __VERIFIER_nondet_char();
    if (read < size * count && !s->end) {
        if (__VERIFIER_nondet_bool())
            s->end = 1;
        else
            fails(s);
    }
    return read / size;
}

static int written(struct stream *s, int result)
{
    if (__VERIFIER_nondet_bool())
        return result;
    fails(s);
    return -1;
}

int fputc(int c, void *stream) { return written(use(stream), (unsigned char)c); }
int putc(int c, void *stream) { return fputc(c, stream); }

static int any_number(void)
{
    int n = __VERIFIER_nondet_int();
    return n < 0 ? 0 : n;
}

int fputs(const char *text, void *stream)
{
    struct stream *s = use(stream);
    read_name(text);
    return written(s, any_number());
}

size_t fwrite(const void *from, size_t size, size_t count, void *stream)
{
    struct stream *s = use(stream);
    const char *bytes = from;
    size_t done;
    if (size == 0 || count == 0)
        return 0;
    for (size_t i = 0; i < size * count; i++) {
        char byte = bytes[i];
        (void)byte;
    }
    done = at_most(count);
    if (done < count)
        fails(s);
    return done;
}

/* Formatted output goes to a stream: it must be open. */
void __hw_printing(void *stream)
{
    struct stream *s = use(stream);
    s->printed = 1;
    s->asked = 0;
}

void __hw_printing_out(void) { __hw_printing(stdout); }

/* The result of formatted output. */
int __hw_printed(int length)
{
    int result = __VERIFIER_nondet_int();
    return result < 0 ? result : length;
}

/* The result of `puts`. */
int __hw_put(void)
{
    int result = __VERIFIER_nondet_int();
    return result < 0 ? -1 : result;
}

/* The result of `putchar`. */
int __hw_put_character(int c) { return __VERIFIER_nondet_bool() ? (unsigned char)c : -1; }

/* What pointers to output functions lead to. */
int __hw_puts(const char *text)
{
    puts(text);
    return __hw_put();
}

int __hw_putchar(int c)
{
    putchar(c);
    return __hw_put_character(c);
}

int __hw_printf(const char *format, ...) { return __VERIFIER_nondet_int(); }
int __hw_fprintf(void *stream, const char *format, ...) { return __VERIFIER_nondet_int(); }

int feof(void *stream) { return use(stream)->end; }

int ferror(void *stream)
{
    struct stream *s = use(stream);
    if (s->printed && !s->error) {
        if (s->asked)
            errors_of_output_without_a_model(s);
        s->asked = 1;
        if (__VERIFIER_nondet_bool())
            s->error = 1;
    }
    return s->error;
}

void clearerr(void *stream)
{
    struct stream *s = use(stream);
    s->end = s->error = 0;
}

static void begin(struct stream *s)
{
    s->open = 1;
    s->end = s->error = s->has_pushed = s->printed = s->asked = 0;
}

static struct stream *opened(void)
{
    struct stream *s;
    if (__VERIFIER_nondet_bool()) {
        set_errno();
        return 0;
    }
    s = __hw_open_stream(sizeof *s);
    begin(s);
    return s;
}

void *fopen(const char *name, const char *mode)
{
    read_name(name);
    read_name(mode);
    return opened();
}

void *fdopen(int descriptor, const char *mode)
{
    read_name(mode);
    return opened();
}

void *tmpfile(void) { return opened(); }

int fclose(void *stream)
{
    struct stream *s = stream;
    if (!s->open)
        __hw_close_twice();
    s->open = 0;
    return success_or(-1);
}

void *freopen(const char *name, const char *mode, void *stream)
{
    struct stream *s = use(stream);
    if (name)
        read_name(name);
    read_name(mode);
    if (__VERIFIER_nondet_bool()) {
        begin(s);
        s->printed = stream == &__hw_stdout || stream == &__hw_stderr;
        return s;
    }
    s->open = 0;
    set_errno();
    return 0;
}

int fflush(void *stream)
{
    if (stream && success_or(-1) < 0) {
        fails(use(stream));
        return -1;
    }
    if (stream) {
        use(stream);
        return 0;
    }
    return success_or(-1);
}

int fseek(void *stream, long offset, int whence)
{
    struct stream *s = use(stream);
    if (success_or(-1) < 0)
        return -1;
    s->end = s->has_pushed = 0;
    return 0;
}

long ftell(void *stream)
{
    long place = __VERIFIER_nondet_long();
    use(stream);
    if (place >= 0)
        return place;
    set_errno();
    return -1;
}

void rewind(void *stream)
{
    struct stream *s = use(stream);
    s->end = s->error = s->has_pushed = 0;
}

struct place {
    long offset;
    int state[2];
};

int fgetpos(void *stream, struct place *place)
{
    use(stream);
    if (success_or(-1) < 0)
        return -1;
    place->offset = __VERIFIER_nondet_long();
    place->state[0] = __VERIFIER_nondet_int();
    place->state[1] = __VERIFIER_nondet_int();
    return 0;
}

int fsetpos(void *stream, const struct place *place)
{
    long offset = place->offset;
    (void)offset;
    return fseek(stream, 0, 0);
}

int setvbuf(void *stream, char *buffer, int mode, size_t size)
{
    use(stream);
    if (buffer)
        buffer_of_a_stream_without_a_model(stream, buffer);
    return __VERIFIER_nondet_int();
}

void setbuf(void *stream, char *buffer) { setvbuf(stream, buffer, 0, 0); }

int fileno(void *stream)
{
    use(stream);
    return success_or(-1) < 0 ? -1 : any_number();
}

int remove(const char *name)
{
    read_name(name);
    return success_or(-1);
}

int rename(const char *from, const char *to)
{
    read_name(from);
    read_name(to);
    return success_or(-1);
}

void perror(const char *s)
{
    if (s)
        read_name(s);
}

/* Whether the next item of formatted input is there (1), does not match (0), or there is none (-1). An item whose end is
   found by reading on may be the last. */
int __hw_scan(void *stream, int reads_on)
{
    struct stream *s = use(stream);
    int found;
    if (s->has_pushed)
        pushed_back_characters_without_a_model(s);
    if (s->end)
        return -1;
    found = __VERIFIER_nondet_int();
    if (found > 0) {
        if (reads_on && found == 1)
            s->end = 1;
        return 1;
    }
    if (found == -1)
        return 0;
    if (found == 0)
        s->end = 1;
    else
        fails(s);
    return -1;
}

char *gets(char *to)
{
    struct stream *s = use(stdin);
    size_t n = 0;
    for (;;) {
        int c = get(s);
        if (c == -2 || (c == -1 && n == 0))
            return 0;
        if (c < 0 || c == '\n')
            break;
        to[n++] = (char)c;
    }
    to[n] = 0;
    return to;
}

/* Mostly short, but any. */
static size_t any_length(void)
{
    return __VERIFIER_nondet_bool() ? (size_t)__VERIFIER_nondet_ulong() & ~(size_t)0 >> 2 : __VERIFIER_nondet_uchar();
}

/* The block is as large as the size that is told, and when it is new at least as large as GNU's. */
long getdelim(char **line, size_t *size, int delimiter, void *stream)
{
    struct stream *s = use(stream);
    size_t more = 0, room;
    int first;
    _Bool delimited = 0;
    char *block;
    if (!line || !size) {
        *__errno_location() = 22;
        return -1;
    }
    first = get(s);
    if (first < 0)
        return -1;
    if (first != (unsigned char)delimiter && !s->end) {
        more = any_length();
        delimited = __VERIFIER_nondet_bool();
        if (!delimited)
            s->end = 1;
    }
    room = more + 2 + delimited;
    if (!*line || *size < room) {
        if (room < 120)
            room = 120;
        block = realloc(*line, room);
        if (!block)
            return -1;
        *line = block;
        *size = room;
    }
    block = *line;
    block[0] = (char)first;
    for (size_t i = 1; i <= more; i++) {
        char c = __VERIFIER_nondet_char();
        block[i] = c == (char)delimiter ? (char)(delimiter + 1) : c;
    }
    more++;
    if (delimited)
        block[more++] = (char)delimiter;
    block[more] = 0;
    return (long)more;
}

long getline(char **line, size_t *size, void *stream) { return getdelim(line, size, '\n', stream); }

int getc_unlocked(void *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(stdin); }
int putc_unlocked(int c, void *stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return fputc(c, stdout); }

void *popen(const char *command, const char *mode)
{
    read_name(command);
    read_name(mode);
    return opened();
}

int pclose(void *stream)
{
    fclose(stream);
    return __VERIFIER_nondet_int();
}

int fseeko(void *stream, long offset, int whence) { return fseek(stream, offset, whence); }
long ftello(void *stream) { return ftell(stream); }
