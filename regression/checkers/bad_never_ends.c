//@ exit: 2
//@ args: --entry f
//@ stderr: never ends
struct node {
    struct node *next;
    int value;
};

//@ checker c(struct node *t) := t.value > 0 and t.next.c()

/*@ requires c(p); */
void f(struct node *p)
{
    (void)p;
}
