//@ args: --property unreach-call
//@ verdict: true
//@ today: unknown
//@ models: ILP32 LP64
// Facts about addresses that hold wherever objects are placed: distinct, aligned, ordered within one object.
#include <stdint.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    int local = 0;
    int *a = malloc(2 * sizeof *a), *b = malloc(sizeof *b);
    if (a == b || a == &local || a + 1 <= a)
        reach_error();
    if ((uintptr_t)a % sizeof(int) != 0 || (uintptr_t)b == 0)
        reach_error();
    if ((a < b) == (b < a))
        reach_error();
    free(a);
    free(b);
    return 0;
}
