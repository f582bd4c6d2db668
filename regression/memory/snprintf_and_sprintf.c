//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// snprintf cuts what does not fit; sprintf writes it behind the buffer.
#include <stdio.h>

int main(void) {
    char label[8];
    int needed = snprintf(label, sizeof label, "item %d", 12345);
    if (needed < 8)
        return 1;
    sprintf(label, "item %d", 123); // ERROR(CWE-787)
    return 0;
}
