//@ verdict: true
//@ models: ILP32 LP64
// Semicolons that declare nothing, as macros leave them behind.
#include <assert.h>
;
struct pair {
    ;
    int first;;
    struct {
        ; int second;
    };
    ;
};;

int main(void) {
    ;
    struct pair pair = {1, {2}};;
    assert(pair.first + pair.second == 3);
    assert(sizeof(struct pair) == 2 * sizeof(int));
    return 0;
}
