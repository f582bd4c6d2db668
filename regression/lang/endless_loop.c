//@ verdict: true
//@ models: ILP32 LP64
// The program never ends; its assertion holds in every one of the endless rounds.
#include <assert.h>

int main(void) {
    unsigned phase = 0;
    for (;;) {
        assert(phase < 10);
        phase = (phase + 3) % 10;
    }
}
