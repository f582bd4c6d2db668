//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A timer is recovered from its list link with the offset of the wrong member, and a pointer into the middle is freed.
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct timer {
    int due;
    struct link by_due;
    struct link by_owner;
};

#define timer_of(link, member) ((struct timer *)((char *)(link) - offsetof(struct timer, member)))

static struct link due_list = {NULL};
static struct link owner_list = {NULL};

static void start(int due) {
    struct timer *t = malloc(sizeof *t);
    t->due = due;
    struct link *at = &due_list;
    while (at->next && timer_of(at->next, by_due)->due <= due)
        at = at->next;
    t->by_due.next = at->next;
    at->next = &t->by_due;
    t->by_owner.next = owner_list.next;
    owner_list.next = &t->by_owner;
}

static void unlink_owner(struct timer *t) {
    struct link *at = &owner_list;
    while (at->next != &t->by_owner)
        at = at->next;
    at->next = t->by_owner.next;
}

static int expire(int now) {
    int fired = 0;
    while (due_list.next && timer_of(due_list.next, by_due)->due <= now) {
        struct timer *t = timer_of(due_list.next, by_due);
        due_list.next = t->by_due.next;
        unlink_owner(t);
        free(t);
        fired++;
    }
    return fired;
}

static void cancel_all(void) {
    due_list.next = NULL;
    while (owner_list.next) {
        struct link *link = owner_list.next;
        owner_list.next = link->next;
        free(timer_of(link, by_due)); // ERROR(CWE-761)
    }
}

int main(void) {
    static const int times[] = {30, 10, 20, 50, 40};
    for (int i = 0; i < 5; i++)
        start(times[i]);
    int fired = expire(25);
    cancel_all();
    return fired - 2;
}
