//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A ring buffer wraps its write index one place too late; enough writes step behind the array.
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
    int size;
    int read, write;
    int count;
    short *samples;
};

static struct ring *ring_new(int size) {
    struct ring *r = malloc(sizeof *r);
    r->size = size;
    r->read = r->write = r->count = 0;
    r->samples = malloc(size * sizeof *r->samples);
    return r;
}

static void ring_free(struct ring *r) {
    free(r->samples);
    free(r);
}

static bool record(struct ring *r, short sample) {
    if (r->count == r->size)
        return false;
    r->samples[r->write] = sample; // ERROR(CWE-787)
    if (r->write++ == r->size)
        r->write = 0;
    r->count++;
    return true;
}

static bool play(struct ring *r, short *sample) {
    if (r->count == 0)
        return false;
    *sample = r->samples[r->read];
    if (++r->read == r->size)
        r->read = 0;
    r->count--;
    return true;
}

int main(void) {
    struct ring *r = ring_new(4);
    short heard = 0;
    for (int step = 0; step < 40; step++) {
        if (__VERIFIER_nondet_int() > 2)
            play(r, &heard);
        else
            record(r, (short)step);
    }
    ring_free(r);
    return heard != 0;
}
