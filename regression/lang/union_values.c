//@ verdict: true
//@ models: ILP32 LP64
// Unions as values: copying keeps all bytes of the active member; arrays of unions; initialising by designator.
#include <assert.h>
#include <string.h>

union value {
    char text[8];
    unsigned long long bits;
    struct {
        unsigned char kind;
        unsigned char payload[3];
        int extra;
    } record;
};

static union value number(unsigned long long bits) {
    return (union value){.bits = bits};
}

static unsigned char first_byte(union value v) {
    return v.record.kind;
}

int main(void) {
    assert(sizeof(union value) == 8);
    union value v = {"abc"};
    union value copy = v;
    assert(strcmp(copy.text, "abc") == 0 && copy.text[7] == 0 && copy.record.payload[0] == 'b');
    assert(copy.bits == 0x636261);
    assert(first_byte(number(0x1122334455667788)) == 0x88);
    union value many[3] = {{.bits = 1}, [2] = {.record = {.extra = -1}}};
    assert(many[0].record.kind == 1 && many[1].bits == 0 && many[2].bits == 0xffffffff00000000);
    many[1] = many[2];
    many[1].record.payload[1] = 0xab;
    assert(many[1].bits == 0xffffffff00ab0000);
    copy.record.extra = 0x44434241;
    assert(memcmp(copy.text + 4, "ABCD", 4) == 0);
    return 0;
}
