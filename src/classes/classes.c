/*
 * classes.c - equivalence classes: the records that share all their key values.
 *
 * Cost: O(rows * keys) to pack and group, O(classes) after; see group.c.
 */
#include "classes/classes.h"

#include <string.h>

#include "base/memory.h"
#include "classes/classes_own.h"

const char *const TACIT_MISSING_CHOICES[] = { "category", "wildcard", NULL };

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
    TACIT_TRY(tacit_alloc(cx, c->rows, sizeof *c->of_row, &c->of_row));
    TACIT_TRY(tacit_alloc(cx, c->n, sizeof *c->row, &c->row));
    TACIT_TRY(tacit_alloc(cx, c->n, sizeof *c->size, &c->size));
    if (weighted)
        TACIT_TRY(tacit_alloc(cx, c->n, sizeof *c->weight, &c->weight));
    c->match = c->size;
    c->match_weight = c->weight;
    return TACIT_OK;
}

/* Sum up each class in the order of rows. */
static void sum_classes(const tacit_table *table, const tacit_class_spec *spec,
                        const uint64_t *key, tacit_classes *c)
{
    const size_t columns = tacit_table_columns(table);
    const int64_t *count = spec->count < columns
                               ? tacit_column_integers(tacit_table_column(table, spec->count))
                               : NULL;
    const tacit_column *weight =
        spec->weight < columns ? tacit_table_column(table, spec->weight) : NULL;
    for (size_t i = 0; i < c->rows; i++) {
        const size_t g = key[i];
        const uint64_t records = count != NULL ? (uint64_t)count[i] : 1;
        if (c->size[g] == 0)
            c->row[g] = i;
        c->of_row[i] = (uint32_t)g;
        c->size[g] += records;
        c->records += records;
        if (weight != NULL)
            c->weight[g] += tacit_column_number(weight, i);
    }
}

static tacit_status fill_classes(tacit_ctx *cx, const tacit_table *table,
                                 const tacit_class_spec *spec, tacit_classes *c)
{
    const size_t n = spec->keys.n;
    tacit_lens *lens = NULL;
    uint64_t *key = NULL;
    c->rows = tacit_table_rows(table);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *lens, &lens));
    TACIT_TRY(tacit_scratch(cx, c->rows, sizeof *key, &key));
    bool missing = false;
    for (size_t j = 0; j < n; j++) {
        const tacit_column *column = tacit_table_column(table, spec->keys.at[j]);
        missing |= tacit_column_missing(column) > 0;
        TACIT_TRY(tacit_lens_make(cx, column, &lens[j]));
    }
    TACIT_TRY(tacit_group_lenses(cx, lens, n, key, c->rows, &c->n));
    TACIT_TRY(make_arrays(cx, c, spec->weight < tacit_table_columns(table)));
    sum_classes(table, spec, key, c);
    if (spec->missing == TACIT_MISSING_WILDCARD && missing)
        TACIT_TRY(tacit_classes_wildcard(cx, lens, n, c));
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
