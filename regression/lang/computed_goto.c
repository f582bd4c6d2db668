//@ verdict: true
//@ models: ILP32 LP64
// An interpreter with labels as values: GNU computed goto through a table.
#include <assert.h>

enum { PUSH, ADD, MULTIPLY, HALT };

static int run(const unsigned char *code) {
    static const void *const targets[] = {&&push, &&add, &&multiply, &&halt};
    int stack[8], top = 0;
    goto *targets[*code++];
push:
    stack[top++] = *code++;
    goto *targets[*code++];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *targets[*code++];
multiply:
    top--;
    stack[top - 1] *= stack[top];
    goto *targets[*code++];
halt:
    return stack[top - 1];
}

int main(void) {
    assert(run((const unsigned char[]){PUSH, 2, PUSH, 3, ADD, PUSH, 4, MULTIPLY, HALT}) == 20);
    return 0;
}
