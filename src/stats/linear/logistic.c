/*
 * logistic.c - logistic regression by maximum likelihood.
 *
 * log p / (1 - p) = x'beta; Newton's method, which for this model is iteratively reweighted least
 * squares (McCullagh and Nelder 1989, Generalized linear models, 4.4.2).  Columns that are
 * linear combinations of others before them are left out first, so that the number of kept
 * columns is the number of identified parameters.  If the classes can be separated there is no
 * finite optimum: linear predictors are then held within +-30, the probabilities are right to
 * 1e-12 and `separated` says so.  No missing values.  Rows have one entry a term, so products
 * cost O(rows * terms^2) and not O(rows * columns^2).
 */
#include "stats/linear/logistic.h"

#include <math.h>
#include <string.h>

#include "stats/linear/linear_algebra.h"

enum { MOST_STEPS = 60, MOST_HALVINGS = 30, TICK_ROWS = 65536 };
static const double COLLINEAR = 1e-9, SETTLED = 1e-12, FARTHEST = 30.0, CERTAIN = 1e-8;

/* A fit in progress. */
typedef struct work {
    const tacit_linear_design *design;
    const bool *t;
    size_t k;           /* kept columns */
    const size_t *slot; /* of each column of the design: its place among the kept, or SIZE_MAX */
    double *h, *spare;  /* k by k */
    double *gradient, *step;
    double *beta, *trial, *p;
    tacit_linear_entries *row; /* of kept columns, by their places */
} work;

/* Write the entries of row i at kept columns, upwards. */
static void take_entries(const work *w, size_t i)
{
    size_t n = 0;
    tacit_linear_row(w->design, i, w->row);
    for (size_t a = 0; a < w->row->n; a++) {
        w->row->x[n] = w->row->x[a];
        w->row->at[n] = w->slot[w->row->at[a]];
        n += w->row->at[n] != SIZE_MAX;
    }
    w->row->n = n;
}

/* Linear predictors at `beta` as probabilities; returns the deviance. */
static double predict(const work *w, const double *beta, double *farthest)
{
    double sum = 0.0;
    *farthest = 0.0;
    for (size_t i = 0; i < w->design->rows; i++) {
        take_entries(w, i);
        const double eta = fmax(-FARTHEST, fmin(FARTHEST, tacit_linear_product(w->row, beta)));
        *farthest = fmax(*farthest, fabs(eta));
        w->p[i] = 1.0 / (1.0 + exp(-eta));
        sum += log1p(exp(w->t[i] ? -eta : eta));
    }
    return 2.0 * sum;
}

/* Gradient and information at the probabilities. */
static tacit_status differentiate(tacit_ctx *cx, const work *w)
{
    memset(w->h, 0, w->k * w->k * sizeof *w->h);
    memset(w->gradient, 0, w->k * sizeof *w->gradient);
    for (size_t i = 0; i < w->design->rows; i++) {
        take_entries(w, i);
        const double p = w->p[i], residual = (w->t[i] ? 1.0 : 0.0) - p;
        for (size_t a = 0; a < w->row->n; a++)
            w->gradient[w->row->at[a]] += w->row->x[a] * residual;
        tacit_linear_square(w->row, p * (1.0 - p), w->h, w->k);
        if (i % TICK_ROWS == 0)
            TACIT_TRY(tacit_tick(cx, i, w->design->rows));
    }
    return TACIT_OK;
}

/* The Newton step.  Information that has all but vanished (separation) is made up by a ridge. */
static void solve(const work *w)
{
    double ridge = 0.0, scale = 0.0;
    for (size_t j = 0; j < w->k; j++)
        scale = fmax(scale, w->h[j * w->k + j]);
    for (int tries = 0; tries < MOST_HALVINGS; tries++) {
        memcpy(w->spare, w->h, w->k * w->k * sizeof *w->h);
        for (size_t j = 0; j < w->k; j++)
            w->spare[j * w->k + j] += ridge;
        if (tacit_cholesky(w->spare, w->k, 1e-13))
            break;
        ridge = ridge > 0.0 ? ridge * 10.0 : 1e-12 * scale + 1e-300;
    }
    memcpy(w->step, w->gradient, w->k * sizeof *w->step);
    tacit_solve_lower(w->spare, w->k, w->step);
    tacit_solve_upper(w->spare, w->k, w->step);
}

/* Go along the step as far as the deviance falls; returns the new deviance. */
static double advance(const work *w, double deviance, double *farthest)
{
    double share = 1.0, reached = deviance;
    for (int i = 0; i < MOST_HALVINGS; i++, share *= 0.5) {
        for (size_t j = 0; j < w->k; j++)
            w->trial[j] = w->beta[j] + share * w->step[j];
        reached = predict(w, w->trial, farthest);
        if (reached <= deviance * (1.0 + SETTLED) + SETTLED) {
            memcpy(w->beta, w->trial, w->k * sizeof *w->beta);
            return reached;
        }
    }
    return predict(w, w->beta, farthest);
}

static tacit_status iterate(tacit_ctx *cx, const work *w, tacit_logistic *out)
{
    double farthest = 0.0;
    out->deviance = predict(w, w->beta, &farthest);
    for (; out->steps < MOST_STEPS && !out->converged; out->steps++) {
        TACIT_TRY(differentiate(cx, w));
        solve(w);
        const double reached = advance(w, out->deviance, &farthest);
        out->converged = fabs(out->deviance - reached) <= SETTLED * (reached + 0.1);
        out->deviance = reached;
    }
    out->separated = 1.0 / (1.0 + exp(farthest)) < CERTAIN;
    return TACIT_OK;
}

/* Room for the entries of a row. */
static tacit_status place_row(tacit_ctx *cx, const tacit_linear_design *design, work *w)
{
    for (size_t c = 0; c < design->terms; c++)
        TACIT_ASSERT(design->term[c].code == NULL || design->term[c].levels > 0);
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *w->row, &w->row));
    return tacit_linear_entries_for(cx, design, w->row);
}

/* Find the columns that others do not explain, and their places. */
static tacit_status choose_columns(tacit_ctx *cx, work *w, tacit_logistic *out)
{
    const size_t n = out->columns;
    size_t *slot = NULL, next = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *slot, &slot));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->is_kept, &out->is_kept));
    const size_t mark = tacit_scratch_mark(cx);
    for (size_t j = 0; j < n; j++)
        slot[j] = j;
    w->slot = slot;
    w->k = n;
    TACIT_TRY(tacit_scratch(cx, n * n, sizeof *w->h, &w->h));
    for (size_t i = 0; i < w->design->rows; i++) {
        take_entries(w, i);
        tacit_linear_square(w->row, 1.0, w->h, w->k);
    }
    out->kept = tacit_independent_columns(w->h, n, COLLINEAR, out->is_kept);
    tacit_scratch_release(cx, mark);
    for (size_t j = 0; j < n; j++)
        slot[j] = out->is_kept[j] ? next++ : SIZE_MAX;
    w->k = out->kept;
    return TACIT_OK;
}

/* Memory for k columns. */
static tacit_status prepare(tacit_ctx *cx, work *w)
{
    TACIT_TRY(tacit_scratch(cx, w->k * w->k, sizeof *w->h, &w->h));
    TACIT_TRY(tacit_scratch(cx, w->k * w->k, sizeof *w->spare, &w->spare));
    TACIT_TRY(tacit_scratch(cx, w->k, sizeof *w->gradient, &w->gradient));
    TACIT_TRY(tacit_scratch(cx, w->k, sizeof *w->step, &w->step));
    TACIT_TRY(tacit_scratch(cx, w->k, sizeof *w->beta, &w->beta));
    return tacit_scratch(cx, w->k, sizeof *w->trial, &w->trial);
}

tacit_status tacit_logistic_fit(tacit_ctx *cx, const tacit_linear_design *design, const bool *t,
                                tacit_logistic *out)
{
    work w = { .design = design, .t = t };
    tacit_logistic fit = { .columns = tacit_linear_columns(design) };
    if (design->rows == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "A logistic regression needs rows.");
    if (fit.columns > TACIT_LOGISTIC_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A logistic regression with %zu coefficients is too large; at most %d "
                          "are possible.",
                          fit.columns, TACIT_LOGISTIC_COLUMNS);
    TACIT_TRY(tacit_scratch(cx, fit.columns, sizeof *fit.beta, &fit.beta));
    TACIT_TRY(tacit_scratch(cx, design->rows, sizeof *fit.p, &fit.p));
    TACIT_TRY(place_row(cx, design, &w));
    TACIT_TRY(choose_columns(cx, &w, &fit));
    TACIT_TRY(prepare(cx, &w));
    w.p = fit.p;
    TACIT_TRY(iterate(cx, &w, &fit));
    for (size_t j = 0; j < fit.columns; j++)
        fit.beta[j] = fit.is_kept[j] ? w.beta[w.slot[j]] : 0.0;
    *out = fit;
    return TACIT_OK;
}
