//@ status: 10
//@ compiled: no (the compiled program goes on)
//@ run: --inputs given/three.txt
//@ stdout: before\n
//@ stderr: error.c:24:12: error: read of freed memory: the 16-byte block allocated on line 18 and freed on line 23 [CWE-416] [valid-deref]
//@ stderr: `__VERIFIER_nondet_int()` is 3
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    node->value = __VERIFIER_nondet_int();
    puts("before");
    if (node->value == 3)
        free(node);
    return node->value;
}
