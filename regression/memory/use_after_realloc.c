//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// An old pointer into a block is used after the block has been moved by realloc.
#include <stdlib.h>

int main(void) {
    char *text = malloc(4);
    text[0] = 'a';
    char *first = text;
    text = realloc(text, 4000);
    if (*first == 'a') // ERROR(CWE-416)
        text[1] = 'b';
    free(text);
    return 0;
}
