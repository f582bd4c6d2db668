//@ verdict: true
//@ models: ILP32 LP64
// Blocks are read from the standard streams, which are always there, and written to them.
#include <assert.h>
#include <stdio.h>

int main(void) {
    short words[2] = {0, 0};
    assert(stdin != NULL && stdout != stderr);
    size_t read = fread(words, sizeof words[0], 2, stdin);
    assert(read <= 2);
    assert(fwrite(words, sizeof words[0], read, stdout) <= read);
    if (feof(stdin) || ferror(stdin))
        clearerr(stdin);
    return 0;
}
