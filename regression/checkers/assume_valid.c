//@ verdict: true
//@ args: --entry sum --assume-valid
// Without a contract: the pointers are taken to be valid, or null where they are compared with it.
struct pair {
    unsigned first, second;
};

unsigned sum(const struct pair *one, const struct pair *other)
{
    if (other == 0)
        return one->first + one->second;
    return one->first + other->second;
}
