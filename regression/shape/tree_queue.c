//@ args: --property valid-memsafety
//@ verdict: true
// A tree with data goes level by level, with a queue of subtrees.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
    int *data;
};

struct item {
    struct node *node;
    struct item *next;
};

static struct item *append(struct item *tail, struct node *node) {
    struct item *item = malloc(sizeof *item);
    item->node = node;
    item->next = NULL;
    if (tail)
        tail->next = item;
    return item;
}

int main(void) {
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node **link = &root;
        while (*link)
            link = __VERIFIER_nondet_int() ? &(*link)->left : &(*link)->right;
        *link = malloc(sizeof **link);
        (*link)->left = (*link)->right = NULL;
        (*link)->data = malloc(sizeof(int));
        *(*link)->data = 1;
    }
    if (!root)
        return 0;
    struct item *head = append(NULL, root), *tail = head;
    while (head) {
        struct node *node = head->node;
        if (node->left)
            tail = append(tail, node->left);
        if (node->right)
            tail = append(tail, node->right);
        free(node->data);
        free(node);
        struct item *rest = head->next;
        free(head);
        head = rest;
    }
    return 0;
}
