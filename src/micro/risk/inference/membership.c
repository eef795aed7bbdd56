/*
 * membership.c - what distances to the closest records tell: who was in the original, and
 * whether protected records are copies.
 *
 * Euclidean distances over columns divided by the standard deviation (n - 1) of the original;
 * a category that differs adds 1 to the square.  Original T, protected S, control (holdout) H:
 *
 *   DCR    distance of a protected record to the closest of T: mean, 5 % quantile (type 7)
 *   IMS    share of protected records with a DCR of at most `identical`
 *   NNDR   mean of the distance to the closest over that to the second closest; 0/0 counts 1
 *   share  P(closer to T than to H) + P(as close) / 2 of protected records, T and H cut to one
 *          size, so that 1/2 is expected of data that copies nobody
 *   NNAA   nearest neighbour adversarial accuracy (Yale, Dash, Dutta, Guyon, Pavao and Bennett
 *          2019): (P(d(t, S) > d(t, T without t)) + P(d(s, T) > d(s, S without s))) / 2, equal
 *          distances counting 1/2, the sets cut to one size; privacy loss NNAA(H) - NNAA(T)
 *   AUC    P(d(t, S) < d(h, S)) + P(=) / 2: membership told by nearness to S (Chen, Yu, Zhang
 *          and Fritz 2020), with the interval of Hanley and McNeil (1982); and the greatest
 *          difference of true and false positives over all thresholds
 *
 * Distances within a relative 1e-12 are equal.  Missing against missing has distance 0, against
 * a value 1.  Cost: six nearest-neighbour searches, and eight for NNAA, for `records` records of
 * each set.
 */
#include <float.h>
#include <math.h>

#include "base/sort.h"
#include "micro/linkage/nearest/nearest.h"
#include "micro/risk/attack/attack.h"
#include "micro/risk/risk.h"
#include "stats/quantile.h"
#include "stats/counts/wilson.h"

enum { COLUMNS, IDENTICAL, RECORDS, ADVERSARIAL, CONFIDENCE, SEED };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to compare; by default all that both tables have but "
                          "identifiers, weights and households" },
    [IDENTICAL] = { .name = "identical",
                    .type = TACIT_PARAM_REAL,
                    .preset = 1e-6,
                    .max = 1e6,
                    TACIT_USEFUL(0, 0.1, "standard deviations"),
                    .importance = TACIT_ADVANCED,
                    .help = "largest distance, in standard deviations, of records that count as "
                            "identical" },
    [RECORDS] = { .name = "records",
                  .type = TACIT_PARAM_INTEGER,
                  .preset = 5000,
                  .max = 1e9,
                  TACIT_USEFUL(0, 100000, "records"),
                  .importance = TACIT_ADVANCED,
                  .samples = true,
                  .help = "records of each set whose closest ones are looked for, chosen by the "
                          "seed; 0 for all" },
    [ADVERSARIAL] = { .name = "adversarial",
                      .type = TACIT_PARAM_FLAG,
                      .preset = 1.0,
                      .max = 1.0,
                      .importance = TACIT_ADVANCED,
                      .help = "also measure NNAA, which takes more than half of the time" },
    [CONFIDENCE] = TACIT_CONFIDENCE_PARAM,
    [SEED] = TACIT_SEED_PARAM,
    TACIT_PARAM_END
};

static const double TIE = 1e-12;

/* The sets in the order of their hashes: the first records are a random choice. */
typedef struct work {
    tacit_crowd crowd; /* records of each set in that order */
    size_t most;       /* records to ask about */
    bool control;
} work;

/* ---- distances ---- */

/* The first `n` records of a set. */
static tacit_records first_of(const work *w, size_t set, size_t n)
{
    const tacit_records *r = &w->crowd.set[set];
    return (tacit_records){ n < r->n ? n : r->n, r->x, r->code };
}

/* Distances of records to their closest: the first closest of record i stands at i * k. */
typedef struct closest {
    size_t n, k;
    double *d;
} closest;

/* The k closest among the first `size` records of set `to` for the first records of `from`,
 * at most `size` and `w->most`. */
static tacit_status find_closest(tacit_ctx *cx, const work *w, const size_t sets[2], size_t size,
                                 size_t k, closest *out)
{
    const size_t asked = size < w->most ? size : w->most;
    const tacit_records from = first_of(w, sets[0], asked), to = first_of(w, sets[1], size);
    const tacit_space space = tacit_crowd_space(&w->crowd, &from, &to);
    const tacit_nearest_spec spec = { .space = &space, .from = &space.a, .to = &space.b, .k = k };
    tacit_nearest found;
    TACIT_TRY(tacit_nearest_find(cx, &spec, &found));
    *out = (closest){ .n = from.n, .k = found.k };
    TACIT_TRY(tacit_scratch(cx, from.n * found.k, sizeof *out->d, &out->d));
    for (size_t i = 0; i < from.n * found.k; i++)
        out->d[i] = sqrt(found.distance[i]);
    return TACIT_OK;
}

/* 1 if x > y, 1/2 if they are equal, else 0. */
static double above(double x, double y)
{
    return x > y * (1.0 + TIE) ? 1.0 : y > x * (1.0 + TIE) ? 0.0 : 0.5;
}

/* How often the closest of another set is farther than the closest other of the own. */
static tacit_status farther_share(tacit_ctx *cx, const work *w, const size_t sets[2], size_t size,
                                  double *out)
{
    const size_t mark = tacit_scratch_mark(cx), own[2] = { sets[0], sets[0] };
    closest other, self;
    double sum = 0.0;
    TACIT_TRY(find_closest(cx, w, sets, size, 1, &other));
    TACIT_TRY(find_closest(cx, w, own, size, 2, &self)); /* itself is the first */
    for (size_t i = 0; self.k == 2 && i < other.n; i++)
        sum += above(other.d[i], self.d[2 * i + 1]);
    *out = self.k == 2 ? sum / (double)other.n : NAN;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Adversarial accuracy of a set against the protected data. */
static tacit_status adversarial(tacit_ctx *cx, const work *w, size_t set, size_t size, double *out)
{
    const size_t there[2] = { set, TACIT_RELEASED }, back[2] = { TACIT_RELEASED, set };
    double a = 0.0, b = 0.0;
    TACIT_TRY(farther_share(cx, w, there, size, &a));
    TACIT_TRY(farther_share(cx, w, back, size, &b));
    *out = 0.5 * (a + b);
    return TACIT_OK;
}

/* ---- protected records and their closest ---- */

/* What the distances of protected records to a set are like. */
typedef struct nearness {
    double mean, low; /* DCR, its 5 % quantile */
    double ratio;     /* NNDR */
    double identical; /* records */
    size_t n;
    double *sorted; /* DCRs upwards */
} nearness;

static double ratio_of(double first, double second)
{
    return second > 0.0 && isfinite(second) ? first / second : 1.0;
}

static tacit_status look(tacit_ctx *cx, const work *w, size_t set, double identical, nearness *out)
{
    const size_t sets[2] = { TACIT_RELEASED, set }, rows = w->crowd.set[set].n;
    const size_t released = w->crowd.set[TACIT_RELEASED].n;
    closest c;
    double sum = 0.0, ratios = 0.0;
    *out = (nearness){ .n = 0 };
    TACIT_TRY(find_closest(cx, w, sets, rows > released ? rows : released, 2, &c));
    TACIT_TRY(tacit_scratch(cx, c.n, sizeof *out->sorted, &out->sorted));
    for (size_t i = 0; i < c.n; i++) {
        const double d = c.d[i * c.k];
        out->sorted[out->n++] = d;
        out->identical += d <= identical;
        sum += d;
        ratios += c.k == 2 ? ratio_of(d, c.d[i * c.k + 1]) : NAN;
    }
    TACIT_TRY(tacit_sort_reals(cx, out->sorted, out->n));
    out->mean = sum / (double)c.n;
    out->ratio = ratios / (double)c.n;
    out->low = tacit_quantile(out->sorted, out->n, 0.05);
    return TACIT_OK;
}

/* How many protected records are closer to the original than to the control, of `*n`. */
static tacit_status closer_count(tacit_ctx *cx, const work *w, double *count, size_t *n)
{
    const size_t mark = tacit_scratch_mark(cx), a = w->crowd.set[TACIT_ORIGINAL].n,
                 b = w->crowd.set[TACIT_CONTROL].n, size = a < b ? a : b;
    const tacit_records from = first_of(w, TACIT_RELEASED, w->most);
    tacit_nearest found[2];
    for (size_t k = 0; k < 2; k++) {
        const tacit_records to = first_of(w, k == 0 ? TACIT_ORIGINAL : TACIT_CONTROL, size);
        const tacit_space space = tacit_crowd_space(&w->crowd, &from, &to);
        const tacit_nearest_spec spec = {
            .space = &space, .from = &space.a, .to = &space.b, .k = 1
        };
        TACIT_TRY(tacit_nearest_find(cx, &spec, &found[k]));
    }
    *count = 0.0;
    *n = from.n;
    for (size_t i = 0; i < from.n; i++)
        *count += above(found[1].distance[i], found[0].distance[i]);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- membership ---- */

/* How many of `n` numbers sorted upwards are at most x (by TIE). */
static double at_most(const double *sorted, size_t n, double x)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (sorted[mid] <= x)
            low = mid + 1;
        else
            high = mid;
    }
    return (double)low;
}

typedef struct curve {
    double auc, error; /* area under the curve, its standard error */
    double most;       /* greatest true minus false positives */
} curve;

/* Hanley and McNeil's standard error of an area `a` from n members and m others. */
static double area_error(double a, double n, double m)
{
    const double q1 = a / (2.0 - a), q2 = 2.0 * a * a / (1.0 + a);
    const double sum = a * (1.0 - a) + (n - 1.0) * (q1 - a * a) + (m - 1.0) * (q2 - a * a);
    return sqrt(fmax(sum, 0.0) / (n * m));
}

static tacit_status attack(tacit_ctx *cx, const work *w, curve *out)
{
    const size_t in[2] = { TACIT_ORIGINAL, TACIT_RELEASED },
                 not_in[2] = { TACIT_CONTROL, TACIT_RELEASED };
    closest member, other;
    size_t size = w->crowd.set[TACIT_RELEASED].n;
    for (size_t set = 0; set < TACIT_SETS; set++)
        size = w->crowd.set[set].n > size ? w->crowd.set[set].n : size;
    TACIT_TRY(find_closest(cx, w, in, size, 1, &member));
    TACIT_TRY(find_closest(cx, w, not_in, size, 1, &other));
    TACIT_TRY(tacit_sort_reals(cx, member.d, member.n));
    TACIT_TRY(tacit_sort_reals(cx, other.d, other.n));
    const double n = (double)member.n, m = (double)other.n;
    *out = (curve){ .auc = 0.0 };
    for (size_t i = 0; i < member.n; i++) {
        const double d = member.d[i], not_above = at_most(other.d, other.n, d * (1.0 + TIE));
        const double below =
            d > 0.0 ? at_most(other.d, other.n, fmin(d * (1.0 - TIE), DBL_MAX)) : 0.0;
        out->auc += m - not_above + 0.5 * (not_above - below);
        out->most =
            fmax(out->most, at_most(member.d, member.n, d * (1.0 + TIE)) / n - not_above / m);
    }
    out->auc /= n * m;
    out->error = area_error(out->auc, n, m);
    return TACIT_OK;
}

/* ---- the result ---- */

static const tacit_range DISTANCE = { 0.0, INFINITY, TACIT_BETTER_HIGHER };
static const tacit_range RATIO = { 0.0, 1.0, TACIT_BETTER_HIGHER };
static const tacit_range HALF = { 0.0, 1.0, TACIT_BETTER_NONE };
static const tacit_range AREA = { 0.0, 1.0, TACIT_BETTER_LOWER };
static const tacit_range CHANGE = { -1.0, 1.0, TACIT_BETTER_LOWER };

static tacit_status tell_near(tacit_ctx *cx, const nearness *n, tacit_result *result)
{
    TACIT_TRY(tacit_result_ranged(cx, result, &DISTANCE, "dcr_mean", "Distance to the closest",
                                  n->mean, TACIT_UNIT_NUMBER,
                                  "mean Euclidean distance of protected records to the closest of "
                                  "the original, columns divided by its standard deviation "
                                  "(n - 1), 1 for a category that differs"));
    TACIT_TRY(tacit_result_ranged(cx, result, &DISTANCE, "dcr_low",
                                  "Distance to the closest, 5 % quantile", n->low,
                                  TACIT_UNIT_NUMBER, "5 % quantile (type 7) of the same"));
    TACIT_TRY(tacit_result_ranged(cx, result, &RATIO, "nndr", "Distance ratio, NNDR", n->ratio,
                                  TACIT_UNIT_NUMBER,
                                  "mean of the distance to the closest over that to the second "
                                  "closest record of the original; 0/0 counts 1"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "identical_share",
                               "Identical records", n->identical / (double)n->n, TACIT_UNIT_SHARE,
                               "protected records with a record of the original at a distance of "
                               "at most `identical`");
}

static tacit_status tell_near_control(tacit_ctx *cx, const work *w, const nearness *n,
                                      double confidence, tacit_result *result)
{
    double count = 0.0;
    size_t asked = 0;
    TACIT_TRY(closer_count(cx, w, &count, &asked));
    const tacit_rate rate = tacit_wilson(count, (double)asked, confidence);
    TACIT_TRY(tacit_result_ranged(cx, result, &DISTANCE, "dcr_control_mean",
                                  "Distance to the closest of the control", n->mean,
                                  TACIT_UNIT_NUMBER,
                                  "mean distance of protected records to the closest of the "
                                  "control"));
    TACIT_TRY(tacit_result_ranged(cx, result, &RATIO, "nndr_control", "Distance ratio, control",
                                  n->ratio, TACIT_UNIT_NUMBER, "the same ratio in the control"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "identical_control",
                                  "Identical records in the control", n->identical / (double)n->n,
                                  TACIT_UNIT_SHARE,
                                  "protected records that have an identical one in the control"));
    TACIT_TRY(tacit_result_ranged(cx, result, &HALF, "closer_share", "Closer to the original",
                                  count / (double)asked, TACIT_UNIT_PROBABILITY,
                                  "protected records closer to the original than to the control, "
                                  "equal ones counting 1/2, both cut to one size: 1/2 if nobody "
                                  "is copied"));
    TACIT_TRY(tacit_result_ranged(cx, result, &HALF, "closer_low", "Closer, at least",
                                  fmax(rate.value - rate.error, 0.0), TACIT_UNIT_PROBABILITY,
                                  "lower end of its Wilson interval"));
    return tacit_result_ranged(cx, result, &HALF, "closer_high", "Closer, at most",
                               fmin(rate.value + rate.error, 1.0), TACIT_UNIT_PROBABILITY,
                               "upper end of its Wilson interval");
}

static tacit_status tell_attack(tacit_ctx *cx, const work *w, double confidence,
                                tacit_result *result)
{
    const double z = tacit_normal_quantile(0.5 * (1.0 + confidence));
    curve c;
    TACIT_TRY(attack(cx, w, &c));
    TACIT_TRY(tacit_result_ranged(cx, result, &AREA, "auc", "Membership, area under the curve",
                                  c.auc, TACIT_UNIT_PROBABILITY,
                                  "probability that a record of the original is closer to the "
                                  "protected data than one of the control, equal ones counting "
                                  "1/2: 1/2 if membership cannot be told"));
    TACIT_TRY(tacit_result_ranged(cx, result, &AREA, "auc_low", "Area under the curve, at least",
                                  fmax(c.auc - z * c.error, 0.0), TACIT_UNIT_PROBABILITY,
                                  "lower end of its interval (Hanley and McNeil 1982)"));
    TACIT_TRY(tacit_result_ranged(cx, result, &AREA, "auc_high", "Area under the curve, at most",
                                  fmin(c.auc + z * c.error, 1.0), TACIT_UNIT_PROBABILITY,
                                  "upper end of its interval (Hanley and McNeil 1982)"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "membership_advantage",
                               "Membership advantage", c.most, TACIT_UNIT_PROBABILITY,
                               "greatest true minus false positive rate over all thresholds of "
                               "the distance");
}

static tacit_status tell_adversarial(tacit_ctx *cx, const work *w, tacit_result *result)
{
    double train = 0.0, holdout = 0.0;
    size_t size = SIZE_MAX;
    for (size_t set = 0; set < TACIT_SETS; set++)
        if (w->crowd.set[set].n < size && (set != TACIT_CONTROL || w->control))
            size = w->crowd.set[set].n;
    TACIT_TRY(adversarial(cx, w, TACIT_ORIGINAL, size, &train));
    TACIT_TRY(tacit_result_ranged(cx, result, &HALF, "nnaa", "Adversarial accuracy, NNAA", train,
                                  TACIT_UNIT_PROBABILITY,
                                  "how often the nearest neighbour is of the same set, original "
                                  "and protected cut to one size, ties 1/2: 1/2 is good, 0 copies, "
                                  "1 is far off"));
    if (!w->control)
        return TACIT_OK;
    TACIT_TRY(adversarial(cx, w, TACIT_CONTROL, size, &holdout));
    TACIT_TRY(tacit_result_ranged(cx, result, &HALF, "nnaa_control",
                                  "Adversarial accuracy, control", holdout, TACIT_UNIT_PROBABILITY,
                                  "the same with the control in place of the original"));
    return tacit_result_ranged(cx, result, &CHANGE, "privacy_loss", "Privacy loss", holdout - train,
                               TACIT_UNIT_NUMBER,
                               "NNAA of the control minus NNAA of the original: 0 if the "
                               "protected data is no closer to the original");
}

static tacit_status draw(tacit_ctx *cx, const nearness n[2], bool control, tacit_result *result)
{
    static const double levels[] = { 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99 };
    static const char *const names[] = { "1 %", "5 %", "25 %", "50 %", "75 %", "95 %", "99 %" };
    static const char *const sets[] = { "original", "control" };
    enum { LEVELS = 7 };
    json_t *chart = NULL;
    double value[LEVELS];
    TACIT_TRY(tacit_result_chart(cx, result, "distances",
                                 "Distance of protected records to the closest", TACIT_CHART_LINES,
                                 &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "share of protected records", "distance"));
    for (size_t k = 0; k < LEVELS; k++)
        TACIT_TRY(tacit_result_label(cx, chart, names[k]));
    for (size_t set = 0; set < (control ? 2 : 1); set++) {
        for (size_t k = 0; k < LEVELS; k++)
            value[k] = tacit_quantile(n[set].sorted, n[set].n, levels[k]);
        TACIT_TRY(tacit_result_series(cx, chart, sets[set], value, LEVELS));
    }
    return TACIT_OK;
}

/* Put the records of each set in the order of their hashes. */
static tacit_status shuffle(tacit_ctx *cx, const tacit_subject *s, uint64_t seed, work *w)
{
    for (size_t set = 0; set < TACIT_SETS; set++) {
        const tacit_table *t = tacit_set_table(s, set);
        tacit_sample sample;
        if (t == NULL)
            continue;
        TACIT_TRY(tacit_sample_rows(cx, t, 0, seed, &sample));
        const tacit_records all = w->crowd.set[set];
        TACIT_TRY(tacit_crowd_take(cx, &w->crowd, &all, sample.row, sample.n, &w->crowd.set[set]));
    }
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_columns_spec columns = { .given = &args->at[COLUMNS],
                                         .without =
                                             tacit_table_columns(tacit_subject_table(subject)) };
    const double identical = tacit_arg_real(args, IDENTICAL),
                 confidence = tacit_arg_real(args, CONFIDENCE);
    const uint64_t most = (uint64_t)tacit_arg_integer(args, RECORDS);
    tacit_points_spec spec = { .metric = TACIT_METRIC_EUCLIDEAN, .scaling = TACIT_SCALING_SD };
    work w = { .most = most == 0 ? SIZE_MAX : (size_t)most,
               .control = tacit_set_table(subject, TACIT_CONTROL) != NULL };
    nearness n[2];
    TACIT_TRY(tacit_sets_check(cx, subject, "membership"));
    TACIT_TRY(tacit_sets_columns(cx, subject, &columns, &spec.released, &spec.original));
    TACIT_TRY(tacit_crowd_of(cx, subject, &spec, &w.crowd));
    TACIT_TRY(shuffle(cx, subject, (uint64_t)tacit_arg_integer(args, SEED), &w));
    TACIT_TRY(look(cx, &w, TACIT_ORIGINAL, identical, &n[0]));
    TACIT_TRY(tell_near(cx, &n[0], result));
    if (w.control) {
        TACIT_TRY(look(cx, &w, TACIT_CONTROL, identical, &n[1]));
        TACIT_TRY(tell_near_control(cx, &w, &n[1], confidence, result));
        TACIT_TRY(tell_attack(cx, &w, confidence, result));
    }
    if (tacit_arg_flag(args, ADVERSARIAL))
        TACIT_TRY(tell_adversarial(cx, &w, result));
    TACIT_TRY(draw(cx, n, w.control, result));
    if (w.control)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "A control set would add the membership attack, the share of records "
                             "closer to the original than to others, and what distances are "
                             "usual: without one a small distance is not yet a copy.");
}

const tacit_measure tacit_risk_membership = {
    .about = { .name = "membership",
               .title = "Membership and closest records",
               .summary = "Whether nearness to the protected data tells who was in the original.",
               .source = "Yale and others (2019), Privacy preserving synthetic health data; Chen, "
                         "Yu, Zhang and Fritz (2020), GAN-Leaks; Platzer and Reutterer (2021), "
                         "Holdout-based empirical assessment of mixed-type synthetic data",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_COSTLY | TACIT_MEASURE_CONTROL,
    .headline = "identical_share",
    .run = measure,
};
