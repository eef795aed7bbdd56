/*
 * noise_attack.c - linking records with additive noise by who knows the noise.
 *
 * Uniform noise cannot be more than h = sqrt(3) times its standard deviation, so the original
 * is among those within h of the masked record in every column; all of them are as likely.
 *
 * Normal noise with covariance matrix W: the likelihood of original x for the masked y is
 * proportional to exp(-d^2 / 2), d^2 = (y - x)' W^-1 (y - x), so the nearest in that metric is
 * the most likely, and if every original is as likely beforehand the probability of the true
 * one is its likelihood over the sum of all.  The sum runs over the NEIGHBOURS nearest and the
 * true one; what is left out makes the probability a little too large.
 *
 * W = scale^2 diag(S), or scale^2 S with `correlated`, S being the covariances (n - 1) of the
 * original.  Without `scale` the noise is measured on the pairs of records (W from the means of
 * products of differences, h from the largest difference), as only the protector can.  With
 * `restore` values are first pushed away from the mean by sqrt(1 + scale^2), which undoes
 * Kim's (1986) correction.  A column without noise counts as having 1e-6 of its deviation.
 *
 * Range 0 to 1.  Missing values: for normal noise records with one are left out; for uniform
 * noise a masked one tells nothing and an original one fits anything.  Cost: the nearest
 * neighbours (normal), or a search in a tree of boxes for each attacked record (uniform).
 */
#include <math.h>

#include "micro/linkage/nearest_credit.h"
#include "micro/risk/attack/rank_windows.h"
#include "micro/risk/risk.h"
#include "stats/linear/covariance.h"
#include "stats/linear/linear_algebra.h"
#include "stats/moments.h"

enum { COLUMNS, SCALE, LAW, CORRELATED, RESTORE, SAMPLE, SEED };
enum { NORMAL, UNIFORM };
enum { NEIGHBOURS = 50 };

/* Share of a column's deviation that noise counts as at least, and of a column's variance
 * below which it follows from columns before it. */
static const double LEAST_NOISE = 1e-6, LEAST_PIVOT = 1e-9;

static const char *const LAWS[] = { "normal", "uniform", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [SCALE] = { .name = "scale",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .min = 1e-9,
                .max = 10.0,
                TACIT_USEFUL_LOG(0.01, 1, "standard deviations"),
                .importance = TACIT_FIRST,
                .help = "noise standard deviation that the attacker knows of, as a share of the "
                        "column's own; by default measured on the pairs of records" },
    [LAW] = { .name = "law",
              .type = TACIT_PARAM_CHOICE,
              .choices = LAWS,
              .help = "the distribution of the noise" },
    [CORRELATED] = { .name = "correlated",
                     .type = TACIT_PARAM_FLAG,
                     .max = 1.0,
                     .help = "normal noise with the correlations of the data, or those measured" },
    [RESTORE] = { .name = "restore",
                  .type = TACIT_PARAM_FLAG,
                  .max = 1.0,
                  .help = "noise of a known scale was followed by pulling values to the mean" },
    [SAMPLE] = TACIT_SAMPLE_PARAM,
    [SEED] = TACIT_SAMPLE_SEED_PARAM,
    TACIT_PARAM_END
};

/* What the attacker knows. */
typedef struct known {
    bool given;
    double scale, stretch; /* if given */
    bool correlated;
    size_t sample; /* records to attack at most */
    uint64_t seed;
} known;

static known known_of(const tacit_args *args)
{
    known k = { .given = tacit_arg_given(args, SCALE),
                .stretch = 1.0,
                .correlated = tacit_arg_flag(args, CORRELATED),
                .sample = (size_t)tacit_arg_integer(args, SAMPLE),
                .seed = (uint64_t)tacit_arg_integer(args, SEED) };
    k.scale = k.given ? tacit_arg_real(args, SCALE) : NAN;
    if (k.given && tacit_arg_flag(args, RESTORE))
        k.stretch = sqrt(1.0 + k.scale * k.scale);
    return k;
}

static tacit_status say_how(tacit_ctx *cx, const known *k, tacit_result *result)
{
    if (k->given)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "'scale' was not given: the noise was measured on the pairs of "
                             "records, as only the protector can.");
}

/* ---- normal noise ---- */

/* Push the masked values away from their means. */
static void undo_restoring(const known *k, tacit_numeric_points *points, const double *mean)
{
    for (size_t i = 0; k->stretch > 1.0 && i < points->n * points->p; i++) {
        const double m = mean[i % points->p];
        points->masked[i] = m + k->stretch * (points->masked[i] - m);
    }
}

/* The means of products of differences, p by p. */
static void measure_noise(const tacit_numeric_points *points, double *w)
{
    const size_t p = points->p;
    for (size_t i = 0; i < points->n; i++) {
        const double *x = points->original + i * p, *y = points->masked + i * p;
        for (size_t a = 0; a < p; a++)
            for (size_t b = 0; b < p; b++)
                w[a * p + b] += (y[a] - x[a]) * (y[b] - x[b]) / (double)points->n;
    }
}

/* The covariance matrix of the noise. */
static tacit_status noise_of(tacit_ctx *cx, const known *k, tacit_numeric_points *points, double *w)
{
    const size_t p = points->p;
    double *mean = NULL, *s = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *s, &s));
    TACIT_TRY(tacit_covariance_of(cx, points->masked, points->n, p, mean, s));
    undo_restoring(k, points, mean);
    TACIT_TRY(tacit_covariance_of(cx, points->original, points->n, p, mean, s));
    if (!k->given)
        measure_noise(points, w);
    for (size_t e = 0; e < p * p; e++) {
        const bool diagonal = e / p == e % p;
        const double least = s[e] > 0.0 ? LEAST_NOISE * LEAST_NOISE * s[e] : LEAST_NOISE;
        w[e] = k->given ? k->scale * k->scale * s[e] : w[e];
        w[e] = diagonal ? fmax(w[e], least) : k->correlated ? w[e] : 0.0;
    }
    return TACIT_OK;
}

/* Keep the columns whose noise does not follow from that of others, and replace `w` by L of
 * their covariances L L'; returns how many there are. */
static tacit_status factor_noise(tacit_ctx *cx, double *w, size_t p, bool *kept, size_t *n)
{
    double *copy = NULL;
    TACIT_TRY(tacit_scratch(cx, p * p, sizeof *copy, &copy));
    for (size_t e = 0; e < p * p; e++)
        copy[e] = w[e];
    *n = tacit_independent_columns(copy, p, LEAST_PIVOT, kept);
    for (size_t e = 0, to = 0; e < p * p; e++)
        if (kept[e / p] && kept[e % p])
            w[to++] = w[e];
    const bool regular = tacit_cholesky(w, *n, 0.0);
    TACIT_ASSERT(regular);
    return TACIT_OK;
}

/* The metric of the noise. */
typedef struct metric {
    size_t p, q;    /* columns given and kept */
    double *factor; /* q by q */
    bool *kept;
} metric;

/* Points `row` of `x` in that metric, in scratch memory. */
static tacit_status whiten(tacit_ctx *cx, const metric *m, const double *x,
                           const tacit_attacked *row, tacit_records *out)
{
    double *z = NULL;
    TACIT_TRY(tacit_scratch(cx, row->n * m->q, sizeof *z, &z));
    for (size_t i = 0; i < row->n; i++) {
        for (size_t c = 0, to = i * m->q; c < m->p; c++)
            if (m->kept[c])
                z[to++] = x[row->row[i] * m->p + c];
        tacit_solve_lower(m->factor, m->q, z + i * m->q);
    }
    *out = (tacit_records){ .n = row->n, .x = z };
    return TACIT_OK;
}

/* What the attack finds. */
typedef struct found {
    double linked, posterior; /* sums */
} found;

/* Probability of the true record `own` of attacked record i from its neighbours. */
static double posterior_of(const tacit_space *s, const tacit_nearest *near, size_t i, size_t own)
{
    const double d = tacit_space_distance(s, &s->b, i, &s->a, own);
    double others = 0.0;
    for (size_t k = i * near->k; k < (i + 1) * near->k; k++)
        if (near->row[k] != own)
            others += exp(0.5 * (d - near->distance[k]));
    return 1.0 / (1.0 + others);
}

static tacit_status link_normal(tacit_ctx *cx, const tacit_space *s, const tacit_attacked *attacked,
                                found *out)
{
    const tacit_nearest_spec spec = { .space = s, .from = &s->b, .to = &s->a, .k = NEIGHBOURS };
    tacit_nearest near = { 0 };
    uint32_t *own = NULL;
    double *credit = NULL;
    TACIT_TRY(tacit_scratch(cx, attacked->n, sizeof *own, &own));
    TACIT_TRY(tacit_scratch(cx, attacked->n, sizeof *credit, &credit));
    for (size_t i = 0; i < attacked->n; i++)
        own[i] = (uint32_t)attacked->row[i];
    TACIT_TRY(tacit_nearest_credit(cx, &spec, own, credit));
    TACIT_TRY(tacit_nearest_find(cx, &spec, &near));
    *out = (found){ 0 };
    for (size_t i = 0; i < attacked->n; i++) {
        out->linked += credit[i];
        out->posterior += posterior_of(s, &near, i, own[i]);
    }
    return TACIT_OK;
}

/* The originals, and the attacked masked records, in the metric of the noise. */
static tacit_status make_space(tacit_ctx *cx, const known *k, tacit_numeric_points *points,
                               const tacit_attacked *attacked, tacit_space *out)
{
    metric m = { .p = points->p };
    tacit_attacked all;
    TACIT_TRY(tacit_scratch(cx, m.p * m.p, sizeof *m.factor, &m.factor));
    TACIT_TRY(tacit_scratch(cx, m.p, sizeof *m.kept, &m.kept));
    TACIT_TRY(noise_of(cx, k, points, m.factor));
    TACIT_TRY(factor_noise(cx, m.factor, m.p, m.kept, &m.q));
    TACIT_TRY(tacit_attacked_rows(cx, points->n, points->n, 0, &all));
    *out = (tacit_space){ .metric = TACIT_METRIC_EUCLIDEAN, .p = m.q };
    TACIT_TRY(whiten(cx, &m, points->original, &all, &out->a));
    return whiten(cx, &m, points->masked, attacked, &out->b);
}

static tacit_status attack_normal(tacit_ctx *cx, const tacit_numeric *numeric, const known *k,
                                  tacit_result *result)
{
    tacit_numeric_points points;
    tacit_attacked attacked;
    tacit_space s;
    found f;
    TACIT_TRY(tacit_numeric_complete(cx, numeric, &points));
    if (points.n == 0)
        return tacit_result_note(cx, result, "Every record has a missing number.");
    TACIT_TRY(tacit_attacked_rows(cx, points.n, k->sample, k->seed, &attacked));
    TACIT_TRY(make_space(cx, k, &points, &attacked, &s));
    TACIT_TRY(link_normal(cx, &s, &attacked, &f));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "linked", "Linked rightly",
                                  f.linked / (double)attacked.n, TACIT_UNIT_SHARE,
                                  "records whose most likely original is the true one; equally "
                                  "likely ones count 1 / their number"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "posterior",
                                  "Probability of the true record",
                                  f.posterior / (double)attacked.n, TACIT_UNIT_PROBABILITY,
                                  "mean over records of the true original's likelihood over that "
                                  "of its 50 nearest and itself"));
    if (points.n < numeric->rows)
        return tacit_result_note(cx, result, "%zu records with a missing number are left out.",
                                 numeric->rows - points.n);
    return TACIT_OK;
}

/* ---- uniform noise ---- */

/* The largest difference of a column between its two tables. */
static double largest_difference(const tacit_column *x, const tacit_column *y)
{
    double most = 0.0;
    for (size_t i = 0; i < tacit_column_length(x); i++)
        if (!tacit_column_is_missing(x, i) && !tacit_column_is_missing(y, i))
            most = fmax(most, fabs(tacit_column_number(x, i) - tacit_column_number(y, i)));
    return most;
}

static tacit_status window_of(tacit_ctx *cx, const tacit_column *x, const tacit_column *y,
                              const known *k, tacit_value_window *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *before = NULL, *after = NULL;
    size_t n = 0, m = 0;
    TACIT_TRY(tacit_column_present(cx, x, &before, &n));
    TACIT_TRY(tacit_column_present(cx, y, &after, &m));
    *out = (tacit_value_window){ .centre = k->stretch > 1.0 ? tacit_moments_of(after, m).mean : 0.0,
                                 .stretch = k->stretch,
                                 .half = k->given
                                             ? sqrt(3.0) * k->scale * tacit_moments_of(before, n).sd
                                             : largest_difference(x, y) };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status attack_uniform(tacit_ctx *cx, const tacit_numeric *numeric, const known *k,
                                   tacit_result *result)
{
    tacit_value_window *window = NULL;
    tacit_attacked attacked;
    tacit_candidates c;
    tacit_candidate_figures f;
    TACIT_TRY(tacit_scratch(cx, numeric->n, sizeof *window, &window));
    for (size_t j = 0; j < numeric->n; j++)
        TACIT_TRY(window_of(cx, numeric->original[j], numeric->masked[j], k, &window[j]));
    TACIT_TRY(tacit_attacked_rows(cx, numeric->rows, k->sample, k->seed, &attacked));
    TACIT_TRY(tacit_value_windows_attack(cx, numeric, window, &attacked, &c));
    TACIT_TRY(tacit_candidates_figures(cx, &c, &f));
    return tacit_candidates_tell(cx, &c, &f, result);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const known k = known_of(args);
    tacit_numeric numeric;
    TACIT_TRY(tacit_numeric_of(cx, "noise_attack", subject, &args->at[COLUMNS], true, &numeric));
    if (numeric.n == 0)
        return tacit_result_note(cx, result, "No column is numeric in both tables.");
    TACIT_TRY(say_how(cx, &k, result));
    return tacit_arg_choice(args, LAW) == NORMAL ? attack_normal(cx, &numeric, &k, result)
                                                 : attack_uniform(cx, &numeric, &k, result);
}

const tacit_measure tacit_risk_noise_attack = {
    .about = { .name = "noise_attack",
               .title = "Attack on additive noise",
               .summary = "How many records are found by who knows the distribution of the noise.",
               .source = "Kim and Winkler (1995), Masking microdata files; Fuller (1993), Masking "
                         "procedures for microdata disclosure limitation",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COSTLY,
    .follows = "noise",
    .run = measure,
};
