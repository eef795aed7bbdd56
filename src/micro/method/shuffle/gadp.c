/*
 * gadp.c - general additive data perturbation: new values drawn given predictors.
 *
 * Muralidhar, Parsa and Sarathy (1999), A general additive data perturbation method for database
 * security.  The masked columns X become
 *
 *     Y = m + B (S - s) + a (X - m - B (S - s)) + sqrt(1 - a^2) e
 *
 * with means m and s, B the regression of X on the predictors S, e normal with the covariance of
 * X given S, and a the proximity: 0 makes values that depend on S alone.  Means and covariances
 * of Y and S are those of X and S in expectation, and with `exact` (Muralidhar and Sarathy 2005,
 * An enhanced data perturbation approach for small data sets; 2008, Generating sufficiency-based
 * non-synthetic perturbed data) in the sample, so that means, variances, correlations and
 * regressions give the same figures as the original.
 *
 * Records with a missing value in X or S stay as they are and take no part.  Strata are perturbed
 * each by itself.  Weights play no part.  Whole numbers become reals unless `whole` rounds them.
 * O(n p^2).
 */
#include "micro/method/shuffle/frame.h"

#include <math.h>

#include "stats/linear/covariance.h"

enum { COLUMNS, BY, PROXIMITY, EXACT, WHOLE };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [BY] = TACIT_SHUFFLE_BY,
    [PROXIMITY] = TACIT_SHUFFLE_PROXIMITY,
    [EXACT] = { .name = "exact",
                .type = TACIT_PARAM_FLAG,
                .preset = 1.0,
                .max = 1.0,
                .help = "keep means and covariances of the sample exactly (EGADP)" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* Means and deviations that columns had. */
typedef struct scale {
    double *mean, *sd;
} scale;

/* Standardise the columns of `m`; `v` becomes their correlations, 0 on the diagonal of constant
 * columns. */
static tacit_status standardise(tacit_ctx *cx, const tacit_frame *f, const tacit_matrix *m,
                                scale *s, double *v)
{
    const size_t d = m->p;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *s->mean, &s->mean));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *s->sd, &s->sd));
    TACIT_TRY(tacit_covariance_of(cx, m->x, m->n, d, s->mean, v));
    for (size_t k = 0; k < d; k++) {
        s->sd[k] = sqrt(v[k * d + k]);
        if (!isfinite(s->sd[k]) || !isfinite(s->mean[k]))
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has values too large for gadp.",
                              tacit_column_name(tacit_table_column(f->in, f->term[k].column)));
        for (size_t i = 0; i < m->n; i++) {
            double *x = &m->x[i * d + k];
            *x = s->sd[k] > 0.0 ? (*x - s->mean[k]) / s->sd[k] : 0.0;
        }
    }
    tacit_correlation_of(v, d, v);
    for (size_t k = 0; k < d; k++)
        v[k * d + k] = s->sd[k] > 0.0 ? 1.0 : 0.0;
    return TACIT_OK;
}

/* Perturbed values `y` (n * q) of the records of `m`, which are standardised. */
static tacit_status perturb(tacit_ctx *cx, const tacit_job *job, tacit_frame *f,
                            const tacit_matrix *m, const tacit_rng *rng, double *y)
{
    double *v = NULL;
    scale s = { 0 };
    tacit_conditional c = { 0 };
    TACIT_TRY(tacit_scratch(cx, m->p * m->p, sizeof *v, &v));
    TACIT_TRY(standardise(cx, f, m, &s, v));
    TACIT_TRY(tacit_conditional_fit(cx, v, f->q, f->p, &c));
    tacit_frame_note(f, &c, m->n);
    const tacit_conditional_draws draws = {
        .x = m->x,
        .n = m->n,
        .proximity = tacit_arg_real(job->args, PROXIMITY),
        .exact = tacit_arg_flag(job->args, EXACT),
        .rng = rng,
    };
    TACIT_TRY(tacit_conditional_draw(cx, &c, &draws, y));
    for (size_t i = 0; i < m->n * f->q; i++)
        y[i] = s.mean[i % f->q] + s.sd[i % f->q] * y[i];
    return TACIT_OK;
}

static tacit_status perturb_stratum(tacit_ctx *cx, const tacit_job *job, tacit_frame *f, size_t h,
                                    double *const *to)
{
    const tacit_rng rng = tacit_rng_fork_number(job->rng, h);
    tacit_matrix m = { 0 };
    double *y = NULL;
    TACIT_TRY(tacit_frame_rows(cx, f, h, f->p + 2 * f->q + 2, &m));
    if (m.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, m.n * f->q, sizeof *y, &y));
    TACIT_TRY(perturb(cx, job, f, &m, &rng, y));
    for (size_t i = 0; i < m.n; i++)
        for (size_t r = 0; r < f->q; r++) {
            if (!isfinite(y[i * f->q + r]))
                return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has values too large for gadp.",
                                  tacit_column_name(tacit_table_column(f->in, f->term[r].column)));
            to[r][m.row[i]] = y[i * f->q + r];
        }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_frame f = { 0 };
    double **to = NULL;
    TACIT_TRY(tacit_frame_of(cx, job, BY, "gadp", &f));
    TACIT_TRY(tacit_scratch(cx, f.q, sizeof *to, &to));
    for (size_t r = 0; r < f.q; r++)
        TACIT_TRY(tacit_table_edit_reals(cx, out, f.term[r].column, &to[r]));
    for (size_t h = 0; h < f.strata.n; h++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, h, f.strata.n));
        TACIT_TRY(perturb_stratum(cx, job, &f, h, to));
        tacit_scratch_release(cx, mark);
    }
    for (size_t r = 0; tacit_arg_flag(job->args, WHOLE) && r < f.q; r++)
        TACIT_TRY(tacit_table_round(cx, out, f.term[r].column));
    return tacit_frame_tell(cx, &f, out, false, job->told);
}

const tacit_method tacit_method_gadp = {
    .about = { .name = "gadp",
               .title = "Additive perturbation given predictors",
               .summary = "Draws new numbers that keep means and covariances with other columns.",
               .source = "Muralidhar, Parsa and Sarathy (1999), A general additive data "
                         "perturbation method for database security; Muralidhar and Sarathy "
                         "(2008), Generating sufficiency-based non-synthetic perturbed data",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_OTHERS,
    .run = run,
};
