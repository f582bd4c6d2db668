// Static variables with integrity from the start, and one without.
//@ alloc: malloc
//@ function: static variables D-unsafe:dangling

struct node {
    int key;
    struct node *next;
};

static struct node second = {2, 0};
static struct node first = {1, &second};
static struct node *start = &first;
static struct node pair[2] = {{3, &pair[1]}, {4, &first}};
static struct node *broken = (struct node *)&second.next;

int sum(void) {
    int total = pair[0].key;
    struct node *n;
    for (n = start; n; n = n->next)
        total += n->key;
    start = &pair[1];
    return total + (broken != 0);
}
