//@ verdict: false(assertions)
#include <assert.h>

int main(int argc, char **argv)
{
    (void)argv;
    assert(argc > 0); // ERROR(CWE-617)
    return 0;
}
