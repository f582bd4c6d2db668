//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
//@ harness: hidden in ILP32 (the sanitizer does not watch variable arguments)
// The format asks for more than is passed.
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments); // ERROR(CWE-125)
    va_end(arguments);
}

int main(void) {
    say("%s is %d years old\n", "she");
    return 0;
}
