//@ verdict: false(assertions)
//@ models: ILP32 LP64
// The plain macro evaluates its larger argument twice; the statement expression would not.
#include <assert.h>

#define MAX_TWICE(a, b) ((a) > (b) ? (a) : (b))
#define MAX_ONCE(a, b) ({ int a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })

int main(void) {
    int i = 5;
    assert(MAX_ONCE(i++, 3) == 5 && i == 6);
    assert(MAX_TWICE(i++, 3) == 6); // ERROR(CWE-617)
    return 0;
}
