/* Times and dates of a program that is run. Local time is that of Greenwich. */
typedef __typeof__(sizeof(0)) size_t;
int *__errno_location(void);
long long __hw_system_time(int);
long long __hw_system_sleep(long long);

enum { SECOND = 1000000000 };

struct time {
    long seconds, fraction;
};

struct date {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

long time(long *to)
{
    long now = (long)(__hw_system_time(0) / SECOND);
    if (to)
        *to = now;
    return now;
}

long clock(void) { return (long)(__hw_system_time(2) / 1000); }
double difftime(long end, long begin) { return (double)end - (double)begin; }

int clock_gettime(int which, struct time *to)
{
    long long now;
    if (which < 0 || which > 3) {
        *__errno_location() = 22;
        return -1;
    }
    now = __hw_system_time(which == 3 ? 2 : which);
    to->seconds = (long)(now / SECOND);
    to->fraction = (long)(now % SECOND);
    return 0;
}

int gettimeofday(struct time *to, void *zone)
{
    long long now = __hw_system_time(0);
    if (to) {
        to->seconds = (long)(now / SECOND);
        to->fraction = (long)(now % SECOND / 1000);
    }
    return 0;
}

unsigned sleep(unsigned seconds)
{
    __hw_system_sleep((long long)seconds * SECOND);
    return 0;
}

int usleep(unsigned microseconds)
{
    __hw_system_sleep((long long)microseconds * 1000);
    return 0;
}

int nanosleep(const struct time *wanted, struct time *left)
{
    if (wanted->fraction < 0 || wanted->fraction >= SECOND || wanted->seconds < 0) {
        *__errno_location() = 22;
        return -1;
    }
    __hw_system_sleep((long long)wanted->seconds * SECOND + wanted->fraction);
    return 0;
}

/* Days since 1970 up to a day of a year that begins in March. */
static long long days(long long year, int month, long long day)
{
    long long era, in_era;
    int shifted = (month + 10) % 12;
    year -= month < 2;
    era = (year >= 0 ? year : year - 399) / 400;
    in_era = year - era * 400;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + (153 * shifted + 2) / 5 + day - 1 - 719468;
}

struct date *gmtime_r(const long *when, struct date *to)
{
    long long now = *when, day = now / 86400, rest = now % 86400, shifted, era, in_era, year;
    if (rest < 0) {
        rest += 86400;
        day--;
    }
    to->hour = (int)(rest / 3600);
    to->minute = (int)(rest % 3600 / 60);
    to->second = (int)(rest % 60);
    to->weekday = (int)((day % 7 + 11) % 7);
    shifted = day + 719468;
    era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    in_era = shifted - era * 146097;
    year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    in_era -= 365 * year + year / 4 - year / 100;
    to->month = (int)((5 * in_era + 2) / 153);
    to->day = (int)(in_era - (153 * to->month + 2) / 5 + 1);
    to->month = (to->month + 2) % 12;
    year += era * 400 + (to->month < 2);
    to->year = (int)(year - 1900);
    to->yearday = (int)(day - days(year, 0, 1));
    to->summer = 0;
    to->offset = 0;
    to->zone = "GMT";
    return to;
}

static struct date date;
struct date *gmtime(const long *when) { return gmtime_r(when, &date); }
struct date *localtime_r(const long *when, struct date *to) { return gmtime_r(when, to); }
struct date *localtime(const long *when) { return gmtime_r(when, &date); }

long timegm(struct date *from)
{
    long long month = from->month, year = from->year + 1900ll;
    long when;
    year += month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    when = (long)((days(year, (int)month, from->day) * 24 + from->hour) * 3600 + from->minute * 60ll + from->second);
    gmtime_r(&when, from);
    return when;
}

long mktime(struct date *from) { return timegm(from); }
