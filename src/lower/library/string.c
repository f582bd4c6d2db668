/* Strings and blocks of bytes. Each function reads and writes exactly the bytes that C says it does. */
typedef __typeof__(sizeof(0)) size_t;
void *malloc(size_t);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
int __VERIFIER_nondet_int(void);

static int lower_case(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

/* Of the result of a comparison, only the sign is specified. Left out where the program looks at nothing else. */
static int __hw_any_of_sign(int difference)
{
    int distance;
    if (!difference)
        return 0;
    distance = __VERIFIER_nondet_int();
    if (distance <= 0)
        return difference;
    return difference < 0 ? -distance : distance;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

char *stpcpy(char *to, const char *from)
{
    while (*from)
        *to++ = *from++;
    *to = 0;
    return to;
}

char *strncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    while (i < n)
        to[i++] = 0;
    return to;
}

char *strcat(char *to, const char *from)
{
    size_t end = 0, i = 0;
    while (to[end])
        end++;
    while (from[i])
        to[end++] = from[i++];
    to[end] = 0;
    return to;
}

char *strncat(char *to, const char *from, size_t n)
{
    size_t end = 0, i = 0;
    while (to[end])
        end++;
    while (i < n && from[i])
        to[end++] = from[i++];
    to[end] = 0;
    return to;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return __hw_any_of_sign((int)(unsigned char)*a - (int)(unsigned char)*b);
}

int strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i == n ? 0 : __hw_any_of_sign((int)(unsigned char)a[i] - (int)(unsigned char)b[i]);
}

int strcasecmp(const char *a, const char *b)
{
    while (*a && lower_case((unsigned char)*a) == lower_case((unsigned char)*b)) {
        a++;
        b++;
    }
    return __hw_any_of_sign(lower_case((unsigned char)*a) - lower_case((unsigned char)*b));
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && lower_case((unsigned char)a[i]) == lower_case((unsigned char)b[i]))
        i++;
    return i == n ? 0 : __hw_any_of_sign(lower_case((unsigned char)a[i]) - lower_case((unsigned char)b[i]));
}

char *strchr(const char *s, int c)
{
    while (*s != (char)c) {
        if (!*s)
            return 0;
        s++;
    }
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *found = 0;
    for (;;) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return (char *)found;
        s++;
    }
}

char *strstr(const char *text, const char *part)
{
    for (;;) {
        size_t i = 0;
        while (part[i] && text[i] == part[i])
            i++;
        if (!part[i])
            return (char *)text;
        if (!*text)
            return 0;
        text++;
    }
}

size_t strspn(const char *s, const char *set)
{
    size_t n = 0;
    for (; s[n]; n++) {
        size_t i = 0;
        while (set[i] && set[i] != s[n])
            i++;
        if (!set[i])
            break;
    }
    return n;
}

size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    for (; s[n]; n++) {
        size_t i = 0;
        while (set[i] && set[i] != s[n])
            i++;
        if (set[i])
            break;
    }
    return n;
}

char *strpbrk(const char *s, const char *set)
{
    for (; *s; s++)
        for (size_t i = 0; set[i]; i++)
            if (set[i] == *s)
                return (char *)s;
    return 0;
}

char *strtok_r(char *s, const char *separators, char **rest)
{
    char *word;
    if (!s)
        s = *rest;
    s += strspn(s, separators);
    if (!*s) {
        *rest = s;
        return 0;
    }
    word = s;
    s += strcspn(s, separators);
    if (*s)
        *s++ = 0;
    *rest = s;
    return word;
}

char *strtok(char *s, const char *separators)
{
    static char *rest;
    return strtok_r(s, separators, &rest);
}

char *strdup(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    char *copy = malloc(n + 1);
    if (copy)
        for (size_t i = 0; i <= n; i++)
            copy[i] = s[i];
    return copy;
}

char *strndup(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    char *copy = malloc(n + 1);
    if (copy) {
        for (size_t i = 0; i < n; i++)
            copy[i] = s[i];
        copy[n] = 0;
    }
    return copy;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    int difference = 0;
    for (size_t i = 0; i < n; i++) {
        int here = (int)p[i] - (int)q[i];
        if (difference == 0)
            difference = here;
    }
    return difference == 0 ? 0 : __hw_any_of_sign(difference);
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return 0;
}

void bzero(void *s, size_t n)
{
    memset(s, 0, n);
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

void *mempcpy(void *to, const void *from, size_t n) { return (char *)memcpy(to, from, n) + n; }

void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    while (n > 0)
        if (p[--n] == (unsigned char)c)
            return (void *)(p + n);
    return 0;
}

char *strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strsep(char **rest, const char *delimiters)
{
    char *token = *rest;
    char *end;
    if (!token)
        return 0;
    end = strpbrk(token, delimiters);
    if (end)
        *end++ = 0;
    *rest = end;
    return token;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

char *stpncpy(char *to, const char *from, size_t n)
{
    size_t i = 0, end;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    end = i;
    while (i < n)
        to[i++] = 0;
    return to + end;
}

char *strcasestr(const char *text, const char *part)
{
    for (;;) {
        size_t i = 0;
        while (part[i] && lower_case((unsigned char)text[i]) == lower_case((unsigned char)part[i]))
            i++;
        if (!part[i])
            return (char *)text;
        if (!*text)
            return 0;
        text++;
    }
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t n = 0;
    for (; from[n]; n++)
        if (n + 1 < size)
            to[n] = from[n];
    if (size)
        to[n < size ? n : size - 1] = 0;
    return n;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    if (end == size)
        return end + strlen(from);
    return end + strlcpy(to + end, from, size - end);
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    for (size_t i = 0; i < n; i++) {
        p[i] = q[i];
        if (q[i] == (unsigned char)c)
            return p + i + 1;
    }
    return 0;
}

void *memmem(const void *text, size_t size, const void *part, size_t length)
{
    const unsigned char *p = text, *q = part;
    for (size_t i = 0; length <= size && i <= size - length; i++) {
        size_t j = 0;
        while (j < length && p[i + j] == q[j])
            j++;
        if (j == length)
            return (void *)(p + i);
    }
    return 0;
}

void *rawmemchr(const void *s, int c)
{
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}
