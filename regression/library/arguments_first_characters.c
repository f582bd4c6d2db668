//@ verdict: true
// A character behind one that is not the end is there, and behind all arguments is a null pointer.
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argc >= 0);
    assert(argv != 0);
    if (argc == 2) {
        assert(argv[2] == 0);
        assert(argv[1] != 0);
        if (argv[1][0] == '-' && argv[1][1] == 'n')
            return argv[1][2] == 0;
    }
    return 0;
}
