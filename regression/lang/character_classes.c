//@ verdict: true
//@ models: ILP32 LP64
// The classes of characters, which the headers may implement by tables of the library.
#include <assert.h>
#include <ctype.h>

int main(void) {
    int letters = 0, digits = 0, spaces = 0, punctuation = 0, upper = 0;
    for (int c = 0; c < 128; c++) {
        letters += !!isalpha(c);
        digits += !!isdigit(c);
        spaces += !!isspace(c);
        punctuation += !!ispunct(c);
        upper += !!isupper(c);
        assert(!isalnum(c) == !(isalpha(c) || isdigit(c)));
        assert(isupper(c) ? tolower(c) == c + 32 : tolower(c) == c);
    }
    assert(letters == 52 && digits == 10 && spaces == 6 && punctuation == 32 && upper == 26);
    assert(toupper('z') == 'Z' && toupper('5') == '5' && isxdigit('f') && !isxdigit('g') && !isalpha(-1));
    return 0;
}
