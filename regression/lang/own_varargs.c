//@ verdict: true
//@ models: ILP32 LP64
// A function of the program with variable arguments of several types, and one that hands its va_list on.
#include <assert.h>
#include <stdarg.h>

static long long sum_list(const char *types, va_list arguments) {
    long long sum = 0;
    for (; *types; types++)
        switch (*types) {
        case 'i': sum += va_arg(arguments, int); break;
        case 'l': sum += va_arg(arguments, long long); break;
        case 'p': sum += *va_arg(arguments, int *); break;
        case 'd': sum += (long long)va_arg(arguments, double); break;
        }
    return sum;
}

static long long sum(const char *types, ...) {
    va_list arguments;
    va_start(arguments, types);
    long long total = sum_list(types, arguments);
    va_end(arguments);
    return total;
}

int main(void) {
    int seven = 7;
    char small = -1;
    assert(sum("") == 0);
    assert(sum("iii", 1, 2, small) == 2);
    assert(sum("lpid", 1ll << 40, &seven, 'a', 2.5f) == (1ll << 40) + 106);
    return 0;
}
