//@ verdict: true
// A queue is taken apart as often as its count says: there is a node each time, and none at the end.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *first, *last;
    unsigned long count;
};

static void enqueue(struct queue *queue, int value)
{
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = NULL;
    if (queue->first == NULL)
        queue->first = node;
    else
        queue->last->next = node;
    queue->last = node;
    queue->count++;
}

static int dequeue(struct queue *queue)
{
    struct node *node = queue->first;
    int value = node->value;
    queue->first = node->next;
    if (queue->first == NULL)
        queue->last = NULL;
    free(node);
    queue->count--;
    return value;
}

int main(void)
{
    struct queue queue = {NULL, NULL, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() || queue.count == 0)
            enqueue(&queue, __VERIFIER_nondet_int());
        else
            dequeue(&queue);
    }
    while (queue.count != 0)
        dequeue(&queue);
    assert(queue.first == NULL);
    return 0;
}
