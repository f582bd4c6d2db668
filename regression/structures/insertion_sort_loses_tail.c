//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Sorting a list by insertion drops the rest of the sorted part when a new smallest element comes.
#include <assert.h>
#include <stdlib.h>

struct card {
    int rank;
    struct card *next;
};

static struct card *deal(const int *ranks, int count) {
    struct card *hand = NULL;
    while (count-- > 0) {
        struct card *c = malloc(sizeof *c);
        c->rank = ranks[count];
        c->next = hand;
        hand = c;
    }
    return hand;
}

static struct card *insert(struct card *sorted, struct card *c) {
    if (!sorted || c->rank < sorted->rank) {
        c->next = NULL;
        return c;
    }
    struct card *at = sorted;
    while (at->next && at->next->rank <= c->rank)
        at = at->next;
    c->next = at->next;
    at->next = c;
    return sorted;
}

static struct card *sort(struct card *hand) {
    struct card *sorted = NULL;
    while (hand) {
        struct card *c = hand;
        hand = hand->next;
        sorted = insert(sorted, c); // ERROR(CWE-401)
    }
    return sorted;
}

static void discard(struct card *hand) {
    while (hand) {
        struct card *next = hand->next;
        free(hand);
        hand = next;
    }
}

static int is_sorted(const struct card *hand) {
    for (; hand && hand->next; hand = hand->next)
        if (hand->rank > hand->next->rank)
            return 0;
    return 1;
}

int main(void) {
    static const int lucky[] = {2, 9, 4, 7}, unlucky[] = {6, 8, 3, 5};
    struct card *hand = sort(deal(lucky, 4));
    assert(is_sorted(hand));
    discard(hand);
    hand = sort(deal(unlucky, 4));
    assert(is_sorted(hand));
    discard(hand);
    return 0;
}
