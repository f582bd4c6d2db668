// Pointers to pointers to nodes: parameters, links that are walked, results by reference.
//@ alloc: malloc
//@ function: sort_wrong D-unsafe:interior
//@ function: pop_wrong D-unsafe:dangling
//@ function: link_to_data D-unsafe
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
    void *data;
};

static struct node *all;
static unsigned count;

void push(struct node **head, int key) {
    struct node *node = malloc(sizeof *node);
    node->key = key;
    node->data = NULL;
    node->next = *head;
    *head = node;
    count++;
}

void insert_sorted(struct node **link, struct node *node) {
    while (*link && (*link)->key < node->key)
        link = &(*link)->next;
    node->next = *link;
    *link = node;
}

int pop(struct node **head, int *key, void **data) {
    struct node *node = *head;
    if (!node)
        return 0;
    if (key)
        *key = node->key;
    if (data)
        *data = node->data;
    *head = node->next;
    free(node);
    return 1;
}

int sum(void) {
    struct node *local = NULL;
    int key = 0, total = 0;
    void *data;
    push(&local, 1);
    push(&all, 2);
    insert_sorted(&all, local);
    while (pop(&all, &key, &data))
        total += key;
    return total + (int)count;
}

void find(struct node *from, int key, struct node **found) {
    *found = NULL;
    for (; from; from = from->next)
        if (from->key == key)
            *found = from;
}

// The next link is in the next node, not behind this one.
void sort_wrong(struct node **link, struct node *node) {
    while (*link && (*link)->key < node->key)
        link++;
    *link = node;
}

void pop_wrong(struct node **head) {
    *head = (struct node *)(long)(*head)->key;
}

// A place for data is no place for a link.
void link_to_data(struct node *node) {
    push((struct node **)&node->data, 1);
}
