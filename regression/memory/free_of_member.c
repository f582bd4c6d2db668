//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// The embedded link is freed instead of the struct around it; right only if the link comes first.
#include <stdlib.h>

struct link {
    struct link *next;
};

struct job {
    int id;
    struct link link;
};

int main(void) {
    struct job *job = malloc(sizeof *job);
    job->id = 1;
    job->link.next = NULL;
    struct link *queue = &job->link;
    free(queue); // ERROR(CWE-761)
    return 0;
}
