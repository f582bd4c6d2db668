//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// A stream that could not be opened is read from.
#include <stdio.h>

int main(void) {
    FILE *stream = fopen("input", "r");
    int first = fgetc(stream); // ERROR(CWE-476)
    fclose(stream);
    return first == EOF;
}
