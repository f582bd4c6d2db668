//@ verdict: true
//@ models: ILP32 LP64
// Intrusive circular lists with container_of: one task is linked into two lists through two different members.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *prev, *next;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define for_each(pos, head) for (struct link *pos = (head)->next; pos != (head); pos = pos->next)
#define for_each_safe(pos, after, head)                                                                                \
    for (struct link *pos = (head)->next, *after = pos->next; pos != (head); pos = after, after = pos->next)

struct task {
    int id;
    struct link by_age;
    short priority;
    struct link runnable;
};

static struct link all_tasks = {&all_tasks, &all_tasks};
static struct link run_queue = {&run_queue, &run_queue};

static void link_between(struct link *l, struct link *prev, struct link *next) {
    l->prev = prev;
    l->next = next;
    prev->next = l;
    next->prev = l;
}

static void link_remove(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
    l->prev = l->next = l;
}

static int is_linked(const struct link *l) {
    return l->next != l;
}

static void make_runnable(struct task *t) {
    struct link *place = &run_queue;
    for_each(at, &run_queue) {
        if (container_of(at, struct task, runnable)->priority < t->priority) {
            place = at;
            break;
        }
    }
    link_between(&t->runnable, place->prev, place);
}

static struct task *task_new(int id, short priority) {
    struct task *t = malloc(sizeof *t);
    t->id = id;
    t->priority = priority;
    t->runnable.prev = t->runnable.next = &t->runnable;
    link_between(&t->by_age, all_tasks.prev, &all_tasks);
    return t;
}

static void task_free(struct task *t) {
    link_remove(&t->by_age);
    link_remove(&t->runnable);
    free(t);
}

static struct task *pick(void) {
    if (!is_linked(&run_queue))
        return NULL;
    struct task *t = container_of(run_queue.next, struct task, runnable);
    link_remove(&t->runnable);
    return t;
}

int main(void) {
    static const short priorities[] = {3, 9, 1, 9, 5};
    for (int id = 0; id < 5; id++) {
        struct task *t = task_new(id, priorities[id]);
        if (id != 2)
            make_runnable(t);
    }
    int order = 0, count = 0;
    for (struct task *t; (t = pick()) != NULL;) {
        order = order * 10 + t->id;
        if (t->id == 1 && t->priority > 2) {
            t->priority = 2;
            make_runnable(t);
        }
    }
    assert(order == 13401);
    for_each(at, &all_tasks) {
        assert(container_of(at, struct task, by_age)->id == count);
        count++;
    }
    assert(count == 5);
    for_each_safe(at, after, &all_tasks)
        task_free(container_of(at, struct task, by_age));
    assert(!is_linked(&all_tasks) && !is_linked(&run_queue));
    return 0;
}
