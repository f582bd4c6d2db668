//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// Memory that a global still reaches when main returns is no leak.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *registry;

static void enroll(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = registry;
    registry = n;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        enroll(i);
    return registry->value - 2;
}
