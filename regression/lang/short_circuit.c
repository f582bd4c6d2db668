//@ verdict: true
//@ models: ILP32 LP64
// Side effects on the right of && and || happen only when the left side does not decide.
#include <assert.h>
#include <stddef.h>

struct list {
    int value;
    struct list *next;
};

static int evaluated;

static int yes(void) { return ++evaluated, 7; }
static int no(void) { return ++evaluated, 0; }

int main(void) {
    assert((no() && yes()) == 0 && evaluated == 1);
    assert((yes() || no()) == 1 && evaluated == 2);
    assert((yes() && yes()) == 1 && evaluated == 4);
    assert((no() || no() || yes()) == 1 && evaluated == 7);

    struct list tail = {9, NULL}, head = {4, &tail};
    struct list *at = &head;
    while (at && at->value != 5)
        at = at->next;
    assert(at == NULL);

    int i = 0, array[3] = {1, 2, 3};
    while (i < 3 && array[i++])
        ;
    assert(i == 3);
    assert(!0 == 1 && !5 == 0 && !!5 == 1);
    return 0;
}
