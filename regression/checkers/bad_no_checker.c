//@ exit: 2
//@ args: --entry f
//@ stderr: there is no checker `d`
struct node {
    struct node *next;
    int value;
};

//@ checker c(struct node *t) := t == 0 or t.next.d()

/*@ requires c(p); */
void f(struct node *p)
{
    (void)p;
}
