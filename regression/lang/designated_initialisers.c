//@ verdict: true
//@ models: ILP32 LP64
// Designators by index, range, member and nesting; what is not named is zero, the last one wins.
#include <assert.h>

struct point {
    int x, y;
};

struct shape {
    const char *name;
    struct point corner[3];
    unsigned colour;
};

int main(void) {
    int sparse[] = {[5] = 50, 60, [1] = 10};
    assert(sizeof sparse / sizeof *sparse == 7);
    assert(sparse[0] == 0 && sparse[1] == 10 && sparse[2] == 0 && sparse[5] == 50 && sparse[6] == 60);

    int ranged[8] = {[2 ... 5] = 9, [4] = 1};
    assert(ranged[1] == 0 && ranged[2] == 9 && ranged[4] == 1 && ranged[5] == 9 && ranged[6] == 0);

    struct shape s = {.colour = 3, .corner[1] = {.y = 2}, .corner[2].x = 8, .name = "s"};
    assert(s.corner[0].x == 0 && s.corner[1].x == 0 && s.corner[1].y == 2);
    assert(s.corner[2].x == 8 && s.corner[2].y == 0 && s.colour == 3 && s.name[0] == 's');

    struct point overridden = {.x = 1, .y = 2, .x = 3};
    assert(overridden.x == 3 && overridden.y == 2);
    return 0;
}
