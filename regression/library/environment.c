//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A variable of the environment may be anything.
#include <assert.h>

int main(int argc, char **argv, char **envp)
{
    if (envp[0] && envp[0][0] == 'A')
        assert(envp[0][1] != '='); // ERROR(CWE-617)
    return 0;
}
