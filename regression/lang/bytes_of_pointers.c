//@ verdict: true
//@ models: ILP32 LP64
// A pointer that is copied byte by byte, through memcpy or a union of bytes, still points to its object.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union image {
    int *pointer;
    unsigned char bytes[sizeof(int *)];
};

int main(void) {
    int *original = malloc(2 * sizeof *original);
    original[0] = 11;
    original[1] = 22;

    int *copy;
    for (size_t i = 0; i < sizeof copy; i++)
        ((unsigned char *)&copy)[i] = ((unsigned char *)&original)[i];
    assert(copy == original && copy[1] == 22);

    union image image;
    image.pointer = original + 1;
    unsigned char saved[sizeof image];
    memcpy(saved, image.bytes, sizeof saved);
    memset(&image, 0, sizeof image);
    assert(image.pointer == NULL);
    memcpy(&image, saved, sizeof saved);
    assert(*image.pointer == 22);

    uintptr_t number = (uintptr_t)original;
    number += sizeof(int);
    assert(*(int *)number == 22 && (int *)number - original == 1);
    assert(number % sizeof(int) == 0);
    free(copy);
    return 0;
}
