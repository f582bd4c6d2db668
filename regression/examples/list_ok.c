//@ verdict: true
/*
 * Builds a list of five numbers, reverses it in place, checks the order and frees the list.
 */
#include <assert.h>
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

static struct node *reverse(struct node *head) {
    struct node *done = NULL;
    while (head != NULL) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 5; i++)
        head = push(head, i);

    head = reverse(head);
    for (struct node *node = head; node != NULL && node->next != NULL; node = node->next)
        assert(node->value < node->next->value);

    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
