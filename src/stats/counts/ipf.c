/*
 * ipf.c - hierarchical log-linear models by iterative proportional fitting.
 *
 * The maximum-likelihood means m of a hierarchical log-linear model are the only ones of
 * the model's form whose margins over each term equal the table's (Birch 1963).  Starting
 * from a constant, each term in turn scales m by (margin of the table) / (margin of m),
 * which keeps the form; repeated, the margins converge (Deming and Stephan 1940; Bishop,
 * Fienberg and Holland 1975, section 3.5).  Decomposable models need two cycles.
 *
 * A margin that is 0 in the table is 0 in the fit.  No design matrix is made: memory is
 * the fit and two margins for each term.  O(cells * terms) for each cycle.
 */
#include "stats/counts/ipf.h"

#include <math.h>

/* A term with its margins. */
typedef struct term {
    size_t stride[TACIT_IPF_DIMENSIONS]; /* in the margin; 0 for dimensions summed over */
    size_t cells;
    double *target, *margin;
} term;

size_t tacit_ipf_cells(const uint32_t *levels, size_t n)
{
    size_t cells = 1;
    for (size_t j = 0; j < n; j++)
        if (__builtin_mul_overflow(cells, (size_t)levels[j], &cells))
            return SIZE_MAX;
    return cells;
}

static tacit_status make_term(tacit_ctx *cx, const tacit_ipf *model, uint64_t bits, term *t)
{
    t->cells = 1;
    for (size_t j = model->n; j-- > 0;) {
        if ((bits >> j & 1) == 0)
            continue;
        t->stride[j] = t->cells;
        t->cells *= model->levels[j];
    }
    TACIT_TRY(tacit_scratch(cx, t->cells, sizeof *t->target, &t->target));
    return tacit_scratch(cx, t->cells, sizeof *t->margin, &t->margin);
}

/* The place in the margin of the next run along the last dimension. */
static size_t next_run(const tacit_ipf *model, const term *t, uint32_t *digit, size_t at)
{
    for (size_t j = model->n - 1; j-- > 0;) {
        at += t->stride[j];
        if (++digit[j] < model->levels[j])
            return at;
        at -= t->stride[j] * model->levels[j];
        digit[j] = 0;
    }
    return at;
}

/* Sum `table` over the dimensions that are not in the term. */
static void sum_margin(const tacit_ipf *model, const term *t, size_t cells, const double *table,
                       double *margin)
{
    uint32_t digit[TACIT_IPF_DIMENSIONS] = { 0 };
    const size_t run = model->levels[model->n - 1], step = t->stride[model->n - 1];
    for (size_t g = 0; g < t->cells; g++)
        margin[g] = 0.0;
    for (size_t i = 0, at = 0; i < cells; i += run, at = next_run(model, t, digit, at))
        for (size_t d = 0; d < run; d++)
            margin[at + d * step] += table[i + d];
}

/* Multiply the fit by what stands in the term's margin. */
static void scale_fit(const tacit_ipf *model, const term *t, size_t cells, double *fit)
{
    uint32_t digit[TACIT_IPF_DIMENSIONS] = { 0 };
    const size_t run = model->levels[model->n - 1], step = t->stride[model->n - 1];
    for (size_t i = 0, at = 0; i < cells; i += run, at = next_run(model, t, digit, at))
        for (size_t d = 0; d < run; d++)
            fit[i + d] *= t->margin[at + d * step];
}

/* Give the fit the term's margin; the largest difference there was. */
static double adjust(const tacit_ipf *model, const term *t, size_t cells, double *fit)
{
    double most = 0.0;
    sum_margin(model, t, cells, fit, t->margin);
    for (size_t g = 0; g < t->cells; g++) {
        most = fmax(most, fabs(t->target[g] - t->margin[g]));
        t->margin[g] = t->margin[g] > 0.0 ? t->target[g] / t->margin[g] : 0.0;
    }
    scale_fit(model, t, cells, fit);
    return most;
}

tacit_status tacit_ipf_fit(tacit_ctx *cx, const tacit_ipf *model, const double *table, double *fit,
                           tacit_ipf_end *end)
{
    TACIT_ASSERT(model->n > 0 && model->n <= TACIT_IPF_DIMENSIONS && model->n_terms > 0);
    const size_t mark = tacit_scratch_mark(cx), cells = tacit_ipf_cells(model->levels, model->n);
    double total = 0.0;
    term *t = NULL;
    TACIT_TRY(tacit_scratch(cx, model->n_terms, sizeof *t, &t));
    for (size_t s = 0; s < model->n_terms; s++) {
        TACIT_TRY(make_term(cx, model, model->terms[s], &t[s]));
        sum_margin(model, &t[s], cells, table, t[s].target);
    }
    for (size_t i = 0; i < cells; i++)
        total += table[i];
    for (size_t i = 0; i < cells; i++)
        fit[i] = (model->start != NULL ? model->start[i] : 1.0) * total / (double)cells;
    *end = (tacit_ipf_end){ 0 };
    while (!end->converged && end->cycles < model->most_cycles) {
        TACIT_TRY(tacit_tick(cx, end->cycles, 0));
        double most = 0.0;
        for (size_t s = 0; s < model->n_terms; s++)
            most = fmax(most, adjust(model, &t[s], cells, fit));
        end->difference = most / total;
        end->converged = end->difference <= model->tolerance;
        end->cycles++;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
