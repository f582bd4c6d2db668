//@ verdict: false(valid-deref)
// More is read from a stream than there is room for.
#include <stdio.h>

int main(void) {
    short words[3];
    return fread(words, sizeof words[0], 4, stdin) == 4; // ERROR(CWE-787)
}
