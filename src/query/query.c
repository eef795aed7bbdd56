/*
 * query.c - a question brought into its canonical form.
 *
 * O(columns * groups + cells' axes).  The text names columns, bins and values as they are declared,
 * in quotes, so that no name can be taken for another.
 */
#include "query/query.h"

#include <string.h>

static const struct kind {
    const char *sql, *name;
} KINDS[TACIT_AGGREGATES] = {
    [TACIT_AGGREGATE_COUNT] = { "COUNT(*)", "count" },
    [TACIT_AGGREGATE_PERSONS] = { "COUNT(DISTINCT person)", "persons" },
    [TACIT_AGGREGATE_SUM] = { "SUM", "sum" },
    [TACIT_AGGREGATE_MEAN] = { "AVG", "mean" },
    [TACIT_AGGREGATE_VARIANCE] = { "VAR_SAMP", "variance" },
    [TACIT_AGGREGATE_VARIANCE_ALL] = { "VAR_POP", "variance_all" },
    [TACIT_AGGREGATE_DEVIATION] = { "STDDEV_SAMP", "deviation" },
    [TACIT_AGGREGATE_DEVIATION_ALL] = { "STDDEV_POP", "deviation_all" },
    [TACIT_AGGREGATE_QUANTILE] = { "QUANTILE", "quantile" },
    [TACIT_AGGREGATE_SLOPE] = { "REGR_SLOPE", "slope" },
    [TACIT_AGGREGATE_CORRELATION] = { "CORR", "correlation" },
    [TACIT_AGGREGATE_LEAST] = { "MIN", "least" },
    [TACIT_AGGREGATE_LARGEST] = { "MAX", "largest" },
};

const char *tacit_aggregate_sql(tacit_aggregate_kind kind)
{
    return KINDS[kind].sql;
}

const char *tacit_aggregate_name(tacit_aggregate_kind kind)
{
    return KINDS[kind].name;
}

tacit_status tacit_query_start(tacit_ctx *cx, const tacit_query_schema *schema, tacit_query *out)
{
    *out = (tacit_query){ .schema = schema };
    return tacit_scratch(cx, schema->n, sizeof *out->in, &out->in);
}

tacit_status tacit_query_restrict(tacit_ctx *cx, tacit_query *q, size_t c, const bool *in)
{
    const size_t n = tacit_query_labels(&q->schema->column[c], 0);
    const bool first = q->in[c] == NULL;
    if (first)
        TACIT_TRY(tacit_scratch(cx, n, sizeof **q->in, &q->in[c]));
    for (size_t g = 0; g < n; g++)
        q->in[c][g] = in[g] && (first || q->in[c][g]);
    return TACIT_OK;
}

/* ---- order ---- */

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_aggregates(const tacit_query *q, size_t a, size_t b)
{
    const tacit_aggregate *x = &q->aggregate[a], *y = &q->aggregate[b];
    int by = compare_sizes(x->kind, y->kind);
    by = by != 0 ? by : compare_sizes(x->column, y->column);
    by = by != 0 ? by : compare_sizes(x->other, y->other);
    return by != 0 ? by : (x->share > y->share) - (x->share < y->share);
}

/* Where each of `n` things goes if they are sorted and equal ones join; how many there are then. */
static size_t rank(const tacit_query *q, size_t n,
                   int (*compare)(const tacit_query *q, size_t a, size_t b), size_t *to)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++) {
        to[i] = 0;
        for (size_t j = 0; j < n; j++) { /* count the distinct ones that come before */
            bool first = true;
            for (size_t k = 0; first && k < j; k++)
                first = compare(q, k, j) != 0;
            to[i] += first && compare(q, j, i) < 0;
        }
        most = to[i] + 1 > most ? to[i] + 1 : most;
    }
    return most;
}

static void sort_aggregates(tacit_query *q, size_t *to)
{
    tacit_aggregate old[TACIT_QUERY_AGGREGATES];
    const size_t n = q->n_aggregates;
    for (size_t i = 0; i < n; i++) { /* a correlation has no direction */
        tacit_aggregate *a = &q->aggregate[i];
        const size_t column = a->column;
        if (a->kind != TACIT_AGGREGATE_CORRELATION || a->column <= a->other)
            continue;
        a->column = a->other;
        a->other = column;
    }
    memcpy(old, q->aggregate, sizeof old);
    q->n_aggregates = rank(q, n, compare_aggregates, to);
    for (size_t i = 0; i < n; i++)
        q->aggregate[to[i]] = old[i];
}

/* Sort, and let what is shown follow. */
static void sort(tacit_query *q)
{
    size_t to[TACIT_QUERY_AGGREGATES];
    sort_aggregates(q, to);
    for (size_t i = 0; i < q->n_shown; i++)
        q->shown[i].at = q->shown[i].is_axis ? q->shown[i].at : to[q->shown[i].at];
    for (size_t i = 0; i < q->n_orders; i++)
        q->order[i].at = q->order[i].is_axis ? q->order[i].at : to[q->order[i].at];
    for (size_t i = 0; i < q->n_tests; i++)
        q->test[i].aggregate = to[q->test[i].aggregate];
}

/* ---- groups ---- */

/* Whether every record meets the condition on column `c`: none is missing, no group left out. */
static bool is_idle(const tacit_query *q, size_t c)
{
    const tacit_domain *d = &q->schema->column[c].domain;
    bool all = d->number && d->missing_counts;
    for (size_t g = 0; all && g < tacit_domain_groups(d); g++)
        all = q->in[c][g];
    return all;
}

static tacit_status check_conditions(tacit_ctx *cx, tacit_query *q)
{
    for (size_t c = 0; c < q->schema->n; c++) {
        const tacit_domain *d = &q->schema->column[c].domain;
        bool some = false;
        for (size_t g = 0; q->in[c] != NULL && g < tacit_domain_groups(d); g++)
            some = some || q->in[c][g];
        if (q->in[c] != NULL && !some)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: no value of '%s' can meet all its conditions.",
                              d->column);
        if (q->in[c] != NULL && is_idle(q, c))
            q->in[c] = NULL;
    }
    return TACIT_OK;
}

static tacit_status count_cells(tacit_ctx *cx, tacit_query *q)
{
    q->cells = 1;
    for (size_t i = 0; i < q->n_axes; i++)
        if (__builtin_mul_overflow(q->cells, q->axis[i].n, &q->cells) ||
            q->cells > q->schema->most_cells)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: its groups are more than the %zu that are allowed; "
                              "group by fewer columns, or by higher levels.",
                              q->schema->most_cells);
    return TACIT_OK;
}

/* ---- the text ---- */

static tacit_status put_edge(tacit_ctx *cx, const tacit_domain *d, size_t i, tacit_buffer *b)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_domain_edge(d, i, text);
    return tacit_buffer_text(cx, b, text);
}

/* Bins that follow each other are one range. */
static tacit_status put_ranges(tacit_ctx *cx, const tacit_domain *d, const bool *in,
                               tacit_buffer *b)
{
    const char *between = "";
    for (size_t g = 0; g < d->n_bins; g++) {
        if (!in[g])
            continue;
        TACIT_TRY(tacit_buffer_format(cx, b, "%s[", between));
        TACIT_TRY(put_edge(cx, d, g, b));
        while (g + 1 < d->n_bins && in[g + 1])
            g++;
        TACIT_TRY(tacit_buffer_text(cx, b, ","));
        TACIT_TRY(put_edge(cx, d, g + 1, b));
        TACIT_TRY(tacit_buffer_text(cx, b, g + 1 < d->n_bins ? ")" : "]"));
        between = " ";
    }
    return TACIT_OK;
}

static tacit_status put_values(tacit_ctx *cx, const tacit_domain *d, const bool *in,
                               tacit_buffer *b)
{
    const char *between = "{";
    for (size_t g = 0; g < d->n_values; g++) {
        if (!in[g])
            continue;
        TACIT_TRY(tacit_buffer_text(cx, b, between));
        TACIT_TRY(tacit_query_quote(cx, b, d->value[g]));
        between = ",";
    }
    return tacit_buffer_text(cx, b, "}");
}

static tacit_status put_conditions(tacit_ctx *cx, const tacit_query *q, tacit_buffer *b)
{
    const char *between = " where ";
    for (size_t c = 0; c < q->schema->n; c++) {
        const tacit_domain *d = &q->schema->column[c].domain;
        if (q->in[c] == NULL)
            continue;
        TACIT_TRY(tacit_buffer_text(cx, b, between));
        TACIT_TRY(tacit_query_quote(cx, b, d->column));
        TACIT_TRY(tacit_buffer_text(cx, b, " in "));
        TACIT_TRY(d->number ? put_ranges(cx, d, q->in[c], b) : put_values(cx, d, q->in[c], b));
        between = " and ";
    }
    return TACIT_OK;
}

static tacit_status put_aggregate(tacit_ctx *cx, const tacit_query *q, const tacit_aggregate *a,
                                  tacit_buffer *b)
{
    const bool pair = a->kind == TACIT_AGGREGATE_SLOPE || a->kind == TACIT_AGGREGATE_CORRELATION;
    char share[TACIT_NUMBER_BYTES];
    TACIT_TRY(tacit_buffer_text(cx, b, KINDS[a->kind].name));
    if (a->kind == TACIT_AGGREGATE_COUNT || a->kind == TACIT_AGGREGATE_PERSONS)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, b, "("));
    TACIT_TRY(tacit_query_quote(cx, b, q->schema->column[a->column].domain.column));
    if (pair) {
        TACIT_TRY(tacit_buffer_text(cx, b, ","));
        TACIT_TRY(tacit_query_quote(cx, b, q->schema->column[a->other].domain.column));
    }
    tacit_format_real(a->share, share);
    if (a->kind == TACIT_AGGREGATE_QUANTILE)
        TACIT_TRY(tacit_buffer_format(cx, b, ",%s", share));
    return tacit_buffer_text(cx, b, ")");
}

/* An axis that no level has is told by the part of each group that conditions leave. */
static tacit_status put_parts(tacit_ctx *cx, const tacit_query *q, const tacit_query_axis *a,
                              tacit_buffer *b)
{
    const char *between = "/{";
    for (size_t g = 0; g < tacit_query_labels(&q->schema->column[a->column], 0); g++) {
        if (a->of[g] == TACIT_NO_PART)
            continue;
        TACIT_TRY(tacit_buffer_format(cx, b, "%s%u", between, a->of[g]));
        between = ",";
    }
    return tacit_buffer_text(cx, b, "}");
}

static tacit_status put_axis(tacit_ctx *cx, const tacit_query *q, size_t a, tacit_buffer *b)
{
    const tacit_query_axis *x = &q->axis[a];
    const tacit_query_column *c = &q->schema->column[x->column];
    TACIT_TRY(tacit_query_quote(cx, b, c->domain.column));
    return x->like == TACIT_NO_LEVEL ? put_parts(cx, q, x, b)
                                     : tacit_query_level_text(cx, c, x->like, b);
}

static tacit_status put_query(tacit_ctx *cx, const tacit_query *q, tacit_buffer *b)
{
    for (size_t i = 0; i < q->n_aggregates; i++) {
        TACIT_TRY(tacit_buffer_text(cx, b, i == 0 ? "" : " "));
        TACIT_TRY(put_aggregate(cx, q, &q->aggregate[i], b));
    }
    TACIT_TRY(tacit_buffer_text(cx, b, " of "));
    TACIT_TRY(tacit_query_quote(cx, b, q->schema->name));
    for (size_t i = 0; i < q->n_axes; i++) {
        TACIT_TRY(tacit_buffer_text(cx, b, i == 0 ? " by " : " "));
        TACIT_TRY(put_axis(cx, q, i, b));
    }
    return put_conditions(cx, q, b);
}

/* Leave of the column of axis `a` only the groups in the part of the cell. */
static tacit_status restrict_axis(tacit_ctx *cx, tacit_query *q, const tacit_query_axis *a,
                                  size_t part)
{
    const size_t n = tacit_query_labels(&q->schema->column[a->column], 0);
    bool *in = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *in, &in));
    for (size_t g = 0; g < n; g++)
        in[g] = a->of[g] == part;
    return tacit_query_restrict(cx, q, a->column, in);
}

tacit_status tacit_query_cell_text(tacit_ctx *cx, const tacit_query *q, size_t cell,
                                   tacit_buffer *b)
{
    tacit_query own;
    TACIT_TRY(tacit_query_start(cx, q->schema, &own));
    for (size_t c = 0; c < q->schema->n; c++)
        if (q->in[c] != NULL)
            TACIT_TRY(tacit_query_restrict(cx, &own, c, q->in[c]));
    for (size_t a = 0; a < q->n_axes; a++)
        TACIT_TRY(restrict_axis(cx, &own, &q->axis[a], tacit_query_cell_part(q, a, cell)));
    TACIT_TRY(tacit_query_quote(cx, b, q->schema->name));
    return put_conditions(cx, &own, b);
}

/* ---- the whole ---- */

/* Append what a public table says of the values that axis `a` is told by, if it is one's. */
static tacit_status put_public(tacit_ctx *cx, const tacit_query *q, const tacit_query_axis *a,
                               tacit_buffer *b)
{
    const tacit_query_column *c = &q->schema->column[a->column];
    if (a->like == TACIT_NO_LEVEL || a->like == 0 || c->level[a->like - 1].table == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, b, "; "));
    TACIT_TRY(tacit_query_quote(cx, b, c->domain.column));
    return tacit_query_put_level(cx, c, a->like, b);
}

/* The key follows from the question, the declarations of the data, and those public columns that
 * the question is asked by. */
static tacit_status put_key(tacit_ctx *cx, tacit_query *q, tacit_buffer *b)
{
    TACIT_TRY(put_query(cx, q, b));
    TACIT_TRY(tacit_scratch_text(cx, b->text, &q->text));
    TACIT_TRY(tacit_buffer_text(cx, b, "\n"));
    TACIT_TRY(tacit_query_schema_text(cx, q->schema, b));
    for (size_t i = 0; i < q->n_axes; i++)
        TACIT_TRY(put_public(cx, q, &q->axis[i], b));
    tacit_digest_text(b->text, q->key);
    return TACIT_OK;
}

tacit_status tacit_query_qualify(tacit_ctx *cx, tacit_query *q, const char *words)
{
    char *all = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &all, "%s%s", q->key, words));
    tacit_digest_text(all, q->key);
    return tacit_scratch_format(cx, &q->text, "%s%s", q->text, words);
}

tacit_status tacit_query_settle(tacit_ctx *cx, tacit_query *q)
{
    tacit_buffer b = { 0 };
    TACIT_ASSERT(q->n_aggregates > 0);
    TACIT_TRY(check_conditions(cx, q));
    sort(q);
    TACIT_TRY(tacit_query_part(cx, q));
    TACIT_TRY(count_cells(cx, q));
    const tacit_status status = put_key(cx, q, &b);
    tacit_buffer_free(&b);
    return status;
}
