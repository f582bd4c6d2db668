//@ verdict: true
//@ models: ILP32 LP64
// A queue in chunks of four elements; chunks are allocated at the back and freed at the front.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

enum { CHUNK = 4 };

struct chunk {
    int items[CHUNK];
    struct chunk *next;
};

struct queue {
    struct chunk *front, *back;
    int front_index, back_index;
    int chunks;
};

static void chunk_open(struct queue *q) {
    struct chunk *c = malloc(sizeof *c);
    c->next = NULL;
    if (q->back)
        q->back->next = c;
    else
        q->front = c;
    q->back = c;
    q->back_index = 0;
    q->chunks++;
}

static bool is_empty(const struct queue *q) {
    return q->front == q->back && q->front_index == q->back_index;
}

static void put(struct queue *q, int item) {
    if (!q->back || q->back_index == CHUNK)
        chunk_open(q);
    q->back->items[q->back_index++] = item;
}

static void chunk_close(struct queue *q) {
    struct chunk *done = q->front;
    q->front = done->next;
    q->front_index = 0;
    q->chunks--;
    if (!q->front) {
        q->back = NULL;
        q->back_index = 0;
    }
    free(done);
}

static bool get(struct queue *q, int *item) {
    if (is_empty(q))
        return false;
    *item = q->front->items[q->front_index++];
    if (q->front_index == CHUNK)
        chunk_close(q);
    return true;
}

static void clear(struct queue *q) {
    while (q->front)
        chunk_close(q);
    assert(q->chunks == 0 && is_empty(q));
}

int main(void) {
    struct queue q = {0};
    int item = -1;
    assert(!get(&q, &item) && item == -1);

    int sent = 0, received = 0;
    for (int round = 1; round <= 9; round++) {
        for (int i = 0; i < round; i++)
            put(&q, sent++);
        for (int i = 0; i < round - 1; i++) {
            assert(get(&q, &item));
            assert(item == received++);
        }
    }
    assert(sent == 45 && received == 36);
    assert(q.chunks >= 3);
    while (get(&q, &item))
        assert(item == received++);
    assert(received == sent);

    for (int i = 0; i < 6; i++)
        put(&q, i);
    clear(&q);
    put(&q, 99);
    assert(get(&q, &item) && item == 99 && is_empty(&q));
    clear(&q);
    return 0;
}
