//@ args: --property valid-memsafety
//@ verdict: false(valid-deref)
// The texts of the nodes of a list do not end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    char *text;
};

static char *text(int which) {
    char *text = NULL;
    switch (which) {
    case 0:
        text = malloc(2);
        break;
    case 1:
        text = malloc(7);
        break;
    case 2:
        text = malloc(20);
        break;
    case 3:
        text = malloc(31);
        break;
    case 4:
        text = malloc(64);
        break;
    default:
        text = malloc(100);
    }
    text[0] = 'a' + which % 20;
    text[1] = 1;
    return text;
}

int main(void) {
    struct line *lines = NULL;
    while (__VERIFIER_nondet_int()) {
        struct line *line = malloc(sizeof *line);
        line->text = text(__VERIFIER_nondet_int());
        line->next = lines;
        lines = line;
    }
    int count = 0;
    for (struct line *line = lines; line; line = line->next) {
        puts(line->text); // ERROR(CWE-125)
        printf("%3d%%: %s\n", count % 100, line->text);
    }
    while (lines) {
        struct line *next = lines->next;
        free(lines->text);
        free(lines);
        lines = next;
    }
    return 0;
}
