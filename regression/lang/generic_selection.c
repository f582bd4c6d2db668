//@ verdict: true
//@ models: ILP32 LP64
// _Generic selects by the type after decay and without qualifiers; only the chosen expression is evaluated.
#include <assert.h>

#define TYPE_NAME(x) _Generic((x), char: 'c', int: 'i', unsigned: 'u', long long: 'L', double: 'd', char *: 's', default: '?')

static int square_int(int x) { return x * x; }
static double square_double(double x) { return x * x; }
#define SQUARE(x) _Generic((x), double: square_double, default: square_int)(x)

int main(void) {
    char c = 1;
    const int constant = 2;
    short s = 3;
    assert(TYPE_NAME(c) == 'c' && TYPE_NAME(c + c) == 'i' && TYPE_NAME(constant) == 'i');
    assert(TYPE_NAME(s) == '?' && TYPE_NAME(s * 1u) == 'u' && TYPE_NAME(1ll - 1u) == 'L');
    assert(TYPE_NAME("text") == 's' && TYPE_NAME(1.0f * 1.0) == 'd' && TYPE_NAME('a') == 'i');
    assert(SQUARE(5) == 25 && SQUARE(1.5) == 2.25);
    int evaluated = 0;
    assert(_Generic(evaluated, int: 4, default: evaluated++) == 4 && evaluated == 0);
    return 0;
}
