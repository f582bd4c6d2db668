//@ verdict: true
//@ models: ILP32 LP64
// A growing string buffer: append, insert, erase, join, numbers by hand; always terminated and never too small.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *chars;
    size_t length, capacity;
};

static void check(const struct text *t) {
    assert(t->length < t->capacity);
    assert(t->chars[t->length] == '\0');
    assert(strlen(t->chars) == t->length);
}

static void reserve(struct text *t, size_t extra) {
    size_t needed = t->length + extra + 1;
    if (needed <= t->capacity)
        return;
    size_t capacity = t->capacity ? t->capacity : 4;
    while (capacity < needed)
        capacity += capacity / 2;
    t->chars = realloc(t->chars, capacity);
    t->capacity = capacity;
}

static void insert(struct text *t, size_t at, const char *piece) {
    size_t length = strlen(piece);
    reserve(t, length);
    if (t->length == 0)
        t->chars[0] = '\0';
    memmove(t->chars + at + length, t->chars + at, t->length - at + 1);
    memcpy(t->chars + at, piece, length);
    t->length += length;
}

static void append(struct text *t, const char *piece) {
    insert(t, t->length, piece);
}

static void append_number(struct text *t, int number) {
    char digits[12];
    int at = sizeof digits - 1;
    unsigned rest = number < 0 ? -(unsigned)number : (unsigned)number;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (number < 0)
        digits[--at] = '-';
    append(t, digits + at);
}

static void erase(struct text *t, size_t from, size_t count) {
    if (from >= t->length)
        return;
    if (count > t->length - from)
        count = t->length - from;
    memmove(t->chars + from, t->chars + from + count, t->length - from - count + 1);
    t->length -= count;
}

static void replace_all(struct text *t, const char *old, const char *new) {
    size_t old_length = strlen(old), new_length = strlen(new);
    for (size_t at = 0; at + old_length <= t->length;) {
        if (memcmp(t->chars + at, old, old_length) == 0) {
            erase(t, at, old_length);
            insert(t, at, new);
            at += new_length;
        } else {
            at++;
        }
    }
}

int main(void) {
    struct text t = {0};
    append(&t, "world");
    check(&t);
    insert(&t, 0, "hello ");
    append(&t, "");
    assert(strcmp(t.chars, "hello world") == 0);
    check(&t);

    erase(&t, 5, 1);
    erase(&t, 9, 100);
    erase(&t, 50, 1);
    assert(strcmp(t.chars, "helloworl") == 0);

    replace_all(&t, "l", "<L>");
    assert(strcmp(t.chars, "he<L><L>owor<L>") == 0);
    replace_all(&t, "<L>", "");
    assert(strcmp(t.chars, "heowor") == 0);
    check(&t);

    erase(&t, 0, t.length);
    append_number(&t, 0);
    append_number(&t, -2147483647 - 1);
    append_number(&t, 409);
    assert(strcmp(t.chars, "0-2147483648409") == 0);
    check(&t);
    free(t.chars);
    return 0;
}
