//@ verdict: true
//@ models: ILP32 LP64
// String literals: concatenation, embedded zeros, indexing, sizes, and arrays as modifiable copies.
#include <assert.h>
#include <string.h>

int main(void) {
    const char *greeting = "hello, " "world";
    assert(strlen(greeting) == 12);
    assert("abc"[1] == 'b' && *"xyz" == 'x' && 2["pqr"] == 'r');

    char text[] = "tab\tend\0hidden";
    assert(sizeof text == 15 && strlen(text) == 7);
    assert(text[3] == '\t' && strcmp(text + 8, "hidden") == 0);

    char copy[10] = "ab";
    copy[0] = 'A';
    assert(strcmp(copy, "Ab") == 0 && copy[9] == '\0');
    assert(strcmp("\x41" "1", "A1") == 0);
    assert(sizeof __func__ == 5 && __func__[0] == 'm');
    assert(L'\x3b1' == 945);
    return 0;
}
