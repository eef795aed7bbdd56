/*
 * tell.c - the account of the post randomisation method: matrices and frequencies.
 *
 * Names of categories are told only for columns of at most 20 of them; they are in the masked
 * column, too.  Frequencies are told as differences from the original ones.
 */
#include "micro/method/pram/own.h"

#include <math.h>

enum { MOST_CATEGORIES = 20, MOST_ROWS = 2000 };

const char *tacit_pram_label(const tacit_pram_column *c, uint32_t v, char out[32])
{
    return v < c->values.n ? tacit_column_text(c->column, c->row[v], out) : "(missing)";
}

/* The names of all categories behind `n` other heads. */
static tacit_status heads_of(tacit_ctx *cx, const tacit_pram_column *c, const char *const *first,
                             size_t n, const char ***out)
{
    TACIT_TRY(tacit_scratch(cx, n + c->n, sizeof **out, out));
    for (size_t h = 0; h < n; h++)
        (*out)[h] = first[h];
    for (uint32_t v = 0; v < c->n; v++) {
        char text[32], *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_pram_label(c, v, text), &copy));
        (*out)[n + v] = copy;
    }
    return TACIT_OK;
}

tacit_status tacit_pram_tell_start(tacit_ctx *cx, const tacit_job *job, tacit_pram_column *c)
{
    static const char *const first[] = { "stratum", "category" };
    const char *name = tacit_column_name(c->column), **heads = NULL;
    char *id = NULL, *title = NULL;
    if (c->n > MOST_CATEGORIES || c->n == 0)
        return TACIT_OK;
    TACIT_TRY(heads_of(cx, c, first, 2, &heads));
    TACIT_TRY(tacit_scratch_format(cx, &id, "matrix_%s", name));
    TACIT_TRY(tacit_scratch_format(
        cx, &title, "Probabilities with which categories of %s become others", name));
    return tacit_result_table(cx, job->told, id, title, 2 + c->n, heads, &c->matrices);
}

/* ---- matrices ---- */

/* Add the row of category k to the table of matrices; categories that the stratum does not
 * have are null. */
static tacit_status tell_row(tacit_ctx *cx, const tacit_pram_column *c, const tacit_pram_group *g,
                             size_t k)
{
    char text[32];
    size_t l = 0;
    TACIT_TRY(tacit_result_row(cx, c->matrices, "[I,s]", (json_int_t)g->number + 1,
                               tacit_pram_label(c, g->category[k], text)));
    const json_t *rows = json_object_get(c->matrices, "rows");
    json_t *row = json_array_get(rows, json_array_size(rows) - 1);
    for (uint32_t v = 0; v < c->n; v++) {
        const bool here = l < g->n && g->category[l] == v;
        TACIT_TRY(
            tacit_json_add(cx, row, here ? json_real(tacit_pram_at(&g->m, k, l)) : json_null()));
        l += here;
    }
    return TACIT_OK;
}

static tacit_status tell_matrix(tacit_ctx *cx, tacit_pram_column *c, const tacit_pram_group *g)
{
    if (c->matrices == NULL || c->told_rows + g->n > MOST_ROWS) {
        c->left_out++;
        return TACIT_OK;
    }
    c->told_rows += g->n;
    for (size_t k = 0; k < g->n; k++)
        TACIT_TRY(tell_row(cx, c, g, k));
    return TACIT_OK;
}

tacit_status tacit_pram_tell_group(tacit_ctx *cx, tacit_pram_column *c, const tacit_pram_group *g)
{
    double *expected = NULL, *variance = NULL, *estimate = NULL, error = 0.0, cells = 0.0;
    bool solved = false;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *expected, &expected));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *variance, &variance));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *estimate, &estimate));
    tacit_pram_expect(&g->m, g->count, expected);
    tacit_pram_variance(&g->m, g->count, variance);
    TACIT_TRY(tacit_pram_error(cx, &g->m, g->count, &error));
    TACIT_TRY(tacit_pram_estimate(cx, &g->m, g->after, estimate, &solved));
    for (size_t k = 0; k < g->n; k++) {
        const uint32_t v = g->category[k];
        cells += g->count[k];
        c->before[v] += g->count[k];
        c->after[v] += g->after[k];
        c->expected[v] += expected[k];
        c->variance[v] += variance[k];
        c->estimate[v] += solved ? estimate[k] : NAN;
    }
    c->changing += cells * tacit_pram_changed(&g->m, g->count);
    c->cells += (size_t)cells;
    c->error = fmax(c->error, error);
    c->strata++;
    c->alone += g->n == 1;
    c->singular += !solved;
    return tell_matrix(cx, c, g);
}

/* ---- columns ---- */

/* Half the sum of |x - y| over the number of cells. */
static double distance(const tacit_pram_column *c, const double *x)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < c->n; v++)
        sum += fabs(x[v] - c->before[v]);
    return c->cells > 0 ? 0.5 * sum / (double)c->cells : NAN;
}

static tacit_status tell_frequencies(tacit_ctx *cx, const tacit_job *job,
                                     const tacit_pram_column *c)
{
    static const char *const heads[] = { "category", "expected bias", "standard deviation",
                                         "difference", "difference of estimate" };
    const char *name = tacit_column_name(c->column);
    char *id = NULL, *title = NULL, text[32];
    json_t *table = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &id, "frequencies_%s", name));
    TACIT_TRY(tacit_scratch_format(
        cx, &title, "Frequencies of %s after masking, less the original ones", name));
    TACIT_TRY(tacit_result_table(cx, job->told, id, title, 5, heads, &table));
    for (uint32_t v = 0; v < c->n; v++) {
        const double off = c->estimate[v] - c->before[v];
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f,o]", tacit_pram_label(c, v, text),
                                   c->expected[v] - c->before[v], sqrt(c->variance[v]),
                                   c->after[v] - c->before[v],
                                   isfinite(off) ? json_real(off) : json_null()));
    }
    return TACIT_OK;
}

/* What the reader should know of a column besides its figures. */
static tacit_status tell_notes(tacit_ctx *cx, const tacit_job *job, const tacit_pram_column *c)
{
    const char *name = tacit_column_name(c->column);
    if (c->spread > 0.0)
        TACIT_TRY(
            tacit_result_note(cx, job->told,
                              "The matrix of column '%s' was looked for: the variances of "
                              "its frequencies add up to %.6g records, and no matrix that "
                              "keeps 'posterior' has less than %.6g%s.",
                              name, c->spread, c->least,
                              c->least >= c->spread * (1.0 - 1e-5) ? ": it is the best" : ""));
    if (c->left_out > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "The matrices of column '%s' in %zu of %zu strata are too "
                                    "large to be told.",
                                    name, c->left_out, c->strata));
    if (c->alone > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "Column '%s' has a single category in %zu of %zu strata, where "
                                    "it stays as it is.",
                                    name, c->alone, c->strata));
    if (c->singular > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "The matrix of column '%s' has no inverse in %zu of %zu "
                                    "strata, so the original frequencies cannot be estimated.",
                                    name, c->singular, c->strata));
    if (c->held > 1e-9)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "The matrix names categories that column '%s' does not have "
                                    "(in some stratum); their probabilities, up to %.3g, were "
                                    "added to that of staying.",
                                    name, c->held));
    if (2 * (size_t)c->n > c->cells && c->n > MOST_CATEGORIES)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "Column '%s' has almost as many categories as cells; "
                                    "frequencies of single records mean little.",
                                    name));
    return TACIT_OK;
}

tacit_status tacit_pram_tell_column(tacit_ctx *cx, const tacit_job *job, const tacit_pram_column *c,
                                    json_t *columns, tacit_pram_totals *totals)
{
    double bias = 0.0, deviation = 0.0;
    const double cells = c->cells > 0 ? (double)c->cells : 1.0, off = distance(c, c->estimate);
    for (uint32_t v = 0; v < c->n; v++) {
        bias = fmax(bias, fabs(c->expected[v] - c->before[v]));
        deviation = fmax(deviation, sqrt(c->variance[v]));
    }
    json_t *masked = c->cells > 0 ? json_real(distance(c, c->after)) : json_null();
    json_t *estimated = isfinite(off) ? json_real(off) : json_null();
    TACIT_TRY(tacit_result_row(cx, columns, "[s,I,I,f,f,f,f,f,o,o]", tacit_column_name(c->column),
                               (json_int_t)c->n, (json_int_t)c->cells, c->changing / cells,
                               (double)c->changed / cells, c->error, bias, deviation, masked,
                               estimated));
    totals->cells += (double)c->cells;
    totals->changing += c->changing;
    totals->changed += (double)c->changed;
    totals->error = fmax(totals->error, c->error);
    if (c->matrices != NULL)
        TACIT_TRY(tell_frequencies(cx, job, c));
    return tell_notes(cx, job, c);
}

tacit_status tacit_pram_tell_totals(tacit_ctx *cx, const tacit_job *job,
                                    const tacit_pram_totals *totals)
{
    const double cells = totals->cells > 0.0 ? totals->cells : NAN;
    TACIT_TRY(tacit_result_figure(cx, job->told, "expected_changed", "Cells expected to change",
                                  totals->changing / cells, TACIT_UNIT_SHARE,
                                  "share of the cells that take part, by the matrices"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "changed", "Cells that changed",
                                  totals->changed / cells, TACIT_UNIT_SHARE,
                                  "share of the cells that take part, in this run"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "invariance_error", "Invariance error",
                                  totals->error, TACIT_UNIT_NUMBER,
                                  "largest difference of the expected share of a category from "
                                  "its original share, over strata; 0 up to rounding if the "
                                  "matrix is invariant",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_note(
        cx, job->told,
        "Largest bias and deviation of a column are those of the frequency of a category after "
        "masking, in records; 'off' is the share of records by which frequencies differ from the "
        "original ones, as they are in the masked data and as estimated from it without bias.");
}
