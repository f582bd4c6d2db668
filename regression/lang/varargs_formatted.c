//@ verdict: true
//@ models: ILP32 LP64
// Formatted output with a va_list, as functions that log or report do: exact in memory, and only read on its way to a
// stream.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static char *text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *result = malloc((size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(result, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return result;
}

static void expect(char *actual, const char *expected) {
    assert(strcmp(actual, expected) == 0);
    free(actual);
}

int main(void) {
    say("%s has %d entries, %5.1f%%\n", "it", 3, 99.5);
    expect(text("plain %%"), "plain %");
    expect(text("[%d|%5d|%-5d|%05d|%+d|% d]", -7, 42, 42, -42, 7, 7), "[-7|   42|42   |-0042|+7| 7]");
    expect(text("[%u|%x|%#X|%o|%#o|%.3d|%8.3d]", 4294967295u, 255, 255, 8, 8, 5, -5), "[4294967295|ff|0XFF|10|010|005|    -005]");
    expect(text("[%ld|%lld|%zu|%hhd|%hu]", -1L, 1LL << 40, sizeof(int), 511, 65537), "[-1|1099511627776|4|-1|1]");
    expect(text("[%s|%5s|%-5s|%.2s|%c|%*d]", "ab", "ab", "ab", "abc", 'x', 4, 1), "[ab|   ab|ab   |ab|x|   1]");
    return 0;
}
