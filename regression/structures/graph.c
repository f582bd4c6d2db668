//@ verdict: true
//@ models: ILP32 LP64
// A graph with adjacency lists: breadth-first distances, depth-first cycle test, topological order.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct edge {
    int to;
    struct edge *next;
};

struct graph {
    int size;
    struct edge **edges;
};

static struct graph *graph_new(int size) {
    struct graph *g = malloc(sizeof *g);
    g->size = size;
    g->edges = calloc(size, sizeof *g->edges);
    return g;
}

static void connect(struct graph *g, int from, int to) {
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = g->edges[from];
    g->edges[from] = e;
}

static void graph_free(struct graph *g) {
    for (int v = 0; v < g->size; v++)
        for (struct edge *e = g->edges[v], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(g->edges);
    free(g);
}

static int *distances(const struct graph *g, int start) {
    int *distance = malloc(g->size * sizeof *distance);
    int *queue = malloc(g->size * sizeof *queue);
    int head = 0, tail = 0;
    for (int v = 0; v < g->size; v++)
        distance[v] = -1;
    distance[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int v = queue[head++];
        for (const struct edge *e = g->edges[v]; e; e = e->next)
            if (distance[e->to] < 0) {
                distance[e->to] = distance[v] + 1;
                queue[tail++] = e->to;
            }
    }
    free(queue);
    return distance;
}

enum mark { NEW, OPEN, DONE };

static bool visit(const struct graph *g, int v, enum mark *marks, int *order, int *place) {
    if (marks[v] != NEW)
        return marks[v] == DONE;
    marks[v] = OPEN;
    for (const struct edge *e = g->edges[v]; e; e = e->next)
        if (!visit(g, e->to, marks, order, place))
            return false;
    marks[v] = DONE;
    order[--*place] = v;
    return true;
}

static bool topological(const struct graph *g, int *order) {
    enum mark *marks = calloc(g->size, sizeof *marks);
    int place = g->size;
    bool acyclic = true;
    for (int v = 0; v < g->size && acyclic; v++)
        acyclic = visit(g, v, marks, order, &place);
    assert(!acyclic || place == 0);
    free(marks);
    return acyclic;
}

int main(void) {
    struct graph *g = graph_new(7);
    static const signed char edges[][2] = {{5, 0}, {5, 2}, {4, 0}, {4, 1}, {2, 3}, {3, 1}};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        connect(g, edges[i][0], edges[i][1]);

    int *distance = distances(g, 5);
    assert(distance[5] == 0 && distance[3] == 2 && distance[1] == 3);
    assert(distance[4] == -1 && distance[6] == -1);
    free(distance);

    int order[7], position[7];
    assert(topological(g, order));
    for (int i = 0; i < 7; i++)
        position[order[i]] = i;
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        assert(position[edges[i][0]] < position[edges[i][1]]);

    connect(g, 1, 5);
    assert(!topological(g, order));
    graph_free(g);
    return 0;
}
