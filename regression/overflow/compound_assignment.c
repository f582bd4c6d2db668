//@ args: --property no-overflow
//@ verdict: false(no-overflow)
//@ models: ILP32 LP64
// A running total kept in a struct on the heap overflows in a compound assignment.
#include <stdlib.h>

struct account {
    int balance;
    int history[8];
};

int main(void) {
    struct account *a = calloc(1, sizeof *a);
    for (int i = 0; i < 8; i++) {
        a->history[i] = 300000000;
        a->balance += a->history[i]; // ERROR(CWE-190)
    }
    free(a);
    return 0;
}
