//@ verdict: false(valid-deref)
// The string may end before its second character.
int main(int argc, char **argv)
{
    if (argc != 2)
        return 0;
    if (argv[1][0] == 'a' || argv[1][0] == 0)
        return argv[1][1] == 'b' && argv[1][0] == 'a'; // ERROR(CWE-125)
    return 0;
}
