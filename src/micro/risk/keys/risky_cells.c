/*
 * risky_cells.c - small cells of the tables that keys can be crossed to.
 *
 * For every table of up to `dimension` keys, the cells with at most `threshold` records and
 * the records in them: the threshold rule of mu-Argus (Hundepool and others 2014), which
 * protects against an attacker who knows a few keys.  With identification levels, tables
 * have one key of each level at most (the rule for microdata under contract).  Both counts
 * are given, because cells with at most t records and records in cells of fewer than k are
 * often confused.
 *
 * A cell with a missing value is no cell, unless missing values are a category.  Cost:
 * O(classes) for each table.
 */
#include <stdio.h>
#include <string.h>

#include "micro/risk/risk.h"
#include "micro/risk/keys/risky_tables.h"

enum { DIMENSION, THRESHOLD, LEVELS, MISSING, THRESHOLDS };

enum { MOST_LISTED = 500, MOST_LEVELS = 32, MOST_DIMENSION = 10 };

static const char *const MISSING_CHOICES[] = { "left_out", "category", NULL };

static const tacit_param PARAMS[] = {
    [DIMENSION] = { .name = "dimension",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = 3,
                    .min = 1,
                    .max = MOST_DIMENSION,
                    TACIT_USEFUL(1, 5, "keys"),
                    .importance = TACIT_FIRST,
                    .help = "the most keys of a table; with levels, their number if not given" },
    [THRESHOLD] = { .name = "threshold",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = 2,
                    .min = 1,
                    .max = 1e9,
                    TACIT_USEFUL(1, 20, "records"),
                    .importance = TACIT_FIRST,
                    .help = "a cell is unsafe if at most this many records are in it" },
    [LEVELS] = { .name = "levels",
                 .type = TACIT_PARAM_GROUPS,
                 .need = TACIT_OPTIONAL,
                 .help = "identification levels with their keys; a table has one key of each "
                         "level at most" },
    [MISSING] = { .name = "missing",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = MISSING_CHOICES,
                  .help = "whether a cell with a missing value is left out or a category" },
    [THRESHOLDS] = { .name = "thresholds",
                     .type = TACIT_PARAM_REALS,
                     .need = TACIT_OPTIONAL,
                     .min = 1,
                     .max = 1e9,
                     TACIT_USEFUL(1, 20, "records"),
                     .help = "the thresholds of tables of 1, 2, ... keys, instead of one for all; "
                             "the last one is that of larger tables too" },
    TACIT_PARAM_END
};

static const char *name_of(const tacit_subject *subject, size_t key)
{
    return tacit_column_name(
        tacit_table_column(tacit_subject_table(subject), tacit_subject_keys(subject)->at[key]));
}

/* Give the key called `name` one more level. */
static tacit_status add_level(tacit_ctx *cx, const tacit_subject *subject, const char *name,
                              size_t l, uint32_t *level)
{
    const size_t n = tacit_subject_keys(subject)->n;
    size_t j = 0;
    while (j < n && strcmp(name_of(subject, j), name) != 0)
        j++;
    if (j == n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Parameter 'levels' of 'risky_cells' names '%s', "
                          "which is not a key.",
                          name);
    level[j] |= UINT32_C(1) << l;
    return TACIT_OK;
}

static tacit_status read_levels(tacit_ctx *cx, const tacit_subject *subject, const tacit_args *args,
                                tacit_risky_spec *spec)
{
    const tacit_value *v = &args->at[LEVELS];
    uint32_t *level = NULL;
    if (!tacit_arg_given(args, LEVELS) || v->n == 0)
        return TACIT_OK;
    if (v->n > MOST_LEVELS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Parameter 'levels' of 'risky_cells' has %zu "
                          "levels; there can be %d.",
                          v->n, MOST_LEVELS);
    TACIT_TRY(tacit_scratch(cx, tacit_subject_keys(subject)->n, sizeof *level, &level));
    for (size_t l = 0; l < v->n; l++)
        for (size_t i = 0; i < v->groups[l].n; i++)
            TACIT_TRY(add_level(cx, subject, v->groups[l].member[i], l, level));
    spec->level = level;
    spec->levels = v->n;
    if (!tacit_arg_given(args, DIMENSION))
        spec->dimension = v->n < MOST_DIMENSION ? v->n : MOST_DIMENSION;
    return TACIT_OK;
}

/* ---- figures ---- */

static tacit_status add_figures(tacit_ctx *cx, const tacit_risky *r, double records,
                                tacit_result *result)
{
    uint64_t unsafe = 0, cells = 0, tables = 0;
    for (size_t i = 0; i < r->n; i++) {
        cells += r->table[i].cells;
        unsafe += r->table[i].unsafe;
        tables += r->table[i].unsafe > 0;
    }
    TACIT_TRY(tacit_result_figure(cx, result, "records", "Records in unsafe cells",
                                  (double)r->records, TACIT_UNIT_COUNT,
                                  "records in a cell of at most `threshold` records in at least "
                                  "one table",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "records_share", "Share of such records",
                                  (double)r->records / records, TACIT_UNIT_SHARE, "of all records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "unsafe", "Unsafe cells", (double)unsafe, TACIT_UNIT_COUNT,
        "cells with 1 to `threshold` records, over all tables", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "cells", "Cells with records", (double)cells,
                                  TACIT_UNIT_COUNT, "over all tables"));
    TACIT_TRY(tacit_result_figure(cx, result, "tables", "Tables", (double)r->n, TACIT_UNIT_COUNT,
                                  "sets of keys that were crossed"));
    return tacit_result_figure(
        cx, result, "unsafe_tables", "Tables with unsafe cells", (double)tables, TACIT_UNIT_COUNT,
        "sets of keys with at least one unsafe cell", .better = TACIT_BETTER_LOWER);
}

/* ---- tables ---- */

/* The names of the keys of a set, with a cross between them. */
static tacit_status name_set(tacit_ctx *cx, const tacit_subject *subject, uint64_t set, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, name_of(subject, (size_t)__builtin_ctzll(set)), out));
    for (set &= set - 1; set != 0; set &= set - 1)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s x %s", *out,
                                       name_of(subject, (size_t)__builtin_ctzll(set))));
    return TACIT_OK;
}

/* The fewest unsafe cells that a table has to have to be listed. */
static uint64_t least_listed(const tacit_risky *r)
{
    uint64_t least = 0, listed = r->n;
    while (listed > MOST_LISTED) {
        uint64_t next = UINT64_MAX;
        listed = 0;
        for (size_t i = 0; i < r->n; i++)
            if (r->table[i].unsafe > least && r->table[i].unsafe < next)
                next = r->table[i].unsafe;
        least = next;
        for (size_t i = 0; i < r->n; i++)
            listed += r->table[i].unsafe >= least;
    }
    return least;
}

static tacit_status tabulate_tables(tacit_ctx *cx, const tacit_subject *subject,
                                    const tacit_risky *r, tacit_result *result)
{
    static const char *const columns[] = { "table", "keys", "cells", "unsafe cells",
                                           "records in them" };
    const uint64_t least = least_listed(r);
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "tables", "Unsafe cells of each table", 5, columns, &table));
    for (size_t i = 0; i < r->n; i++) {
        const tacit_risky_table *t = &r->table[i];
        const size_t mark = tacit_scratch_mark(cx);
        char *name = NULL;
        if (t->unsafe < least)
            continue;
        TACIT_TRY(name_set(cx, subject, t->set, &name));
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,I,I]", name, (json_int_t)t->keys,
                                   (json_int_t)t->cells, (json_int_t)t->unsafe,
                                   (json_int_t)t->records));
        tacit_scratch_release(cx, mark);
    }
    if (least > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Only tables with at least %llu unsafe cells are "
                                    "listed.",
                                    (unsigned long long)least));
    return TACIT_OK;
}

/* Unsafe cells of tables with key j, by number of keys. */
static void count_key(const tacit_risky *r, size_t j, uint64_t *by_size)
{
    for (size_t i = 0; i < r->n; i++)
        if ((r->table[i].set >> j & 1) != 0)
            by_size[r->table[i].keys] += r->table[i].unsafe;
}

static tacit_status tabulate_keys(tacit_ctx *cx, const tacit_subject *subject, const tacit_risky *r,
                                  size_t dimension, tacit_result *result)
{
    char title[MOST_DIMENSION][16];
    const char *columns[MOST_DIMENSION + 1] = { "key" };
    json_t *table = NULL;
    for (size_t k = 0; k < dimension; k++) {
        snprintf(title[k], sizeof title[k], k == 0 ? "%zu key" : "%zu keys", k + 1);
        columns[k + 1] = title[k];
    }
    TACIT_TRY(tacit_result_table(cx, result, "keys",
                                 "Unsafe cells of tables with a key, by number of keys",
                                 dimension + 1, columns, &table));
    for (size_t j = 0; j < tacit_subject_keys(subject)->n; j++) {
        uint64_t by_size[TACIT_RISKY_KEYS + 1] = { 0 };
        count_key(r, j, by_size);
        TACIT_TRY(tacit_result_row(cx, table, "[s]", name_of(subject, j)));
        json_t *rows = json_object_get(table, "rows");
        json_t *row = json_array_get(rows, json_array_size(rows) - 1);
        for (size_t k = 1; k <= dimension; k++)
            TACIT_TRY(tacit_json_add(cx, row, json_integer((json_int_t)by_size[k])));
    }
    return TACIT_OK;
}

static tacit_status chart_keys(tacit_ctx *cx, const tacit_subject *subject, const tacit_risky *r,
                               tacit_result *result)
{
    const size_t n = tacit_subject_keys(subject)->n;
    double unsafe[TACIT_RISKY_KEYS] = { 0 };
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "keys", "Unsafe cells of tables with each key",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "key", "unsafe cells"));
    for (size_t j = 0; j < n; j++) {
        uint64_t by_size[TACIT_RISKY_KEYS + 1] = { 0 };
        count_key(r, j, by_size);
        for (size_t k = 1; k <= TACIT_RISKY_KEYS; k++)
            unsafe[j] += (double)by_size[k];
        TACIT_TRY(tacit_result_label(cx, chart, name_of(subject, j)));
    }
    return tacit_result_series(cx, chart, "unsafe cells", unsafe, n);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const size_t n = tacit_subject_keys(subject)->n;
    tacit_risky_spec spec = {
        .dimension = (size_t)tacit_arg_integer(args, DIMENSION),
        .threshold = (uint64_t)tacit_arg_integer(args, THRESHOLD),
        .missing = tacit_arg_choice(args, MISSING) == 1,
        .by_size = args->at[THRESHOLDS].reals,
        .n_by_size = tacit_arg_given(args, THRESHOLDS) ? args->at[THRESHOLDS].n : 0,
    };
    tacit_risky r;
    TACIT_TRY(read_levels(cx, subject, args, &spec));
    spec.dimension = spec.dimension < n ? spec.dimension : n;
    TACIT_TRY(tacit_risky_count(cx, subject, &spec, &r));
    TACIT_TRY(add_figures(cx, &r, (double)tacit_subject_records(subject), result));
    TACIT_TRY(tabulate_tables(cx, subject, &r, result));
    TACIT_TRY(tabulate_keys(cx, subject, &r, spec.dimension, result));
    return chart_keys(cx, subject, &r, result);
}

const tacit_measure tacit_risk_risky_cells = {
    .about = { .name = "risky_cells",
               .title = "Risky cells",
               .summary = "Which tables of a few keys have cells with few records, and how many "
                          "records are in them.",
               .source = "Hundepool and others (2014), mu-Argus version 5.1 manual; Willenborg and "
                         "de Waal (2001), Elements of statistical disclosure control",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .traits = TACIT_MEASURE_COSTLY,
    .run = measure,
};
