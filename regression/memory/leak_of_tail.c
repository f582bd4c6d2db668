//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// Only the head of a list is freed; the rest was reachable through it alone.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *tail = malloc(sizeof *tail);
    tail->next = NULL;
    struct node *head = malloc(sizeof *head);
    head->next = tail;
    tail = NULL;
    free(head); // ERROR(CWE-401)
    return 0;
}
