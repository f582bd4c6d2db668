//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A string builder that counts the terminator only when it grows; a piece that fits exactly pushes it over the end.
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length;
    size_t capacity;
};

static struct builder builder_new(size_t capacity) {
    struct builder b = {malloc(capacity), 0, capacity};
    b.text[0] = '\0';
    return b;
}

static void add(struct builder *b, const char *piece) {
    size_t added = strlen(piece);
    if (b->length + added > b->capacity) {
        b->capacity = 2 * (b->length + added) + 1;
        b->text = realloc(b->text, b->capacity);
    }
    memcpy(b->text + b->length, piece, added);
    b->length += added;
    b->text[b->length] = '\0'; // ERROR(CWE-787)
}

static void add_separated(struct builder *b, const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0)
            add(b, ", ");
        add(b, words[i]);
    }
}

int main(void) {
    static const char *const fruits[] = {"fig", "apple", "kiwi", "plum"};
    struct builder b = builder_new(8);
    add_separated(&b, fruits, 1);
    size_t first = strlen(b.text);
    b.length = 0;
    add_separated(&b, fruits + 2, 2);
    add_separated(&b, fruits, 4);
    size_t all = strlen(b.text);
    free(b.text);

    b = builder_new(12);
    add_separated(&b, fruits, 2);
    add(&b, "es");
    free(b.text);
    return (int)(first + all);
}
