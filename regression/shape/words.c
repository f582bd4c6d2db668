//@ args: --property valid-memsafety
//@ verdict: true
// Strings in an array that ends with a null pointer, as that of a program's arguments does.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char **make(int count) {
    char **words = calloc(count + 1, sizeof *words);
    for (int i = 0; i < count; i++) {
        words[i] = malloc(8);
        words[i][0] = 0;
    }
    words[count] = NULL;
    return words;
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 1000)
        return 0;
    char **words = make(count);
    for (int i = 0; i < count; i++)
        words[i][7] = 'x';
    for (int i = 0; i < count; i++)
        free(words[i]);
    free(words);
    return 0;
}
