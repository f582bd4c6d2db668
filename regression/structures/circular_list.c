//@ verdict: true
//@ models: ILP32 LP64
// Circular lists: the last survivor of a counting-out game, splitting a ring in two and joining it again.
#include <assert.h>
#include <stdlib.h>

struct player {
    int number;
    struct player *next;
};

static struct player *ring(int count) {
    struct player *first = malloc(sizeof *first), *last = first;
    first->number = 1;
    for (int i = 2; i <= count; i++) {
        last->next = malloc(sizeof *last);
        last = last->next;
        last->number = i;
    }
    last->next = first;
    return last;
}

static int ring_size(const struct player *start) {
    if (!start)
        return 0;
    int size = 1;
    for (const struct player *p = start->next; p != start; p = p->next)
        size++;
    return size;
}

static int survivor(int count, int step) {
    struct player *before = ring(count);
    while (before->next != before) {
        for (int i = 1; i < step; i++)
            before = before->next;
        struct player *out = before->next;
        before->next = out->next;
        free(out);
    }
    int number = before->number;
    free(before);
    return number;
}

static int survivor_by_formula(int count, int step) {
    int place = 0;
    for (int size = 2; size <= count; size++)
        place = (place + step) % size;
    return place + 1;
}

static struct player *halve(struct player *last) {
    struct player *slow = last, *fast = last;
    do {
        slow = slow->next;
        fast = fast->next->next;
    } while (fast != last && fast->next != last);
    struct player *second_first = slow->next;
    slow->next = last->next;
    last->next = second_first;
    return slow;
}

static void join(struct player *a, struct player *b) {
    struct player *first = a->next;
    a->next = b->next;
    b->next = first;
}

static void free_ring(struct player *start) {
    struct player *p = start->next;
    while (p != start) {
        struct player *next = p->next;
        free(p);
        p = next;
    }
    free(start);
}

int main(void) {
    for (int count = 1; count <= 12; count++)
        for (int step = 1; step <= 4; step++)
            assert(survivor(count, step) == survivor_by_formula(count, step));
    assert(survivor(41, 3) == 31);

    struct player *last = ring(9);
    struct player *other = halve(last);
    assert(ring_size(last) + ring_size(other) == 9);
    assert(other->next->number == 1);
    int first_half = ring_size(other);
    assert(last->next->number == first_half + 1);
    join(last, other);
    assert(ring_size(last) == 9 && ring_size(other) == 9);
    free_ring(other);
    assert(ring_size(NULL) == 0);
    return 0;
}
