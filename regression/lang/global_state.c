//@ verdict: true
//@ models: ILP32 LP64
// Constant expressions in static initialisers: sizeof, casts, shifts, ternaries, address differences, nested aggregates.
#include <assert.h>
#include <stddef.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct option {
    const char *name;
    union {
        int number;
        const int *list;
    } value;
    struct {
        unsigned char red, green, blue;
    } colours[2];
};

static const int sizes[] = {[3] = sizeof(short) * 8, 1 << 4, 'b' - 'a', ~0, -5 % 3, (char)0x1ff, 3 > 2 ? 7 : 8};
static const struct option options[] = {
    {"none"},
    {.name = "list", .value.list = sizes + 3, .colours = {{1, 2, 3}, {.blue = 9}}},
    {"number", {42}, {[1].green = 200}},
};
static const size_t option_count = COUNT(options);
static const ptrdiff_t distance = &sizes[5] - &sizes[1];
static double ratio = 1 / 4.0 + 10 / 4;
static char mask[COUNT(sizes) - 6] = {(char)-1};
static int *self = (int *)&self;

int main(void) {
    assert(COUNT(sizes) == 10 && sizes[2] == 0 && sizes[3] == 16 && sizes[4] == 16 && sizes[5] == 1);
    assert(sizes[6] == -1 && sizes[7] == -2 && sizes[8] == -1 && sizes[9] == 7);
    assert(option_count == 3 && distance == 4 && ratio == 2.25 && sizeof mask == 4 && mask[0] == -1);
    assert(options[0].value.number == 0 && options[1].value.list[1] == 16);
    assert(options[1].colours[0].green == 2 && options[1].colours[1].blue == 9 && options[1].colours[1].red == 0);
    assert(options[2].value.number == 42 && options[2].colours[1].green == 200);
    assert((void *)self == (void *)&self);
    return 0;
}
