//@ exit: 2
//@ stderr: type_error.c:6:
// Well-formed, but no C: a name that was never declared.
int main(void) {
    int x = 1;
    return x + unheard_of;
}
