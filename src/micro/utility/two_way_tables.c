/*
 * two_way_tables.c - how well the tables of pairs of columns are kept.
 *
 * For every pair of columns (or column, or triple) the counts of both tables are compared cell by
 * cell; stats/table_fit.h has the formulas.  The main figure is S_pMSE, the propensity score pMSE
 * of the table over its expectation if the protected rows were drawn from the original ones:
 * about 1 then, 0 if the counts are in proportion.  Pairs show lost correlation.
 *
 * Numbers and dates are put into quantile bins of both tables together; missing is a place of its
 * own; texts beyond the commonest share a place.  Rows need not correspond.  O(rows) for each
 * table and O(cells) for each, in parallel over tables.
 */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/pool.h"
#include "stats/counts/table_fit.h"
#include "micro/utility/merged.h"

enum { SIZE, BINS };
enum { MOST_SIZE = 3, MOST_COLUMNS = 40, MOST_SHOWN = 20, ROUND = 16 };

/* Places of a column for which the cells of a table stay few: texts in tables of up to 2 and of 3
 * columns. */
enum { LEVELS_TWO = 1000, LEVELS_THREE = 120 };

static const tacit_param PARAMS[] = {
    [SIZE] = { .name = "size",
               .type = TACIT_PARAM_INTEGER,
               .preset = 2,
               .min = 1,
               .max = MOST_SIZE,
               TACIT_USEFUL(1, 3, "columns"),
               .help = "columns of a table" },
    [BINS] = { .name = "bins",
               .type = TACIT_PARAM_INTEGER,
               .preset = 5,
               .min = 2,
               .max = 100,
               TACIT_USEFUL(2, 20, "groups"),
               .help = "quantile groups that numbers and dates are put into" },
    TACIT_PARAM_END
};

/* One table: its columns and how well it is kept. */
typedef struct cross {
    size_t n, column[MOST_SIZE];
    tacit_table_fit fit;
} cross;

/* All tables of one measurement: those asked for, then those of single columns. */
typedef struct work {
    tacit_merged merged;
    size_t p;             /* columns that take part */
    size_t size, n, ones; /* columns of a table, tables asked for, tables of single columns */
    cross *at;
    size_t cells;    /* of the largest */
    uint32_t *count; /* for each thread 2 * cells */
} work;

/* ---- which tables ---- */

static size_t choose(size_t p, size_t k)
{
    size_t out = 1;
    for (size_t i = 0; i < k; i++)
        out = out * (p - i) / (i + 1);
    return p < k ? 0 : out;
}

/* Move to the next set of columns in order; false after the last. */
static bool next_set(size_t *column, size_t n, size_t p)
{
    size_t k = n;
    while (k > 0 && column[k - 1] == p - n + k - 1)
        k--;
    if (k == 0)
        return false;
    column[k - 1]++;
    for (; k < n; k++)
        column[k] = column[k - 1] + 1;
    return true;
}

static size_t cells_of(const work *w, const cross *t)
{
    size_t cells = 1;
    for (size_t k = 0; k < t->n; k++)
        cells *= w->merged.column[t->column[k]].levels;
    return cells;
}

static void list_tables(work *w)
{
    size_t column[MOST_SIZE] = { 0, 1, 2 };
    for (size_t t = 0; t < w->n + w->ones; t++) {
        cross *x = &w->at[t];
        x->n = t < w->n ? w->size : 1;
        memcpy(x->column, column, sizeof column);
        if (t >= w->n)
            x->column[0] = t - w->n;
        else
            next_set(column, w->size, w->p);
        w->cells = cells_of(w, x) > w->cells ? cells_of(w, x) : w->cells;
    }
}

/* ---- counting ---- */

/* Count the rows from ... to - 1 by cell. */
static void count_rows(const work *w, const cross *t, size_t from, size_t to, uint32_t *count)
{
    const tacit_merged_column *c[MOST_SIZE];
    for (size_t k = 0; k < MOST_SIZE; k++)
        c[k] = &w->merged.column[t->column[k < t->n ? k : 0]];
    if (t->n == 1)
        for (size_t i = from; i < to; i++)
            count[c[0]->code[i]]++;
    else if (t->n == 2)
        for (size_t i = from; i < to; i++)
            count[c[0]->code[i] * c[1]->levels + c[1]->code[i]]++;
    else
        for (size_t i = from; i < to; i++)
            count[(c[0]->code[i] * c[1]->levels + c[1]->code[i]) * c[2]->levels + c[2]->code[i]]++;
}

static void fit_table(const work *w, cross *t, uint32_t *count)
{
    const size_t cells = cells_of(w, t);
    uint32_t *original = count, *masked = count + cells;
    memset(count, 0, 2 * cells * sizeof *count);
    count_rows(w, t, 0, w->merged.original, original);
    count_rows(w, t, w->merged.original, w->merged.rows, masked);
    t->fit = tacit_table_fit_of(masked, original, cells);
}

static tacit_status fit_tables(tacit_ctx *cx, work *w)
{
    const size_t threads = tacit_pool_threads(), n = w->n + w->ones, round = ROUND * threads;
    TACIT_TRY(tacit_scratch(cx, threads * 2 * w->cells, sizeof *w->count, &w->count));
    for (size_t from = 0; from < n; from += round) {
        const size_t to = from + round < n ? from + round : n;
        TACIT_TRY(tacit_tick(cx, from, n));
#pragma omp parallel for schedule(dynamic, 1)
        for (size_t t = from; t < to; t++)
            fit_table(w, &w->at[t], w->count + (size_t)omp_get_thread_num() * 2 * w->cells);
    }
    return TACIT_OK;
}

/* ---- telling ---- */

static tacit_status name_of(tacit_ctx *cx, const work *w, const cross *t, char **out)
{
    const tacit_merged_column *c = w->merged.column;
    if (t->n == 1)
        return tacit_scratch_text(cx, c[t->column[0]].name, out);
    if (t->n == 2)
        return tacit_scratch_format(cx, out, "%s : %s", c[t->column[0]].name, c[t->column[1]].name);
    return tacit_scratch_format(cx, out, "%s : %s : %s", c[t->column[0]].name, c[t->column[1]].name,
                                c[t->column[2]].name);
}

/* The table with the largest S_pMSE that is not marked; w->n if there is none. */
static size_t worst_of(const work *w, const bool *told)
{
    size_t worst = w->n;
    for (size_t t = 0; t < w->n; t++) {
        const bool defined = w->at[t].fit.df > 0 && (told == NULL || !told[t]);
        if (defined && (worst == w->n || w->at[t].fit.s_pmse > w->at[worst].fit.s_pmse))
            worst = t;
    }
    return worst;
}

static tacit_status figures(tacit_ctx *cx, const work *w, tacit_result *r)
{
    double ratio = 0.0, tv = 0.0, jsd = 0.0, most_tv = 0.0;
    size_t n = 0;
    for (size_t t = 0; t < w->n; t++) {
        const tacit_table_fit *f = &w->at[t].fit;
        n += f->df > 0;
        ratio += f->df > 0 ? f->s_pmse : 0.0;
        tv += f->tv;
        jsd += f->jsd;
        most_tv = fmax(most_tv, f->tv);
    }
    const size_t worst = worst_of(w, NULL);
    const double all = (double)w->n;
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "mean_ratio", "Mean S_pMSE",
                                  n > 0 ? ratio / (double)n : NAN, TACIT_UNIT_NUMBER,
                                  "mean over tables of pMSE / expectation = VW / (cells - 1), "
                                  "cells empty in both tables left out; about 1 if protected rows "
                                  "were drawn from the original ones"));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "max_ratio", "Largest S_pMSE",
                                  worst < w->n ? w->at[worst].fit.s_pmse : NAN, TACIT_UNIT_NUMBER,
                                  "that of the table that is kept worst"));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS_SHARE, "mean_tv", "Mean total variation",
                                  tv / all, TACIT_UNIT_SHARE,
                                  "mean over tables of half the sum over cells of |share after - "
                                  "share before|"));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS_SHARE, "max_tv",
                                  "Largest total variation", most_tv, TACIT_UNIT_SHARE,
                                  "that of the table in which it is largest"));
    return tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS_SHARE, "mean_jsd",
                               "Mean Jensen-Shannon divergence", jsd / all, TACIT_UNIT_NUMBER,
                               "mean over tables, in bits: 0 same shares, 1 no cell in common");
}

static json_t *real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static tacit_status tell_table(tacit_ctx *cx, const work *w, const cross *t, json_t *table)
{
    const tacit_table_fit *f = &t->fit;
    char *name = NULL;
    TACIT_TRY(name_of(cx, w, t, &name));
    return tacit_result_row(cx, table, "[s, I, o, f, f, f, f]", name, (json_int_t)(f->df + 1),
                            real(f->s_pmse), f->pmse, f->tv, f->jsd, f->dbhatt);
}

static tacit_status tell_statistics(tacit_ctx *cx, const work *w, const cross *t, json_t *table)
{
    const tacit_table_fit *f = &t->fit;
    char *name = NULL;
    TACIT_TRY(name_of(cx, w, t, &name));
    return tacit_result_row(cx, table, "[s, f, f, f, o, f, f]", name, f->vw, f->ft, f->g,
                            real(f->s_jsd), f->mabsdd, f->wmabsdd);
}

/* The tables that are kept worst. */
static tacit_status tell_worst(tacit_ctx *cx, const work *w, tacit_result *r)
{
    static const char *const columns[] = {
        "table", "cells", "S_pMSE", "pMSE", "TV", "JSD", "dBhatt"
    };
    static const char *const others[] = { "table", "VW", "FT", "G", "S_JSD", "MabsDD", "WMabsDD" };
    json_t *table = NULL, *statistics = NULL;
    bool *told = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *told, &told));
    TACIT_TRY(
        tacit_result_table(cx, r, "tables", "Tables that are kept worst", 7, columns, &table));
    TACIT_TRY(tacit_result_table(cx, r, "statistics", "Other statistics of these tables", 7, others,
                                 &statistics));
    for (size_t k = 0; k < MOST_SHOWN; k++) {
        const size_t t = worst_of(w, told);
        if (t == w->n)
            break;
        told[t] = true;
        TACIT_TRY(tell_table(cx, w, &w->at[t], table));
        TACIT_TRY(tell_statistics(cx, w, &w->at[t], statistics));
    }
    return TACIT_OK;
}

static bool has_both(const cross *t, size_t a, size_t b)
{
    bool found_a = false, found_b = false;
    for (size_t k = 0; k < t->n; k++) {
        found_a |= t->column[k] == a;
        found_b |= t->column[k] == b;
    }
    return found_a && found_b;
}

/* The largest S_pMSE of tables with columns a and b; of a column with itself, its own. */
static double shade(const work *w, size_t a, size_t b)
{
    double most = NAN;
    if (a == b)
        return w->at[w->n + a].fit.s_pmse;
    for (size_t t = 0; t < w->n; t++)
        if (has_both(&w->at[t], a, b))
            most = fmax(most, w->at[t].fit.s_pmse);
    return most;
}

static tacit_status draw(tacit_ctx *cx, const work *w, tacit_result *r)
{
    json_t *chart = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_result_chart(cx, r, "ratio",
                                 w->size == MOST_SIZE ? "Largest S_pMSE of tables with two columns"
                                                      : "S_pMSE of tables",
                                 w->size == 1 ? TACIT_CHART_BARS : TACIT_CHART_HEAT, &chart));
    TACIT_TRY(tacit_scratch(cx, w->p, sizeof *value, &value));
    for (size_t a = 0; a < w->p; a++)
        TACIT_TRY(tacit_result_label(cx, chart, w->merged.column[a].name));
    for (size_t a = 0; a < w->p; a++) {
        for (size_t b = 0; b < w->p && w->size > 1; b++)
            value[b] = shade(w, a, b);
        if (w->size > 1)
            TACIT_TRY(tacit_result_series(cx, chart, w->merged.column[a].name, value, w->p));
        else
            value[a] = w->at[a].fit.s_pmse;
    }
    return w->size > 1 ? TACIT_OK : tacit_result_series(cx, chart, "S_pMSE", value, w->p);
}

static tacit_status tell_notes(tacit_ctx *cx, const work *w, tacit_result *r)
{
    const size_t worst = worst_of(w, NULL);
    char *name = NULL;
    if (w->p < w->merged.columns)
        TACIT_TRY(tacit_result_note(cx, r, "Tables are of the first %zu of %zu columns.", w->p,
                                    w->merged.columns));
    for (size_t j = 0; j < w->p; j++) {
        const tacit_merged_column *c = &w->merged.column[j];
        if (c->pooled && !c->ordered)
            TACIT_TRY(
                tacit_result_note(cx, r, "The rarest texts of column '%s' count as one.", c->name));
    }
    if (worst == w->n)
        return tacit_result_note(cx, r, "No table has two cells that are not empty.");
    TACIT_TRY(name_of(cx, w, &w->at[worst], &name));
    return w->at[worst].fit.s_pmse > 0.0
               ? tacit_result_note(cx, r, "The largest S_pMSE is that of %s.", name)
               : TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    work w = { .size = (size_t)tacit_arg_integer(args, SIZE) };
    const tacit_merge how = { .bins = (uint32_t)tacit_arg_integer(args, BINS),
                              .levels = w.size == MOST_SIZE ? LEVELS_THREE : LEVELS_TWO };
    TACIT_TRY(tacit_merged_of(cx, pair, &how, &w.merged));
    w.p = w.merged.columns < MOST_COLUMNS ? w.merged.columns : MOST_COLUMNS;
    w.n = choose(w.p, w.size);
    w.ones = w.size > 1 ? w.p : 0;
    if (w.n == 0 || w.merged.original == 0 || w.merged.original == w.merged.rows)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Tables of %zu columns need rows in both tables and so many columns, not "
                          "identifiers, that both have.",
                          w.size);
    TACIT_TRY(tacit_scratch(cx, w.n + w.ones, sizeof *w.at, &w.at));
    list_tables(&w);
    TACIT_TRY(fit_tables(cx, &w));
    TACIT_TRY(figures(cx, &w, result));
    TACIT_TRY(tell_worst(cx, &w, result));
    TACIT_TRY(draw(cx, &w, result));
    TACIT_TRY(tacit_merged_note(cx, &w.merged, result));
    return tell_notes(cx, &w, result);
}

const tacit_measure tacit_utility_two_way_tables = {
    .about = { .name = "two_way_tables",
               .title = "Tables of pairs of columns",
               .summary = "How well the counts of every pair of columns are kept.",
               .source = "Raab, Nowok and Dibben (2021), Assessing, visualizing and improving the "
                         "utility of synthetic data; Voas and Williamson (2001), Evaluating "
                         "goodness-of-fit measures for synthetic microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_COMMON,
    .headline = "mean_tv",
    .run = measure,
};
