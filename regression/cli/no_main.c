//@ exit: 2
//@ stderr: `main`
// A library: nothing to begin with.
int twice(int x) { return 2 * x; }
