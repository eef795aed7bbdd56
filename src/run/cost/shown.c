/*
 * shown.c - columns that a release shows as they are, though many records are unique by them.
 *
 * A guarantee on the keys says nothing of other columns.  Who knows one of their values finds the
 * record by it if it is the only one that has it.  A column is told of if it is no key and no
 * number of the file's own (weight, household, cluster), nine of ten of its values are unchanged,
 * and one of twenty records is the only one with its value.
 *
 * Missing values are nobody's.  O(rows) a column.
 */
#include "run/cost/cost.h"

#include "base/result.h"
#include "table/same.h"
#include "table/values.h"

/* Shares of values that stay, and of records that are unique, from which a column is told of. */
#define MOSTLY_KEPT 0.9
#define OFTEN_UNIQUE 0.05

/* What is seen of the columns. */
typedef struct shown {
    size_t n;           /* columns that are told of */
    const char *worst;  /* the one by which most records are unique */
    const char *second; /* another one, the first in the file */
    double share;       /* of records that are unique by the worst */
    bool exact;         /* no value of the worst was changed */
} shown;

static double share(uint64_t n, size_t rows, double of_none)
{
    return rows > 0 ? (double)n / (double)rows : of_none;
}

/* The share of cells that have the same text in both columns. */
static tacit_status share_kept(tacit_ctx *cx, const tacit_column *was, const tacit_column *is,
                               double *out)
{
    const size_t rows = tacit_column_length(was);
    tacit_same m;
    *out = 1.0;
    if (was == is)
        return TACIT_OK;
    TACIT_TRY(tacit_same_new(cx, was, is, &m));
    *out = share(rows - tacit_same_differ(&m), rows, 1.0);
    return TACIT_OK;
}

static tacit_status look(tacit_ctx *cx, const tacit_cost *c, size_t j, shown *s)
{
    const tacit_column *was = tacit_table_column(c->original, j);
    const char *name = tacit_column_name(was);
    const size_t at = tacit_table_find(c->masked, name);
    uint64_t single = 0;
    double kept = 0.0;
    if (tacit_table_roles(c->original, j) & ~(unsigned)(TACIT_ROLE_SENSITIVE | TACIT_ROLE_STRATA))
        return TACIT_OK;
    if (at >= tacit_table_columns(c->masked))
        return TACIT_OK;
    const tacit_column *is = tacit_table_column(c->masked, at);
    TACIT_TRY(share_kept(cx, was, is, &kept));
    if (kept < MOSTLY_KEPT)
        return TACIT_OK;
    TACIT_TRY(tacit_values_single(cx, is, &single));
    const double unique = share(single, tacit_column_length(is), 0.0);
    if (unique < OFTEN_UNIQUE)
        return TACIT_OK;
    const char *other = name;
    if (s->n == 0 || unique > s->share) {
        other = s->worst;
        s->worst = name;
        s->share = unique;
        s->exact = kept >= 1.0;
    }
    s->second = s->second == NULL ? other : s->second;
    s->n++;
    return TACIT_OK;
}

static tacit_status say(tacit_ctx *cx, const shown *s, char **out)
{
    const char *how = s->exact ? "" : "nearly ";
    const double percent = 100.0 * s->share;
    if (s->n == 0)
        return tacit_scratch_format(cx, out, "%s", "");
    if (s->n == 1)
        return tacit_scratch_format(
            cx, out, "%s is released %sas it is; %.0f %% of records are unique by it.", s->worst,
            how, percent);
    if (s->n == 2)
        return tacit_scratch_format(
            cx, out,
            "%s and %s are released %sas they are; %.0f %% of records are unique by %s alone.",
            s->worst, s->second, how, percent, s->worst);
    return tacit_scratch_format(cx, out,
                                "%s and %zu more columns are released %sas they are; %.0f %% of "
                                "records are unique by %s alone.",
                                s->worst, s->n - 1, how, percent, s->worst);
}

tacit_status tacit_cost_shown(tacit_ctx *cx, const tacit_cost *c, json_t *record)
{
    shown s = { 0 };
    char *text = NULL;
    for (size_t j = 0; j < tacit_table_columns(c->original); j++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_status status = look(cx, c, j, &s);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
    }
    TACIT_TRY(say(cx, &s, &text));
    return tacit_json_put(cx, record, "shown", json_string(text));
}

tacit_status tacit_cost_tell(tacit_ctx *cx, tacit_work *w, const tacit_table *original,
                             const tacit_table *masked)
{
    const tacit_cost cost = { .data = w->data,
                              .original = original,
                              .masked = masked,
                              .hierarchies = w->known.extra.hierarchies,
                              .n_hierarchies = w->known.extra.n_hierarchies };
    TACIT_TRY(tacit_cost_lost(cx, &cost, w->record));
    TACIT_TRY(tacit_cost_betrayed(cx, &cost));
    return tacit_cost_shown(cx, &cost, w->record);
}
