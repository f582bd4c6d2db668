//@ verdict: true
//@ models: ILP32 LP64
// Switch on long long and on promoted types: labels are converted to the type of the controlling expression.
#include <assert.h>

static int select_wide(long long value) {
    switch (value) {
    case 1: return 1;
    case 0x100000001: return 2;
    case -1: return 3;
    case 0xffffffff: return 4;
    default: return 0;
    }
}

static int select_unsigned(unsigned value) {
    switch (value) {
    case -1: return 1;
    case 2: return 2;
    }
    return 0;
}

static int nested(int outer, int inner) {
    switch (outer) {
    case 1:
        switch (inner) {
        case 1: return 11;
        default: break;
        }
        return 10;
    case 2:
        for (;;) {
            if (inner-- == 0)
                break;
        }
        return 20;
    }
    return 0;
}

int main(void) {
    assert(select_wide(1) == 1 && select_wide(4294967297) == 2 && select_wide(-1) == 3);
    assert(select_wide(4294967295) == 4 && select_wide(2) == 0);
    assert(select_unsigned(4294967295u) == 1 && select_unsigned(2) == 2 && select_unsigned(0) == 0);
    assert(nested(1, 1) == 11 && nested(1, 5) == 10 && nested(2, 3) == 20 && nested(3, 0) == 0);
    return 0;
}
