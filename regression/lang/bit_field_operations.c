//@ verdict: true
//@ models: ILP32 LP64
// Bit-fields of all base types under ++, compound assignment, promotion, copying of whole structs and ternaries.
#include <assert.h>
#include <stdbool.h>

enum mode { OFF, SLOW, FAST };

struct status {
    enum mode mode : 2;
    bool ready : 1;
    signed char trim : 5;
    unsigned short level : 10;
    unsigned long long stamp : 40;
    int : 3;
    int balance : 12;
};

static struct status raised(struct status s, int by) {
    s.level += by;
    s.balance -= by;
    return s;
}

int main(void) {
    struct status s = {.mode = FAST, .ready = 7, .level = 1023, .stamp = 1ull << 39};
    assert(s.mode == FAST && s.ready == 1 && s.trim == 0 && s.level == 1023);
    assert(s.level++ == 1023 && s.level == 0);
    assert(--s.level == 1023);
    s.trim = 15;
    assert(++s.trim == -16 && s.trim-- == -16 && s.trim == 15);
    s.stamp <<= 1;
    assert(s.stamp == 0);
    s.stamp--;
    assert(s.stamp == 0xffffffffffull);
    assert(s.level - 1024 < 0);
    struct status t = raised(s, 2048);
    assert(t.balance == -2048 && t.level == 1023 && s.balance == 0);
    t.balance *= 3;
    assert(t.balance == -2048);
    struct status *p = s.ready ? &t : &s;
    p->ready ^= 1;
    p->mode--;
    assert(!t.ready && t.mode == SLOW && s.mode == FAST && t.stamp == s.stamp);
    return 0;
}
