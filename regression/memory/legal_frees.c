//@ verdict: true
//@ models: ILP32 LP64
// free(NULL), realloc(NULL, n), freeing through a cast, via a member at offset 0 and from one past the end.
#include <assert.h>
#include <stdlib.h>

struct outer {
    struct {
        int first;
    } inner;
    int second;
};

int main(void) {
    free(NULL);
    char *grown = realloc(NULL, 3);
    grown[0] = 'x', grown[1] = 'y', grown[2] = 'z';
    grown = realloc(grown, 300);
    assert(grown[2] == 'z');
    grown[299] = 'e';
    grown = realloc(grown, 3);
    assert(grown[0] == 'x' && grown[2] == 'z');
    free((void *)grown);

    struct outer *o = malloc(sizeof *o);
    o->second = 2;
    free(&o->inner.first);

    int *end = malloc(4 * sizeof *end);
    end += 4;
    free(end - 4);
    return 0;
}
