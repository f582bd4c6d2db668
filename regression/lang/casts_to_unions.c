//@ verdict: true
//@ models: ILP32 LP64
// GNU C: a value is put into the member of its type, by a cast or where a transparent union is expected.
#include <assert.h>

union number {
    int whole;
    double part;
};

typedef union {
    int *whole;
    char *bytes;
} target __attribute__((transparent_union));

static int first(target t) { return *t.whole; }

int main(void)
{
    int value = 7;
    union number n = (union number)value;
    assert(n.whole == 7);
    n = (union number)2.5;
    assert(n.part == 2.5);
    assert(first(&value) == 7);
    assert(first((char *)&value) == 7);
    return 0;
}
