//@ verdict: false(assertions)
//@ args: --property assertions
// A rule may have any priority.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct rule {
    unsigned from, to;
    unsigned priority;
    struct rule *next;
};

int main(void)
{
    struct rule *rules = NULL;
    while (__VERIFIER_nondet_int()) {
        unsigned priority = __VERIFIER_nondet_uint();
        if (priority < 1)
            continue;
        struct rule *rule = malloc(sizeof(struct rule));
        rule->from = __VERIFIER_nondet_uint();
        rule->to = __VERIFIER_nondet_uint();
        rule->priority = priority;
        rule->next = rules;
        rules = rule;
    }
    while (__VERIFIER_nondet_int()) {
        unsigned port = __VERIFIER_nondet_uint();
        unsigned priority = 0;
        for (struct rule *rule = rules; rule != NULL; rule = rule->next) {
            if (rule->from <= port && port <= rule->to)
                priority = rule->priority;
        }
        assert(priority <= 4); // ERROR(CWE-617)
    }
    return 0;
}
