//@ verdict: true
//@ models: ILP32 LP64
// Structs are values: assignment, passing and returning copy them, arrays inside included.
#include <assert.h>

struct vector {
    int at[3];
    struct {
        short tag;
    } meta;
};

static struct vector scaled(struct vector v, int factor) {
    for (int i = 0; i < 3; i++)
        v.at[i] *= factor;
    v.meta.tag++;
    return v;
}

static struct vector plus(struct vector a, const struct vector *b) {
    for (int i = 0; i < 3; i++)
        a.at[i] += b->at[i];
    return a;
}

int main(void) {
    struct vector v = {{1, 2, 3}, {7}};
    struct vector copy = v;
    copy.at[0] = 100;
    assert(v.at[0] == 1);
    assert(scaled(v, 3).at[2] == 9);
    assert(v.at[2] == 3 && v.meta.tag == 7);
    copy = v = plus(scaled(v, 2), &v);
    assert(v.at[1] == 6 && copy.at[2] == 9 && copy.meta.tag == 8);
    struct vector pair[2];
    pair[1] = v;
    pair[0] = pair[1];
    assert(pair[0].at[0] == 3);
    return 0;
}
