//@ verdict: false(valid-deref)
//@ args: --property valid-deref
// There may be no argument at all, not even the name of the program.
int main(int argc, char **argv)
{
    return argv[0][0] == '-'; // ERROR(CWE-476)
}
