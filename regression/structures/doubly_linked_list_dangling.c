//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// Removing a node forgets the backward link of its successor, so that a later walk to the left meets freed memory.
#include <stdlib.h>

struct station {
    int passengers;
    struct station *west, *east;
};

struct line {
    struct station *westmost, *eastmost;
};

static struct station *extend(struct line *l, int passengers) {
    struct station *s = malloc(sizeof *s);
    s->passengers = passengers;
    s->east = NULL;
    s->west = l->eastmost;
    if (l->eastmost)
        l->eastmost->east = s;
    else
        l->westmost = s;
    l->eastmost = s;
    return s;
}

static void close_station(struct line *l, struct station *s) {
    if (s->west)
        s->west->east = s->east;
    else
        l->westmost = s->east;
    if (!s->east)
        l->eastmost = s->west;
    free(s);
}

static int travel_east(const struct line *l) {
    int total = 0;
    for (const struct station *s = l->westmost; s; s = s->east)
        total += s->passengers;
    return total;
}

static int travel_west(const struct line *l) {
    int total = 0;
    for (const struct station *s = l->eastmost; s; s = s->west)
        total += s->passengers; // ERROR(CWE-416)
    return total;
}

int main(void) {
    struct line l = {NULL, NULL};
    struct station *middle = NULL;
    for (int i = 1; i <= 5; i++) {
        struct station *s = extend(&l, i * 10);
        if (i == 3)
            middle = s;
    }
    int before = travel_west(&l);
    close_station(&l, l.eastmost);
    close_station(&l, middle);
    int east = travel_east(&l);
    int west = travel_west(&l);
    return before + east - west;
}
