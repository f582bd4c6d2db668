//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A block is returned to a static pool twice, so that two users get the same block.
#include <assert.h>
#include <stddef.h>

struct message {
    struct message *next;
    int sender;
    int payload;
};

static struct message storage[4];
static struct message *available;

static void pool_init(void) {
    available = NULL;
    for (int i = 3; i >= 0; i--) {
        storage[i].next = available;
        available = &storage[i];
    }
}

static struct message *take(int sender, int payload) {
    struct message *m = available;
    if (m) {
        available = m->next;
        m->next = NULL;
        m->sender = sender;
        m->payload = payload;
    }
    return m;
}

static void give(struct message *m) {
    m->next = available;
    available = m;
}

static int handle(struct message *m) {
    int result = m->payload * 2;
    if (result > 10)
        give(m);
    return result;
}

static int transfer(int sender, int payload) {
    struct message *m = take(sender, payload);
    assert(m != NULL);
    int result = handle(m);
    give(m);
    return result;
}

static int free_blocks(void) {
    int count = 0;
    for (struct message *m = available; m; m = m->next)
        count++;
    return count;
}

int main(void) {
    pool_init();
    assert(transfer(1, 3) == 6 && free_blocks() == 4);
    assert(transfer(2, 5) == 10 && free_blocks() == 4);
    struct message *kept = take(3, 8);
    assert(handle(kept) == 16);
    give(kept);
    struct message *first = take(4, 1);
    struct message *second = take(5, 2);
    assert(second->sender == 5);
    assert(first->sender == 4); // ERROR(CWE-617)
    return 0;
}
