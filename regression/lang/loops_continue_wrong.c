//@ verdict: false(assertions)
//@ models: ILP32 LP64
// A break inside a switch leaves the switch, not the loop around it.
#include <assert.h>

int main(void) {
    int i, negatives = 0;
    const int data[6] = {3, -1, 4, -1, 5, 0};
    for (i = 0; i < 6; i++) {
        switch (data[i] < 0) {
        case 1:
            negatives++;
            break;
        }
    }
    assert(negatives == 2);
    assert(i == 1); // ERROR(CWE-617)
    return 0;
}
