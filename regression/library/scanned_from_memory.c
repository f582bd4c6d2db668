//@ verdict: true
// Formatted input from memory is exact.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a = 0, b = 0, n = 0;
    unsigned u = 0;
    short s = 0;
    signed char c1 = 0;
    long l = 0;
    long long ll = 0;
    char w[16], c, set[8];
    double d = 0;
    float f = 0;
    assert(sscanf("12 -7", "%d %d", &a, &b) == 2 && a == 12 && b == -7);
    assert(sscanf("", "%d", &a) == EOF);
    assert(sscanf("x", "%d", &a) == 0 && a == 12);
    assert(sscanf("2024-05-17", "%d-%d-%d", &a, &b, &n) == 3 && a == 2024 && b == 5 && n == 17);
    assert(sscanf("  word rest", "%15s%n", w, &n) == 1 && strcmp(w, "word") == 0 && n == 6);
    assert(sscanf("abc", "%c%*c%c", &c, w) == 2 && c == 'a' && w[0] == 'c');
    assert(sscanf("0x1f 017 9", "%i %i %i", &a, &b, &n) == 3 && a == 31 && b == 15 && n == 9);
    assert(sscanf("ff", "%x", &u) == 1 && u == 255);
    assert(sscanf("12345", "%3d%d", &a, &b) == 2 && a == 123 && b == 45);
    assert(sscanf("70000", "%hd", &s) == 1 && s == (short)70000);
    assert(sscanf("-1", "%hhd", &c1) == 1 && c1 == -1);
    assert(sscanf("-5 99", "%ld %lld", &l, &ll) == 2 && l == -5 && ll == 99);
    assert(sscanf("key = value", "%7[a-z] = %15s", set, w) == 2 && strcmp(set, "key") == 0 && strcmp(w, "value") == 0);
    assert(sscanf("]x", "%7[]]", set) == 1 && strcmp(set, "]") == 0);
    assert(sscanf("abc", "%7[^c]", set) == 1 && strcmp(set, "ab") == 0);
    assert(sscanf("50%", "%d%%", &a) == 1 && a == 50);
    assert(sscanf("1.5 -2e3", "%lf %f", &d, &f) == 2 && d == 1.5 && f == -2000.0f);
    assert(sscanf("7 x", "%d %d", &a, &b) == 1 && a == 7);
    assert(sscanf("7", "%d %d", &a, &b) == 1);
    return 0;
}
