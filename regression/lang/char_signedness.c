//@ verdict: true
//@ models: ILP32 LP64
// Plain char is signed on the targets: high bytes are negative until they are masked or cast.
#include <assert.h>
#include <limits.h>

static int hash(const char *text) {
    int sum = 0;
    while (*text)
        sum += *text++;
    return sum;
}

int main(void) {
    assert(CHAR_MIN == -128);
    char c = '\xff';
    assert(c == -1);
    assert(c != 0xff);
    assert((c & 0xff) == 255);
    assert((unsigned char)c == 255);
    assert('\xff' == -1);
    assert(sizeof('a') == sizeof(int));
    assert(hash("\x80\x01") == -127);
    signed char edge = 127;
    edge++;
    assert(edge == -128);
    return 0;
}
