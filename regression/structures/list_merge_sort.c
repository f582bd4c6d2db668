//@ verdict: true
//@ models: ILP32 LP64
// A singly linked list: build, merge sort, check order and stability, remove duplicates, reverse, free.
#include <assert.h>
#include <stdlib.h>

struct node {
    int key;
    int position;
    struct node *next;
};

static struct node *append(struct node **tail, int key, int position) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->position = position;
    n->next = NULL;
    if (*tail)
        (*tail)->next = n;
    *tail = n;
    return n;
}

static int length(const struct node *list) {
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

static struct node *split(struct node *list) {
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *second = slow->next;
    slow->next = NULL;
    return second;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node *result = NULL;
    struct node **end = &result;
    while (a && b) {
        struct node **smaller = b->key < a->key ? &b : &a;
        *end = *smaller;
        end = &(*smaller)->next;
        *smaller = *end;
    }
    *end = a ? a : b;
    return result;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *second = split(list);
    list = sort(list);
    second = sort(second);
    return merge(list, second);
}

static void remove_duplicates(struct node *list) {
    while (list && list->next) {
        struct node *next = list->next;
        if (next->key == list->key) {
            list->next = next->next;
            free(next);
        } else {
            list = next;
        }
    }
}

static struct node *reverse(struct node *list) {
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

static void release(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *head = NULL, *tail = NULL;
    unsigned seed = 7;
    for (int i = 0; i < 25; i++) {
        seed = seed * 1103515245u + 12345u;
        struct node *n = append(&tail, (seed >> 16) % 10, i);
        if (!head)
            head = n;
    }
    head = sort(head);
    assert(length(head) == 25);
    for (struct node *n = head; n->next; n = n->next) {
        assert(n->key <= n->next->key);
        assert(n->key < n->next->key || n->position < n->next->position);
    }
    remove_duplicates(head);
    for (struct node *n = head; n->next; n = n->next)
        assert(n->key < n->next->key);
    head = reverse(head);
    for (struct node *n = head; n->next; n = n->next)
        assert(n->key > n->next->key);
    assert(length(head) <= 10);
    release(head);
    assert(sort(NULL) == NULL);
    return 0;
}
