//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// Arithmetic on narrow types is done in int; storing the result back converts and is no overflow.
#include <limits.h>

int main(void) {
    signed char c = SCHAR_MAX;
    c++;
    short s = SHRT_MIN;
    s--;
    unsigned char u = 255;
    u += 255;
    short product = (short)(SHRT_MAX * SHRT_MAX);
    return c == SCHAR_MIN && s == SHRT_MAX && u == 254 && product == 1 ? 0 : 1;
}
