//@ verdict: true
//@ models: ILP32 LP64
// Declarators: pointers to functions that return pointers to arrays, arrays of function pointers, typedef chains.
#include <assert.h>

typedef int row[3];
typedef row grid[2];
typedef int (*handler)(int);
typedef handler (*selector)(char);

static grid board = {{1, 2, 3}, {4, 5, 6}};

static row *second_row(void) { return &board[1]; }
static row *(*row_source)(void) = second_row;

static int negate(int x) { return -x; }
static int identity(int x) { return x; }
static handler select_handler(char sign) { return sign == '-' ? negate : identity; }

static int apply(int f(int), const row values) {
    return f(values[0]) + f(values[1]) + f(values[2]);
}

int main(void) {
    assert((*row_source())[2] == 6);
    selector s = select_handler;
    assert(s('-')(4) == -4 && (*s)('+')(4) == 4);
    assert(apply(negate, board[0]) == -6);
    handler handlers[2] = {identity, negate}, *last = handlers + 1;
    assert((*last)(8) + handlers[0](1) == -7);
    const char *const *names = (const char *const[]){"a", "b"};
    assert(names[1][0] == 'b' && sizeof(grid) == 24);
    return 0;
}
