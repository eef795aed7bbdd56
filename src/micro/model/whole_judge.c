/*
 * whole_judge.c - judging the whole table by the sizes of its classes.
 *
 * Classes are suppressed from the smallest up until what is left holds; of equal ones those
 * that come first.  How many is found by halving: fewer do not hold, if the model is the
 * likelier to hold the more small classes are gone (true of average risks: removing a class
 * below the average size raises the average).  With nothing left it holds.
 *
 * Sizes are counted in a hash table inside the judge: of n records at most sqrt(2 n) + 1
 * sizes can differ.  O(classes + sizes log sizes) and O(log classes) times what the model
 * needs for O(sizes).
 */
#include <math.h>

#include "micro/model/class_judge.h"

/* Room for the sizes of classes. */
typedef struct whole {
    tacit_whole_rule rule;
    tacit_keyed *slot; /* hash table: size and how many classes; key 0 is free */
    size_t slots;      /* a power of 2 */
    tacit_keyed *by;   /* the sizes upwards */
    size_t n;
    uint64_t *size; /* what is left of them */
    double *count;
} whole;

static void count_size(whole *w, uint64_t size)
{
    size_t i = (size_t)((size * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (w->slots - 1);
    while (w->slot[i].key != 0 && w->slot[i].key != size)
        i = (i + 1) & (w->slots - 1);
    w->slot[i].key = size;
    w->slot[i].row++;
}

/* Count the sizes of the classes that are not marked; returns how many classes there are. */
static uint64_t count_sizes(whole *w, const tacit_judge_view *view, const bool *marked)
{
    uint64_t classes = 0;
    for (size_t i = 0; i < w->slots; i++)
        w->slot[i] = (tacit_keyed){ 0 };
    for (size_t g = 0; g < view->n; g++)
        if (!marked[g] && view->size[g] > 0) {
            count_size(w, view->size[g]);
            classes++;
        }
    w->n = 0;
    for (size_t i = 0; i < w->slots; i++)
        if (w->slot[i].key != 0)
            w->by[w->n++] = w->slot[i];
    tacit_sensitive_sort(w->by, w->n);
    return classes;
}

/* Whether the model holds without the `gone` smallest classes. */
static bool holds_without(const whole *w, uint64_t gone)
{
    tacit_size_counts left = { .size = w->size, .count = w->count };
    for (size_t i = 0; i < w->n; i++) {
        const uint64_t here = gone < w->by[i].row ? gone : w->by[i].row;
        gone -= here;
        if (here == w->by[i].row)
            continue;
        w->size[left.n] = w->by[i].key;
        w->count[left.n] = (double)(w->by[i].row - here);
        left.classes += w->count[left.n];
        left.records += w->count[left.n] * (double)w->by[i].key;
        left.n++;
    }
    return left.n == 0 || w->rule.holds(&left, w->rule.user);
}

/* The fewest classes that must go. */
static uint64_t find_fewest(const whole *w, uint64_t classes)
{
    uint64_t low = 0, high = classes; /* without `high` of them it holds */
    if (holds_without(w, 0))
        return 0;
    while (low + 1 < high) {
        const uint64_t mid = low + (high - low) / 2;
        if (holds_without(w, mid))
            high = mid;
        else
            low = mid;
    }
    return high;
}

static uint64_t mark(void *user, const tacit_judge_view *view, bool *marked)
{
    whole *w = user;
    const uint64_t classes = count_sizes(w, view, marked);
    uint64_t gone = find_fewest(w, classes), records = 0, last = 0;
    for (size_t i = 0; i < w->n && gone > 0; i++) { /* all sizes below `last` go */
        last = w->by[i].key;
        if (gone <= w->by[i].row)
            break;
        gone -= w->by[i].row;
    }
    for (size_t g = 0; g < view->n; g++) {
        const uint64_t size = view->size[g];
        if (marked[g] || size == 0 || size > last || (size == last && gone == 0))
            continue;
        gone -= size == last;
        marked[g] = true;
        records += size;
    }
    return records;
}

tacit_status tacit_whole_judge(tacit_ctx *cx, const tacit_judge_frame *frame,
                               const tacit_whole_rule *rule, tacit_class_judge *out)
{
    const double records = (double)tacit_subject_records(frame->subject);
    const size_t most = (size_t)sqrt(2.0 * records) + 2;
    whole *w = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *w, &w));
    w->rule = *rule;
    for (w->slots = 16; w->slots < 2 * most;)
        w->slots *= 2;
    TACIT_TRY(tacit_scratch(cx, w->slots, sizeof *w->slot, &w->slot));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *w->by, &w->by));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *w->size, &w->size));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *w->count, &w->count));
    *out = (tacit_class_judge){ .traits = rule->traits, .user = w, .mark = mark };
    return TACIT_OK;
}
