//@ verdict: true
//@ models: ILP32 LP64
// Blocks from alloca outlive the block that made them; a list of them may be used until the function returns.
#include <alloca.h>
#include <assert.h>
#include <stddef.h>

struct link {
    int value;
    struct link *next;
};

static int sum_of_squares(int count) {
    struct link *head = NULL;
    for (int i = 1; i <= count; i++) {
        struct link *l = alloca(sizeof *l);
        l->value = i * i;
        l->next = head;
        head = l;
    }
    int sum = 0;
    for (struct link *l = head; l; l = l->next)
        sum += l->value;
    return sum;
}

int main(void) {
    assert(sum_of_squares(4) == 30);
    assert(sum_of_squares(0) == 0);
    return 0;
}
