//@ exit: 2
//@ stderr: broken.c:7:5: error: 
// A statement without its semicolon.
#include <stdlib.h>
int main(void) {
    int x = 1
    return x;
}
