//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A string literal is changed in place through a plain char pointer.
#include <ctype.h>

static void capitalise(char *word) {
    word[0] = (char)toupper(word[0]); // ERROR(CWE-787)
}

int main(void) {
    char own[] = "first";
    capitalise(own);
    char *shared = "second";
    capitalise(shared);
    return own[0];
}
