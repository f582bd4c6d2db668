//@ verdict: false(valid-free)
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        free(argv[1]); // ERROR(CWE-590)
    return 0;
}
