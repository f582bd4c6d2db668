//@ verdict: false(assertions)
//@ args: --property assertions
// The time that is left may become negative.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct process {
    int left;
    struct process *next;
};

int main(void)
{
    struct process *queue = NULL;
    while (__VERIFIER_nondet_int()) {
        int time = __VERIFIER_nondet_int();
        if (time < 1 || time > 100)
            continue;
        struct process *process = malloc(sizeof(struct process));
        process->left = time;
        process->next = queue;
        queue = process;
    }
    while (__VERIFIER_nondet_int()) {
        for (struct process *process = queue; process != NULL; process = process->next) {
            process->left -= 1;
        }
    }
    for (struct process *process = queue; process != NULL; process = process->next)
        assert(process->left >= 0 && process->left <= 100); // ERROR(CWE-617)
    return 0;
}
