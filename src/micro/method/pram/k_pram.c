/*
 * k_pram.c - randomisation within intervals of equal length that have at least k records.
 *
 * Biswal, Arbuckle and Kulik, Disclosure metrics born from statistical evaluations of data
 * utility: the range of a column is cut into m intervals of equal length such that the expected
 * number of records in each is at least k, and values are randomised within intervals, whose
 * sizes therefore stay.  m is the largest possible such that there are also `values` different
 * values to randomise, or given.  The expectation is taken under
 * `law`; under the empirical one it is the number of records, so that k holds for every interval
 * that is not empty, under the others in expectation only.  What was reached is told.
 *
 * A value becomes, by `draw`, that of a random record of its interval (PRAM whose rows are the
 * frequencies of the interval: invariant), that of another record in a random exchange, or any
 * value of the interval with equal probability.  With v the variance of an interval (divisor n)
 * and c its mean less its middle, the expected squared error is 2 v, 2 v, or
 * v + c^2 + (variance of the uniform law).
 *
 * Dates are days; ordered categories are places in `order`.  Each stratum has intervals of its
 * own.  Missing values stay missing.  O(n log n) a column, one stream for each interval.
 */
#include "micro/method/pram/k_pram_own.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/linkage/space_order.h"
#include "micro/method/strata.h"
#include "table/take.h"
#include "table/values.h"

enum { COLUMNS, K, LAW, VALUES, GROUPS, DRAW, ORDER };
enum { RECORDS, EXCHANGE, INTERVAL };

static const char *const LAWS[] = { "empirical", "uniform", "normal", NULL };
static const char *const DRAWS[] = { "records", "exchange", "interval", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 5,
            .min = 2,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "least expected number of records in a group" },
    [LAW] = { .name = "law",
              .type = TACIT_PARAM_CHOICE,
              .choices = LAWS,
              .help =
                  "distribution under which that is expected; k is certain only with empirical" },
    [VALUES] = { .name = "values",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 2,
                 .min = 1,
                 .max = 1e9,
                 TACIT_USEFUL(1, 20, "values"),
                 .help = "least number of different values in a group; on average, if the law is "
                         "not empirical" },
    [GROUPS] = { .name = "groups",
                 .type = TACIT_PARAM_INTEGER,
                 .need = TACIT_OPTIONAL,
                 .min = 1,
                 .max = 1e6,
                 TACIT_USEFUL_LOG(1, 100, "intervals"),
                 .help = "number of intervals, instead of the largest for k" },
    [DRAW] = { .name = "draw",
               .type = TACIT_PARAM_CHOICE,
               .choices = DRAWS,
               .help = "a value is replaced by that of a random record of its group, exchanged "
                       "within it, or drawn from the interval" },
    [ORDER] = { .name = "order",
                .type = TACIT_PARAM_TEXTS,
                .need = TACIT_OPTIONAL,
                .help = "all categories from lowest to highest" },
    TACIT_PARAM_END
};

/* One column being masked. */
typedef struct masking {
    const tacit_job *job;
    const tacit_column *column;
    tacit_values values;
    const double *x; /* of each value its number */
    size_t *at;      /* of each row the row whose cell it gets */
    double *reals;   /* cells to write instead, if drawn from intervals ... */
    int64_t *whole;  /* ... of whole numbers */
    tacit_k_pram_account *account;
} masking;

/* One interval of a stratum: positions from `from` to before `to`. */
typedef struct interval {
    const tacit_k_groups *groups;
    const size_t *row; /* of each position */
    size_t from, to;
} interval;

/* ---- numbers of values ---- */

static tacit_status place_by_list(tacit_ctx *cx, const masking *w, double *x)
{
    const tacit_value *order = &w->job->args->at[ORDER];
    size_t lost = 0;
    for (uint32_t v = 0; v < w->values.n; v++) {
        char text[32];
        const char *own = tacit_column_text(w->column, w->values.row[v], text);
        size_t p = 0;
        while (p < order->n && strcmp(order->texts[p], own) != 0)
            p++;
        lost += p == order->n;
        x[v] = (double)p;
    }
    return lost == 0 ? TACIT_OK
                     : tacit_fail(cx, TACIT_ERR_DATA,
                                  "Column '%s' has %zu categories that 'order' of k_pram does not "
                                  "list.",
                                  tacit_column_name(w->column), lost);
}

static tacit_status place_by_text(tacit_ctx *cx, const masking *w, double *x)
{
    tacit_order order;
    TACIT_TRY(tacit_order_of(cx, w->column, w->column, &order));
    for (uint32_t v = 0; v < w->values.n; v++)
        x[v] = round(order.a[tacit_column_codes(w->column)[w->values.row[v]]] *
                     (double)(order.categories - 1));
    return tacit_result_note(cx, w->job->told,
                             "The categories of column '%s' are in the order of their names, for "
                             "'order' is not given.",
                             tacit_column_name(w->column));
}

static tacit_status number_values(tacit_ctx *cx, masking *w)
{
    double *x = NULL;
    TACIT_TRY(tacit_values_of(cx, w->column, &w->values));
    TACIT_TRY(tacit_scratch(cx, w->values.n, sizeof *x, &x));
    w->x = x;
    if (tacit_column_type(w->column) == TACIT_TYPE_CATEGORY)
        return tacit_arg_given(w->job->args, ORDER) ? place_by_list(cx, w, x)
                                                    : place_by_text(cx, w, x);
    for (uint32_t v = 0; v < w->values.n; v++)
        x[v] = tacit_column_number(w->column, w->values.row[v]);
    return TACIT_OK;
}

/* ---- drawing ---- */

/* Give the record at position `i` the value of the record at `by`. */
static void give(masking *w, const interval *v, size_t i, size_t by)
{
    const double d = v->groups->x[by] - v->groups->x[i];
    w->at[v->row[i]] = v->row[by];
    w->account->bias += d;
    w->account->square += d * d;
}

static void draw_records(masking *w, const interval *v, tacit_rng *rng)
{
    for (size_t i = v->from; i < v->to; i++)
        give(w, v, i, v->from + tacit_rng_below(rng, v->to - v->from));
}

static tacit_status draw_exchange(tacit_ctx *cx, masking *w, const interval *v, tacit_rng *rng)
{
    const size_t n = v->to - v->from, mark = tacit_scratch_mark(cx);
    size_t *by = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *by, &by));
    for (size_t i = 0; i < n; i++) {
        const size_t j = tacit_rng_below(rng, i + 1);
        by[i] = by[j];
        by[j] = i;
    }
    for (size_t i = 0; i < n; i++)
        give(w, v, v->from + i, v->from + by[i]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The ends of the interval with the number `g`. */
static void ends_of(const tacit_k_groups *groups, size_t g, double *low, double *high)
{
    const double least = groups->x[0], range = groups->x[groups->n - 1] - least;
    *low = least + range * ((double)g / (double)groups->m);
    *high = g + 1 == groups->m ? groups->x[groups->n - 1]
                               : least + range * ((double)(g + 1) / (double)groups->m);
}

static void draw_reals(masking *w, const interval *v, tacit_rng *rng, double low, double high)
{
    const size_t g = tacit_k_group_of(v->groups, v->groups->x[v->from]);
    for (size_t i = v->from; i < v->to; i++) {
        double y = low + (high - low) * (1.0 - tacit_rng_uniform(rng));
        if (tacit_k_group_of(v->groups, y) != g)
            y = v->groups->x[v->from]; /* rounding put it beside the interval */
        const double d = y - v->groups->x[i];
        w->reals[v->row[i]] = y;
        w->account->bias += d;
        w->account->square += d * d;
    }
}

/* Whole numbers from `*low` to `*high` lie in the interval. */
static void whole_ends(const interval *v, double *low, double *high)
{
    const size_t g = tacit_k_group_of(v->groups, v->groups->x[v->from]);
    *low = floor(*low) - 1.0;
    *high = ceil(*high) + 1.0;
    while (*low < v->groups->x[v->from] &&
           (*low < v->groups->x[0] || tacit_k_group_of(v->groups, *low) < g))
        *low += 1.0;
    while (*high > v->groups->x[v->to - 1] &&
           (*high > v->groups->x[v->groups->n - 1] || tacit_k_group_of(v->groups, *high) > g))
        *high -= 1.0;
}

static void draw_whole(masking *w, const interval *v, tacit_rng *rng, double low, double high)
{
    const uint64_t n = (uint64_t)(high - low) + 1;
    for (size_t i = v->from; i < v->to; i++) {
        const double y = low + (double)tacit_rng_below(rng, n), d = y - v->groups->x[i];
        w->whole[v->row[i]] = (int64_t)y;
        w->account->bias += d;
        w->account->square += d * d;
    }
}

/* Add what is expected of an interval whose values are replaced by a law with the given mean
 * and variance. */
static void expect(tacit_k_pram_account *a, const interval *v, const double *law)
{
    const size_t n = v->to - v->from;
    double mean = 0.0, square = 0.0;
    for (size_t i = v->from; i < v->to; i++)
        mean += (v->groups->x[i] - v->groups->x[v->from]) / (double)n;
    mean += v->groups->x[v->from];
    for (size_t i = v->from; i < v->to; i++)
        square += (v->groups->x[i] - mean) * (v->groups->x[i] - mean);
    const double off = law == NULL ? 0.0 : law[0] - mean;
    a->expected_bias += (double)n * off;
    a->expected_square += law == NULL ? 2.0 * square : square + (double)n * (off * off + law[1]);
}

static tacit_status draw_interval(tacit_ctx *cx, masking *w, const interval *v, tacit_rng *rng)
{
    const size_t draw = tacit_arg_choice(w->job->args, DRAW);
    double low = 0.0, high = 0.0;
    if (draw != INTERVAL) {
        expect(w->account, v, NULL);
        if (draw == EXCHANGE)
            return draw_exchange(cx, w, v, rng);
        draw_records(w, v, rng);
        return TACIT_OK;
    }
    ends_of(v->groups, tacit_k_group_of(v->groups, v->groups->x[v->from]), &low, &high);
    if (w->whole != NULL)
        whole_ends(v, &low, &high);
    const double n = high - low + 1.0, wide = high - low;
    const double law[] = { low + wide / 2.0,
                           w->whole != NULL ? (n * n - 1.0) / 12.0 : wide * wide / 12.0 };
    expect(w->account, v, law);
    if (w->whole != NULL)
        draw_whole(w, v, rng, low, high);
    else
        draw_reals(w, v, rng, low, high);
    return TACIT_OK;
}

/* ---- strata ---- */

/* The present rows of a stratum by their numbers. */
static tacit_status sort_rows(tacit_ctx *cx, const masking *w, const tacit_row_list *rows,
                              size_t **row, double **x, size_t *n)
{
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *order, &order));
    *n = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const uint32_t v = w->values.of[rows->at[i]];
        if (v < w->values.n)
            order[(*n)++] = (tacit_keyed){ tacit_sort_key_real(w->x[v]), rows->at[i] };
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, *n));
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **row, row));
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **x, x));
    for (size_t i = 0; i < *n; i++) {
        (*row)[i] = order[i].row;
        (*x)[i] = w->x[w->values.of[order[i].row]];
    }
    return TACIT_OK;
}

static tacit_status check_stratum(tacit_ctx *cx, const masking *w, const double *x, size_t n)
{
    const size_t k = w->account->k;
    if (n < k)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has only %zu present values (in some stratum), but k_pram "
                          "needs at least k = %zu.",
                          tacit_column_name(w->column), n, k);
    const double range = x[n - 1] - x[0];
    if (!isfinite(4.0 * range * range * (double)n) ||
        (w->whole != NULL && fmax(fabs(x[0]), fabs(x[n - 1])) > 9007199254740992.0))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has values too large for intervals of equal length.",
                          tacit_column_name(w->column));
    return TACIT_OK;
}

static tacit_status mask_stratum(tacit_ctx *cx, masking *w, const tacit_rng *stream,
                                 const tacit_row_list *rows)
{
    const tacit_args *args = w->job->args;
    const tacit_k_need need = { .k = w->account->k,
                                .values = (size_t)tacit_arg_integer(args, VALUES),
                                .law = (tacit_k_law)tacit_arg_choice(args, LAW) };
    size_t *row = NULL, *rank = NULL, n = 0;
    double *x = NULL;
    TACIT_TRY(sort_rows(cx, w, rows, &row, &x, &n));
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(check_stratum(cx, w, x, n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *rank, &rank));
    for (size_t i = 1; i < n; i++)
        rank[i] = rank[i - 1] + (x[i] > x[i - 1]);
    tacit_k_groups g = { .x = x, .rank = rank, .n = n };
    if (tacit_arg_given(args, GROUPS))
        g.m = (size_t)tacit_arg_integer(args, GROUPS);
    else
        TACIT_TRY(tacit_k_groups_choose(cx, &g, &need));
    TACIT_TRY(tacit_k_pram_count(cx, w->job, &g, tacit_k_groups_least(&g, need.law), w->account));
    for (size_t at = 0, end = 0; at < n; at = end) {
        end = tacit_k_group_end(&g, at);
        const interval v = { .groups = &g, .row = row, .from = at, .to = end };
        tacit_rng rng = tacit_rng_fork_number(stream, tacit_k_group_of(&g, x[at]));
        TACIT_TRY(draw_interval(cx, w, &v, &rng));
    }
    return TACIT_OK;
}

/* ---- columns ---- */

/* Room for the result: cells to write, or rows to take cells from. */
static tacit_status open_column(tacit_ctx *cx, masking *w, size_t j, tacit_table *out)
{
    const size_t rows = tacit_table_rows(w->job->in);
    const tacit_type type = tacit_column_type(w->column);
    if (tacit_arg_choice(w->job->args, DRAW) == INTERVAL) {
        if (type == TACIT_TYPE_INTEGER)
            return tacit_table_edit_integers(cx, out, j, &w->whole);
        if (type == TACIT_TYPE_REAL)
            return tacit_table_edit_reals(cx, out, j, &w->reals);
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "k_pram draws from intervals of numbers only, but column '%s' is a %s; "
                          "use 'draw: records'.",
                          tacit_column_name(w->column), tacit_type_name(type));
    }
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *w->at, &w->at));
    for (size_t i = 0; i < rows; i++)
        w->at[i] = i;
    return TACIT_OK;
}

static tacit_status close_column(tacit_ctx *cx, const masking *w, size_t j, tacit_table *out)
{
    const tacit_row_list cells = { tacit_table_rows(w->job->in), w->at };
    tacit_column *own = NULL;
    if (w->at == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_column_take(cx, w->column, tacit_column_name(w->column), &cells, &own));
    tacit_table_replace(out, j, own);
    return TACIT_OK;
}

static tacit_status mask_column(tacit_ctx *cx, const tacit_job *job, const tacit_strata *strata,
                                size_t j, tacit_k_pram_account *account, tacit_table *out)
{
    masking w = { .job = job, .column = tacit_table_column(job->in, j), .account = account };
    const tacit_rng stream = tacit_rng_fork(job->rng, tacit_column_name(w.column));
    account->name = tacit_column_name(w.column);
    account->k = (size_t)tacit_arg_integer(job->args, K);
    TACIT_TRY(number_values(cx, &w));
    TACIT_TRY(open_column(cx, &w, j, out));
    for (size_t s = 0; s < strata->n; s++) {
        const size_t mark = tacit_scratch_mark(cx);
        const size_t n = strata->start[s + 1] - strata->start[s];
        const tacit_row_list rows = { n, strata->row + strata->start[s] };
        const tacit_rng own = tacit_rng_fork_number(&stream, s);
        TACIT_TRY(tacit_tick(cx, s, strata->n));
        TACIT_TRY(mask_stratum(cx, &w, &own, &rows));
        tacit_scratch_release(cx, mark);
    }
    return close_column(cx, &w, j, out);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_k_pram_account *account = NULL;
    tacit_strata strata;
    json_t *table = NULL;
    TACIT_TRY(tacit_scratch(cx, job->cols.n, sizeof *account, &account));
    TACIT_TRY(tacit_strata_of(cx, job->in, &strata));
    TACIT_TRY(tacit_k_pram_tell_start(cx, job, &table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(mask_column(cx, job, &strata, job->cols.at[c], &account[c], out));
        TACIT_TRY(tacit_k_pram_tell(cx, job, &account[c], table));
        tacit_scratch_release(cx, mark);
    }
    return tacit_k_pram_tell_all(cx, job, account, job->cols.n);
}

const tacit_method tacit_method_k_pram = {
    .about = { .name = "k_pram",
               .title = "Randomisation within groups",
               .summary = "Randomises values within intervals of equal length that have k records.",
               .source = "Biswal, Arbuckle and Kulik, Disclosure metrics born from statistical "
                         "evaluations of data utility, after Gouweleeuw et al. (1998)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM,
    .run = run,
};
