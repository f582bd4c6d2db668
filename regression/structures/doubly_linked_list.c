//@ verdict: true
//@ models: ILP32 LP64
// A doubly linked list with a header: insertion on both ends and in the middle, removal, consistency of both directions.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *previous, *next;
} node;

typedef struct {
    node *first, *last;
    unsigned size;
} list;

static void check(const list *l) {
    unsigned forward = 0, backward = 0;
    for (const node *n = l->first; n; n = n->next) {
        assert(n->next ? n->next->previous == n : l->last == n);
        forward++;
    }
    for (const node *n = l->last; n; n = n->previous) {
        assert(n->previous ? n->previous->next == n : l->first == n);
        backward++;
    }
    assert(forward == l->size && backward == l->size);
}

static node *insert_after(list *l, node *position, int value) {
    node *n = malloc(sizeof(node));
    n->value = value;
    n->previous = position;
    n->next = position ? position->next : l->first;
    *(n->next ? &n->next->previous : &l->last) = n;
    *(position ? &position->next : &l->first) = n;
    l->size++;
    return n;
}

static void push_back(list *l, int value) {
    insert_after(l, l->last, value);
}

static void push_front(list *l, int value) {
    insert_after(l, NULL, value);
}

static void remove_node(list *l, node *n) {
    if (n->previous)
        n->previous->next = n->next;
    else
        l->first = n->next;
    if (n->next)
        n->next->previous = n->previous;
    else
        l->last = n->previous;
    l->size--;
    free(n);
}

static bool remove_value(list *l, int value) {
    for (node *n = l->first; n; n = n->next)
        if (n->value == value) {
            remove_node(l, n);
            return true;
        }
    return false;
}

static void reverse(list *l) {
    for (node *n = l->first; n; n = n->previous) {
        node *swap = n->next;
        n->next = n->previous;
        n->previous = swap;
    }
    node *first = l->first;
    l->first = l->last;
    l->last = first;
}

static int digits(const list *l) {
    int number = 0;
    for (const node *n = l->first; n; n = n->next)
        number = number * 10 + n->value;
    return number;
}

int main(void) {
    list l = {NULL, NULL, 0};
    check(&l);
    push_back(&l, 3);
    push_front(&l, 1);
    push_back(&l, 5);
    insert_after(&l, l.first, 2);
    insert_after(&l, l.last->previous, 4);
    check(&l);
    assert(digits(&l) == 12345);

    reverse(&l);
    check(&l);
    assert(digits(&l) == 54321);

    assert(remove_value(&l, 3) && !remove_value(&l, 9));
    assert(remove_value(&l, 5) && remove_value(&l, 1));
    check(&l);
    assert(digits(&l) == 42);

    while (l.size > 0)
        remove_node(&l, l.size % 2 ? l.first : l.last);
    check(&l);
    assert(!l.first && !l.last);
    return 0;
}
