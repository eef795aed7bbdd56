/*
 * contingency_tables.c - how far contingency tables of categories moved (CTBIL).
 *
 * For all tables of 1, 2 and 3 columns, with c the count of a cell before and c' after: the
 * contingency-table-based information loss sum |c - c'| over the cells of all tables (Torra and
 * Domingo-Ferrer 2001), the same over the number of cells, and for each table the total
 * variation distance sum |c - c'| / (2 n), the largest share that any set of cells can be
 * wrong by.  If the tables differ in their number of records, c' is scaled to that of the
 * original.  The cells of a table are all combinations of values that its columns have on
 * either side.
 *
 * Each table is counted by itself, so rows need not correspond.  Missing is a value of its own.
 * Unless they are named, recoded columns (most of their values are new) and those with nearly a
 * value a record (more than MANY_VALUES, and more than half of the records) are left out.  O(n) a
 * table, tables in parallel; those of more than DENSE cells are counted by grouping.
 */
#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "micro/classes/group.h"
#include "micro/utility/paired.h"

enum { COLUMNS, DIMENSION, MOST_TABLES };
enum { WAYS = 3, DENSE = 1 << 18, BATCH = 64, SHOWN = 20, MANY_VALUES = 100 };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to tabulate; by default keys and categories that both tables "
                          "have" },
    [DIMENSION] = { .name = "dimension",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = 3,
                    .min = 1,
                    .max = WAYS,
                    TACIT_USEFUL(1, 3, "columns"),
                    .help = "most columns of a table" },
    [MOST_TABLES] = { .name = "most_tables",
                      .type = TACIT_PARAM_INTEGER,
                      .preset = 500,
                      .min = 1,
                      .max = 100000,
                      TACIT_USEFUL_LOG(10, 10000, "tables"),
                      .importance = TACIT_ADVANCED,
                      .help = "tables to count, those of fewer columns first" },
    TACIT_PARAM_END
};

static const double MOST_CELLS = 0x1p60; /* so that the number of a cell has 64 bits */

/* One table: its columns, cells, and the sum of |c - c'|. */
typedef struct way {
    size_t at[WAYS], d;
    double cells, difference;
} way;

typedef struct work {
    tacit_paired paired; /* columns that are tabulated */
    tacit_coded *coded;
    double n, scale; /* records before, and what counts after are multiplied with */
    way *tables;
    size_t n_tables;
    double possible;  /* tables without a limit */
    size_t too_large; /* tables whose cells cannot be numbered */
} work;

/* ---- counting ---- */

/* Cell of row i of one side; `codes` are those of the table's columns. */
static size_t cell_at(const uint32_t *const codes[WAYS], const uint64_t radix[WAYS], size_t i)
{
    return (size_t)(codes[0][i] + radix[0] * (codes[1][i] + radix[1] * (uint64_t)codes[2][i]));
}

/* Codes of a table's columns; those it has not are all 0. */
typedef struct view {
    const uint32_t *before[WAYS], *after[WAYS];
    uint64_t radix[WAYS];
} view;

static view view_of(const work *w, const way *t, const uint32_t *zeros)
{
    view v;
    for (size_t k = 0; k < WAYS; k++) {
        const tacit_coded *c = k < t->d ? &w->coded[t->at[k]] : NULL;
        v.before[k] = c == NULL ? zeros : c->before;
        v.after[k] = c == NULL ? zeros : c->after;
        v.radix[k] = c == NULL ? 1 : c->n;
    }
    return v;
}

/* Count into two arrays of DENSE counts, which are cleared first. */
static void count_dense(const work *w, way *t, const uint32_t *zeros, uint32_t *count)
{
    const view v = view_of(w, t, zeros);
    const size_t cells = (size_t)t->cells;
    uint32_t *before = count, *after = count + DENSE;
    memset(before, 0, cells * sizeof *before);
    memset(after, 0, cells * sizeof *after);
    for (size_t i = 0; i < w->coded[0].rows_before; i++)
        before[cell_at(v.before, v.radix, i)]++;
    for (size_t i = 0; i < w->coded[0].rows_after; i++)
        after[cell_at(v.after, v.radix, i)]++;
    t->difference = 0.0;
    for (size_t k = 0; k < cells; k++)
        t->difference += fabs((double)before[k] - w->scale * (double)after[k]);
}

/* The same for tables of many cells: group the combinations that there are. */
static tacit_status count_sparse(tacit_ctx *cx, const work *w, way *t, const uint32_t *zeros)
{
    const size_t mark = tacit_scratch_mark(cx), rows = w->coded[0].rows_before;
    const size_t all = rows + w->coded[0].rows_after;
    const view v = view_of(w, t, zeros);
    uint64_t *key = NULL;
    uint32_t *number = NULL;
    double *difference = NULL;
    size_t groups = 0;
    TACIT_TRY(tacit_scratch(cx, all, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, all, sizeof *number, &number));
    for (size_t i = 0; i < rows; i++)
        key[i] = cell_at(v.before, v.radix, i);
    for (size_t i = rows; i < all; i++)
        key[i] = cell_at(v.after, v.radix, i - rows);
    const uint64_t space = v.radix[0] * v.radix[1] * v.radix[2];
    TACIT_TRY(tacit_group_keys(cx, key, all, space, number, &groups));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *difference, &difference));
    for (size_t i = 0; i < all; i++)
        difference[number[i]] += i < rows ? 1.0 : -w->scale;
    t->difference = 0.0;
    for (size_t g = 0; g < groups; g++)
        t->difference += fabs(difference[g]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Count the dense ones of tables first ... end - 1 in parallel. */
static void count_batch(const work *w, size_t first, size_t end, const uint32_t *zeros,
                        uint32_t *const *room)
{
    const size_t threads = tacit_pool_threads();
#pragma omp parallel for schedule(static, 1)
    for (size_t worker = 0; worker < threads; worker++)
        for (size_t k = first + worker; k < end; k += threads)
            if (w->tables[k].cells <= (double)DENSE)
                count_dense(w, &w->tables[k], zeros, room[worker]);
}

static tacit_status count_tables(tacit_ctx *cx, const work *w)
{
    const size_t threads = tacit_pool_threads();
    const size_t before = w->coded[0].rows_before, after = w->coded[0].rows_after;
    uint32_t *zeros = NULL, **room = NULL;
    TACIT_TRY(tacit_scratch(cx, before > after ? before : after, sizeof *zeros, &zeros));
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *room, &room));
    for (size_t k = 0; k < threads; k++)
        TACIT_TRY(tacit_scratch(cx, 2 * (size_t)DENSE, sizeof *room[k], &room[k]));
    for (size_t first = 0; first < w->n_tables; first += BATCH) {
        const size_t end = first + BATCH < w->n_tables ? first + BATCH : w->n_tables;
        TACIT_TRY(tacit_tick(cx, first, w->n_tables));
        count_batch(w, first, end, zeros, room);
        for (size_t k = first; k < end; k++)
            if (w->tables[k].cells > (double)DENSE)
                TACIT_TRY(count_sparse(cx, w, &w->tables[k], zeros));
    }
    return TACIT_OK;
}

/* ---- which tables ---- */

static void add_table(work *w, size_t most, const way *t)
{
    double cells = 1.0;
    for (size_t k = 0; k < t->d; k++)
        cells *= (double)w->coded[t->at[k]].n;
    w->possible += 1.0;
    w->too_large += cells >= MOST_CELLS ? 1 : 0;
    if (cells >= MOST_CELLS || w->n_tables == most)
        return;
    w->tables[w->n_tables] = *t;
    w->tables[w->n_tables++].cells = cells;
}

/* All choices of `d` columns in order. */
static void choose(work *w, size_t most, size_t d)
{
    const size_t n = w->paired.n;
    way t = { .at = { 0, 1, 2 }, .d = d };
    while (t.at[d - 1] < n) {
        add_table(w, most, &t);
        size_t k = d - 1;
        while (k > 0 && t.at[k] + 1 == n - (d - 1 - k))
            k--;
        t.at[k]++;
        for (size_t m = k + 1; m < d; m++)
            t.at[m] = t.at[m - 1] + 1;
    }
}

/* Whether tables of a column say nothing: it was recoded, or has nearly a value a record. */
static bool is_idle(const tacit_coded *c)
{
    return c->relabelled || (c->n > MANY_VALUES && 2 * (size_t)c->n > c->rows_before);
}

/* Code the columns; idle ones are left out unless they were named. */
static tacit_status code_columns(tacit_ctx *cx, const tacit_paired *all, bool named, work *w)
{
    TACIT_TRY(tacit_scratch(cx, all->n, sizeof *w->coded, &w->coded));
    TACIT_TRY(tacit_scratch(cx, all->n, sizeof *w->paired.match, &w->paired.match));
    for (size_t c = 0; c < all->n; c++) {
        TACIT_TRY(tacit_tick(cx, c, all->n));
        TACIT_TRY(tacit_coded_of(cx, &all->match[c], &w->coded[w->paired.n]));
        if (named || !is_idle(&w->coded[w->paired.n]))
            w->paired.match[w->paired.n++] = all->match[c];
    }
    return TACIT_OK;
}

/* ---- the result ---- */

/* Total variation distance of a table. */
static double variation(const work *w, const way *t)
{
    return t->difference / (2.0 * w->n);
}

static double mean_variation(const work *w, size_t d)
{
    double sum = 0.0, n = 0.0;
    for (size_t k = 0; k < w->n_tables; k++) {
        sum += w->tables[k].d == d ? variation(w, &w->tables[k]) : 0.0;
        n += w->tables[k].d == d ? 1.0 : 0.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

static tacit_status figures(tacit_ctx *cx, const work *w, size_t dimension, tacit_result *result)
{
    static const char *const names[] = { "loss_one", "loss_two", "loss_three" };
    static const char *const titles[] = { "Loss of one-way tables", "Loss of two-way tables",
                                          "Loss of three-way tables" };
    double sum = 0.0, cells = 0.0;
    for (size_t k = 0; k < w->n_tables; k++) {
        sum += w->tables[k].difference;
        cells += w->tables[k].cells;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "contingency_loss",
                                  "Contingency-table loss CTBIL", sum, TACIT_UNIT_NUMBER,
                                  "sum of |count - count'| over the cells of all tables; grows "
                                  "with records and tables"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "loss_per_cell", "Loss per cell",
                                  sum / cells, TACIT_UNIT_NUMBER,
                                  "the same over the number of cells, empty ones included"));
    for (size_t d = 1; d <= dimension && d <= w->paired.n; d++)
        TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, names[d - 1],
                                      titles[d - 1], mean_variation(w, d), TACIT_UNIT_NUMBER,
                                      "mean over tables of sum |count - count'| / (2 n)"));
    return TACIT_OK;
}

/* Append the row of one table. */
static tacit_status tell_table(tacit_ctx *cx, const work *w, const way *t, json_t *table)
{
    char *name = NULL;
    const char *part[WAYS] = { "", "", "" };
    for (size_t k = 0; k < t->d; k++)
        part[k] = tacit_column_name(w->paired.match[t->at[k]].before);
    TACIT_TRY(tacit_scratch_format(cx, &name, "%s%s%s%s%s", part[0], t->d > 1 ? " x " : "", part[1],
                                   t->d > 2 ? " x " : "", part[2]));
    const double row[] = { t->cells, t->difference, t->difference / t->cells, variation(w, t) };
    return tacit_paired_row(cx, table, name, row, 4);
}

/* The tables with the largest total variation, the first ones among equals. */
static tacit_status tell_worst(tacit_ctx *cx, const work *w, tacit_result *result)
{
    static const char *const titles[] = { "table", "cells", "sum of differences", "per cell",
                                          "total variation" };
    json_t *table = NULL;
    bool *told = NULL;
    TACIT_TRY(tacit_scratch(cx, w->n_tables, sizeof *told, &told));
    TACIT_TRY(
        tacit_result_table(cx, result, "tables", "Tables that moved most", 5, titles, &table));
    for (size_t shown = 0; shown < SHOWN && shown < w->n_tables; shown++) {
        size_t worst = w->n_tables;
        for (size_t k = 0; k < w->n_tables; k++)
            if (!told[k] &&
                (worst == w->n_tables || w->tables[k].difference > w->tables[worst].difference))
                worst = k;
        told[worst] = true;
        TACIT_TRY(tell_table(cx, w, &w->tables[worst], table));
    }
    return TACIT_OK;
}

/* Total variation of two-way tables, those of one column on the diagonal. */
static tacit_status chart_pairs(tacit_ctx *cx, const work *w, tacit_result *result)
{
    const size_t p = w->paired.n;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *value, &value));
    for (size_t k = 0; k < p * p; k++)
        value[k] = NAN;
    for (size_t k = 0; k < w->n_tables; k++) {
        const way *t = &w->tables[k];
        const size_t a = t->at[0], b = t->d > 1 ? t->at[1] : a;
        if (t->d < 3)
            value[a * p + b] = value[b * p + a] = variation(w, t);
    }
    return tacit_paired_heat(cx, result, "pairs", "Total variation of two-way tables", &w->paired,
                             value);
}

static tacit_status tell(tacit_ctx *cx, const work *w, size_t dimension, tacit_result *result)
{
    TACIT_TRY(figures(cx, w, dimension, result));
    TACIT_TRY(tell_worst(cx, w, result));
    if (dimension > 1 && w->paired.n > 1)
        TACIT_TRY(chart_pairs(cx, w, result));
    if (w->too_large > 0)
        TACIT_TRY(tacit_result_note(cx, result, "%zu tables have too many cells to count.",
                                    w->too_large));
    if (w->possible > (double)(w->n_tables + w->too_large))
        return tacit_result_note(cx, result,
                                 "%zu of %.0f tables are counted; 'most_tables' sets how many.",
                                 w->n_tables, w->possible);
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    const size_t dimension = (size_t)tacit_arg_integer(args, DIMENSION);
    const size_t most = (size_t)tacit_arg_integer(args, MOST_TABLES);
    work w = { .n = (double)tacit_table_rows(pair->original) };
    tacit_paired all;
    w.scale = w.n / (double)tacit_table_rows(pair->masked);
    TACIT_TRY(tacit_paired_categories(cx, "contingency_tables", pair, &args->at[COLUMNS], &all));
    if (all.n == 0 || !(w.n > 0.0) || !isfinite(w.scale))
        return tacit_result_note(cx, result,
                                 "There is no key or category column with records in both tables.");
    TACIT_TRY(code_columns(cx, &all, args->at[COLUMNS].given, &w));
    if (w.paired.n < all.n)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu columns are left out: they were recoded, or have nearly "
                                    "a value a record.",
                                    all.n - w.paired.n));
    if (w.paired.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *w.tables, &w.tables));
    for (size_t d = 1; d <= dimension && d <= w.paired.n; d++)
        choose(&w, most, d);
    TACIT_TRY(count_tables(cx, &w));
    return tell(cx, &w, dimension, result);
}

const tacit_measure tacit_utility_contingency_tables = {
    .about = { .name = "contingency_tables",
               .title = "Contingency tables",
               .summary = "How far tables of up to three columns of categories moved.",
               .source = "Torra and Domingo-Ferrer (2001), Disclosure control methods and "
                         "information loss for microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL,
    .headline = "loss_per_cell",
    .run = measure,
};
