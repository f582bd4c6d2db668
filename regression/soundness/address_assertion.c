//@ verdict: false(assertions)
//@ today: unknown
// The assertion holds only where memory happens to be laid out in the right way. All findings are asked for.
#include <assert.h>
#include <stdint.h>

int main(void) {
    char buffer[5];
    assert((uintptr_t)buffer % 64 == 0); // ERROR(CWE-617)
    return 0;
}
