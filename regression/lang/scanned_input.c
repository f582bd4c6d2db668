//@ verdict: true
//@ models: ILP32 LP64
// What sscanf reads from a text that is known is known, too.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 0;
    int fields = sscanf("12 apples", "%d", &number);
    assert(fields == 1);
    assert(number == 12);
    return 0;
}
