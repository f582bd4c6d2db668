//@ verdict: true
//@ today: unknown
//@ models: ILP32 LP64
// A binary heap in a growing array, filled with arbitrary priorities, gives them back in order.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int priority;
    unsigned serial;
};

struct heap {
    struct job *jobs;
    unsigned size, capacity;
    unsigned next_serial;
};

static int before(const struct job *a, const struct job *b) {
    return a->priority != b->priority ? a->priority < b->priority : a->serial < b->serial;
}

static void exchange(struct job *a, struct job *b) {
    struct job saved = *a;
    *a = *b;
    *b = saved;
}

static void push(struct heap *h, int priority) {
    if (h->size == h->capacity) {
        h->capacity = h->capacity ? 2 * h->capacity : 1;
        h->jobs = realloc(h->jobs, h->capacity * sizeof *h->jobs);
    }
    unsigned at = h->size++;
    h->jobs[at] = (struct job){priority, h->next_serial++};
    while (at > 0 && before(&h->jobs[at], &h->jobs[(at - 1) / 2])) {
        exchange(&h->jobs[at], &h->jobs[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static struct job pop(struct heap *h) {
    assert(h->size > 0);
    struct job top = h->jobs[0];
    h->jobs[0] = h->jobs[--h->size];
    for (unsigned at = 0;;) {
        unsigned best = at;
        for (unsigned child = 2 * at + 1; child <= 2 * at + 2 && child < h->size; child++)
            if (before(&h->jobs[child], &h->jobs[best]))
                best = child;
        if (best == at)
            return top;
        exchange(&h->jobs[at], &h->jobs[best]);
        at = best;
    }
}

int main(void) {
    struct heap h = {0};
    int smallest = INT_MAX;
    unsigned sum_in = 0, sum_out = 0;
    for (int i = 0; i < 7; i++) {
        int priority = __VERIFIER_nondet_int();
        if (priority < smallest)
            smallest = priority;
        sum_in += (unsigned)priority;
        push(&h, priority);
    }
    assert(h.jobs[0].priority == smallest && h.capacity == 8);

    struct job last = pop(&h);
    sum_out += (unsigned)last.priority;
    while (h.size > 0) {
        struct job next = pop(&h);
        assert(before(&last, &next));
        sum_out += (unsigned)next.priority;
        last = next;
    }
    assert(sum_in == sum_out);
    free(h.jobs);
    return 0;
}
