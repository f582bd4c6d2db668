//@ verdict: true
//@ models: ILP32 LP64
// A list of lists: numbers are grouped by their smallest prime factor, groups are merged, flattened and freed.
#include <assert.h>
#include <stdlib.h>

struct item {
    int value;
    struct item *next;
};

struct group {
    int factor;
    struct item *items;
    struct group *next;
};

static int smallest_factor(int n) {
    for (int f = 2; f * f <= n; f++)
        if (n % f == 0)
            return f;
    return n;
}

static struct group *group_of(struct group **groups, int factor) {
    while (*groups && (*groups)->factor < factor)
        groups = &(*groups)->next;
    if (!*groups || (*groups)->factor != factor) {
        struct group *g = malloc(sizeof *g);
        g->factor = factor;
        g->items = NULL;
        g->next = *groups;
        *groups = g;
    }
    return *groups;
}

static void add(struct group *g, int value) {
    struct item **at = &g->items;
    while (*at)
        at = &(*at)->next;
    *at = malloc(sizeof **at);
    (*at)->value = value;
    (*at)->next = NULL;
}

static int count_groups(const struct group *g) {
    return g ? 1 + count_groups(g->next) : 0;
}

static int count_items(const struct item *i) {
    return i ? 1 + count_items(i->next) : 0;
}

static void merge_singletons(struct group **groups) {
    struct item *collected = NULL;
    while (*groups) {
        struct group *g = *groups;
        if (g->items && !g->items->next) {
            *groups = g->next;
            g->items->next = collected;
            collected = g->items;
            free(g);
        } else {
            groups = &g->next;
        }
    }
    if (collected) {
        *groups = malloc(sizeof **groups);
        **groups = (struct group){0, collected, NULL};
    }
}

static struct item *flatten(struct group *g) {
    struct item *all = NULL, **end = &all;
    while (g) {
        *end = g->items;
        while (*end)
            end = &(*end)->next;
        struct group *next = g->next;
        free(g);
        g = next;
    }
    return all;
}

int main(void) {
    struct group *groups = NULL;
    for (int n = 30; n >= 2; n--)
        add(group_of(&groups, smallest_factor(n)), n);
    assert(count_groups(groups) == 10);
    assert(groups->factor == 2 && count_items(groups->items) == 15);
    assert(groups->next->items->value == 27);

    merge_singletons(&groups);
    assert(count_groups(groups) == 4);
    struct group *last = groups;
    while (last->next)
        last = last->next;
    assert(last->factor == 0 && count_items(last->items) == 7 && last->items->value == 29);

    struct item *all = flatten(groups);
    int sum = 0, count = 0;
    while (all) {
        struct item *next = all->next;
        sum += all->value;
        count++;
        free(all);
        all = next;
    }
    assert(count == 29 && sum == 464);
    return 0;
}
