//@ verdict: true
//@ models: ILP32 LP64
// The string library on ordinary arguments: lengths, comparison signs, search, bounded copies, classification.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char buffer[20];
    assert(strcpy(buffer, "alpha") == buffer && strlen(buffer) == 5);
    strcat(buffer, "-beta");
    assert(strcmp(buffer, "alpha-beta") == 0);
    assert(strcmp("abc", "abd") < 0 && strcmp("abc", "ab") > 0 && strncmp("abc", "abd", 2) == 0);
    assert(strcmp("a\xff", "a\x01") > 0);
    assert(strchr(buffer, 'b') == buffer + 6 && strrchr(buffer, 'a') == buffer + 9);
    assert(strchr(buffer, '\0') == buffer + 10 && strchr(buffer, 'z') == NULL);
    assert(strstr(buffer, "ha-b") == buffer + 3 && strstr(buffer, "x") == NULL);

    char fixed[6];
    memset(fixed, '#', sizeof fixed);
    strncpy(fixed, "ab", 4);
    assert(fixed[2] == 0 && fixed[3] == 0 && fixed[4] == '#');
    assert(memcmp("abc", "abd", 2) == 0 && memcmp("\x80", "\x7f", 1) > 0);
    assert(memchr(buffer, '-', 10) == buffer + 5);

    assert(isdigit('7') && !isdigit('x') && isalpha('Q') && isspace('\t') && toupper('q') == 'Q');
    assert(atoi("-42x") == -42 && abs(-5) == 5);
    return 0;
}
