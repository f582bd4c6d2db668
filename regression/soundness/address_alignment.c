//@ args: --property unreach-call
//@ verdict: false(unreach-call)
//@ today: unknown
//@ models: ILP32 LP64
// A character may be at any address, whatever larger variables need.
#include <stdint.h>

extern void reach_error(void);

static char mark;

int main(void) {
    char local;
    if ((uintptr_t)&mark % 4 == 3 || (uintptr_t)&local % 2 == 1)
        reach_error(); // ERROR(CWE-617)
    return 0;
}
