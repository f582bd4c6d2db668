//@ args: --entry begin
//@ verdict: false(assertions)
// Execution may begin elsewhere.
#include <assert.h>
int begin(void) {
    assert(0); // ERROR(CWE-617)
    return 0;
}
int main(void) { return 0; }
