//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A struct is copied as a whole out of a block that holds only its common head.
#include <stdlib.h>

struct head {
    int kind;
};

struct full {
    int kind;
    int data[4];
};

int main(void) {
    struct head *h = malloc(sizeof *h);
    h->kind = 1;
    struct full copy = *(struct full *)h; // ERROR(CWE-125)
    free(h);
    return copy.kind;
}
