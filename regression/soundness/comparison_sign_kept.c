//@ verdict: true
//@ models: ILP32 LP64
// The sign of a comparison, and equality, are what C says.
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    assert(strcmp("c", "a") > 0 && strcmp("a", "c") < 0 && strcmp("a", "a") == 0);
    assert(strcmp("\xff", "a") > 0 && strcmp("", "a") < 0);
    assert(strncmp("ab", "ac", 1) == 0 && strncmp("ab", "ac", 2) < 0);
    assert(memcmp("\xff", "a", 1) > 0 && memcmp("a", "b", 0) == 0);
    assert(strcasecmp("aB", "Ab") == 0 && strncasecmp("Ax", "aY", 2) < 0);
    return 0;
}
