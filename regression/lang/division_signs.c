//@ verdict: true
//@ models: ILP32 LP64
// Division truncates towards zero, and the remainder has the sign of the dividend.
#include <assert.h>

static int floor_divide(int a, int b) {
    int q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

int main(void) {
    assert(7 / 2 == 3 && -7 / 2 == -3 && 7 / -2 == -3 && -7 / -2 == 3);
    assert(7 % 2 == 1 && -7 % 2 == -1 && 7 % -2 == 1 && -7 % -2 == -1);
    assert(-7 >> 1 == -4 && -7u / 2 == 2147483644u);
    for (int a = -9; a <= 9; a++)
        for (int b = -4; b <= 4; b++)
            if (b != 0)
                assert(a / b * b + a % b == a);
    assert(floor_divide(-7, 2) == -4 && floor_divide(6, -3) == -2);
    assert(-1 % 3u == 0);
    return 0;
}
