//@ exit: 2
//@ args: --entry f
//@ stderr: which is no field of `t`
struct node {
    struct node *next;
    int value;
};

//@ checker c(struct node *t) := t == 0 or t.c()

/*@ requires c(p); */
void f(struct node *p)
{
    (void)p;
}
