//@ exit: 2
//@ stderr: no_such_header.h
// A header that is nowhere.
#include "no_such_header.h"
int main(void) { return 0; }
