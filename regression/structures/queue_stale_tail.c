//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// Taking the last element out of a queue leaves the tail pointer at the freed node; the next append writes there.
#include <stdlib.h>

struct request {
    int client;
    struct request *next;
};

struct queue {
    struct request *head, *tail;
    unsigned served;
};

static void enqueue(struct queue *q, int client) {
    struct request *r = malloc(sizeof *r);
    r->client = client;
    r->next = NULL;
    if (q->tail)
        q->tail->next = r; // ERROR(CWE-416)
    else
        q->head = r;
    q->tail = r;
}

static int serve(struct queue *q) {
    struct request *r = q->head;
    if (!r)
        return -1;
    int client = r->client;
    q->head = r->next;
    free(r);
    q->served++;
    return client;
}

static void close_queue(struct queue *q) {
    while (serve(q) >= 0)
        ;
    q->tail = NULL;
}

int main(void) {
    struct queue q = {NULL, NULL, 0};
    enqueue(&q, 1);
    enqueue(&q, 2);
    serve(&q);
    enqueue(&q, 3);
    close_queue(&q);

    int last = 0;
    enqueue(&q, 4);
    enqueue(&q, 5);
    for (int i = 0; i < 3; i++) {
        int client = serve(&q);
        if (client > 0)
            last = client;
    }
    enqueue(&q, last + 1);
    close_queue(&q);
    return 0;
}
