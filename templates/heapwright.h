/*
 * What a program may say about whole lists: heapwright proves or refutes it, and in a compiled program it is checked
 * at run time. Each macro is an expression, for `assert` and wherever else one may stand:
 *
 *   assert(HW_LENGTH(queue, next) == count);
 *   assert(HW_FORALL(queue, next, node, node->priority < 10));
 *
 * A list begins at `head` and goes on along the member `next` until that is null; `head` may be null, too. All but
 * HW_ACYCLIC need a list that ends. The arguments `head` and `node` of HW_REACHES are evaluated once.
 * The macros need statement expressions and `__typeof__`, as GCC and Clang have them.
 */
#ifndef HEAPWRIGHT_H
#define HEAPWRIGHT_H

/* How many nodes there are. */
#define HW_LENGTH(head, next)                                                                                          \
    (__extension__({                                                                                                   \
        unsigned long hw_length_ = 0;                                                                                  \
        for (__typeof__((head) + 0) hw_counted_ = (head); hw_counted_; hw_counted_ = hw_counted_->next)                \
            hw_length_++;                                                                                              \
        hw_length_;                                                                                                    \
    }))

/* Whether a condition holds for all nodes; it speaks of the pointer `node`. */
#define HW_FORALL(head, next, node, condition)                                                                         \
    (__extension__({                                                                                                   \
        int hw_all_ = 1;                                                                                               \
        for (__typeof__((head) + 0) node = (head); node; node = node->next)                                            \
            if (!(condition)) {                                                                                        \
                hw_all_ = 0;                                                                                           \
                break;                                                                                                 \
            }                                                                                                          \
        hw_all_;                                                                                                       \
    }))

/* Whether no node has a member `field` greater than that of the node after it. */
#define HW_SORTED(head, next, field)                                                                                   \
    (__extension__({                                                                                                   \
        int hw_sorted_ = 1;                                                                                            \
        for (__typeof__((head) + 0) hw_lower_ = (head); hw_lower_ && hw_lower_->next; hw_lower_ = hw_lower_->next)     \
            if (hw_lower_->field > hw_lower_->next->field) {                                                           \
                hw_sorted_ = 0;                                                                                        \
                break;                                                                                                 \
            }                                                                                                          \
        hw_sorted_;                                                                                                    \
    }))

/* Whether the list ends: one pointer goes twice as fast as another, and meets it if it does not. */
#define HW_ACYCLIC(head, next)                                                                                         \
    (__extension__({                                                                                                   \
        __typeof__((head) + 0) hw_fast_ = (head), hw_slow_ = hw_fast_;                                                 \
        int hw_ends_ = 1;                                                                                              \
        while (hw_fast_ && hw_fast_->next) {                                                                           \
            hw_fast_ = hw_fast_->next->next;                                                                           \
            hw_slow_ = hw_slow_->next;                                                                                 \
            if (hw_fast_ == hw_slow_) {                                                                                \
                hw_ends_ = hw_fast_ == 0;                                                                              \
                break;                                                                                                 \
            }                                                                                                          \
        }                                                                                                              \
        hw_ends_;                                                                                                      \
    }))

/* Whether a node is one of the list's. */
#define HW_REACHES(head, next, node)                                                                                   \
    (__extension__({                                                                                                   \
        __typeof__((head) + 0) hw_at_ = (head), hw_wanted_ = (node);                                                   \
        while (hw_at_ && hw_at_ != hw_wanted_)                                                                         \
            hw_at_ = hw_at_->next;                                                                                     \
        hw_at_ != 0;                                                                                                   \
    }))

/* Whether a checker accepts what its arguments lead to: `HW_CHECK(list, head)`. Checkers are known to heapwright, which defines
 * `__HEAPWRIGHT__`; in a compiled program they are not executed. */
#ifndef __HEAPWRIGHT__
#define HW_CHECK(...) 1
#endif

#endif
