//@ verdict: true
//@ models: ILP32 LP64
// Members of unnamed structs and unions belong to the struct around them.
#include <assert.h>
#include <stddef.h>

struct event {
    enum { KEY, MOUSE } kind;
    union {
        struct {
            char symbol;
            unsigned char modifiers;
        };
        struct {
            short x, y;
            union {
                int button;
                unsigned char raw[4];
            };
        };
    };
    int time;
};

int main(void) {
    assert(sizeof(struct event) == 16 && offsetof(struct event, button) == 8 && offsetof(struct event, time) == 12);
    struct event e = {.kind = MOUSE, .x = 3, .y = -4, .button = 0x0102, .time = 9};
    assert(e.raw[0] == 2 && e.raw[1] == 1 && e.raw[2] == 0);
    assert(e.symbol == 3 && e.modifiers == 0);
    e.modifiers = 1;
    assert(e.x == 259 && e.y == -4);
    struct event copy = e;
    assert(copy.button == 0x0102 && copy.time == 9);
    return 0;
}
