//@ args: --property assertions
//@ verdict: false(assertions)
// Taking the last node out empties the queue, but not its count.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *first, *last;
    unsigned count;
};

static void put(struct queue *queue, int value)
{
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = NULL;
    if (queue->last != NULL)
        queue->last->next = node;
    else
        queue->first = node;
    queue->last = node;
    queue->count++;
}

static void take(struct queue *queue)
{
    struct node *node = queue->first;
    if (node == NULL)
        return;
    queue->first = node->next;
    if (queue->first == NULL)
        queue->last = NULL;
    else
        queue->count--;
    free(node);
}

int main(void)
{
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    struct queue queue = {NULL, NULL, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&queue, 1);
        else
            take(&queue);
    }
    unsigned length = 0;
    for (struct node *node = queue.first; node != NULL; node = node->next)
        length++;
    assert(length == queue.count); // ERROR(CWE-617)
    return 0;
}
