//@ verdict: true
#include <assert.h>
#include <stdatomic.h>

static atomic_int count;
static _Atomic(long) total = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int plain;

int main(void)
{
    int expected = 4;
    atomic_store(&count, 4);
    assert(atomic_fetch_add(&count, 2) == 4 && atomic_load(&count) == 6);
    assert(!atomic_compare_exchange_strong(&count, &expected, 9) && expected == 6);
    assert(atomic_compare_exchange_strong(&count, &expected, 9) && count == 9);
    assert(atomic_exchange(&total, 7) == 5 && total == 7);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    assert(__sync_bool_compare_and_swap(&plain, 0, 3) && plain == 3);
    assert(__sync_val_compare_and_swap(&plain, 0, 4) == 3 && plain == 3);
    assert(__atomic_sub_fetch(&plain, 1, __ATOMIC_SEQ_CST) == 2);
    __atomic_store_n(&plain, 8, __ATOMIC_RELEASE);
    assert(__atomic_load_n(&plain, __ATOMIC_ACQUIRE) == 8);
    return 0;
}
