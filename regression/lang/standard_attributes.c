//@ verdict: true
//@ args: -std=gnu2x
// Attributes as C23 writes them.
#include <stdlib.h>

[[nodiscard]] static int one(void) { return 1; }
[[noreturn]] static void end(void) { exit(0); }

int main(void)
{
    [[maybe_unused]] int unused = 0;
    switch (one()) {
    case 1:
        unused++;
        [[fallthrough]];
    default:
        end();
    }
}
