//@ verdict: true
// Numbers with few digits are exact, and the end is found.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *end;
    const char *t = " -12.25e1x";
    assert(strtod(t, &end) == -122.5 && strcmp(end, "x") == 0);
    t = "abc";
    assert(strtod(t, &end) == 0 && end == t);
    t = ".";
    assert(strtod(t, &end) == 0 && end == t);
    t = ".5e";
    assert(strtod(t, &end) == 0.5 && *end == 'e');
    t = "0.1";
    assert(strtod(t, 0) == 0.1);
    t = "1e400";
    assert(strtod("Infinity", &end) > 1e308 && *end == 0);
    assert(atof("3.75") == 3.75);
    assert(strtof("0.1", 0) == 0.1f);
    strtod(t, &end);
    assert(*end == 0);
    return 0;
}
