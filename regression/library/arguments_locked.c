//@ verdict: false(assertions)
// The error needs one certain word.
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc == 3 && argv[2][0] == 'k' && argv[2][1] == 'e' && argv[2][2] == 'y' && argv[2][3] == 0)
        assert(argv[1][0] == 0); // ERROR(CWE-617)
    return 0;
}
