//@ verdict: true
//@ args: --property valid-memsafety
extern void *malloc(unsigned long size);
extern void free(void *block);
extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->value = 1;
        node->next = head;
        head = node;
    }
    while (head != 0) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
