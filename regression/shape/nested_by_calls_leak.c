//@ args: --property valid-memsafety
//@ verdict: false(valid-memtrack)
// Of a twig with several leaves, only the first is freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct leaf {
    struct leaf **list;
    struct leaf *next;
    char *text;
};

struct twig {
    struct leaf *leaves;
    struct twig *next;
    struct twig **list;
};

struct branch {
    struct branch *next;
    struct branch **list;
    struct twig *twigs;
};

struct trunk {
    struct branch *branches;
    struct trunk *next;
};

static void add_leaf(struct leaf **list) {
    struct leaf *leaf = malloc(sizeof *leaf);
    leaf->list = list;
    leaf->text = malloc(10);
    leaf->next = *list;
    *list = leaf;
}

static void add_twig(struct twig **list) {
    struct twig *twig = malloc(sizeof *twig);
    twig->leaves = NULL;
    do
        add_leaf(&twig->leaves);
    while (__VERIFIER_nondet_int());
    twig->list = list;
    twig->next = *list;
    *list = twig;
}

static void add_branch(struct branch **list) {
    struct branch *branch = malloc(sizeof *branch);
    branch->twigs = NULL;
    do
        add_twig(&branch->twigs);
    while (__VERIFIER_nondet_int());
    branch->list = list;
    branch->next = *list;
    *list = branch;
}

static void free_leaves(struct leaf *leaf) {
    free(leaf->text);
    free(leaf); // ERROR(CWE-401)
}

static void free_twigs(struct twig *twig) {
    do {
        struct twig *next = twig->next;
        free_leaves(twig->leaves);
        free(twig);
        twig = next;
    } while (twig);
}

static void free_branches(struct branch *branch) {
    do {
        struct branch *next = branch->next;
        free_twigs(branch->twigs);
        free(branch);
        branch = next;
    } while (branch);
}

int main(void) {
    struct trunk *trunks = NULL;
    while (__VERIFIER_nondet_int()) {
        struct trunk *trunk = malloc(sizeof *trunk);
        trunk->branches = NULL;
        do
            add_branch(&trunk->branches);
        while (__VERIFIER_nondet_int());
        trunk->next = trunks;
        trunks = trunk;
    }
    while (trunks) {
        struct trunk *next = trunks->next;
        free_branches(trunks->branches);
        free(trunks);
        trunks = next;
    }
    return 0;
}
