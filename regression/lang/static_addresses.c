//@ verdict: true
//@ models: ILP32 LP64
// Static initialisers with addresses of objects, elements, members, functions and string literals.
#include <assert.h>
#include <stddef.h>

static int table[4] = {10, 20, 30, 40};
static int *const middle = &table[2];
static int *const end = table + 4;

struct node {
    int value;
    struct node *next;
};

static struct node second = {2, NULL};
static struct node first = {1, &second};
static int *value_of_second = &second.value;
static const char *names[] = {"zero", "one" + 1, &"two"[2]};

static int twice(int x) { return 2 * x; }
static int (*const operation)(int) = twice;
static int (*const operations[])(int) = {&twice, NULL};

int main(void) {
    assert(*middle == 30 && middle[-1] == 20 && end - middle == 2);
    assert(first.next->value == 2 && first.next->next == NULL);
    *value_of_second = 5;
    assert(first.next->value == 5);
    assert(names[1][0] == 'n' && names[2][0] == 'o' && names[2][1] == 0);
    assert(operation(4) == 8 && operations[0](3) == 6 && operations[1] == 0);
    return 0;
}
