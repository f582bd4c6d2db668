//@ verdict: true
//@ models: ILP32 LP64
// Initialisers without inner braces fill nested aggregates in order and leave the rest zero.
#include <assert.h>

struct cell {
    char mark;
    int value[2];
};

int main(void) {
    int flat[2][3] = {1, 2, 3, 4};
    assert(flat[0][2] == 3 && flat[1][0] == 4 && flat[1][2] == 0);

    int mixed[3][2] = {{1}, 2, 3, {4}};
    assert(mixed[0][0] == 1 && mixed[0][1] == 0);
    assert(mixed[1][0] == 2 && mixed[1][1] == 3);
    assert(mixed[2][0] == 4 && mixed[2][1] == 0);

    struct cell cells[] = {'a', 1, 2, 'b', {3}, {'c'}};
    assert(sizeof cells / sizeof cells[0] == 3);
    assert(cells[0].value[1] == 2 && cells[1].value[0] == 3 && cells[1].value[1] == 0);
    assert(cells[2].mark == 'c' && cells[2].value[0] == 0);

    char braced[4] = {"hi"};
    assert(braced[1] == 'i' && braced[3] == 0);
    char exact[2] = "hi";
    assert(sizeof exact == 2 && exact[1] == 'i');
    return 0;
}
