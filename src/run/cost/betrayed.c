/*
 * betrayed.c - values that were hidden in some records of a household and are told by others.
 *
 * Records of a release that have a household or a cluster in common are known to belong together.
 * A key that is the same for all of them in the original is then known of each if one of them
 * shows it, whatever became of it in the others.  Counted are the cells that were changed in such
 * a unit where not all records show the same.
 *
 * O(rows) for each key and unit.
 */
#include "run/cost/cost.h"

#include <stdio.h>
#include <string.h>

#include "table/same.h"
#include "table/values.h"

/* What is found for one column of units. */
typedef struct betrayal {
    const tacit_values *unit;
    size_t columns, cells;
    const char *first; /* of the columns */
} betrayal;

/* Whether all rows of unit u have one value, for all u; a missing unit is none. */
static tacit_status find_even(tacit_ctx *cx, const tacit_values *unit, const tacit_column *c,
                              bool **out)
{
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, (size_t)unit->n + 1, sizeof **out, out));
    memset(*out, true, unit->n);
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (unit->of[i] < unit->n && v.of[i] != v.of[unit->row[unit->of[i]]])
            (*out)[unit->of[i]] = false;
    return TACIT_OK;
}

static bool is_all(const bool *even, size_t n)
{
    return n > 0 && memchr(even, false, n) == NULL;
}

/* Whether row i shows what it was. */
static bool is_kept(const tacit_same *m, size_t i)
{
    const bool was = tacit_column_is_missing(m->a, i), is = tacit_column_is_missing(m->b, i);
    return was || is ? was == is : tacit_same_at(m, i);
}

static tacit_status look(tacit_ctx *cx, const tacit_column *was, const tacit_column *is,
                         betrayal *b)
{
    bool *even = NULL;
    tacit_same same;
    size_t cells = 0;
    TACIT_TRY(find_even(cx, b->unit, was, &even));
    if (!is_all(even, b->unit->n))
        return TACIT_OK;
    TACIT_TRY(find_even(cx, b->unit, is, &even));
    if (is_all(even, b->unit->n))
        return TACIT_OK;
    TACIT_TRY(tacit_same_new(cx, was, is, &same));
    for (size_t i = 0; i < tacit_column_length(was); i++)
        cells += b->unit->of[i] < b->unit->n && !even[b->unit->of[i]] && !is_kept(&same, i);
    b->cells += cells;
    b->columns += cells > 0;
    if (b->first == NULL && cells > 0)
        b->first = tacit_column_name(was);
    return TACIT_OK;
}

static void warn_of(tacit_ctx *cx, const betrayal *b, const char *unit)
{
    char more[64] = "";
    if (b->columns > 1)
        (void)snprintf(more, sizeof more, " and %zu more column%s", b->columns - 1,
                       b->columns > 2 ? "s" : "");
    if (b->columns > 0)
        tacit_warn(cx,
                   "'%s'%s %s the same for all records with the same '%s', but changed in some of "
                   "them only: others of the same unit tell %zu values that were to be hidden. "
                   "Mask such columns once for all ('per: %s' of generalize and local_suppress).",
                   b->first, more, b->columns > 1 ? "are" : "is", unit, b->cells, unit);
}

/* All keys for the units of column j. */
static tacit_status look_at_units(tacit_ctx *cx, const tacit_cost *c, size_t j)
{
    const char *unit = tacit_column_name(tacit_table_column(c->original, j));
    const size_t mark = tacit_scratch_mark(cx), columns = tacit_table_columns(c->masked);
    tacit_values v;
    betrayal b = { .unit = &v };
    if (tacit_table_find(c->masked, unit) == columns)
        return TACIT_OK;
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(c->original, j), &v));
    for (size_t k = 0; k < tacit_table_columns(c->original); k++) {
        const tacit_column *was = tacit_table_column(c->original, k);
        const size_t at = tacit_table_find(c->masked, tacit_column_name(was));
        const size_t inner = tacit_scratch_mark(cx);
        if (k == j || at == columns || tacit_table_column(c->masked, at) == was ||
            (tacit_table_roles(c->original, k) & TACIT_ROLE_KEY) == 0)
            continue;
        TACIT_TRY(look(cx, was, tacit_table_column(c->masked, at), &b));
        tacit_scratch_release(cx, inner);
    }
    warn_of(cx, &b, unit);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_cost_betrayed(tacit_ctx *cx, const tacit_cost *c)
{
    for (size_t j = 0; j < tacit_table_columns(c->original); j++)
        if ((tacit_table_roles(c->original, j) & (TACIT_ROLE_HOUSEHOLD | TACIT_ROLE_CLUSTER)) != 0)
            TACIT_TRY(look_at_units(cx, c, j));
    return TACIT_OK;
}
