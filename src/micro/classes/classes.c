/*
 * classes.c - equivalence classes: the records that share all their key values.
 *
 * Cost: O(rows * keys) to pack and group, O(classes) after; see group.c.
 */
#include "micro/classes/classes.h"

#include <string.h>

#include "base/memory.h"
#include "micro/classes/classes_own.h"

const char *const TACIT_MISSING_CHOICES[] = { "category", "wildcard", NULL };
const char *const TACIT_MISSING_ALL_CHOICES[] = { "category", "wildcard", "strict", NULL };

void tacit_classes_free(tacit_classes *c)
{
    if (c == NULL)
        return;
    if (c->match != c->size)
        tacit_free(c->match);
    if (c->match_weight != c->weight)
        tacit_free(c->match_weight);
    tacit_free(c->of_row);
    tacit_free(c->row);
    tacit_free(c->size);
    tacit_free(c->weight);
    tacit_free(c);
}

static tacit_status make_arrays(tacit_ctx *cx, tacit_classes *c, bool weighted)
{
    TACIT_TRY(tacit_alloc(cx, c->n, sizeof *c->row, &c->row));
    TACIT_TRY(tacit_alloc(cx, c->n, sizeof *c->size, &c->size));
    if (weighted)
        TACIT_TRY(tacit_alloc(cx, c->n, sizeof *c->weight, &c->weight));
    c->match = c->size;
    c->match_weight = c->weight;
    return TACIT_OK;
}

/* Columns that say what a row adds to its class; NULL for one record, no weight. */
typedef struct adds {
    const int64_t *count;
    const tacit_column *weight;
} adds;

/* Sums over a slice of rows.  `row` is the first row of a class in the slice plus 1. */
typedef struct slice {
    uint64_t *size;
    size_t *row;
    double *weight;
} slice;

static void sum_slice(const tacit_classes *c, const adds *a, size_t from, size_t to, slice *s)
{
    for (size_t i = from; i < to; i++) {
        const size_t g = c->of_row[i];
        if (s->row[g] == 0)
            s->row[g] = i + 1;
        s->size[g] += a->count != NULL ? (uint64_t)a->count[i] : 1;
        if (a->weight != NULL)
            s->weight[g] += tacit_column_number(a->weight, i);
    }
}

/* Add the sums of a later slice. */
static void join_slice(tacit_classes *c, const slice *s)
{
    for (size_t g = 0; g < c->n; g++) {
        if (c->row[g] == 0)
            c->row[g] = s->row[g];
        c->size[g] += s->size[g];
        if (c->weight != NULL)
            c->weight[g] += s->weight[g];
    }
}

/* Sum up the classes.  Rows are cut into slices whose number depends on the data alone,
 * and slices are joined in order, so that sums of weights do not depend on threads. */
static tacit_status sum_classes(tacit_ctx *cx, const adds *a, tacit_classes *c)
{
    enum { SLICES = 8, FEW = 65536 };
    const size_t n = c->n <= FEW && c->rows > SLICES * FEW ? SLICES : 1;
    slice s[SLICES];
    s[0] = (slice){ .size = c->size, .row = c->row, .weight = c->weight };
    for (size_t k = 1; k < n; k++) {
        TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s[k].size, &s[k].size));
        TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s[k].row, &s[k].row));
        TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s[k].weight, &s[k].weight));
    }
#pragma omp parallel for schedule(static) if (n > 1)
    for (size_t k = 0; k < n; k++)
        sum_slice(c, a, c->rows / n * k, k + 1 == n ? c->rows : c->rows / n * (k + 1), &s[k]);
    for (size_t k = 1; k < n; k++)
        join_slice(c, &s[k]);
    for (size_t g = 0; g < c->n; g++) {
        c->row[g]--;
        c->records += c->size[g];
    }
    return TACIT_OK;
}

static adds adds_of(const tacit_table *table, const tacit_class_spec *spec)
{
    const size_t columns = tacit_table_columns(table);
    adds a = { 0 };
    if (spec->count < columns)
        a.count = tacit_column_integers(tacit_table_column(table, spec->count));
    if (spec->weight < columns)
        a.weight = tacit_table_column(table, spec->weight);
    return a;
}

static tacit_status fill_classes(tacit_ctx *cx, const tacit_table *table,
                                 const tacit_class_spec *spec, tacit_classes *c)
{
    const size_t n = spec->keys.n;
    const adds a = adds_of(table, spec);
    tacit_lens *lens = NULL;
    bool missing = false;
    c->rows = tacit_table_rows(table);
    TACIT_TRY(tacit_alloc(cx, c->rows, sizeof *c->of_row, &c->of_row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *lens, &lens));
    for (size_t j = 0; j < n; j++) {
        const tacit_column *column = tacit_table_column(table, spec->keys.at[j]);
        missing |= tacit_column_missing(column) > 0;
        TACIT_TRY(tacit_lens_make(cx, column, &lens[j]));
    }
    TACIT_TRY(tacit_group_lenses(cx, lens, n, c->rows, c->of_row, &c->n));
    TACIT_TRY(make_arrays(cx, c, a.weight != NULL));
    TACIT_TRY(sum_classes(cx, &a, c));
    if (spec->missing != TACIT_MISSING_CATEGORY && missing)
        TACIT_TRY(tacit_classes_match(cx, lens, n, spec->missing, c));
    return TACIT_OK;
}

tacit_status tacit_classes_new(tacit_ctx *cx, const tacit_table *table,
                               const tacit_class_spec *spec, tacit_classes **out)
{
    tacit_classes *c = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *c, &c));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = fill_classes(cx, table, spec, c);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_classes_free(c);
        return status;
    }
    *out = c;
    return TACIT_OK;
}

tacit_below tacit_classes_below(const tacit_classes *c, uint64_t k)
{
    tacit_below below = { 0 };
    for (size_t g = 0; g < c->n; g++)
        if (c->match[g] < k) {
            below.records += c->size[g];
            below.classes++;
        }
    return below;
}
