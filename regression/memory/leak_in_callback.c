//@ verdict: false(valid-memtrack)
//@ models: ILP32 LP64
// A callback that maps strings gives back new ones; the mapped slot loses the old string.
#include <stdlib.h>
#include <string.h>

static char *clone(const char *text) {
    return strcpy(malloc(strlen(text) + 1), text);
}

static char *shout(const char *text) {
    char *loud = malloc(strlen(text) + 2);
    strcpy(loud, text);
    strcat(loud, "!");
    return loud;
}

static void map(char **slots, int count, char *(*change)(const char *)) {
    for (int i = 0; i < count; i++)
        slots[i] = change(slots[i]); // ERROR(CWE-401)
}

int main(void) {
    char *slots[2] = {clone("hi"), clone("there")};
    map(slots, 2, shout);
    for (int i = 0; i < 2; i++)
        free(slots[i]);
    return 0;
}
