//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A function with the attribute constructor runs before main.
#include <assert.h>

static int registered;

static __attribute__((constructor)) void register_module(void) {
    registered++;
}

int main(void) {
    assert(registered == 0); // ERROR(CWE-617)
    return 0;
}
