//@ verdict: true
//@ args: --property unreach-call
extern void reach_error(void);

struct pair {
    short first;
    int second;
};

static void swap(struct pair *a, struct pair *b)
{
    struct pair old = *a;
    *a = *b;
    *b = old;
}

int main(void)
{
    struct pair x = {1, 2}, y = {3, 4};
    swap(&x, &y);
    if (x.first != 3 || y.second != 2)
        reach_error();
    return 0;
}
