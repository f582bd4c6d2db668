//@ verdict: true
//@ models: ILP32 LP64
// A name may be a typedef outside and a variable, member, label or parameter inside; tags live apart.
#include <assert.h>

typedef int number;
typedef struct item item;
struct item {
    number number;
    item *item;
};

static number half(number number) {
    return number / 2;
}

static int size_of_shadow(void) {
    typedef char number;
    number n = (number)300;
    return n + (int)sizeof(number);
}

int main(void) {
    number first = 10;
    assert(half(first) == 5);
    assert(size_of_shadow() == 45);
    {
        number number = 3;
        number *= 2;
        assert(number == 6);
    }
    item box = {4, &box};
    assert(box.item->item->number == 4);
    goto number;
number:
    return first - 10;
}
