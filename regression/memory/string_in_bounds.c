//@ args: --property valid-memsafety
//@ verdict: true
//@ models: ILP32 LP64
// Trimming an arbitrary terminated string in place stays inside it.
extern char __VERIFIER_nondet_char(void);

#define SIZE 6

static char *trim(char *text) {
    while (*text == ' ')
        text++;
    char *end = text;
    while (*end)
        end++;
    while (end > text && end[-1] == ' ')
        *--end = '\0';
    return text;
}

int main(void) {
    char text[SIZE];
    for (int i = 0; i < SIZE - 1; i++)
        text[i] = __VERIFIER_nondet_char();
    text[SIZE - 1] = '\0';
    return *trim(text);
}
