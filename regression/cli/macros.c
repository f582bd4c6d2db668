//@ args: -DLIMIT=3 -DLIMIT_IS_KNOWN -ULIMIT_IS_KNOWN
//@ verdict: true
// Macros come from the command line, in its order.
#include <assert.h>
#ifdef LIMIT_IS_KNOWN
#error "undefined again"
#endif
int main(void) {
    assert(LIMIT == 3);
    return 0;
}
