//@ verdict: true
//@ models: ILP32 LP64
// A flexible array member takes no room in sizeof; the zero-length and one-element idioms do what they did.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct packet {
    unsigned short length;
    unsigned char bytes[];
};

struct old_style {
    int count;
    int values[0];
};

static struct packet *make(const char *text) {
    size_t n = strlen(text);
    struct packet *p = malloc(offsetof(struct packet, bytes) + n);
    p->length = (unsigned short)n;
    memcpy(p->bytes, text, n);
    return p;
}

int main(void) {
    assert(sizeof(struct packet) == 2 && offsetof(struct packet, bytes) == 2);
    assert(sizeof(struct old_style) == 4);
    struct packet *p = make("flexible");
    assert(p->length == 8 && p->bytes[7] == 'e');
    free(p);

    struct old_style *o = calloc(1, sizeof *o + 3 * sizeof(int));
    o->count = 3;
    for (int i = 0; i < o->count; i++)
        o->values[i] = i + o->values[i];
    assert(o->values[2] == 2 && (char *)&o->values[3] - (char *)o == 16);
    free(o);
    return 0;
}
