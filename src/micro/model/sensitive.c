/*
 * sensitive.c - counts of (class, sensitive value), found by grouping the rows by both.
 *
 * O(rows) for the grouping, O(pairs) for the rest; pairs are sorted by class and value.
 * Under the wildcard rule the pairs of matching classes are added (sensitive_match.c).
 */
#include "micro/model/sensitive.h"

#include "micro/classes/group.h"
#include "micro/model/sensitive_own.h"

/* Shell sort: no memory, and few pairs. */
void tacit_sensitive_sort(tacit_keyed *a, size_t n)
{
    for (size_t gap = n / 2; gap > 0; gap /= 2)
        for (size_t i = gap; i < n; i++) {
            const tacit_keyed x = a[i];
            size_t k = i;
            for (; k >= gap && a[k - gap].key > x.key; k -= gap)
                a[k] = a[k - gap];
            a[k] = x;
        }
}

/* Records that row i stands for. */
static uint64_t records_of(const int64_t *count, size_t i)
{
    return count == NULL ? 1 : (uint64_t)count[i];
}

static const int64_t *counts_of(const tacit_subject *subject)
{
    if (tacit_subject_has_rows(subject))
        return NULL;
    return tacit_column_integers(
        tacit_table_column(tacit_subject_table(subject), tacit_subject_count_column(subject)));
}

/* Records that have each value, and those that have none. */
static tacit_status count_values(tacit_ctx *cx, tacit_sensitive *s)
{
    const int64_t *count = counts_of(s->subject);
    const uint32_t n = s->values.n;
    uint64_t *total = NULL;
    TACIT_TRY(tacit_scratch(cx, (size_t)n + 1, sizeof *total, &total));
    for (size_t i = 0; i < tacit_table_rows(tacit_subject_table(s->subject)); i++)
        total[s->values.of[i]] += records_of(count, i);
    s->missing = total[n];
    for (uint32_t v = 0; v < n; v++)
        s->known += total[v];
    s->total = total;
    s->present = n;
    return TACIT_OK;
}

tacit_status tacit_sensitive_count(tacit_ctx *cx, const tacit_subject *subject, size_t j,
                                   tacit_sensitive *out)
{
    *out = (tacit_sensitive){ .subject = subject,
                              .column = tacit_table_column(tacit_subject_table(subject), j) };
    TACIT_TRY(tacit_values_of(cx, out->column, &out->values));
    return count_values(cx, out);
}

/* The distinct pairs of class and value, not sorted; missing is value n, and stays. */
static tacit_status group_pairs(tacit_ctx *cx, const tacit_sensitive *s, tacit_sensitive_pairs *out)
{
    const int64_t *count = counts_of(s->subject);
    const size_t rows = s->classes->rows;
    const uint64_t radix = (uint64_t)s->values.n + 1;
    uint64_t *key = NULL;
    uint32_t *number = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *number, &number));
    for (size_t i = 0; i < rows; i++)
        key[i] = s->classes->of_row[i] * radix + s->values.of[i];
    TACIT_TRY(tacit_group_keys(cx, key, rows, s->classes->n * radix, number, &out->n));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->at, &out->at));
    for (size_t i = 0; i < rows; i++) {
        out->at[number[i]].key = key[i];
        out->at[number[i]].row += records_of(count, i);
    }
    return TACIT_OK;
}

/* Sort the pairs, join equal ones and drop those without a value. */
static tacit_status tidy(tacit_ctx *cx, const tacit_sensitive *s, tacit_sensitive_pairs *p)
{
    const uint64_t radix = (uint64_t)s->values.n + 1;
    size_t n = 0;
    TACIT_TRY(tacit_sort_keyed(cx, p->at, p->n));
    for (size_t i = 0; i < p->n; i++) {
        const tacit_keyed pair = p->at[i];
        if (pair.key % radix == s->values.n || pair.row == 0)
            continue;
        if (n > 0 && p->at[n - 1].key == pair.key)
            p->at[n - 1].row += pair.row;
        else
            p->at[n++] = pair;
    }
    p->n = n;
    return TACIT_OK;
}

/* Lay sorted pairs out by class. */
static tacit_status lay_out(tacit_ctx *cx, const tacit_sensitive_pairs *p, tacit_sensitive *s)
{
    const uint64_t radix = (uint64_t)s->values.n + 1;
    size_t *start = NULL;
    uint32_t *value = NULL;
    uint64_t *count = NULL, *size = NULL;
    TACIT_TRY(tacit_scratch(cx, s->classes->n + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, s->classes->n, sizeof *size, &size));
    for (size_t i = 0; i < p->n; i++) {
        const size_t g = (size_t)(p->at[i].key / radix);
        start[g + 1] = i + 1;
        value[i] = (uint32_t)(p->at[i].key % radix);
        count[i] = p->at[i].row;
        size[g] += count[i];
    }
    for (size_t g = 0; g < s->classes->n; g++) /* a class without pairs starts where it ends */
        start[g + 1] = start[g + 1] > start[g] ? start[g + 1] : start[g];
    s->start = start;
    s->value = value;
    s->count = count;
    s->size = size;
    return TACIT_OK;
}

tacit_status tacit_sensitive_spread(tacit_ctx *cx, const tacit_subject *subject, size_t j,
                                    const tacit_class_grouping *by, tacit_sensitive *out)
{
    tacit_sensitive_pairs pairs = { 0 };
    TACIT_TRY(tacit_sensitive_count(cx, subject, j, out));
    out->keys = by->keys;
    out->classes = by->classes;
    TACIT_ASSERT(out->known + out->missing == out->classes->records);
    TACIT_TRY(group_pairs(cx, out, &pairs));
    TACIT_TRY(tidy(cx, out, &pairs));
    if (by->missing == TACIT_MISSING_WILDCARD) {
        TACIT_TRY(tacit_sensitive_match(cx, out, &pairs));
        TACIT_TRY(tidy(cx, out, &pairs));
    }
    return lay_out(cx, &pairs, out);
}
