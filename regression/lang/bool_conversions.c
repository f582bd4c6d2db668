//@ verdict: true
//@ models: ILP32 LP64
// Conversion to _Bool compares with zero and does not truncate.
#include <assert.h>
#include <stdbool.h>

struct switches {
    bool first : 1;
    bool second;
};

static bool truth(int x) {
    return x;
}

int main(void) {
    assert((bool)256 == 1 && (unsigned char)256 == 0);
    assert((bool)0.25 == true && (int)0.25 == 0);
    int object;
    bool has = &object;
    assert(has && truth(-7) == 1 && sizeof(bool) == 1);
    bool counter = false;
    counter++;
    counter++;
    assert(counter == 1);
    counter ^= 1;
    assert(counter == 0);
    counter |= 8;
    assert(counter == 1 && counter + counter == 2);
    struct switches s = {4, 4};
    assert(s.first == 1 && s.second == 1);
    bool *p = &s.second;
    *p = 0.0;
    assert(!s.second);
    return 0;
}
