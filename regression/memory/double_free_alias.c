//@ args: --property valid-memsafety
//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// Two owners of one buffer both free it.
#include <stdlib.h>

struct view {
    char *data;
    size_t length;
};

static void drop(struct view *v) {
    free(v->data); // ERROR(CWE-415)
    v->data = NULL;
}

int main(void) {
    struct view first = {malloc(10), 10};
    struct view second = first;
    drop(&first);
    drop(&first);
    drop(&second);
    return 0;
}
