//@ verdict: unknown
//@ args: --property valid-memsafety
// The array is part of a result, which is gone when the declaration is over.
struct text {
    char letters[8];
};

static struct text make(void)
{
    struct text text = {"hi"};
    return text;
}

int main(void)
{
    char *letters = make().letters;
    return letters[0];
}
