//@ status: 0
//@ stdout: one\ntwo 2\n
//@ stdout: 10 0 1\n
//@ stdout: two\n
//@ stdout: one\ntwo 2\nthree\n
//@ stdout: 1 2\n
//@ stdout: No such file or directory\n
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char name[64], line[32];
    int c;
    sprintf(name, "/tmp/heapwright-test-%d", (int)getpid());
    FILE *file = fopen(name, "w+");
    if (!file)
        return 1;
    fputs("one\n", file);
    fprintf(file, "two %d\n", 2);
    rewind(file);
    while (fgets(line, sizeof line, file))
        fputs(line, stdout);
    printf("%ld %d %d\n", ftell(file), ferror(file) != 0, feof(file) != 0);
    fseek(file, 4, SEEK_SET);
    fread(line, 1, 3, file);
    line[3] = 0;
    puts(line);
    fclose(file);
    file = fopen(name, "a");
    fwrite("three\n", 1, 6, file);
    fclose(file);
    file = fopen(name, "r");
    while ((c = getc(file)) != EOF)
        putchar(c);
    rewind(file);
    c = getc(file);
    ungetc('1', file);
    printf("%c", getc(file));
    fclose(file);
    printf(" %d\n", access(name, R_OK) == 0 ? 2 : 3);
    remove(name);
    if (!fopen(name, "r"))
        puts(strerror(errno));
    return 0;
}
