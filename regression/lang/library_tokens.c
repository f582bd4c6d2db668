//@ verdict: true
//@ models: ILP32 LP64
// strtok splits a string in place and remembers where it stopped.
#include <assert.h>
#include <string.h>

int main(void) {
    char line[] = "  cut and,dry ";
    static const char *const expected[] = {"cut", "and", "dry"};
    int count = 0;
    for (char *word = strtok(line, " ,"); word; word = strtok(NULL, " ,"))
        assert(strcmp(word, expected[count++]) == 0);
    assert(count == 3 && line[5] == '\0');
    return 0;
}
