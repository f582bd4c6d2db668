//@ verdict: false(assertions)
//@ models: ILP32 LP64
// The number of arguments of main is an input; the strings are terminated, and a null pointer follows them.
#include <assert.h>
#include <stddef.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        assert(argv[i] != NULL);
    assert(argv[argc] == NULL);
    assert(argc < 3); // ERROR(CWE-617)
    return 0;
}
