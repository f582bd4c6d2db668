//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// Strings in an array: one byte behind each is written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

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
    if (__VERIFIER_nondet_uint() * 3u != 370370367u)
        return 0;
    char **words = make(count);
    for (int i = 0; i < count; i++)
        words[i][8] = 'x'; // ERROR(CWE-787)
    for (int i = 0; i < count; i++)
        free(words[i]);
    free(words);
    return 0;
}
