//@ verdict: unknown
//@ models: ILP32 LP64
// sscanf writes through its arguments and has no model: the checks after it can be neither proved nor refuted.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 0;
    int fields = sscanf("12 apples", "%d", &number);
    assert(fields == 1);
    assert(number == 12);
    return 0;
}
