//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// strcpy writes a string of eight characters and its terminator into eight bytes.
#include <string.h>

int main(void) {
    char code[8];
    strcpy(code, "1234567");
    strcpy(code, "12345678"); // ERROR(CWE-787)
    return code[0];
}
