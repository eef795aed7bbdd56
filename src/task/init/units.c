/*
 * units.c - households and persons whose records share keys.
 *
 * What is the same for all records of a household is masked once for all of them, since each would
 * tell it of the others.  A cluster is taken for a person with several records if all keys are the
 * same in each and it has few records: then k is of persons.  O(rows * keys).
 */
#include <string.h>

#include "table/values.h"
#include "task/init/draft.h"

/* A person has so many records on average, at most. */
enum { MOST_RECORDS = 20 };

/* Whether column `c` has one value for each of the units. */
static tacit_status is_shared(tacit_ctx *cx, const tacit_column *c, const tacit_values *unit,
                              bool *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    *out = true;
    for (size_t i = 0; i < tacit_column_length(c) && *out; i++)
        *out = unit->of[i] == unit->n || v.of[i] == v.of[unit->row[unit->of[i]]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static bool is_role(const tacit_draft_column *c, const char *role)
{
    return c->sure && strcmp(c->role, role) == 0;
}

/* Mark the keys that the units share in `column`; count them, and all keys. */
static tacit_status mark_shared(tacit_ctx *cx, const tacit_table *data, const tacit_values *unit,
                                tacit_draft_column *column, size_t *shared, size_t *keys)
{
    *shared = *keys = 0;
    for (size_t j = 0; j < tacit_table_columns(data); j++) {
        column[j].shared = false;
        if (tacit_draft_is_key(&column[j]))
            TACIT_TRY(is_shared(cx, tacit_table_column(data, j), unit, &column[j].shared));
        *shared += column[j].shared;
        *keys += tacit_draft_is_key(&column[j]);
    }
    return TACIT_OK;
}

/* Try the column called `name` as the units. */
static tacit_status try_unit(tacit_ctx *cx, const tacit_table *data, tacit_init_draft *d, size_t j,
                             tacit_draft_column *column)
{
    const bool household = is_role(&d->column[j], "household");
    const size_t rows = tacit_table_rows(data);
    tacit_values unit;
    size_t shared = 0, keys = 0;
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(data, j), &unit));
    if (unit.n == 0 || unit.n == rows || (!household && rows / unit.n > MOST_RECORDS))
        return TACIT_OK;
    TACIT_TRY(mark_shared(cx, data, &unit, column, &shared, &keys));
    if (shared == 0 || (!household && shared < keys))
        return TACIT_OK;
    d->column = column;
    d->unit = d->column[j].name;
    return TACIT_OK;
}

tacit_status tacit_draft_units(tacit_ctx *cx, const tacit_table *data, tacit_init_draft *d)
{
    static const char *const roles[] = { "household", "cluster" };
    tacit_draft_column *column = NULL;
    if (tacit_table_columns(data) != d->n)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *column, &column));
    memcpy(column, d->column, d->n * sizeof *column);
    for (size_t r = 0; r < sizeof roles / sizeof roles[0]; r++)
        for (size_t j = 0; j < d->n && d->unit == NULL; j++)
            if (is_role(&d->column[j], roles[r]))
                TACIT_TRY(try_unit(cx, data, d, j, column));
    return TACIT_OK;
}
