//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// strchr finds nothing and its null result is used as the start of a string.
#include <string.h>

int main(void) {
    const char *path = "plain";
    const char *slash = strchr(path, '/');
    return (int)strlen(slash); // ERROR(CWE-476)
}
