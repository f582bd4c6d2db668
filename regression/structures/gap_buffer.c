//@ verdict: true
//@ models: ILP32 LP64
// A text editor's gap buffer with an undo stack of edits; undoing everything restores the first text.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *text;
    int gap_start, gap_end, size;
};

struct edit {
    enum { INSERTED, DELETED } kind;
    int position;
    char character;
    struct edit *earlier;
};

static void move_gap(struct buffer *b, int position) {
    while (b->gap_start > position)
        b->text[--b->gap_end] = b->text[--b->gap_start];
    while (b->gap_start < position)
        b->text[b->gap_start++] = b->text[b->gap_end++];
}

static int length(const struct buffer *b) {
    return b->size - (b->gap_end - b->gap_start);
}

static void insert(struct buffer *b, int position, char character) {
    if (b->gap_start == b->gap_end) {
        int added = b->size / 2 + 1;
        char *bigger = malloc(b->size + added);
        memcpy(bigger, b->text, b->gap_start);
        memcpy(bigger + b->gap_end + added, b->text + b->gap_end, b->size - b->gap_end);
        free(b->text);
        b->text = bigger;
        b->gap_end += added;
        b->size += added;
    }
    move_gap(b, position);
    b->text[b->gap_start++] = character;
}

static char delete(struct buffer *b, int position) {
    move_gap(b, position);
    assert(b->gap_end < b->size);
    return b->text[b->gap_end++];
}

static void record(struct edit **history, int kind, int position, char character) {
    struct edit *e = malloc(sizeof *e);
    e->kind = kind;
    e->position = position;
    e->character = character;
    e->earlier = *history;
    *history = e;
}

static void type(struct buffer *b, struct edit **history, int position, const char *text) {
    for (; *text; text++, position++) {
        insert(b, position, *text);
        record(history, INSERTED, position, *text);
    }
}

static void cut(struct buffer *b, struct edit **history, int position, int count) {
    while (count-- > 0)
        record(history, DELETED, position, delete(b, position));
}

static int undo(struct buffer *b, struct edit **history) {
    struct edit *e = *history;
    if (!e)
        return 0;
    if (e->kind == INSERTED)
        assert(delete(b, e->position) == e->character);
    else
        insert(b, e->position, e->character);
    *history = e->earlier;
    free(e);
    return 1;
}

static void expect(const struct buffer *b, const char *text) {
    int n = length(b);
    assert(n == (int)strlen(text));
    for (int i = 0; i < n; i++) {
        int at = i < b->gap_start ? i : i + b->gap_end - b->gap_start;
        assert(b->text[at] == text[i]);
    }
}

int main(void) {
    struct buffer b = {malloc(1), 0, 1, 1};
    struct edit *history = NULL;
    type(&b, &history, 0, "helo");
    type(&b, &history, 2, "l");
    expect(&b, "hello");
    type(&b, &history, 5, " world");
    cut(&b, &history, 0, 1);
    type(&b, &history, 0, "J");
    expect(&b, "Jello world");
    cut(&b, &history, 1, 9);
    expect(&b, "Jd");
    for (int i = 0; i < 9; i++)
        undo(&b, &history);
    expect(&b, "Jello world");
    undo(&b, &history);
    undo(&b, &history);
    expect(&b, "hello world");
    while (undo(&b, &history))
        ;
    expect(&b, "");
    free(b.text);
    return 0;
}
