/*
 * k_map.c - k-map: every record could be one of k people of the population.
 *
 * A data set satisfies k-map if each of its key combinations occurs at least k times in
 * the population it is from: min over records of F >= k (Sweeney 2002).  F is counted in a
 * population file, or is the sum of sampling weights, or is f over the sampling fraction.
 *
 * If the population is not known record by record, F >= k can be tested (El Emam and
 * Dankar 2008, after Pannekoek 1999): of a key combination that k people have, a sample of
 * fraction p shows X records, X Poisson with mean p k (`poisson`), or the same given X > 0
 * (`zero_truncated`).  F >= k is accepted if f >= k', the smallest number with
 * P(X >= k') <= `significance`; k' is never above k, since F >= f.  ARX asks for one record
 * more under `poisson` (`compat: arx`).
 *
 * Missing keys as in k_anonymity.c; with a population file they are a category.
 * O(classes) after the classes are known, and O(sqrt(p k) log k) for the test.
 */
#include <math.h>

#include "micro/model/class_judge.h"
#include "stats/counts/chi_square.h"

enum { K, ESTIMATOR, SIGNIFICANCE, COMPAT, MISSING };
enum { POPULATION, POISSON, ZERO_TRUNCATED };

static const char *const ESTIMATORS[] = { "population", "poisson", "zero_truncated", NULL };
static const char *const COMPATS[] = { "none", "arx", NULL };

static const tacit_param PARAMS[] = {
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "people"),
            .importance = TACIT_FIRST,
            .help = "the smallest number of people of the population who may share key values" },
    [ESTIMATOR] = { .name = "estimator",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = ESTIMATORS,
                    .help = "population frequencies as they are known, or a test by the sampling "
                            "fraction" },
    [SIGNIFICANCE] = { .name = "significance",
                       .type = TACIT_PARAM_REAL,
                       .preset = 0.01,
                       .min = 1e-9,
                       .max = 0.5,
                       TACIT_USEFUL_LOG(0.001, 0.1, "probability"),
                       .importance = TACIT_ADVANCED,
                       .help = "probability that the test accepts a key combination of only k "
                               "people" },
    [COMPAT] = { .name = "compat",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = COMPATS,
                 .help = "follow the definition, or ARX in the Poisson test" },
    [MISSING] = TACIT_MISSING_PARAM,
    TACIT_PARAM_END
};

/* P(X >= k), X Poisson with `mean`: that a sum of k waiting times ends before. */
static double poisson_tail(double mean, double k)
{
    return tacit_chi_square_cdf(2.0 * mean, 2.0 * k);
}

/* The smallest k' up to `most` with P(X >= k') <= significance, X Poisson with `mean` or
 * the same without 0; `*error` is that probability, 0 if k' is `most`. */
static uint64_t smallest_sample(double mean, bool truncated, double significance, uint64_t most,
                                double *error)
{
    const double scale = truncated ? -expm1(-mean) : 1.0;
    uint64_t low = 1, high = most;
    while (low < high) {
        const uint64_t k = low + (high - low) / 2;
        if (poisson_tail(mean, (double)k) / scale <= significance)
            high = k;
        else
            low = k + 1;
    }
    *error = low < most ? poisson_tail(mean, (double)low) / scale : 0.0;
    return low;
}

/* What the check counts. */
typedef struct counts {
    double least; /* smallest F */
    uint64_t records;
    size_t classes;
} counts;

/* Whether F is below k by more than rounding. */
static bool is_below(double F, double k)
{
    static const double ROUNDING = 1e-9;
    return F < k * (1.0 - ROUNDING);
}

static counts count_below(const tacit_classes *c, const double *F, double k)
{
    counts n = { .least = INFINITY };
    for (size_t g = 0; g < c->n; g++) {
        const bool below = is_below(F[g], k);
        n.least = F[g] < n.least ? F[g] : n.least;
        n.records += below ? c->size[g] : 0;
        n.classes += below;
    }
    return n;
}

static tacit_status add_violations(tacit_ctx *cx, const tacit_classes *c, const counts *n,
                                   tacit_result *result)
{
    TACIT_TRY(tacit_result_figure(cx, result, "violating_records", "Records that violate k-map",
                                  (double)n->records, TACIT_UNIT_COUNT,
                                  "records whose key combination falls short",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "violating_share", "Share of such records",
                                  (double)n->records / (double)c->records, TACIT_UNIT_SHARE,
                                  "of all records", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(cx, result, "violating_classes", "Too rare key combinations",
                               (double)n->classes, TACIT_UNIT_COUNT,
                               "key combinations of the data that fall short",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status check_known(tacit_ctx *cx, const tacit_classes *c, const tacit_population *p,
                                double k, tacit_result *result)
{
    const counts n = count_below(c, p->F, k);
    char *words = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &words,
                                   "least F over the key combinations of the data; "
                                   "%s",
                                   p->words));
    TACIT_TRY(tacit_result_holds(cx, result, n.classes == 0));
    TACIT_TRY(tacit_result_figure(cx, result, "k", "Rarest key combination", n.least,
                                  TACIT_UNIT_NUMBER, words, .better = TACIT_BETTER_HIGHER));
    return add_violations(cx, c, &n, result);
}

/* The records that a class needs so that the test accepts it. */
static uint64_t needed(const tacit_args *args, double fraction, double *error)
{
    const uint64_t k = (uint64_t)tacit_arg_integer(args, K);
    const bool truncated = tacit_arg_choice(args, ESTIMATOR) == ZERO_TRUNCATED;
    const uint64_t need = smallest_sample(fraction * (double)k, truncated,
                                          tacit_arg_real(args, SIGNIFICANCE), k, error);
    return need + (tacit_arg_choice(args, COMPAT) == 1 && !truncated && need < k);
}

static tacit_status check_tested(tacit_ctx *cx, const tacit_classes *c, const tacit_population *p,
                                 const tacit_args *args, tacit_result *result)
{
    const double fraction = (double)c->records / p->total;
    double error = 0.0;
    const uint64_t need = needed(args, fraction, &error);
    const tacit_below below = tacit_classes_below(c, need);
    const counts n = { .records = below.records, .classes = below.classes };
    TACIT_TRY(tacit_result_holds(cx, result, below.records == 0));
    TACIT_TRY(tacit_result_figure(cx, result, "sample_k", "Records needed in the data",
                                  (double)need, TACIT_UNIT_COUNT,
                                  "smallest k' with P(X >= k') up to the significance for a key "
                                  "combination of k people, at most k",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, result, "error", "Probability of a wrong acceptance", error,
                                  TACIT_UNIT_PROBABILITY,
                                  "P(X >= k') for a key combination of k people; 0 if k' = k"));
    TACIT_TRY(tacit_result_figure(cx, result, "fraction", "Sampling fraction", fraction,
                                  TACIT_UNIT_SHARE, "records over the population's size"));
    return add_violations(cx, c, &n, result);
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const tacit_classes *c = NULL;
    tacit_population p;
    TACIT_TRY(tacit_sizes_population(cx, subject,
                                     (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c, &p));
    if (tacit_arg_choice(args, ESTIMATOR) == POPULATION)
        return check_known(cx, c, &p, (double)tacit_arg_integer(args, K), result);
    return check_tested(cx, c, &p, args, result);
}

static uint64_t mark(void *user, const tacit_judge_view *view, bool *marked)
{
    const double *k = user;
    uint64_t records = 0;
    for (size_t g = 0; g < view->n; g++) {
        if (marked[g] || view->size[g] == 0)
            continue;
        marked[g] = is_below(view->population[g], *k);
        records += marked[g] ? view->size[g] : 0;
    }
    return records;
}

/* Population frequencies add up when classes are joined: MONOTONE.  Missing keys that match
 * anything match at least what is identical. */
static tacit_status judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                          tacit_class_judge *out)
{
    const double records = (double)tacit_subject_records(frame->subject);
    const tacit_classes *c = NULL;
    tacit_population p;
    double *k = NULL, error = 0.0;
    TACIT_TRY(tacit_sizes_population(cx, frame->subject, TACIT_MISSING_CATEGORY, &c, &p));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *k, &k));
    *k = (double)tacit_arg_integer(args, K);
    if (tacit_arg_choice(args, ESTIMATOR) != POPULATION) {
        tacit_size_judge(needed(args, records / p.total, &error), out);
        return TACIT_OK;
    }
    if (p.kind == TACIT_POPULATION_WEIGHTS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A search cannot aim at 'k_map' by sampling weights; give a population "
                          "file or a sampling fraction, or use an estimator.");
    if (p.kind == TACIT_POPULATION_FRACTION) {
        const double fraction = tacit_subject_extra_of(frame->subject)->fraction;
        uint64_t least = (uint64_t)floor(*k * fraction);
        least += is_below((double)least / fraction, *k);
        tacit_size_judge(least, out);
        return TACIT_OK;
    }
    tacit_size_judge(0, out);
    out->population = true;
    out->user = k;
    out->mark = mark;
    return TACIT_OK;
}

const tacit_model tacit_model_k_map = {
    .measure = { .about = { .name = "k_map",
                            .title = "k-map",
                            .summary =
                                "Every record's key values are those of at least k people of the "
                                "population.",
                            .source = "Sweeney (2002), k-anonymity: a model for protecting "
                                      "privacy; El Emam and "
                                      "Dankar (2008), Protecting privacy using k-anonymity",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .judge = judge,
};
