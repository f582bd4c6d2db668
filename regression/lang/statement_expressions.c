//@ verdict: true
//@ models: ILP32 LP64
// GNU statement expressions, typeof and the ternary without a middle operand.
#include <assert.h>

#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__(a) left_ = (a);                                                                                     \
        __typeof__(b) right_ = (b);                                                                                    \
        left_ > right_ ? left_ : right_;                                                                               \
    })

static int calls;

static int next(void) {
    return ++calls;
}

int main(void) {
    int i = 3;
    assert(MAX(i++, 2) == 3 && i == 4);
    assert(MAX(1, MAX(5, 2)) == 5);
    assert(MAX(2.5, 2) == 2.5);

    typeof(&i) pointer = &i;
    typeof(i + 1ll) wide = 1;
    assert(*pointer == 4 && sizeof wide == 8);

    int x = next() ?: 100;
    assert(x == 1 && calls == 1);
    const char *name = (const char *)0 ?: "none";
    assert(name[0] == 'n');

    int found = ({
        int result = -1;
        for (int k = 0; k < 10; k++)
            if (k * k == 49)
                result = k;
        result;
    });
    assert(found == 7);
    return 0;
}
