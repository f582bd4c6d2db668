//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The list of pointers is ended by NULL, but the function looks behind it when the first one is NULL.
#include <stdarg.h>
#include <stddef.h>

static int total(const int *first, ...) {
    va_list arguments;
    int sum = 0;
    va_start(arguments, first);
    do {
        sum += *va_arg(arguments, const int *); // ERROR(CWE-476)
        first = va_arg(arguments, const int *);
    } while (first != NULL);
    va_end(arguments);
    return sum;
}

int main(void) {
    int one = 1, two = 2;
    int sum = total(&one, &two, NULL);
    return sum + total(&two, NULL, NULL);
}
