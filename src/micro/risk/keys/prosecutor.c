/*
 * prosecutor.c - prosecutor risk: the attacker knows that a person is in the data.
 *
 * A record that f records match on the keys (itself included) is re-identified with
 * probability 1 / f.  Reported are the highest risk 1 / min f, the average
 * (1 / n) sum 1 / f, which is (number of classes) / n when missing keys are a category,
 * the expected number of re-identifications sum 1 / f, and the records whose risk
 * exceeds a threshold (Dankar and El Emam 2010; El Emam 2013).
 *
 * Missing keys as in k_anonymity.c.  O(classes) after the classes are known.
 */
#include <stdio.h>

#include "micro/risk/risk.h"

enum { THRESHOLD, MISSING };

static const tacit_param PARAMS[] = {
    [THRESHOLD] = TACIT_THRESHOLD_PARAM, [MISSING] = TACIT_MISSING_PARAM, TACIT_PARAM_END
};

/* Sums over the classes. */
typedef struct sums {
    double highest, expected;
    uint64_t at_risk;
} sums;

static sums sum_up(const tacit_classes *c, double threshold)
{
    sums s = { 0 };
    for (size_t g = 0; g < c->n; g++) {
        const double risk = 1.0 / (double)c->match[g];
        s.highest = risk > s.highest ? risk : s.highest;
        s.expected += risk * (double)c->size[g];
        s.at_risk += risk > threshold ? c->size[g] : 0;
    }
    return s;
}

/* Largest f of each bar of the chart; the last bar has no end. */
static const uint64_t ENDS[] = { 1, 2, 3, 4, 9, 19, 49, 99, 999 };
enum { BARS = sizeof ENDS / sizeof ENDS[0] + 1 };

static size_t bar_of(uint64_t f)
{
    size_t b = 0;
    while (b + 1 < BARS && f > ENDS[b])
        b++;
    return b;
}

static void bar_label(size_t b, char *out, size_t n)
{
    const uint64_t first = b == 0 ? 1 : ENDS[b - 1] + 1;
    if (b + 1 == BARS)
        snprintf(out, n, "%llu+", (unsigned long long)first);
    else if (first == ENDS[b])
        snprintf(out, n, "%llu", (unsigned long long)first);
    else
        snprintf(out, n, "%llu-%llu", (unsigned long long)first, (unsigned long long)ENDS[b]);
}

/* Records by the number of records that match them. */
static tacit_status chart_sizes(tacit_ctx *cx, const tacit_classes *c, tacit_result *result)
{
    double share[BARS] = { 0 };
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "class_sizes",
                                 "Records by how many records match them", TACIT_CHART_BARS,
                                 &chart));
    TACIT_TRY(
        tacit_result_axes(cx, chart, "matching records, itself included", "share of records, %"));
    for (size_t g = 0; g < c->n; g++)
        share[bar_of(c->match[g])] += 100.0 * (double)c->size[g] / (double)c->records;
    for (size_t b = 0; b < BARS; b++) {
        char label[48];
        bar_label(b, label, sizeof label);
        TACIT_TRY(tacit_result_label(cx, chart, label));
    }
    return tacit_result_series(cx, chart, "records", share, BARS);
}

/* Records by risk, in bands that people quote. */
static tacit_status chart_risks(tacit_ctx *cx, const tacit_classes *c, tacit_result *result)
{
    static const double limit[] = { 0.01, 0.05, 0.1, 0.2, 0.34, 0.5, 1.0 };
    static const char *const label[] = { "up to 1 %", "1-5 %",   "5-10 %",    "10-20 %",
                                         "20-34 %",   "34-50 %", "above 50 %" };
    enum { BANDS = sizeof limit / sizeof limit[0] };
    double share[BANDS] = { 0 };
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, "risk_bands", "Records by re-identification risk",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(
        tacit_result_axes(cx, chart, "probability of re-identification", "share of records, %"));
    for (size_t g = 0; g < c->n; g++) {
        size_t b = 0;
        while (b + 1 < BANDS && 1.0 / (double)c->match[g] > limit[b])
            b++;
        share[b] += 100.0 * (double)c->size[g] / (double)c->records;
    }
    for (size_t b = 0; b < BANDS; b++)
        TACIT_TRY(tacit_result_label(cx, chart, label[b]));
    return tacit_result_series(cx, chart, "records", share, BANDS);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, subject,
                                    (tacit_missing_rule)tacit_arg_choice(args, MISSING), &c));
    const sums s = sum_up(c, tacit_arg_real(args, THRESHOLD));
    const double n = (double)c->records;
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk", "Records at risk", (double)s.at_risk,
                                  TACIT_UNIT_COUNT,
                                  "records that who knows the keys picks right with a probability "
                                  "above the threshold: 1 / f, of the f that match",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk_share", "Share of records at risk",
                                  (double)s.at_risk / n, TACIT_UNIT_SHARE, "of all records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "highest", "Highest risk", s.highest, TACIT_UNIT_PROBABILITY,
        "1 / f of the record that fewest records match", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "average", "Average risk", s.expected / n,
                                  TACIT_UNIT_PROBABILITY, "mean of 1 / f over records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "expected", "Expected re-identifications", s.expected,
                                  TACIT_UNIT_NUMBER, "sum of 1 / f over records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(chart_sizes(cx, c, result));
    return chart_risks(cx, c, result);
}

const tacit_measure tacit_risk_prosecutor = {
    .about = { .name = "prosecutor",
               .title = "Prosecutor risk",
               .summary = "How likely an attacker who knows that a person is in the data finds the "
                          "right record.",
               .source = "Dankar and El Emam (2010), A method for evaluating marketer "
                         "re-identification risk; El Emam (2013), Guide to the de-identification "
                         "of personal health information",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .traits = TACIT_MEASURE_COMMON,
    .headline = "at_risk",
    .headline_of = "threshold",
    .run = measure,
};
