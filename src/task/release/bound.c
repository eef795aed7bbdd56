/*
 * bound.c - what of a person counts: so many groups, so many records in each, at random.
 *
 * Rows are brought person by person, those of each in random order; of each set of groups the first
 * rows in that order count that the promise has room for.  What counts of a person depends on no
 * other person, so neighbouring data differs in what one person may.  Records without a person are
 * those of one.  O(records) and a sort.
 */
#include "base/sort.h"
#include "table/values.h"
#include "task/release/own.h"

/* The groups of a person that count, with how many records of theirs do. */
typedef struct chosen {
    int64_t *group;
    uint64_t *records;
    size_t n;
} chosen;

/* Whether one more record of the person in `group` counts; `*first` if it is the first there. */
static bool choose(const tacit_privacy_promise *p, chosen *c, int64_t group, bool *first)
{
    size_t k = 0;
    while (k < c->n && c->group[k] != group)
        k++;
    *first = k == c->n;
    if (k == p->groups || (k < c->n && c->records[k] == p->records))
        return false;
    c->group[k] = group;
    c->records[k] = *first ? 1 : c->records[k] + 1;
    c->n += *first;
    return true;
}

/* Take the groups from the rows that do not count. */
static void choose_rows(const tacit_privacy_promise *p, const tacit_keyed *order, size_t n,
                        tacit_release_groups *g, int64_t *group, chosen *c)
{
    for (size_t k = 0; k < n; k++) {
        const size_t row = (size_t)order[k].row;
        bool first = false;
        if (k == 0 || order[k].key != order[k - 1].key)
            c->n = 0;
        if (group[row] == TACIT_RELEASE_NONE)
            continue;
        if (!choose(p, c, group[row], &first))
            group[row] = TACIT_RELEASE_NONE;
        else if (first && g->selection != NULL)
            g->persons[group[row]]++;
    }
}

/* Rows by person, those of each in random order (Fisher and Yates 1938). */
static tacit_status order_rows(tacit_ctx *cx, const uint32_t *person, size_t n,
                               tacit_keystream *stream, tacit_keyed **out)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (size_t i = 0; i < n; i++) {
        const size_t j = (size_t)tacit_draw_below(stream, i + 1);
        (*out)[i] = (*out)[j];
        (*out)[j] = (tacit_keyed){ .key = person[i], .row = i };
    }
    return tacit_sort_keyed(cx, *out, n);
}

tacit_status tacit_release_bound(tacit_ctx *cx, tacit_private_release *r,
                                 const tacit_column *person, tacit_keystream *stream)
{
    const tacit_privacy_promise *p = &r->inquiry.promise;
    tacit_values persons = { 0 };
    tacit_keyed *order = NULL;
    chosen c = { 0 };
    TACIT_TRY(tacit_values_of(cx, person, &persons));
    TACIT_TRY(order_rows(cx, persons.of, r->rows.n, stream, &order));
    TACIT_TRY(tacit_scratch(cx, p->groups, sizeof *c.group, &c.group));
    TACIT_TRY(tacit_scratch(cx, p->groups, sizeof *c.records, &c.records));
    for (size_t g = 0; g < r->n_groupings; g++)
        choose_rows(p, order, r->rows.n, &r->grouping[g], r->rows.group[g], &c);
    return TACIT_OK;
}
