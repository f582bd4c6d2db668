//@ verdict: true
//@ models: ILP32 LP64
// Bases, suffixes and escapes of literals, and the types they have in both models.
#include <assert.h>

int main(void) {
    assert(0x10 == 16 && 010 == 8 && 0b101 == 5);
    assert('A' == 65 && '\n' == 10 && '\101' == 'A' && '\x41' == 'A' && '\0' == 0);
    assert(sizeof(1) == 4 && sizeof(1ll) == 8 && sizeof(1ull) == 8);
    assert(sizeof(1.0f) == 4 && sizeof(1.0) == 8);
    assert(sizeof("four") == 5);
    assert(sizeof("a" "bc") == 4);
    assert(0xffffffff == 4294967295u);
    assert(0xffffffff > 0);
    assert(4294967295ll > -1);
    assert(0x7fffffff + 1u == 0x80000000);
    assert(2147483647 + 1ll == 2147483648ll);
    return 0;
}
