//@ verdict: true
//@ today: unknown
//@ models: ILP32 LP64
// A ring buffer under any sequence of commands: indices stay inside, the count is right, the order is kept.
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define CAPACITY 5u

struct ring {
    unsigned values[CAPACITY];
    unsigned head;
    unsigned count;
};

static bool ring_put(struct ring *r, unsigned value) {
    if (r->count == CAPACITY)
        return false;
    r->values[(r->head + r->count) % CAPACITY] = value;
    r->count++;
    return true;
}

static bool ring_get(struct ring *r, unsigned *value) {
    if (r->count == 0)
        return false;
    *value = r->values[r->head];
    r->head = (r->head + 1) % CAPACITY;
    r->count--;
    return true;
}

static void ring_drop(struct ring *r, unsigned how_many) {
    if (how_many > r->count)
        how_many = r->count;
    r->head = (r->head + how_many) % CAPACITY;
    r->count -= how_many;
}

static unsigned ring_peek(const struct ring *r, unsigned index) {
    assert(index < r->count);
    return r->values[(r->head + index) % CAPACITY];
}

int main(void) {
    struct ring r = {{0}, 0, 0};
    unsigned written = 0, read = 0;
    for (int step = 0; step < 20; step++) {
        unsigned value;
        switch (__VERIFIER_nondet_int()) {
        case 0:
        case 1:
            if (ring_put(&r, written))
                written++;
            else
                assert(written - read == CAPACITY);
            break;
        case 2:
            if (ring_get(&r, &value)) {
                assert(value == read);
                read++;
            } else {
                assert(written == read);
            }
            break;
        case 3: {
            unsigned before = r.count;
            ring_drop(&r, __VERIFIER_nondet_uint());
            read += before - r.count;
            break;
        }
        default:
            if (r.count > 0) {
                assert(ring_peek(&r, 0) == read);
                assert(ring_peek(&r, r.count - 1) == written - 1);
            }
        }
        assert(r.count == written - read);
        assert(r.count <= CAPACITY && r.head < CAPACITY);
    }
    while (r.count) {
        unsigned value;
        assert(ring_get(&r, &value) && value == read++);
    }
    return 0;
}
