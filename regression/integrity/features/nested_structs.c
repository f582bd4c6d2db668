// Structs inside structs are nodes of their own: an intrusive list may point at them, but not past them.
//@ alloc: zmalloc
//@ function: lose_item D-unsafe:interior
//@ function: item_from_link D-unsafe
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
    struct link *prev;
};

struct position {
    int line;
    int column;
};

struct item {
    int number;
    struct position place;
    struct link link;
    struct item *parent;
};

struct item *item_new(struct item *parent, struct position place) {
    struct item *item = malloc(sizeof(struct item));
    item->number = 0;
    item->place = place;
    item->parent = parent;
    item->link.next = &item->link;
    item->link.prev = &item->link;
    return item;
}

void link_insert(struct link *place, struct link *link) {
    link->next = place->next;
    link->prev = place;
    place->next->prev = link;
    place->next = link;
}

void item_append(struct item *item, struct item *other) {
    link_insert(&item->link, &other->link);
}

struct position item_place(const struct item *item) {
    return item->place;
}

int item_column(const struct item *item) {
    struct position place = item_place(item);
    return place.column;
}

void item_copy(struct item *to, const struct item *from) {
    *to = *from;
}

struct item *lose_item(struct item *item) {
    return (struct item *)&item->link;
}

// That a link is part of an item is not known from its type.
struct item *item_from_link(struct link *link) {
    return (struct item *)((char *)link - offsetof(struct item, link));
}
