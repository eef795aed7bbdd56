/*
 * noise.c - random noise on numbers.
 *
 * With c the scale, m and V the means and covariances of the columns within a stratum, and z
 * draws of mean 0 and standard deviation 1 (normal unless the law says otherwise):
 *
 *   additive        y = x + c s z, each column by itself (noise_column.c)
 *   multiplicative  y = x (1 + c z) or x times a lognormal factor (noise_column.c)
 *   correlated      y = x + c F z with F F' = V, so that correlations are kept in
 *                   expectation (Kim 1986; noise_joint.c)
 *   restricted      the same with z made uncorrelated with x and of unit covariance in the
 *                   sample, and restored: y has exactly the means and covariances of x
 *                   (after Muralidhar and Sarathy 2008; noise_joint.c)
 *   outlier_aware   correlated noise in proportion to the bulk of the data, larger for
 *                   records beyond it by their robust distance (after Templ and Meindl 2008;
 *                   noise_joint.c)
 *
 * `restore` pulls the result towards the mean so that mean and variance, and for correlated
 * noise covariances, are the original's in expectation (Kim 1986; Tendick and Matloff 1994).
 *
 * Missing values stay missing; the present values of a record get noise whether or not others
 * are missing.  Whole numbers become reals unless `whole` rounds them.  Strata of too few
 * records are masked together.  O(n) a column, O(n p^2) for p columns together.
 */
#include "method/noise_own.h"

#include <math.h>

enum { COLUMNS, KIND, SCALE, LAW, RESTORE, WHOLE, KEEP_ZEROS };

static const char *const KINDS[] = { "additive",   "multiplicative", "correlated",
                                     "restricted", "outlier_aware",  NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [KIND] = { .name = "kind",
               .type = TACIT_PARAM_CHOICE,
               .choices = KINDS,
               .help = "how noise and values go together" },
    [SCALE] = { .name = "scale",
                .type = TACIT_PARAM_REAL,
                .preset = 0.1,
                .max = 10.0,
                .help = "noise standard deviation, as a share of the column's own" },
    [LAW] = { .name = "law",
              .type = TACIT_PARAM_CHOICE,
              .choices = TACIT_NOISE_LAWS,
              .help = "the distribution of the noise" },
    [RESTORE] = { .name = "restore",
                  .type = TACIT_PARAM_FLAG,
                  .max = 1.0,
                  .help = "bring mean and variance back to the original's" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    [KEEP_ZEROS] = { .name = "keep_zeros",
                     .type = TACIT_PARAM_FLAG,
                     .max = 1.0,
                     .help = "leave zeros as they are" },
    TACIT_PARAM_END
};

static bool is_joint(const tacit_noise *noise)
{
    return noise->kind >= TACIT_NOISE_CORRELATED;
}

/* Refuse arguments that do not go together. */
static tacit_status check(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise)
{
    const char *kind = KINDS[noise->kind], *law = TACIT_NOISE_LAWS[noise->law];
    if (is_joint(noise) && noise->law != TACIT_NOISE_NORMAL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Noise of kind '%s' is normal; 'law' cannot be '%s'.", kind, law);
    if (noise->kind == TACIT_NOISE_ADDITIVE && noise->law == TACIT_NOISE_LOGNORMAL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Law 'lognormal' is for factors; it needs kind 'multiplicative'.");
    if (noise->kind == TACIT_NOISE_OUTLIER_AWARE && noise->restore)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Noise of kind '%s' cannot 'restore' moments.",
                          kind);
    if (noise->kind == TACIT_NOISE_RESTRICTED && tacit_arg_flag(job->args, KEEP_ZEROS))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Noise of kind '%s' keeps moments and cannot 'keep_zeros'.", kind);
    return TACIT_OK;
}

/* Give the zeros of column `j` of the original back to `out`. */
static tacit_status put_zeros(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    double *y = NULL;
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &y));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && !(fabs(tacit_column_number(c, i)) > 0.0))
            y[i] = 0.0;
    return TACIT_OK;
}

static tacit_status finish(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const bool zeros = tacit_arg_flag(job->args, KEEP_ZEROS);
    const bool whole = tacit_arg_flag(job->args, WHOLE);
    for (size_t c = 0; zeros && c < job->cols.n; c++)
        TACIT_TRY(put_zeros(cx, job, job->cols.at[c], out));
    for (size_t c = 0; whole && c < job->cols.n; c++)
        TACIT_TRY(tacit_table_round(cx, out, job->cols.at[c]));
    return TACIT_OK;
}

/* Say how much larger the variance is expected to be. */
static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise)
{
    if (noise->kind != TACIT_NOISE_ADDITIVE && noise->kind != TACIT_NOISE_CORRELATED)
        return TACIT_OK;
    return tacit_result_figure(cx, job->told, "variance_ratio", "Variance, after over before",
                               noise->restore ? 1.0 : 1.0 + noise->scale * noise->scale,
                               TACIT_UNIT_NUMBER,
                               "expected, of each column within each stratum, before rounding");
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const tacit_noise noise = {
        .kind = (tacit_noise_kind)tacit_arg_choice(job->args, KIND),
        .law = (tacit_noise_law)tacit_arg_choice(job->args, LAW),
        .scale = tacit_arg_real(job->args, SCALE),
        .restore = tacit_arg_flag(job->args, RESTORE),
    };
    TACIT_TRY(check(cx, job, &noise));
    if (is_joint(&noise))
        TACIT_TRY(tacit_noise_jointly(cx, job, &noise, out));
    for (size_t c = 0; !is_joint(&noise) && c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        TACIT_TRY(tacit_noise_column(cx, job, &noise, job->cols.at[c], out));
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(tell(cx, job, &noise));
    return finish(cx, job, out);
}

const tacit_method tacit_method_noise = {
    .about = { .name = "noise",
               .title = "Noise",
               .summary = "Adds random noise to numbers, or multiplies them by it.",
               .source = "Kim (1986), A method for limiting disclosure in microdata based on "
                         "random noise and transformation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
