//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// A flexible array is allocated for the counted elements, but filled with one sentinel more.
#include <stdlib.h>

struct sparse {
    int count;
    struct {
        int index;
        double value;
    } entries[];
};

static struct sparse *compress(const double *dense, int length) {
    int count = 0;
    for (int i = 0; i < length; i++)
        count += dense[i] != 0;
    struct sparse *s = malloc(sizeof *s + count * sizeof s->entries[0]);
    s->count = 0;
    for (int i = 0; i < length; i++)
        if (dense[i] != 0) {
            s->entries[s->count].index = i;
            s->entries[s->count].value = dense[i];
            s->count++;
        }
    return s;
}

static void terminate(struct sparse *s) {
    s->entries[s->count].index = -1; // ERROR(CWE-787)
}

static double dot(const struct sparse *s, const double *dense) {
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->entries[i].value * dense[s->entries[i].index];
    return sum;
}

int main(void) {
    const double weights[6] = {0, 1.5, 0, 0, -2, 0};
    const double inputs[6] = {1, 2, 3, 4, 5, 6};
    struct sparse *s = compress(weights, 6);
    double result = dot(s, inputs);
    terminate(s);
    free(s);
    return result > 0;
}
