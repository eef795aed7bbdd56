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
 *
 * Additive and multiplicative noise without strata settle to their moments, `sd`, `mean` and
 * `pull`; other noise needs all records at once.
 */
#include "micro/method/noise/own.h"

#include <math.h>

enum { COLUMNS, KIND, SCALE, LAW, RESTORE, WHOLE, KEEP_ZEROS, SD, MEAN, PULL };

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
                TACIT_USEFUL(0, 1, "standard deviations"),
                .importance = TACIT_FIRST,
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
    [SD] = { .name = "sd",
             .type = TACIT_PARAM_REALS,
             .need = TACIT_OPTIONAL,
             .min = 0.0,
             .max = 1e300,
             .low = 0.0,
             .high = 1e6,
             .importance = TACIT_ADVANCED,
             .help = "with mean and pull, for additive and multiplicative noise: the noise "
                     "standard deviation of each column, instead of that found in the data" },
    [MEAN] = { .name = "mean",
               .type = TACIT_PARAM_REALS,
               .need = TACIT_OPTIONAL,
               .min = -1e300,
               .max = 1e300,
               .low = -1e6,
               .high = 1e6,
               .importance = TACIT_ADVANCED,
               .help = "the mean towards which values of each column are pulled" },
    [PULL] = { .name = "pull",
               .type = TACIT_PARAM_REALS,
               .need = TACIT_OPTIONAL,
               .min = 0.0,
               .max = 1.0,
               .importance = TACIT_ADVANCED,
               .help = "what a deviation from that mean is multiplied by; 1 unless restored" },
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
static tacit_status put_zeros(tacit_ctx *cx, const tacit_table *before, size_t j, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(before, j);
    double *y = NULL;
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &y));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && !(fabs(tacit_column_number(c, i)) > 0.0))
            y[i] = 0.0;
    return TACIT_OK;
}

static tacit_status finish(tacit_ctx *cx, const tacit_table *before, const tacit_args *args,
                           const tacit_select *cols, tacit_table *out)
{
    const bool zeros = tacit_arg_flag(args, KEEP_ZEROS), whole = tacit_arg_flag(args, WHOLE);
    for (size_t c = 0; zeros && c < cols->n; c++)
        TACIT_TRY(put_zeros(cx, before, cols->at[c], out));
    for (size_t c = 0; whole && c < cols->n; c++)
        TACIT_TRY(tacit_table_round(cx, out, cols->at[c]));
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

static tacit_noise noise_of(const tacit_args *args)
{
    return (tacit_noise){
        .kind = (tacit_noise_kind)tacit_arg_choice(args, KIND),
        .law = (tacit_noise_law)tacit_arg_choice(args, LAW),
        .scale = tacit_arg_real(args, SCALE),
        .restore = tacit_arg_flag(args, RESTORE),
    };
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const tacit_noise noise = noise_of(job->args);
    if (is_joint(&noise))
        TACIT_TRY(tacit_noise_jointly(cx, job, &noise, out));
    for (size_t c = 0; !is_joint(&noise) && c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        TACIT_TRY(tacit_noise_column(cx, job, &noise, job->cols.at[c], out));
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(tell(cx, job, &noise));
    return finish(cx, job->in, job->args, &job->cols, out);
}

/* ---- settled ---- */

/* Whether the moments are given, one of each for each of `n` columns. */
static tacit_status check_moments(tacit_ctx *cx, const tacit_args *args, size_t n, bool joint,
                                  bool *given)
{
    size_t there = 0;
    bool any = false;
    for (size_t i = SD; i <= PULL; i++) {
        any = any || args->at[i].given;
        there += args->at[i].given && args->at[i].n == n;
    }
    *given = there == 3;
    if (any && (joint || there < 3))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'sd', 'mean' and 'pull' of noise go together, a number of each for each "
                          "column, with additive or multiplicative noise.");
    return TACIT_OK;
}

static tacit_status settle(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                           tacit_decision *out)
{
    const size_t n = job->cols.n;
    double *moment[3] = { NULL };
    tacit_change *own = NULL;
    for (size_t i = 0; i < 3; i++)
        TACIT_TRY(tacit_scratch(cx, n, sizeof *moment[i], &moment[i]));
    for (size_t c = 0; c < n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_noise_plan plan = { 0 };
        TACIT_TRY(tacit_tick(cx, c, n));
        TACIT_TRY(tacit_noise_plan_column(cx, job, noise, job->cols.at[c], &plan));
        moment[0][c] = plan.sd;
        moment[1][c] = plan.mean;
        moment[2][c] = plan.pull;
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_noise, job->args, &own));
    for (size_t i = 0; i < 3; i++)
        TACIT_TRY(tacit_change_set(cx, out, own, PARAMS[SD + i].name,
                                   &(tacit_value){ .given = true, .n = n, .reals = moment[i] }));
    return TACIT_OK;
}

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    const tacit_noise noise = noise_of(job->args);
    bool given = false;
    tacit_select strata;
    TACIT_TRY(check(cx, job, &noise));
    TACIT_TRY(check_moments(cx, job->args, job->cols.n, is_joint(&noise), &given));
    TACIT_TRY(tacit_table_with_role(cx, job->in, TACIT_ROLE_STRATA, &strata));
    out->whole = is_joint(&noise) || (strata.n > 0 && !given);
    if (out->whole)
        return TACIT_OK;
    TACIT_TRY(given ? tacit_decision_add(cx, out, &tacit_method_noise, job->args, NULL)
                    : settle(cx, job, &noise, out));
    return tell(cx, job, &noise);
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    const tacit_args *args = &change->args;
    const tacit_noise noise = noise_of(args);
    tacit_table *before = NULL; /* zeros are looked for in it */
    TACIT_ASSERT(args->at[SD].given);
    TACIT_TRY(tacit_table_copy(cx, t, &before));
    tacit_status status = TACIT_OK;
    for (size_t c = 0; c < cols->n && status == TACIT_OK; c++) {
        const tacit_noise_plan plan = { .sd = args->at[SD].reals[c],
                                        .mean = args->at[MEAN].reals[c],
                                        .pull = args->at[PULL].reals[c] };
        status = tacit_noise_apply(cx, &noise, &plan, at, cols->at[c], t);
    }
    if (status == TACIT_OK)
        status = finish(cx, before, args, cols, t);
    tacit_table_free(before);
    return status;
}

static bool looks(const tacit_args *args)
{
    const tacit_noise noise = noise_of(args);
    return !is_joint(&noise);
}

const tacit_method tacit_method_noise = {
    .about = { .name = "noise",
               .title = "Noise",
               .summary = "Adds random noise to numbers, or multiplies them by it.",
               .source = "Kim (1986), A method for limiting disclosure in microdata based on "
                         "random noise and transformation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_STRATA,
    .run = run,
    .decide = decide,
    .apply = apply,
    .looks = looks,
};
