//@ args: --property unreach-call
//@ verdict: unknown
// Two equal string literals may be one object.
extern void reach_error(void);

int main(void) {
    const char *left = "text", *right = "text";
    if (left == right)
        reach_error();
    return 0;
}
