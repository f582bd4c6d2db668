//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The address of a member of a null struct is taken, which is not null, and read.
#include <stddef.h>

struct config {
    int version;
    int verbose;
};

static struct config *loaded;

static int read_flag(const int *flag) {
    return flag != NULL ? *flag : 0; // ERROR(CWE-476)
}

int main(void) {
    return read_flag((int *)((char *)loaded + offsetof(struct config, verbose)));
}
