/*
 * tables.c - records drawn from a log-linear model of the table of all columns.
 *
 * Columns are classes: texts, and numbers in groups of about equal size.  Up to a number of cells a
 * hierarchical log-linear model is fitted by iterative proportional fitting (dense.c); beyond that
 * a decomposable one, which has a closed form for any number of columns (sparse.c; Lauritzen 1996).
 * To the counts `alpha` records are added that are spread like independent columns: a constant for
 * each cell would put most of them where nobody can be.  The cell of a drawn row is that of a
 * record drawn from the class.  Missing is a class.
 */
#include <string.h>

#include "stats/counts/ipf.h"
#include "synth/tables/own.h"

enum { MODEL_AUTO, MODEL_LOGLINEAR, MODEL_DECOMPOSABLE };
static const char *const MODELS[] = { "auto", "loglinear", "decomposable", NULL };

static const tacit_param PARAMS[] = {
    TACIT_GENERATOR_COLUMNS_PARAM,
    { .name = "model",
      .type = TACIT_PARAM_CHOICE,
      .choices = MODELS,
      .importance = TACIT_FIRST,
      .help = "all interactions up to an order, or a decomposable model of the pairs that matter; "
              "by itself the first if the table has few enough cells" },
    { .name = "interactions",
      .type = TACIT_PARAM_INTEGER,
      .preset = 2,
      .min = 1,
      .max = 4,
      .help = "columns whose tables together a log-linear model keeps" },
    { .name = "groups",
      .type = TACIT_PARAM_INTEGER,
      .preset = 10,
      .min = 2,
      .max = 100,
      TACIT_USEFUL(5, 20, "groups"),
      .help = "groups that the values of a number are put into" },
    { .name = "clique",
      .type = TACIT_PARAM_INTEGER,
      .preset = 4,
      .min = 2,
      .max = 8,
      .help = "most columns that a decomposable model keeps together" },
    { .name = "penalty",
      .type = TACIT_PARAM_REAL,
      .preset = 0.2,
      .min = 0.0,
      .max = 100.0,
      TACIT_USEFUL(0.1, 1.0, NULL),
      .help = "what a decomposable model takes for an interaction, as a share of BIC's penalty: "
              "less links more columns" },
    { .name = "alpha",
      .type = TACIT_PARAM_REAL,
      .preset = 1.0,
      .min = 0.0,
      .max = 1e9,
      TACIT_USEFUL_LOG(0.1, 1000, "records"),
      .help = "records that are added as independent columns would spread them" },
    { .name = "cells",
      .type = TACIT_PARAM_INTEGER,
      .preset = 1e6,
      .min = 2,
      .max = 1e7,
      .importance = TACIT_ADVANCED,
      .help = "most cells of a log-linear model" },
    { .name = "observed",
      .type = TACIT_PARAM_LISTS,
      .importance = TACIT_ADVANCED,
      .help = "sets of columns of which only combinations that some record has are possible" },
    { .name = "never",
      .type = TACIT_PARAM_LISTS,
      .importance = TACIT_ADVANCED,
      .help = "combinations that are impossible, each a list such as [sex=m, pregnant=yes]" },
    TACIT_PARAM_END
};

/* Cells of the whole table. */
static tacit_status count_cells(tacit_ctx *cx, const tacit_table_task *task, size_t *out)
{
    uint32_t *levels = NULL;
    TACIT_TRY(tacit_scratch(cx, task->block->n, sizeof *levels, &levels));
    for (size_t j = 0; j < task->block->n; j++)
        levels[j] = task->column[j].levels;
    *out = tacit_ipf_cells(levels, task->block->n);
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    const size_t model = tacit_arg_choice(block->args, TACIT_TABLES_MODEL);
    const size_t most = (size_t)tacit_arg_integer(block->args, TACIT_TABLES_CELLS);
    tacit_table_task task = { 0 };
    size_t n = 0;
    TACIT_TRY(tacit_tables_begin(cx, block, &task));
    TACIT_TRY(count_cells(cx, &task, &n));
    const bool fits = n <= most && block->n <= TACIT_IPF_DIMENSIONS;
    if (model == MODEL_LOGLINEAR && !fits)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The table of the %zu columns that 'tables' makes has more than %zu "
                          "cells; make fewer columns at once, or choose 'model: decomposable'.",
                          block->n, most);
    if (model != MODEL_DECOMPOSABLE && fits)
        TACIT_TRY(tacit_tables_dense(cx, &task, n));
    else
        TACIT_TRY(tacit_tables_sparse(cx, &task));
    return tacit_tables_donors(cx, &task, cells);
}

const tacit_generator tacit_generator_tables = {
    .about = { .name = "tables",
               .title = "Log-linear tables",
               .summary = "Draws records from a log-linear model of the table of all columns.",
               .source = "Bishop, Fienberg and Holland (1975), Discrete multivariate analysis; "
                         "Lauritzen (1996), Graphical models",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .make = make,
};
