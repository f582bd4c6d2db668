//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A variant changes from text to number without changing its tag, and the number is freed as a pointer.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum type { NOTHING, NUMBER, TEXT, PAIR };

struct variant {
    enum type type;
    union {
        uintptr_t number;
        char *text;
        struct variant *pair;
    } as;
};

static void set_text(struct variant *v, const char *text) {
    v->as.text = malloc(strlen(text) + 1);
    strcpy(v->as.text, text);
    v->type = TEXT;
}

static void set_number(struct variant *v, uintptr_t number) {
    v->as.number = number;
    v->type = NUMBER;
}

static struct variant *set_pair(struct variant *v) {
    v->as.pair = calloc(2, sizeof *v);
    v->type = PAIR;
    return v->as.pair;
}

static void clear(struct variant *v) {
    switch (v->type) {
    case PAIR:
        clear(&v->as.pair[0]);
        clear(&v->as.pair[1]);
        free(v->as.pair);
        break;
    case TEXT:
        free(v->as.text); // ERROR(CWE-590)
        break;
    case NOTHING:
    case NUMBER:
        break;
    }
    v->type = NOTHING;
}

static void replace_by_length(struct variant *v) {
    if (v->type == TEXT) {
        size_t length = strlen(v->as.text);
        free(v->as.text);
        v->as.number = length;
    }
}

int main(void) {
    struct variant v = {NOTHING, {0}};
    clear(&v);
    set_number(&v, 12);
    clear(&v);
    set_text(&v, "twelve");
    clear(&v);

    struct variant *halves = set_pair(&v);
    set_text(&halves[0], "left");
    struct variant *inner = set_pair(&halves[1]);
    set_number(&inner[0], 4);
    set_text(&inner[1], "inner");
    replace_by_length(&inner[1]);
    clear(&v);
    return 0;
}
