// A doubly linked list with a header: two node types that point at each other, a pointer to a pointer, and links
// that are cut and mended.
//@ alloc: malloc

#include <stdlib.h>

struct list;

struct node {
    void *data;
    struct node *next;
    struct node *prev;
    struct list *owner;
};

struct list {
    struct node *first;
    struct node *last;
    unsigned length;
};

// An empty list.
struct list *list_new(void) {
    // MUTANT(wrong_size): struct list *list = malloc(sizeof(struct list *));
    struct list *list = malloc(sizeof(struct list));
    // MUTANT(uninit): ;
    // MUTANT(wrong_type): list->first = (struct node *)list;
    // MUTANT(overlap): list->first = (struct node *)&list->last;
    // MUTANT(cast_int): list->first = (struct node *)8;
    list->first = NULL;
    // MUTANT(uninit): ;
    // MUTANT(outside): list[1].last = NULL;
    // MUTANT(arith): (list - 1)->last = NULL;
    list->last = NULL;
    list->length = 0;
    // MUTANT(interior): return (struct list *)&list->last;
    return list;
}

// A node that is in no list yet.
struct node *node_new(struct list *owner, void *data) {
    // MUTANT(wrong_size): struct node *node = malloc(sizeof(struct list));
    // MUTANT(wrong_type): struct node *node = (struct node *)list_new();
    struct node *node = malloc(sizeof(struct node));
    node->data = data;
    // MUTANT(uninit): ;
    // MUTANT(cast_int): node->next = (struct node *)16;
    // MUTANT(overlap): node->next = (struct node *)&node->next;
    node->next = NULL;
    // MUTANT(uninit): ;
    // MUTANT(arith): node->prev = node - 1;
    node->prev = NULL;
    // MUTANT(wrong_type): node->owner = (struct list *)node;
    // MUTANT(outside): node[1].owner = owner;
    node->owner = owner;
    return node;
}

// Adds at the front.
void list_push_front(struct list *list, void *data) {
    struct node *node = node_new(list, data);
    // MUTANT(wrong_type): node->next = (struct node *)list;
    // MUTANT(interior): node->next = (struct node *)&list->first;
    node->next = list->first;
    if (list->first)
        // MUTANT(outside): list->first[1].prev = node;
        // MUTANT(arith): list->first->prev = node + 1;
        list->first->prev = node;
    else
        // MUTANT(wrong_type): list->last = data;
        list->last = node;
    // MUTANT(cast_int): list->first = (struct node *)(unsigned long)list->length;
    // MUTANT(uninit_stack): struct node *lost; list->first = list->length ? node : lost;
    list->first = node;
    list->length++;
}

// Adds behind a node of the list.
void list_insert_after(struct node *place, void *data) {
    struct list *list = place->owner;
    struct node *node = node_new(list, data);
    node->prev = place;
    node->next = place->next;
    if (place->next)
        // MUTANT(overlap): place->next->prev = (struct node *)&node->next;
        place->next->prev = node;
    else if (list)
        // MUTANT(wrong_type): list->last = (struct node *)list;
        // MUTANT(arith): (list + 1)->last = node;
        list->last = node;
    // MUTANT(cast_int): place->next = (struct node *)((unsigned long)node + 1);
    // MUTANT(outside): place[-1].next = node;
    place->next = node;
    if (list)
        list->length++;
}

// Takes a node out of its list.
void list_unlink(struct node *node) {
    struct list *list = node->owner;
    if (node->prev)
        // MUTANT(interior): node->prev->next = (struct node *)&node->next;
        // MUTANT(wrong_type): node->prev->next = (struct node *)list;
        node->prev->next = node->next;
    else if (list)
        // MUTANT(outside): list[1].first = node->next;
        list->first = node->next;
    if (node->next)
        // MUTANT(arith): node->next->prev = node->prev + 1;
        node->next->prev = node->prev;
    else if (list)
        list->last = node->prev;
    // MUTANT(uninit_stack): struct node *lost; node->next = lost;
    // MUTANT(cast_int): node->next = (struct node *)(unsigned long)list->length;
    node->next = NULL;
    node->prev = NULL;
    node->owner = NULL;
    if (list)
        list->length--;
}

// The first node with the data, or null.
struct node *list_find(const struct list *list, const void *data) {
    struct node *node;
    // MUTANT(interior): for (node = (struct node *)&list->first; node; node = node->next)
    // MUTANT(arith): for (node = list->first; node; node = node->next + 1)
    // MUTANT(wrong_type): for (node = list->first; node; node = node->data)
    for (node = list->first; node; node = node->next)
        // MUTANT(outside): if (node[1].data == data)
        if (node->data == data)
            // MUTANT(interior): return (struct node *)&node->next;
            return node;
    // MUTANT(cast_int): return (struct node *)-1;
    return NULL;
}

// Removes every node with the data, by a pointer to the link that leads to it.
unsigned list_remove_all(struct node **link, const void *data) {
    unsigned removed = 0;
    while (*link) {
        struct node *node = *link;
        if (node->data == data) {
            // MUTANT(wrong_type): *link = node->data;
            // MUTANT(interior): *link = (struct node *)&node->next;
            // MUTANT(cast_int): *link = (struct node *)1;
            *link = node->next;
            if (node->next)
                node->next->prev = node->prev;
            free(node);
            removed++;
        } else {
            // MUTANT(outside): link = link + 1;
            // MUTANT(wrong_type): link = (struct node **)&node->data;
            // MUTANT(arith): link = &node->next + 4;
            link = &node->next;
        }
    }
    return removed;
}

// Reverses a list.
void list_reverse(struct list *list) {
    struct node *node = list->first;
    struct node *last = list->last;
    while (node) {
        struct node *next = node->next;
        // MUTANT(outside): node[1].next = node->prev;
        // MUTANT(overlap): node->next = (struct node *)&node->prev;
        node->next = node->prev;
        // MUTANT(wrong_type): node->prev = node->data;
        // MUTANT(cast_int): node->prev = (struct node *)((unsigned long)next ^ 1);
        node->prev = next;
        // MUTANT(arith): node = next + 1;
        node = next;
    }
    list->last = list->first;
    // MUTANT(uninit_stack): struct node *lost; list->first = lost;
    list->first = last;
}

// Moves all nodes of the second list behind those of the first.
void list_append(struct list *list, struct list *more) {
    struct node *node;
    for (node = more->first; node; node = node->next)
        // MUTANT(wrong_type): node->owner = (struct list *)node;
        // MUTANT(interior): node->owner = (struct list *)&list->last;
        node->owner = list;
    if (list->last) {
        // MUTANT(outside): list->last[1].next = more->first;
        list->last->next = more->first;
        if (more->first)
            // MUTANT(wrong_type): more->first->prev = (struct node *)list;
            more->first->prev = list->last;
    } else {
        // MUTANT(arith): list->first = more->first - 1;
        list->first = more->first;
    }
    if (more->last)
        list->last = more->last;
    list->length += more->length;
    // MUTANT(cast_int): more->first = (struct node *)(unsigned long)list->length;
    more->first = NULL;
    more->last = NULL;
    more->length = 0;
}

// Counts the nodes.
unsigned list_length(const struct list *list) {
    unsigned length = 0;
    const struct node *node = list->first;
    while (node) {
        length++;
        // MUTANT(outside): node = node[1].next;
        // MUTANT(interior): node = (const struct node *)&node->next;
        // MUTANT(uninit_stack): const struct node *lost; node = length > 1 ? lost : node->next;
        // MUTANT(wrong_type): node = node->data;
        node = node->next;
    }
    return length;
}

// A copy of a list; the data are shared.
struct list *list_copy(const struct list *list) {
    struct list *copy = list_new();
    const struct node *node;
    for (node = list->last; node; node = node->prev)
        // MUTANT(wrong_type): list_push_front((struct list *)node, node->data);
        // MUTANT(interior): list_push_front((struct list *)&copy->last, node->data);
        // MUTANT(outside): list_push_front(copy, node[1].data);
        // MUTANT(arith): list_push_front(copy + 1, node->data);
        list_push_front(copy, node->data);
    // MUTANT(cast_int): return (struct list *)(unsigned long)list->length;
    // MUTANT(wrong_type): return (struct list *)copy->first;
    return copy;
}

// Frees a list.
void list_free(struct list *list) {
    struct node *node = list->first;
    while (node) {
        // MUTANT(outside): struct node *next = node[1].next;
        // MUTANT(arith): struct node *next = node->next - 1;
        // MUTANT(wrong_type): struct node *next = node->data;
        struct node *next = node->next;
        free(node);
        node = next;
    }
    // MUTANT(outside): list[1].first = NULL;
    free(list);
}
