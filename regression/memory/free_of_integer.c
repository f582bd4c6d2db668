//@ verdict: false(valid-free)
//@ models: ILP32 LP64
// A marker value that stands for "deleted" is freed as if it were a block.
#include <stdlib.h>

#define DELETED ((void *)16)

int main(void) {
    void *slots[3] = {malloc(1), NULL, DELETED};
    for (int i = 0; i < 3; i++)
        free(slots[i]); // ERROR(CWE-590)
    return 0;
}
