//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// Each command runs into another defect; all of them are reported.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int small[2] = {0, 0};
    int *heap = malloc(sizeof *heap);
    int *none = NULL;
    int result = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        free(heap);
        result = *heap; // ERROR(CWE-416)
        break;
    case 2:
        result = *none; // ERROR(CWE-476)
        break;
    case 3:
        for (int i = 0; i < 3; i++)
            small[i] = 1; // ERROR(CWE-787)
        break;
    }
    free(heap);
    return result + small[0];
}
