//@ verdict: true
//@ models: ILP32 LP64
// Arrays of structs walked by pointer, nested arrays in structs assigned element-wise, sentinel ends, swap by value.
#include <assert.h>
#include <stddef.h>

struct planet {
    const char *name;
    struct {
        float mass;
        short moons;
    } facts;
    unsigned char code[2];
};

static struct planet planets[] = {
    {"mercury", {0.055f, 0}, {1, 2}}, {"earth", {1.0f, 1}, {3, 4}}, {"mars", {0.107f, 2}, {5, 6}}, {NULL}};

static int total_moons(const struct planet *p) {
    int total = 0;
    for (; p->name; ++p)
        total += p->facts.moons;
    return total;
}

int main(void) {
    assert(total_moons(planets) == 3 && total_moons(planets + 3) == 0);
    struct planet saved = planets[0];
    planets[0] = planets[2];
    planets[2] = saved;
    assert(planets[0].name[1] == 'a' && planets[2].code[1] == 2);
    struct planet *heaviest = planets;
    for (struct planet *p = planets; p->name; p++)
        if (p->facts.mass > heaviest->facts.mass)
            heaviest = p;
    assert(heaviest - planets == 1 && heaviest->facts.mass == 1);
    planets[1].facts = planets[0].facts;
    assert(planets[1].facts.moons == 2 && planets[3].code[0] == 0);
    return 0;
}
