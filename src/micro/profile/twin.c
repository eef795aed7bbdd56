/*
 * twin.c - columns that are one-to-one with another, such as a code and its label.
 *
 * Columns that part the rows alike have equal `partition`; those are sorted together and
 * each is compared with the first of its group, value by value, so that a chance
 * equality of hashes tells nothing wrong.  A missing value is a value of its own.
 *
 * A number may stand for a name that is spelled in two ways in some rows.  So columns with about as
 * many values as one of texts are looked at, too: whether but for few rows they tell it.
 *
 * O(columns) radix passes, and O(rows) for each candidate.
 */
#include "micro/profile/profile.h"

#include "base/sort.h"
#include "table/values.h"

/* Texts have so many values at least, and the other column so much fewer or more, to be told by it
 * but for this share of the rows. */
enum { FEWEST_TOLD = 20 };
#define FEWER 0.8
#define MISSED 0.02

static bool is_candidate(const tacit_profile *p)
{
    return p->distinct > 1 && p->distinct < tacit_profile_present(p);
}

/* Whether each value of `a` always stands beside the same value of `b`.  With equally
 * many values on both sides the map is one-to-one. */
static tacit_status compare_values(tacit_ctx *cx, const tacit_values *a, const tacit_values *b,
                                   size_t rows, bool *same)
{
    uint32_t *beside = NULL; /* number of the value of `b`, from 1 */
    TACIT_TRY(tacit_scratch(cx, (size_t)a->n + 1, sizeof *beside, &beside));
    *same = a->n == b->n;
    for (size_t i = 0; i < rows && *same; i++) {
        uint32_t *to = &beside[a->of[i]];
        if (*to == 0)
            *to = b->of[i] + 1;
        *same = *to == b->of[i] + 1 && (a->of[i] == a->n) == (b->of[i] == b->n);
    }
    return TACIT_OK;
}

static tacit_status check_twin(tacit_ctx *cx, const tacit_table *table, size_t first, size_t j,
                               bool *same)
{
    tacit_values a, b;
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(table, first), &a));
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(table, j), &b));
    return compare_values(cx, &a, &b, tacit_table_rows(table), same);
}

/* Compare the columns of one group of equal hashes with its first. */
static tacit_status settle_group(tacit_ctx *cx, const tacit_table *table, const tacit_keyed *group,
                                 size_t n, tacit_profile *profile)
{
    const size_t first = (size_t)group[0].row;
    for (size_t k = 1; k < n; k++) {
        const size_t j = (size_t)group[k].row;
        bool same = false;
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_status status = check_twin(cx, table, first, j, &same);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
        if (same)
            profile[j].twin = first;
    }
    return TACIT_OK;
}

/* ---- nearly ---- */

static bool may_tell(const tacit_profile *a, const tacit_profile *texts)
{
    return a != texts && texts->type == TACIT_TYPE_CATEGORY && a->type != TACIT_TYPE_REAL &&
           is_candidate(a) && is_candidate(texts) && texts->distinct >= FEWEST_TOLD &&
           (double)a->distinct >= FEWER * (double)texts->distinct &&
           (double)a->distinct * FEWER <= (double)texts->distinct;
}

/* Whether the value of `a` tells that of `b`, the one beside which it stands first, but for few
 * rows. */
static tacit_status tells(tacit_ctx *cx, const tacit_column *a, const tacit_column *b, bool *out)
{
    const size_t rows = tacit_column_length(a);
    size_t missed = 0;
    tacit_values from, to;
    TACIT_TRY(tacit_values_of(cx, a, &from));
    TACIT_TRY(tacit_values_of(cx, b, &to));
    for (size_t i = 0; i < rows && (double)missed <= MISSED * (double)rows; i++)
        missed += from.of[i] < from.n && to.of[i] != to.of[from.row[from.of[i]]];
    *out = (double)missed <= MISSED * (double)rows;
    return TACIT_OK;
}

static tacit_status find_told(tacit_ctx *cx, const tacit_table *table, size_t j,
                              tacit_profile *profile)
{
    for (size_t k = 0; k < tacit_table_columns(table) && profile[j].tells == SIZE_MAX; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        bool told = false;
        if (may_tell(&profile[j], &profile[k]))
            TACIT_TRY(tells(cx, tacit_table_column(table, j), tacit_table_column(table, k), &told));
        tacit_scratch_release(cx, mark);
        if (told)
            profile[j].tells = k;
    }
    return TACIT_OK;
}

tacit_status tacit_profile_twins(tacit_ctx *cx, const tacit_table *table, tacit_profile *profile)
{
    const size_t columns = tacit_table_columns(table);
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *a, &a));
    size_t n = 0;
    for (size_t j = 0; j < columns; j++)
        if (is_candidate(&profile[j]))
            a[n++] = (tacit_keyed){ .key = profile[j].partition, .row = j };
    TACIT_TRY(tacit_sort_keyed(cx, a, n));
    for (size_t k = 0, end = 0; k < n; k = end) {
        while (end < n && a[end].key == a[k].key)
            end++;
        TACIT_TRY(settle_group(cx, table, &a[k], end - k, profile));
    }
    for (size_t j = 0; j < columns; j++)
        TACIT_TRY(find_told(cx, table, j, profile));
    return TACIT_OK;
}
