//@ verdict: false(valid-deref)
//@ snapshot
/*
 * Builds a list of five numbers, adds them up and frees the list.
 * The last loop takes the link out of a node that it has just freed.
 */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return head;
    node->value = value;
    node->next = head;
    return node;
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 5; i++)
        head = push(head, i);

    int sum = 0;
    for (struct node *node = head; node != NULL; node = node->next)
        sum += node->value;

    for (struct node *node = head; node != NULL; node = node->next) // ERROR(CWE-416)
        free(node);
    return sum != 10;
}
