//@ verdict: true
#include <assert.h>

int main(void)
{
    assert(__builtin_parityl(7) == 1 && __builtin_parityll(3) == 0);
    assert(__builtin_ffsl(0) == 0 && __builtin_ffsll(8) == 4);
    assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30);
    return 0;
}
