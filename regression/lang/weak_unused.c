//@ verdict: true
// A weak function that is defined nowhere matters only where it is used.
extern void optional(void) __attribute__((weak));

int main(void) { return 0; }
