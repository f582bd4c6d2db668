//@ status: 10
//@ compiled: no (nobody tells there)
//@ stdout: done\n
//@ stderr: error: memory is leaked: the 12-byte block allocated on line 11 [CWE-401] [valid-memtrack]
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *kept = malloc(8);
    char *lost = malloc(12);
    lost = NULL;
    puts("done");
    free(kept);
    return lost != NULL;
}
