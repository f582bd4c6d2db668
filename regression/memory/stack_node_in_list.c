//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A node on the stack of a finished call is left in a global list.
#include <stddef.h>

struct handler {
    int signal;
    struct handler *next;
};

static struct handler *handlers;

static void with_handler(int signal, int leave) {
    struct handler mine = {signal, handlers};
    handlers = &mine;
    if (leave)
        return;
    handlers = mine.next;
}

int main(void) {
    with_handler(1, 0);
    if (handlers != NULL)
        return 1;
    with_handler(2, 1);
    return handlers->signal; // ERROR(CWE-562)
}
