//@ args: --property no-overflow
//@ verdict: true
//@ models: ILP32 LP64
// Products up to the edge of the range, computed in the wider type where needed.
int main(void) {
    int edge = 46340 * 46340;
    long long wide = 46341ll * 46341;
    int lowest = -32768 * 65536;
    long long square = (long long)lowest * lowest;
    unsigned wraps = 65536u * 65537u;
    return edge > 0 && wide > 2147483647 && square == 4611686018427387904ll && wraps == 65536u ? 0 : 1;
}
