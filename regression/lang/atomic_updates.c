//@ verdict: true
// GCC's older atomic updates, without other threads: the value before or after, and wrapping around.
#include <assert.h>

int main(void) {
    int x = 5;
    unsigned char c = 255;
    long y = 7;
    assert(__sync_fetch_and_add(&x, 3) == 5 && x == 8);
    assert(__sync_sub_and_fetch(&x, 10) == -2);
    assert(__sync_add_and_fetch(&c, 1) == 0 && c == 0);
    assert(__sync_fetch_and_or(&y, 8) == 7 && y == 15);
    assert(__sync_and_and_fetch(&y, 6) == 6);
    assert(__sync_fetch_and_xor(&y, 5) == 6 && y == 3);
    x = 0x7fffffff;
    assert(__sync_add_and_fetch(&x, 1) < 0);
    return 0;
}
