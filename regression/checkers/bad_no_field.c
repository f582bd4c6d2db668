//@ exit: 2
//@ args: --entry f
//@ stderr: nexxt
struct node {
    struct node *next;
    int value;
};

//@ checker c(struct node *t) := t == 0 or t.nexxt.c()

/*@ requires c(p); */
void f(struct node *p)
{
    (void)p;
}
