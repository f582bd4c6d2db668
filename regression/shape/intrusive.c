//@ args: --property valid-memsafety
//@ verdict: true
// Links inside of nodes, with a head that is none: as in the Linux kernel.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#include <stddef.h>

struct link {
    struct link *next, *prev;
};

struct task {
    int id;
    struct link link;
};

static struct link tasks = { &tasks, &tasks };

static void insert(struct link *link, struct link *after) {
    link->next = after->next;
    link->prev = after;
    after->next->prev = link;
    after->next = link;
}

static void take_out(struct link *link) {
    link->prev->next = link->next;
    link->next->prev = link->prev;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct task *task = malloc(sizeof *task);
        task->id = __VERIFIER_nondet_int();
        insert(&task->link, __VERIFIER_nondet_int() ? &tasks : tasks.prev);
    }
    for (struct link *link = tasks.next; link != &tasks;) {
        struct task *task = (struct task *)((char *)link - offsetof(struct task, link));
        link = link->next;
        if (task->id < 0) {
            take_out(&task->link);
            free(task);
        }
    }
    while (tasks.next != &tasks) {
        struct link *link = tasks.next;
        take_out(link);
        free((char *)link - offsetof(struct task, link));
    }
    return 0;
}
