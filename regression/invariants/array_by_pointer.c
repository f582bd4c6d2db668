//@ args: --property assertions
//@ verdict: true
// A pointer walks over the array: what lies before it is marked.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static char line[2000];

int main(void) {
    unsigned length = __VERIFIER_nondet_uint(), place = __VERIFIER_nondet_uint();
    if (length > 2000)
        return 0;
    for (char *next = line; next < line + length; next++)
        *next = '-';
    if (place < length)
        assert(line[place] == '-');
    return 0;
}
