//@ verdict: true
//@ models: ILP32 LP64
// A block is not leaked while a pointer into it, or to its end member, is still held.
#include <stdlib.h>

struct record {
    int header[4];
    int body;
};

static int *body;

static void open_record(void) {
    struct record *r = calloc(1, sizeof *r);
    r->body = 3;
    body = &r->body;
}

int main(void) {
    open_record();
    int value = *body;
    struct record *r = (struct record *)((char *)body - 4 * sizeof(int));
    body = NULL;
    r->header[0] = value;
    free(r);
    return 0;
}
