//@ verdict: true
//@ models: ILP32 LP64
// Definitions in the old style: parameters are declared after the list and arguments are promoted.
#include <assert.h>

int weigh(count, unit, label)
    int count;
    char unit;
    const char *label;
{
    return count * unit + label[0];
}

int implicit_order(b, a)
    int a, b;
{
    return a - b;
}

double half(x)
    float x;
{
    return x / 2;
}

int main() {
    assert(weigh(3, 2, "\5") == 11);
    assert(implicit_order(1, 10) == 9);
    assert(half(5.0) == 2.5);
    return 0;
}
