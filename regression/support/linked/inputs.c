/*
 * Linked to programs under test: gives them the inputs that the interpreter was given, in order of the calls,
 * from the environment variable HEAPWRIGHT_INPUTS (hexadecimal bit patterns, each followed by a comma). Compiled
 * without sanitizers; linked with --wrap=main.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))

static const char *position;

__attribute__((constructor)) static void start(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    position = getenv("HEAPWRIGHT_INPUTS");
}

/*
 * The leak sanitizer takes whatever it finds on the stack for a pointer in use. So when main has returned, the
 * stack that it and its callees used is cleared.
 */
extern int __real_main(int argc, char **argv, char **environment);

__attribute__((noinline)) static void clear_stack(void) {
    volatile char area[1 << 16];
    for (size_t i = 0; i < sizeof area; i++)
        area[i] = 0;
}

/* Its padding moves the frame of main to where clear_stack has its area. */
__attribute__((noinline)) static int call_main(int argc, char **argv, char **environment) {
    volatile char padding[512];
    padding[0] = 0;
    return __real_main(argc, argv, environment) + padding[0];
}

int __wrap_main(int argc, char **argv, char **environment) {
    int status = call_main(argc, argv, environment);
    clear_stack();
    return status;
}

static unsigned long long next(void) {
    if (position == NULL || *position == '\0') {
        fputs("HEAPWRIGHT: no more inputs\n", stderr);
        _Exit(78);
    }
    char *end;
    unsigned long long value = strtoull(position, &end, 16);
    position = end + 1;
    return value;
}

WEAK void __VERIFIER_assume(int condition) {
    if (!condition) {
        fputs("HEAPWRIGHT: assumption\n", stderr);
        _Exit(77);
    }
}

WEAK void __VERIFIER_error(void) {
    fputs("HEAPWRIGHT: error function\n", stderr);
    abort();
}

WEAK void reach_error(void) {
    __VERIFIER_error();
}

#define INPUT(name, type)                                                                                             \
    WEAK type __VERIFIER_nondet_##name(void) {                                                                        \
        unsigned long long bits = next();                                                                             \
        type value;                                                                                                   \
        memcpy(&value, &bits, sizeof value);                                                                          \
        return value;                                                                                                 \
    }

INPUT(bool, _Bool)
INPUT(char, char)
INPUT(schar, signed char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned int)
INPUT(unsigned, unsigned int)
INPUT(u32, unsigned int)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(size_t, size_t)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(float, float)
INPUT(double, double)
INPUT(pointer, void *)
