//@ verdict: true
//@ models: ILP32 LP64
// Inner declarations hide outer ones, also in for headers and parameter lists; each call and round has fresh ones.
#include <assert.h>

static int x = 1;

static int sum_to(int x) {
    return x == 0 ? 0 : x + sum_to(x - 1);
}

static int outer_x(void) {
    return x;
}

int main(void) {
    assert(x == 1);
    int x = 2;
    {
        int x = 3;
        x++;
        assert(x == 4 && outer_x() == 1);
        {
            extern int shared;
            assert(shared == 40);
        }
    }
    for (int x = 10; x < 12; x++) {
        int inner = x;
        int x = inner * 2;
        assert(x == 20 || x == 22);
    }
    assert(x == 2 && sum_to(4) == 10);
    if (x == 2) {
        struct x {
            int x;
        } s = {x + 5};
        assert(s.x == 7);
    }
    return 0;
}

int shared = 40;
