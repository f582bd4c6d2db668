//@ verdict: true
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char *arguments[] = {"tool", "-v", "-ofile", "-n", "3", "rest", 0};
    assert(getopt(6, arguments, "vo:n:") == 'v');
    assert(getopt(6, arguments, "vo:n:") == 'o' && optarg[0] == 'f');
    assert(getopt(6, arguments, "vo:n:") == 'n' && optarg[0] == '3' && optind == 5);
    assert(getopt(6, arguments, "vo:n:") == -1 && optind == 5);
    return 0;
}
