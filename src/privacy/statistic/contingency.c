/*
 * contingency.c - how many records there are with each combination of values of several columns,
 * in each group, with all margins, which agree.
 *
 * The cells of the table get noise, and with a share of the budget of their own the margins of
 * single columns do; least squares make both agree (agreeing.h).  Then cells below 0 are lifted at
 * the cost of others of the same margins, and all are made whole from the total down.  All margins
 * are sums of these cells.  The interval has the variance after least squares, around that value,
 * and goes no further down than 0.
 */
#include <math.h>

#include "privacy/statistic/agreeing.h"
#include "privacy/statistic/statistic.h"

enum { MARGINS = TACIT_STATISTIC_OF + 1 };
enum { MOST_TABLE = 100000 };

static const tacit_param PARAMS[] = {
    TACIT_PARAMS_OF_ALL, [TACIT_STATISTIC_OF] = TACIT_PARAM_OF_SEVERAL,
    [MARGINS] = { .name = "margins",
                  .type = TACIT_PARAM_REAL,
                  .preset = 0.2,
                  .min = 0.01,
                  .max = 0.99,
                  .help = "the share of what it may spend that margins of single columns get" },
    TACIT_PARAM_END
};

static tacit_status make_shape(tacit_ctx *cx, const tacit_question *q, tacit_shape *out)
{
    *out = (tacit_shape){ .d = q->n_of, .cells = 1 };
    if (q->n_of < 2 || q->n_of > TACIT_SHAPE_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A contingency table has 2 to %d columns; %zu were named.",
                          TACIT_SHAPE_COLUMNS, q->n_of);
    for (size_t i = 0; i < q->n_of; i++) {
        out->size[i] = tacit_domain_groups(q->of[i]);
        out->cells *= out->size[i];
        out->margins += out->size[i];
        if (out->cells > MOST_TABLE)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "A contingency table has %d cells at most; declare fewer values or "
                              "bins, or leave columns out.",
                              MOST_TABLE);
    }
    return TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    const double margins = tacit_arg_real(q->args, MARGINS);
    tacit_shape *s = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *s, &s));
    TACIT_TRY(make_shape(cx, q, s));
    q->own = s;
    q->width = s->cells + s->margins;
    tacit_question_part(q, &(tacit_part){ .name = "table",
                                          .n = s->cells,
                                          .sensitivity = 1,
                                          .moved = 1,
                                          .times = 1,
                                          .share = 1 - margins });
    tacit_question_part(q, &(tacit_part){ .name = "margins",
                                          .first = s->cells,
                                          .n = s->margins,
                                          .sensitivity = 1,
                                          .moved = s->d,
                                          .times = 1,
                                          .share = margins });
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    const tacit_shape *s = q->own;
    tacit_cell_sum *margin = cell + s->cells;
    size_t at = 0;
    for (size_t i = 0; i < s->d; margin += s->size[i++]) {
        at = at * s->size[i] + (size_t)x[i];
        margin[x[i]]++;
    }
    cell[at]++;
}

/* ---- the table ---- */

/* By least squares, and what is told. */
typedef struct tables {
    tacit_agreeing_noise noise;
    double *squares, *told;
} tables;

static tacit_status run_part(tacit_ctx *cx, const tacit_part *part, tacit_keystream *stream,
                             const tacit_i128 *cell, double **out)
{
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_part_run(cx, part, stream, cell + part->first, &noisy));
    TACIT_TRY(tacit_scratch(cx, part->n, sizeof **out, out));
    for (size_t i = 0; i < part->n; i++)
        (*out)[i] = (double)noisy[i];
    return TACIT_OK;
}

static tacit_status make_tables(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                                tacit_keystream *stream, tables *out)
{
    const tacit_shape *s = q->own;
    const double cells = tacit_part_spread(&q->part[0]), margins = tacit_part_spread(&q->part[1]);
    double *margin = NULL, *own = NULL;
    out->noise = (tacit_agreeing_noise){ cells * cells, margins * margins };
    TACIT_TRY(run_part(cx, &q->part[0], stream, cell, &out->squares));
    TACIT_TRY(run_part(cx, &q->part[1], stream, cell, &margin));
    TACIT_TRY(tacit_scratch(cx, s->margins, sizeof *own, &own));
    TACIT_TRY(tacit_scratch(cx, s->cells, sizeof *out->told, &out->told));
    tacit_agreeing_least_squares(s, &out->noise, margin, own, out->squares);
    for (size_t c = 0; c < s->cells; c++)
        out->told[c] = out->squares[c];
    TACIT_TRY(tacit_agreeing_lift(cx, s, out->told));
    return tacit_agreeing_round(cx, s, out->told);
}

/* ---- all its margins ---- */

/* Where the cells of a table are in the margin over the columns in `kept`. */
static size_t place_in(const tacit_shape *s, unsigned kept, size_t cell)
{
    size_t at = 0;
    for (size_t i = 0; i < s->d; i++)
        if (kept >> i & 1)
            at = at * s->size[i] + tacit_shape_value(s, cell, i);
    return at;
}

static size_t cells_in(const tacit_shape *s, unsigned kept)
{
    size_t n = 1;
    for (size_t i = 0; i < s->d; i++)
        n *= kept >> i & 1 ? s->size[i] : 1;
    return n;
}

/* The values of cell `at` of a margin, with a star for each column that is summed over. */
static tacit_status name_cell(tacit_ctx *cx, const tacit_question *q, unsigned kept, size_t at,
                              const char **out)
{
    const tacit_shape *s = q->own;
    char *text = NULL;
    for (size_t i = s->d; i-- > 0;) {
        const bool is_kept = kept >> i & 1;
        const char *value = is_kept ? q->of[i]->label[at % s->size[i]] : "*";
        TACIT_TRY(text == NULL ? tacit_scratch_text(cx, value, &text)
                               : tacit_scratch_format(cx, &text, "%s, %s", value, text));
        at /= is_kept ? s->size[i] : 1;
    }
    *out = text;
    return TACIT_OK;
}

/* Answers for one margin, or for the table itself, from `at` on. */
static tacit_status answer_margin(tacit_ctx *cx, const tacit_question *q, const tables *t,
                                  unsigned kept, tacit_answer *at)
{
    const tacit_shape *s = q->own;
    const size_t n = cells_in(s, kept);
    const double within =
        tacit_privacy_factor(q->promise) * sqrt(tacit_agreeing_variance(s, &t->noise, kept));
    for (size_t c = 0; c < s->cells; c++) {
        tacit_answer *a = &at[place_in(s, kept, c)];
        a->value += t->told[c];
        a->low += t->squares[c];
    }
    for (size_t k = 0; k < n; k++) {
        const double middle = at[k].low;
        TACIT_TRY(name_cell(cx, q, kept, k, &at[k].at));
        at[k].low = fmin(at[k].value, fmax(0, middle - within));
        at[k].high = fmax(at[k].value, middle + within);
    }
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const tacit_shape *s = q->own;
    const unsigned sets = 1U << s->d;
    size_t n = 1;
    tables t = { 0 };
    for (size_t i = 0; i < s->d; i++)
        n *= s->size[i] + 1;
    TACIT_TRY(make_tables(cx, q, cell, stream, &t));
    TACIT_TRY(tacit_answers_new(cx, n, out));
    tacit_answer *at = out->at;
    for (unsigned kept = 0; kept < sets; kept++) {
        TACIT_TRY(answer_margin(cx, q, &t, kept, at));
        at += cells_in(s, kept);
    }
    return TACIT_OK;
}

static double error(const tacit_question *q, const char **unit)
{
    *unit = "records in a cell";
    return tacit_part_within(&q->part[0], q->promise->confidence);
}

const tacit_statistic tacit_statistic_contingency = {
    .about = { .name = "contingency",
               .title = "Contingency table",
               .summary = "Counts of all combinations of values of several columns, with margins "
                          "that agree.",
               .source = "Barak, Chaudhuri, Dwork, Kale, McSherry and Talwar (2007), Privacy, "
                         "accuracy, and consistency too; Hay, Rastogi, Miklau and Suciu (2010)",
               .params = PARAMS },
    .of = TACIT_OF_TABLE,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
