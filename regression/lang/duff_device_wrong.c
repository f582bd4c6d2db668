//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// The unrolled copy is entered with a count of zero and then copies a whole round of four bytes.
#include <assert.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++; // ERROR(CWE-787)
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

int main(void) {
    char block[3] = {0};
    copy(block, "xyz", 3);
    assert(block[2] == 'z');
    copy(block + 3, "abcd", 0);
    return 0;
}
