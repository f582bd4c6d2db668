//@ verdict: false(assertions)
//@ models: ILP32 LP64
// Expects a callee to change its caller's struct although it was passed by value.
#include <assert.h>

struct counter {
    int count;
    char name[8];
};

static int increment(struct counter c) {
    return ++c.count;
}

int main(void) {
    struct counter hits = {4, "hits"};
    assert(increment(hits) == 5);
    assert(hits.count == 5); // ERROR(CWE-617)
    return 0;
}
