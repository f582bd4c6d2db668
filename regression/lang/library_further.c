//@ verdict: true
//@ models: ILP32 LP64
// Functions that GNU and POSIX add to the C library, and some that are rarely used.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void strings(void) {
    char text[8];
    char list[] = "a,b";
    char *rest = list;
    assert(mempcpy(text, "abc", 4) == text + 4 && strcmp(text, "abc") == 0);
    bcopy("xyz", text, 3);
    assert(memrchr("abab", 'a', 4) != NULL && memrchr("abab", 'c', 4) == NULL);
    assert(*strchrnul(text, 'z') == 'z' && *strchrnul(text, 'q') == 0);
    assert(strcmp(strsep(&rest, ","), "a") == 0 && strcmp(strsep(&rest, ","), "b") == 0);
    assert(strsep(&rest, ",") == NULL);
}

static void numbers(void) {
    assert(ffs(0) == 0 && ffs(12) == 3 && ffsl(1) == 1 && ffsll(1ll << 40) == 41);
    assert(htons(0x0102) == 0x0201 && ntohl(0x01020304) == 0x04030201);
    assert(strtoll("-5000000000", NULL, 10) == -5000000000ll);
    assert(strtoull("0xffffffffff", NULL, 0) == 0xffffffffffull && atoll("12") == 12);
    assert(isgraph('!') && !isgraph(' ') && iscntrl(127) && isblank('\t') && isascii('a') && toascii(200) == 72);
}

int main(void) {
    strings();
    numbers();
    int *block = reallocarray(NULL, 4, sizeof *block);
    if (block != NULL)
        block[3] = 1;
    free(block);
    assert(reallocarray(NULL, ~(size_t)0, 2) == NULL);
    return 0;
}
