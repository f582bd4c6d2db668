//@ verdict: true
//@ models: ILP32 LP64
// A block is reached through an integer that holds its address, with a mark in the lowest bit, and freed through it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t marked(int *block) {
    return (uintptr_t)block | 1;
}

static int *unmarked(uintptr_t word) {
    return (int *)(word & ~(uintptr_t)1);
}

int main(void) {
    int *block = malloc(2 * sizeof *block);
    block[1] = 5;
    uintptr_t word = marked(block);
    assert(word % 2 == 1);
    assert(unmarked(word)[1] == 5);
    free(unmarked(word));
    return 0;
}
