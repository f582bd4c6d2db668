//@ args: --property valid-memsafety
//@ verdict: true
// A graph as an array of lists of edges, for any number of vertices.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edge {
    struct edge *next;
    int to;
};

struct vertex {
    int degree;
    struct edge *edges;
};

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 10000)
        return 0;
    struct vertex *graph = malloc(count * sizeof *graph);
    for (int i = 0; i < count; i++) {
        graph[i].degree = 0;
        graph[i].edges = NULL;
    }
    while (__VERIFIER_nondet_int()) {
        int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
        if (from < 0 || from >= count || to < 0 || to >= count)
            continue;
        struct edge *edge = malloc(sizeof *edge);
        edge->to = to;
        edge->next = graph[from].edges;
        graph[from].edges = edge;
    }
    for (int i = 0; i < count; i++) {
        while (graph[i].edges) {
            struct edge *edge = graph[i].edges;
            graph[i].edges = edge->next;
            free(edge);
        }
    }
    free(graph);
    return 0;
}
