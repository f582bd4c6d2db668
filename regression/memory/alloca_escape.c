//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
//@ harness: hidden (the sanitizer does not watch `alloca` after the return)
// A block from alloca lives until its function returns, not longer.
#include <alloca.h>
#include <stddef.h>

struct frame {
    int depth;
    struct frame *outer;
};

static struct frame *push(struct frame *outer) {
    struct frame *f = alloca(sizeof *f);
    f->outer = outer;
    f->depth = outer ? outer->depth + 1 : 0;
    return f;
}

int main(void) {
    struct frame *top = push(NULL);
    return top->depth; // ERROR(CWE-562)
}
