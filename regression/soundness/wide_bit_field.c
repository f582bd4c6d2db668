//@ verdict: unknown
//@ args: --property unreach-call
// Whether the sum wraps at 40 or at 64 bits depends on the compiler.
extern void reach_error(void);

struct stamp {
    unsigned long long ticks : 40;
};

int main(void)
{
    struct stamp stamp;
    stamp.ticks = -1;
    if (stamp.ticks + 1 == 0)
        reach_error();
    return 0;
}
