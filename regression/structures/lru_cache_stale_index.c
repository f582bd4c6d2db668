//@ verdict: false(valid-deref)
//@ models: ILP32 LP64
// Eviction unlinks the oldest page from the age list but leaves it in the index, where the next lookup finds it freed.
#include <stdlib.h>
#include <string.h>

#define PAGES 16
#define RESIDENT 3

struct page {
    int number;
    struct page *newer, *older;
    char data[8];
};

static struct page *index_of[PAGES];
static struct page *newest, *oldest;
static int resident;

static void unlink_page(struct page *p) {
    if (p->newer)
        p->newer->older = p->older;
    else
        newest = p->older;
    if (p->older)
        p->older->newer = p->newer;
    else
        oldest = p->newer;
}

static void link_newest(struct page *p) {
    p->newer = NULL;
    p->older = newest;
    if (newest)
        newest->newer = p;
    else
        oldest = p;
    newest = p;
}

static void evict_oldest(void) {
    struct page *victim = oldest;
    unlink_page(victim);
    free(victim);
    resident--;
}

static struct page *load(int number) {
    if (resident == RESIDENT)
        evict_oldest();
    struct page *p = malloc(sizeof *p);
    p->number = number;
    memset(p->data, number, sizeof p->data);
    index_of[number] = p;
    resident++;
    return p;
}

static char read_byte(int number, int offset) {
    struct page *p = index_of[number];
    if (!p)
        p = load(number);
    else
        unlink_page(p);
    link_newest(p);
    return p->data[offset];
}

static void flush(void) {
    while (oldest) {
        index_of[oldest->number] = NULL;
        evict_oldest();
    }
}

static void touch(struct page *p) {
    if (p)
        p->data[0]++; // ERROR(CWE-416)
}

int main(void) {
    int sum = 0;
    sum += read_byte(1, 0) + read_byte(2, 0) + read_byte(1, 7);
    sum += read_byte(3, 1) + read_byte(4, 2);
    for (int number = 4; number > 0; number--)
        touch(index_of[number]);
    flush();
    return sum;
}
