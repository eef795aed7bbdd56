/*
 * sample.c - releasing a sample of the records instead of all of them.
 *
 * Of the n records m = `size` or the whole number nearest to `share` n are drawn without
 * replacement, each with probability m / n.  Within strata (columns of that role), stratum h
 * of n_h records gets m_h = m n_h / n of them, rounded by largest remainders (ties to the
 * stratum whose first record comes first); with `each` every stratum gets one first and the
 * others are shared out in proportion to what is left of the strata.
 *   simple      every set of m_h records is equally likely (selection sampling: Fan, Muller
 *               and Rezucha 1962);
 *   systematic  with r uniform on 0 ... n_h - 1 the records at places floor((r + i n_h) / m_h),
 *               i = 0 ... m_h - 1, of the stratum in the order of `columns` (file order if
 *               none), which spreads the sample over them.
 *
 * With `by`, records with the same value in that column are drawn together, as households: n, m
 * and their parts then count households, and one belongs to the stratum of its first record and
 * is ordered by it.  A record without a value is one of its own.
 *
 * The weight, if a column has that role, is multiplied by n_h / m_h; missing weights stay
 * missing.  Records keep their order.  In `columns` missing values come last and categories in
 * the order of their dictionary.  O(n), and a radix sort for each of `columns`.
 */
#include "micro/method/method.h"

#include <math.h>

#include "base/sort.h"
#include "micro/method/strata.h"
#include "table/take.h"
#include "table/values.h"

enum { COLUMNS, SHARE, SIZE, HOW, EACH, BY };
enum { SIMPLE, SYSTEMATIC };

/* Strata that are listed one by one in the report. */
enum { MOST_LISTED = 100 };

static const char *const HOWS[] = { "simple", "systematic", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "order in which a systematic sample goes through the records; that of "
                          "the file if not given" },
    [SHARE] = { .name = "share",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = 0.0,
                .max = 1.0,
                TACIT_USEFUL(0.01, 1, "share"),
                .importance = TACIT_FIRST,
                .help = "share of the records to draw" },
    [SIZE] = { .name = "size",
               .type = TACIT_PARAM_INTEGER,
               .need = TACIT_OPTIONAL,
               .min = 1,
               .max = 1e15,
               TACIT_USEFUL_LOG(100, 1e6, "records"),
               .importance = TACIT_FIRST,
               .help = "number of records to draw, instead of a share" },
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .choices = HOWS,
              .help = "every set of records equally likely, or at regular distances from a random "
                      "start" },
    [EACH] = { .name = "each",
               .type = TACIT_PARAM_FLAG,
               .max = 1.0,
               .help = "draw at least one record of every stratum" },
    [BY] = { .name = "by",
             .type = TACIT_PARAM_COLUMN,
             .need = TACIT_OPTIONAL,
             .help = "draw records with the same value in this column together, such as "
                     "households; share and size count them then" },
    TACIT_PARAM_END
};

/* ---- units ---- */

/* What is drawn: single records, or the records of a household together. */
typedef struct units {
    size_t n;
    const size_t *head; /* of each row the first row of its unit; NULL if each is one itself */
} units;

static tacit_status find_units(tacit_ctx *cx, const tacit_job *job, units *out)
{
    const size_t rows = tacit_table_rows(job->in);
    size_t *head = NULL;
    tacit_values v = { 0 };
    *out = (units){ .n = rows };
    if (!tacit_arg_given(job->args, BY))
        return TACIT_OK;
    const size_t j = tacit_table_find(job->in, tacit_arg_text(job->args, BY));
    if (j == tacit_table_columns(job->in))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'by' of sample names '%s', which is no column.",
                          tacit_arg_text(job->args, BY));
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(job->in, j), &v));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *head, &head));
    out->n = 0;
    for (size_t i = 0; i < rows; i++) {
        head[i] = v.of[i] == v.n ? i : v.row[v.of[i]];
        out->n += head[i] == i;
    }
    out->head = head;
    return TACIT_OK;
}

static bool is_head(const units *u, size_t i)
{
    return u->head == NULL || u->head[i] == i;
}

/* The strata with the first row of each unit alone. */
static tacit_status keep_heads(tacit_ctx *cx, const units *u, tacit_strata *s)
{
    size_t *start = NULL, *row = NULL, n = 0, kept = 0;
    if (u->head == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, s->n + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, u->n, sizeof *row, &row));
    for (size_t h = 0; h < s->n; h++) {
        for (size_t k = s->start[h]; k < s->start[h + 1]; k++)
            if (is_head(u, s->row[k]))
                row[n++] = s->row[k];
        if (n > start[kept]) /* a stratum without a first record is no stratum of units */
            start[++kept] = n;
    }
    TACIT_ASSERT(n == u->n);
    *s = (tacit_strata){ .n = kept, .start = start, .row = row };
    return TACIT_OK;
}

/* ---- how many ---- */

static tacit_status find_size(tacit_ctx *cx, const tacit_job *job, size_t n, size_t *out)
{
    if (tacit_arg_given(job->args, SHARE) == tacit_arg_given(job->args, SIZE))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "sample needs either 'share' or 'size', and not both.");
    if (tacit_arg_given(job->args, SIZE)) {
        *out = (size_t)tacit_arg_integer(job->args, SIZE);
        if (*out > n)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "'size' of sample is %zu, but there are only %zu %s.", *out, n,
                              tacit_arg_given(job->args, BY) ? "values of 'by'" : "records");
        return TACIT_OK;
    }
    const double m = round(tacit_arg_real(job->args, SHARE) * (double)n);
    *out = n == 0 ? 0 : m < 1.0 ? 1 : m < (double)n ? (size_t)m : n;
    return TACIT_OK;
}

/* Share `m` among strata in proportion to `size`, by largest remainders, and add it to `take`.
 * No stratum gets more than its size, for m is at most their sum. */
static tacit_status allocate(tacit_ctx *cx, const size_t *size, size_t n_strata, size_t m,
                             size_t *take)
{
    size_t total = 0, given = 0;
    tacit_keyed *rest = NULL;
    TACIT_TRY(tacit_scratch(cx, n_strata, sizeof *rest, &rest));
    for (size_t h = 0; h < n_strata; h++)
        total += size[h];
    for (size_t h = 0; total > 0 && h < n_strata; h++) {
        const unsigned __int128 part = (unsigned __int128)m * size[h];
        take[h] += (size_t)(part / total);
        given += (size_t)(part / total);
        rest[h] = (tacit_keyed){ .key = ~(uint64_t)(part % total), .row = h };
    }
    TACIT_ASSERT(given <= m && m <= total);
    TACIT_TRY(tacit_sort_keyed(cx, rest, n_strata));
    for (size_t k = 0; given < m; k++, given++)
        take[rest[k].row]++;
    return TACIT_OK;
}

/* Records to draw of each stratum, in scratch memory. */
static tacit_status share_out(tacit_ctx *cx, const tacit_job *job, const tacit_strata *s, size_t m,
                              size_t **out)
{
    const bool each = tacit_arg_flag(job->args, EACH);
    size_t *size = NULL, *take = NULL;
    if (each && m < s->n)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "sample is to draw %zu records, too few for one of each of the %zu "
                          "strata.",
                          m, s->n);
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *take, &take));
    for (size_t h = 0; h < s->n; h++) {
        take[h] = each;
        size[h] = s->start[h + 1] - s->start[h] - each;
    }
    TACIT_TRY(allocate(cx, size, s->n, each ? m - s->n : m, take));
    *out = take;
    return TACIT_OK;
}

/* ---- which ---- */

/* The rows of strata in the order of the columns, in scratch memory: sorted by the last column
 * first, for the sort keeps the order of equals. */
static tacit_status order_rows(tacit_ctx *cx, const tacit_job *job, const tacit_strata *s,
                               tacit_keyed **out)
{
    const size_t rows = s->start[s->n];
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *a, &a));
    for (size_t i = 0; i < rows; i++)
        a[i].row = s->row[i];
    for (size_t c = job->cols.n; c-- > 0;) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_values v = { 0 };
        TACIT_TRY(tacit_values_of(cx, tacit_table_column(job->in, job->cols.at[c]), &v));
        for (size_t i = 0; i < rows; i++)
            a[i].key = v.of[a[i].row];
        TACIT_TRY(tacit_sort_keyed(cx, a, rows));
        tacit_scratch_release(cx, mark);
    }
    *out = a;
    return TACIT_OK;
}

/* The rows of each stratum in the order in which a systematic sample goes through them. */
static tacit_status order_strata(tacit_ctx *cx, const tacit_job *job, tacit_strata *s)
{
    const size_t rows = s->start[s->n];
    tacit_keyed *a = NULL;
    uint64_t *stratum = NULL;
    size_t *row = NULL;
    if (job->cols.n == 0)
        return TACIT_OK;
    TACIT_TRY(order_rows(cx, job, s, &a));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->in), sizeof *stratum, &stratum));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *row, &row));
    for (size_t h = 0; h < s->n; h++)
        for (size_t k = s->start[h]; k < s->start[h + 1]; k++)
            stratum[s->row[k]] = h;
    for (size_t i = 0; i < rows; i++)
        a[i].key = stratum[a[i].row];
    TACIT_TRY(tacit_sort_keyed(cx, a, rows));
    for (size_t i = 0; i < rows; i++)
        row[i] = a[i].row;
    s->row = row;
    return TACIT_OK;
}

/* Mark `m` of the `n` rows at `row`, every set of them equally likely. */
static void draw_simple(const size_t *row, size_t n, size_t m, tacit_rng rng, bool *drawn)
{
    size_t left = m;
    for (size_t k = 0; k < n && left > 0; k++)
        if (tacit_rng_below(&rng, n - k) < left) {
            drawn[row[k]] = true;
            left--;
        }
}

/* Mark `m` of the `n` rows at `row` at regular distances. */
static void draw_systematic(const size_t *row, size_t n, size_t m, tacit_rng rng, bool *drawn)
{
    const uint64_t start = n > 0 ? tacit_rng_below(&rng, n) : 0;
    for (size_t i = 0; i < m; i++)
        drawn[row[(size_t)(((unsigned __int128)i * n + start) / m)]] = true;
}

/* A sample on its way. */
typedef struct draw {
    units of;
    tacit_strata strata; /* of units */
    size_t m;            /* units to draw */
    const size_t *take;  /* of each stratum */
    bool *drawn;         /* of each row */
    double *factor;      /* n_h / m_h of each row's stratum, 0 if none is drawn */
    size_t rows;         /* drawn */
} draw;

/* Rows share the lot of the first row of their unit. */
static void follow_heads(size_t rows, draw *d)
{
    for (size_t i = 0; i < rows; i++) {
        if (!is_head(&d->of, i)) {
            d->drawn[i] = d->drawn[d->of.head[i]];
            d->factor[i] = d->factor[d->of.head[i]];
        }
        d->rows += d->drawn[i];
    }
}

static tacit_status draw_rows(tacit_ctx *cx, const tacit_job *job, draw *d)
{
    const tacit_strata *s = &d->strata;
    const bool simple = tacit_arg_choice(job->args, HOW) == SIMPLE;
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->in), sizeof *d->drawn, &d->drawn));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->in), sizeof *d->factor, &d->factor));
    for (size_t h = 0; h < s->n; h++) {
        const size_t *row = s->row + s->start[h], n = s->start[h + 1] - s->start[h];
        const tacit_rng rng = tacit_rng_fork_number(job->rng, h);
        (simple ? draw_simple : draw_systematic)(row, n, d->take[h], rng, d->drawn);
        for (size_t k = 0; k < n; k++)
            d->factor[row[k]] = d->take[h] > 0 ? (double)n / (double)d->take[h] : 0.0;
    }
    follow_heads(tacit_table_rows(job->in), d);
    return TACIT_OK;
}

/* ---- the result ---- */

static tacit_status weigh(tacit_ctx *cx, const draw *d, const size_t *row, tacit_table *t)
{
    const size_t j = tacit_table_role_column(t, TACIT_ROLE_WEIGHT);
    double *w = NULL;
    if (j == tacit_table_columns(t) || d->m == d->of.n)
        return TACIT_OK;
    if ((tacit_column_type(tacit_table_column(t, j)) & TACIT_TYPE_NUMBER) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The weight, column '%s', does not hold numbers.",
                          tacit_column_name(tacit_table_column(t, j)));
    TACIT_TRY(tacit_table_edit_reals(cx, t, j, &w));
    for (size_t i = 0; i < d->rows; i++)
        if (!tacit_column_is_missing(tacit_table_column(t, j), i))
            w[i] *= d->factor[row[i]];
    return TACIT_OK;
}

static tacit_status take_drawn(tacit_ctx *cx, const tacit_job *job, const draw *d, tacit_table *out)
{
    size_t *row = NULL, n = 0;
    tacit_table *taken = NULL;
    TACIT_TRY(tacit_scratch(cx, d->rows, sizeof *row, &row));
    for (size_t i = 0; i < tacit_table_rows(job->in); i++)
        if (d->drawn[i])
            row[n++] = i;
    TACIT_ASSERT(n == d->rows);
    TACIT_TRY(tacit_table_take(cx, job->in, &(tacit_row_list){ .n = n, .at = row }, &taken));
    const tacit_status status = weigh(cx, d, row, taken);
    if (status != TACIT_OK) {
        tacit_table_free(taken);
        return status;
    }
    tacit_table_become(out, taken);
    return TACIT_OK;
}

static tacit_status tell_strata(tacit_ctx *cx, const tacit_job *job, const draw *d)
{
    static const char *const heads[] = { "stratum", "units", "drawn", "factor of the weight" };
    const tacit_strata *s = &d->strata;
    size_t empty = 0;
    json_t *table = NULL;
    for (size_t h = 0; h < s->n; h++)
        empty += d->take[h] == 0;
    if (empty > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "%zu of %zu strata are too small to be drawn from, so "
                                    "their records are left out altogether.",
                                    empty, s->n));
    if (s->n < 2 || s->n > MOST_LISTED)
        return TACIT_OK;
    TACIT_TRY(tacit_result_table(cx, job->told, "strata",
                                 "Units drawn of each stratum, in the "
                                 "order of their first records",
                                 4, heads, &table));
    for (size_t h = 0; h < s->n; h++) {
        const size_t n = s->start[h + 1] - s->start[h], m = d->take[h];
        json_t *factor = m > 0 ? json_real((double)n / (double)m) : json_null();
        TACIT_TRY(tacit_result_row(cx, table, "[I,I,I,o]", (json_int_t)h + 1, (json_int_t)n,
                                   (json_int_t)m, factor));
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const draw *d)
{
    const double n = (double)d->of.n, m = (double)d->m;
    const size_t weight = tacit_table_role_column(job->in, TACIT_ROLE_WEIGHT);
    TACIT_TRY(tacit_result_figure(cx, job->told, "drawn", "Records drawn", (double)d->rows,
                                  TACIT_UNIT_COUNT, "without replacement"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "units", "Units drawn", m, TACIT_UNIT_COUNT,
                                  "records, or values of 'by' whose records are drawn together"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "share", "Share of the units", m / n,
                                  TACIT_UNIT_SHARE, "units drawn over units"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "strata", "Strata", (double)d->strata.n,
                                  TACIT_UNIT_COUNT, "1 if no column has that role"));
    if (weight == tacit_table_columns(job->in) && d->m > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "There is no weight to adjust; totals need the factor %g%s.",
                                    n / m, d->strata.n > 1 ? " on average over the strata" : ""));
    return tell_strata(cx, job, d);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    draw d = { 0 };
    size_t *take = NULL;
    const bool systematic = tacit_arg_choice(job->args, HOW) == SYSTEMATIC;
    TACIT_TRY(tacit_tick(cx, 0, 1));
    TACIT_TRY(find_units(cx, job, &d.of));
    TACIT_TRY(find_size(cx, job, d.of.n, &d.m));
    TACIT_TRY(tacit_strata_of(cx, job->in, &d.strata));
    TACIT_TRY(keep_heads(cx, &d.of, &d.strata));
    TACIT_TRY(share_out(cx, job, &d.strata, d.m, &take));
    d.take = take;
    if (systematic)
        TACIT_TRY(order_strata(cx, job, &d.strata));
    else if (job->cols.n > 0)
        tacit_warn(cx, "'columns' of sample are the order of a systematic sample; a simple one "
                       "does not use them.");
    TACIT_TRY(draw_rows(cx, job, &d));
    TACIT_TRY(take_drawn(cx, job, &d, out));
    return tell(cx, job, &d);
}

const tacit_method tacit_method_sample = {
    .about = { .name = "sample",
               .title = "Sampling",
               .summary = "Releases a random sample of the records, within strata and with "
                          "weights adjusted.",
               .source = "Skinner, Marsh, Openshaw and Wymer (1994), Disclosure control for census "
                         "microdata; Hundepool et al. (2012), Statistical Disclosure Control, "
                         "section 3.4.1",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_ROWS,
    .run = run,
};
