//@ verdict: true
//@ models: ILP32 LP64
// Zero-width and unnamed bit-fields, and fields that would straddle a storage unit.
#include <assert.h>
#include <string.h>

struct straddle {
    unsigned a : 20;
    unsigned b : 20;
};

struct separated {
    unsigned char a : 3;
    unsigned char : 0;
    unsigned char b : 3;
};

struct padded {
    unsigned a : 4;
    unsigned : 4;
    unsigned b : 8;
};

int main(void) {
    assert(sizeof(struct straddle) == 8);
    assert(sizeof(struct separated) == 2);
    assert(sizeof(struct padded) == 4);

    struct separated s;
    memset(&s, 0, sizeof s);
    s.b = 7;
    unsigned char bytes[2];
    memcpy(bytes, &s, 2);
    assert(bytes[0] == 0 && bytes[1] == 7);

    struct padded p;
    memset(&p, 0, sizeof p);
    p.a = 0xa;
    p.b = 0xbc;
    unsigned word;
    memcpy(&word, &p, sizeof word);
    assert(word == 0xbc0a);
    return 0;
}
