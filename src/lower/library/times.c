/* Times and dates: anything within what is promised. */
typedef __typeof__(sizeof(0)) size_t;
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);

struct time {
    long seconds, fraction;
};

struct date {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

static int below(int limit)
{
    return (int)(__VERIFIER_nondet_uint() % (unsigned)limit);
}

static struct date date;
static char text[26];

static void any_date(struct date *to)
{
    to->second = below(61);
    to->minute = below(60);
    to->hour = below(24);
    to->day = 1 + below(31);
    to->month = below(12);
    to->year = __VERIFIER_nondet_int();
    to->weekday = below(7);
    to->yearday = below(366);
    to->summer = __VERIFIER_nondet_int();
    to->offset = __VERIFIER_nondet_long();
    to->zone = "UTC";
}

/* Null if the year is too large for its type. */
struct date *localtime(const long *time)
{
    long seconds = *time;
    if (seconds != (int)seconds && __VERIFIER_nondet_bool())
        return 0;
    any_date(&date);
    return &date;
}

struct date *gmtime(const long *time) { return localtime(time); }

struct date *localtime_r(const long *time, struct date *to)
{
    long seconds = *time;
    if (seconds != (int)seconds && __VERIFIER_nondet_bool())
        return 0;
    any_date(to);
    return to;
}

struct date *gmtime_r(const long *time, struct date *to) { return localtime_r(time, to); }

long mktime(struct date *from)
{
    int sum = from->second ^ from->minute ^ from->hour ^ from->day ^ from->month ^ from->year ^ from->summer;
    (void)sum;
    if (__VERIFIER_nondet_bool())
        return -1;
    any_date(from);
    return __VERIFIER_nondet_long();
}

long timegm(struct date *from) { return mktime(from); }

double difftime(long end, long begin) { return (double)end - (double)begin; }

/* Only dates with years of four digits fit. */
static char *written(char *to)
{
    for (int i = 0; i < 24; i++) {
        char c = __VERIFIER_nondet_char();
        to[i] = c < ' ' ? ' ' : c;
    }
    to[24] = '\n';
    to[25] = 0;
    return to;
}

char *asctime(const struct date *from)
{
    int year = from->year;
    if (year < -1900 || year > 8099)
        return 0;
    return written(text);
}

char *ctime(const long *time)
{
    long seconds = *time;
    if (seconds != (int)seconds && __VERIFIER_nondet_bool())
        return 0;
    return written(text);
}

size_t strftime(char *to, size_t size, const char *format, const struct date *from)
{
    size_t length = (size_t)__VERIFIER_nondet_uint();
    int year = from->year;
    (void)year;
    while (*format)
        format++;
    if (length >= size)
        return 0;
    for (size_t i = 0; i < length; i++) {
        char c = __VERIFIER_nondet_char();
        to[i] = c ? c : ' ';
    }
    to[length] = 0;
    return length;
}

int clock_gettime(int clock, struct time *to)
{
    if (__VERIFIER_nondet_bool())
        return -1;
    to->seconds = __VERIFIER_nondet_long();
    to->fraction = below(1000000000);
    return 0;
}

int clock_getres(int clock, struct time *to)
{
    if (to)
        return clock_gettime(clock, to);
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

int gettimeofday(struct time *to, void *zone)
{
    if (to) {
        to->seconds = __VERIFIER_nondet_long();
        to->fraction = below(1000000);
    }
    return 0;
}

int nanosleep(const struct time *duration, struct time *rest)
{
    long seconds = duration->seconds, fraction = duration->fraction;
    if (!__VERIFIER_nondet_bool())
        return 0;
    if (rest) {
        rest->seconds = __VERIFIER_nondet_long();
        rest->fraction = below(1000000000);
    }
    return -1;
}

unsigned sleep(unsigned seconds)
{
    unsigned rest = __VERIFIER_nondet_uint();
    return rest < seconds ? rest : 0;
}

int usleep(unsigned duration) { return __VERIFIER_nondet_bool() ? -1 : 0; }

long time(long *result)
{
    long now = __VERIFIER_nondet_long();
    if (result)
        *result = now;
    return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }
