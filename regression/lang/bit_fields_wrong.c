//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A signed one-bit field holds 0 and -1, never 1.
#include <assert.h>

struct flags {
    int enabled : 1;
    unsigned visible : 1;
};

int main(void) {
    struct flags flags = {0, 0};
    flags.visible = 1;
    flags.enabled = 1;
    assert(flags.visible == 1);
    assert(flags.enabled == 1); // ERROR(CWE-617)
    return 0;
}
