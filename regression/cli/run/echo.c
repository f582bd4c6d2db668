//@ status: 3
//@ arguments: one two=2 --three
//@ stdin: first\nsecond line\nlast
//@ stdout: 4: one two=2 --three \n
//@ stdout: 1 first\n2 second line\n3 last\n
//@ stdout: a value\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[80];
    int count = 0;
    printf("%d: ", argc);
    for (int i = 1; i < argc; i++)
        printf("%s ", argv[i]);
    putchar('\n');
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        printf("%d %s\n", ++count, line);
    }
    puts(getenv("HEAPWRIGHT_EXAMPLE"));
    return feof(stdin) ? count : 99;
}
