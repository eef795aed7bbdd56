/*
 * exact_moments.c - numbers with exactly the means, covariances and regressions of the original.
 *
 * IPSO of Burridge (2003), Information preserving statistical obfuscation, in its three forms,
 * given the columns that are known: numbers as they are, texts by an indicator for each value but
 * the first.  Without such columns the third is the method of Mateo-Sanz, Martinez-Balleste and
 * Domingo-Ferrer (2004), Fast generation of accurate synthetic microdata.  See stats/linear/ipso.c.
 * Numbers are normal around the regression: no margin is kept.  Moments are exact before numbers
 * are rounded to the decimals of their columns.
 *
 * Every column, made or given, needs a number in each record.  O(n (p + q)^2).
 */
#include <string.h>

#include "stats/linear/ipso.h"
#include "stats/linear/normal_draws.h"
#include "synth/strata.h"

enum { PRESERVE = TACIT_GENERATOR_COLUMNS + 1, GIVEN };

static const char *const KINDS[] = { "law", "regression", "covariance", NULL };

static const tacit_param PARAMS[] = {
    TACIT_GENERATOR_COLUMNS_PARAM,
    { .name = "preserve",
      .type = TACIT_PARAM_CHOICE,
      .preset = TACIT_IPSO_C,
      .choices = KINDS,
      .importance = TACIT_FIRST,
      .help = "what is the same in each set: the law in expectation (IPSO-A), the regression on "
              "the given columns exactly (B), or that and all covariances exactly (C)" },
    { .name = "given",
      .type = TACIT_PARAM_COLUMNS,
      .need = TACIT_OPTIONAL,
      .help = "columns made before or kept, on which the numbers depend; by default all of them" },
    TACIT_PARAM_END
};

/* A column of the regression: a number, or whether a text has a code. */
typedef struct predictor {
    const tacit_synth_known *known;
    uint16_t code;
} predictor;

static bool is_given(const tacit_synth_block *block, const char *name)
{
    const tacit_value *names = &block->args->at[GIVEN];
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->texts[i], name) == 0)
            return true;
    return !tacit_arg_given(block->args, GIVEN);
}

/* Fail if a cell of the column is missing; `mend` says what would help. */
static tacit_status check_column(tacit_ctx *cx, const tacit_column *c, const char *mend)
{
    if (tacit_column_missing(c) == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Generator 'exact_moments' needs a number in every record, and column '%s' "
                      "has %zu missing; %s.",
                      tacit_column_name(c), tacit_column_missing(c), mend);
}

static tacit_status check_columns(tacit_ctx *cx, const tacit_synth_block *block)
{
    const tacit_value *names = &block->args->at[GIVEN];
    for (size_t i = 0; i < names->n; i++)
        if (tacit_synth_known_called(block, names->texts[i]) == NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'given' of generator 'exact_moments' names column '%s', which is "
                              "not made before its columns; name it first in 'order', or keep it.",
                              names->texts[i]);
    for (size_t j = 0; j < block->n; j++)
        TACIT_TRY(
            check_column(cx, block->coding[j].column, "let another generator make that column"));
    return TACIT_OK;
}

/* List what the numbers are regressed on. */
static tacit_status list_predictors(tacit_ctx *cx, const tacit_synth_block *block, predictor **out,
                                    size_t *p)
{
    size_t most = 0;
    for (size_t k = 0; k < block->n_known; k++)
        most += block->known[k].coding->ordered ? 1 : block->known[k].coding->levels;
    TACIT_TRY(tacit_scratch(cx, most, sizeof **out, out));
    *p = 0;
    for (size_t k = 0; k < block->n_known; k++) {
        const tacit_coding *c = block->known[k].coding;
        if (!is_given(block, tacit_column_name(c->column)))
            continue;
        if (c->ordered)
            TACIT_TRY(check_column(cx, c->column,
                                   "it stands before those that are made: name under 'given' "
                                   "which columns they depend on, without it"));
        for (uint32_t v = 1; v < (c->ordered ? 2 : c->levels); v++)
            (*out)[(*p)++] = (predictor){ &block->known[k], (uint16_t)v };
    }
    return TACIT_OK;
}

static tacit_status check_rows(tacit_ctx *cx, const tacit_synth_block *block, size_t p)
{
    const size_t need = tacit_ipso_least(block->n, p), n = tacit_table_rows(block->data);
    const size_t least = n < block->how.set_rows ? n : block->how.set_rows;
    if (least >= need)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Exact moments of %zu columns given %zu need at least %zu records, and there "
                      "are %zu; give fewer columns.",
                      block->n, p, need, least);
}

/* The predictor in the original records. */
static void fill_original(const predictor *by, size_t n, double *x, size_t step)
{
    const tacit_coding *c = by->known->coding;
    for (size_t i = 0; i < n; i++)
        x[i * step] = c->ordered ? tacit_column_number(c->column, i) : c->code[i] == by->code;
}

/* The predictor in the synthetic rows. */
static tacit_status fill_rows(tacit_ctx *cx, const predictor *by, size_t rows, double *x,
                              size_t step)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *number = NULL;
    bool *has = NULL;
    if (by->known->coding->ordered)
        TACIT_TRY(tacit_synth_numbers(cx, by->known, &number, &has));
    for (size_t i = 0; i < rows; i++)
        x[i * step] = number != NULL ? number[i] : by->known->code[i] == by->code;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Draw all sets. */
static tacit_status draw_sets(tacit_ctx *cx, const tacit_synth_block *block,
                              const tacit_ipso_data *data, const double *x, double *y)
{
    const size_t k = block->how.set_rows, q = data->q;
    double *normal = NULL;
    TACIT_TRY(tacit_scratch(cx, k * q, sizeof *normal, &normal));
    for (size_t s = 0; s * k < block->rows; s++) {
        const tacit_rng rng = tacit_rng_fork_number(&block->how.rng, s);
        const tacit_ipso_draw draw = { (tacit_ipso_kind)tacit_arg_choice(block->args, PRESERVE), k,
                                       x + s * k * data->p, normal };
        tacit_normal_rows(&rng, k, q, normal, q);
        TACIT_TRY(tacit_ipso(cx, data, &draw, y + s * k * q));
    }
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    const size_t n = tacit_table_rows(block->data), q = block->n;
    predictor *by = NULL;
    double *yx = NULL, *x = NULL, *y = NULL;
    size_t p = 0;
    TACIT_TRY(check_columns(cx, block));
    TACIT_TRY(list_predictors(cx, block, &by, &p));
    TACIT_TRY(check_rows(cx, block, p));
    TACIT_TRY(tacit_scratch(cx, n * (q + p), sizeof *yx, &yx));
    TACIT_TRY(tacit_scratch(cx, block->rows * p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, block->rows * q, sizeof *y, &y));
    for (size_t i = 0; i < n * q; i++)
        yx[i / q * (q + p) + i % q] = tacit_column_number(block->coding[i % q].column, i / q);
    for (size_t k = 0; k < p; k++) {
        fill_original(&by[k], n, yx + q + k, q + p);
        TACIT_TRY(fill_rows(cx, &by[k], block->rows, x + k, p));
    }
    const tacit_ipso_data data = { n, q, p, yx };
    TACIT_TRY(draw_sets(cx, block, &data, x, y));
    for (size_t j = 0; j < q; j++) {
        TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *cells[j].number, &cells[j].number));
        for (size_t i = 0; i < block->rows; i++) {
            cells[j].donor[i] = TACIT_SYNTH_OWN;
            cells[j].number[i] = y[i * q + j];
        }
    }
    tacit_warn(cx, "Generator 'exact_moments' keeps moments of the records exactly: who knows all "
                   "records but one can compute that one.");
    return TACIT_OK;
}

const tacit_generator tacit_generator_exact_moments = {
    .about = { .name = "exact_moments",
               .title = "Exact moments",
               .summary = "Makes numbers with exactly the means, covariances and regressions of "
                          "the original.",
               .source = "Burridge (2003), Information preserving statistical obfuscation; "
                         "Mateo-Sanz, Martinez-Balleste and Domingo-Ferrer (2004), Fast generation "
                         "of accurate synthetic microdata",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .make = make,
};
