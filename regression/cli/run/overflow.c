//@ status: 10
//@ compiled: no (it wraps)
//@ run: --also no-overflow
//@ stderr: error: signed integer overflow [CWE-190] [no-overflow]
#include <limits.h>

int main(int argc, char **argv) { return (INT_MAX + argc) & 1; }
