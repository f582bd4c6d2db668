//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A field is read from a struct that a helper function has freed.
#include <stdlib.h>

struct account {
    int id;
    int balance;
};

static void close_account(struct account *a) {
    a->balance = 0;
    free(a);
}

int main(void) {
    struct account *a = malloc(sizeof *a);
    a->id = 1;
    a->balance = 50;
    close_account(a);
    return a->balance; // ERROR(CWE-416)
}
