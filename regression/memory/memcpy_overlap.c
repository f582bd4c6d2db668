//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// Elements are shifted by one place with memcpy, whose ranges must not overlap.
#include <assert.h>
#include <string.h>

int main(void) {
    int queue[5] = {1, 2, 3, 4, 5};
    memmove(queue, queue + 1, 4 * sizeof(int));
    assert(queue[0] == 2 && queue[3] == 5);
    memcpy(queue, queue + 1, 3 * sizeof(int)); // ERROR(CWE-475)
    return 0;
}
