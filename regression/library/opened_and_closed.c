//@ verdict: true
//@ args: --property valid-memsafety
#include <stdio.h>
int main(void)
{
    FILE *in = fopen("data", "r"), *out = fopen("copy", "w");
    int c;
    if (!in || !out)
        return 1;
    c = fgetc(in);
    if (c != EOF)
        fputc(c, out);
    fprintf(out, "%d\n", c);
    fclose(in);
    fclose(out);
    return 0;
}
