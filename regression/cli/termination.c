//@ args: --property termination
//@ verdict: unknown
// Termination is accepted as a property and never decided.
int main(void) { return 0; }
