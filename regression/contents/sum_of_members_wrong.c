//@ verdict: false(assertions)
//@ args: --property assertions
// A guest in a room without beds, behind a condition that random inputs do not meet.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct room {
    int adults;
    int children;
    int beds;
    struct room *next;
};

int main(void)
{
    struct room *rooms = NULL;
    while (__VERIFIER_nondet_int()) {
        struct room *room = malloc(sizeof(struct room));
        room->beds = __VERIFIER_nondet_int() & 15;
        room->adults = 0;
        room->children = 0;
        room->next = rooms;
        rooms = room;
    }
    for (struct room *room = rooms; room != NULL; room = room->next) {
        if (room->adults + room->children < room->beds + (room->beds == 0 && __VERIFIER_nondet_int() == 123456789)) {
            if (__VERIFIER_nondet_int())
                room->adults++;
            else
                room->children++;
        }
    }
    for (struct room *room = rooms; room != NULL; room = room->next)
        assert(room->adults + room->children <= room->beds); // ERROR(CWE-617)
    return 0;
}
