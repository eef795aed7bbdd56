/*
 * frequencies.c - sample and population frequencies of key combinations.
 *
 * f is the number of records that match a record on the keys, itself included; F how many of
 * the population do, from a population file, the sum of sampling weights or a sampling
 * fraction.  Two ways of counting what is rare are in use and are confused: records with
 * f < k (k-anonymity, sdcMicro) and combinations that at most t records have (cells of the
 * table of keys, mu-Argus); both are shown for each k (Hundepool et al. 2012, chapter 3).
 *
 * Missing keys: a category, wildcards, or sdcMicro's rule; see classes/frequency.c.
 * O(classes) after the classes are known, and a sort for the medians.
 */
#include <math.h>
#include <stdio.h>

#include "base/sort.h"
#include "micro/classes/frequency.h"
#include "micro/risk/risk.h"

enum { LIMITS, MISSING, ALPHA };

static const tacit_param PARAMS[] = {
    [LIMITS] = { .name = "k",
                 .type = TACIT_PARAM_REALS,
                 .min = 1.0,
                 .max = 1e9,
                 TACIT_USEFUL_LOG(2, 100, "records"),
                 .importance = TACIT_FIRST,
                 .help = "frequencies below which to count; 2, 3, 5 and 10 if none are given" },
    [MISSING] = { .name = "missing",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = TACIT_FREQUENCY_CHOICES,
                  .help = TACIT_FREQUENCY_HELP },
    [ALPHA] = { .name = "alpha",
                .type = TACIT_PARAM_REAL,
                .preset = 1.0,
                .max = 1.0,
                .importance = TACIT_ADVANCED,
                .help = TACIT_ALPHA_HELP },
    TACIT_PARAM_END
};

/* Frequencies under sdcMicro's rule are sums of products with alpha; what differs from a
 * whole number by less is that number. */
#define CLOSE 1e-9

/* What is rare at one k. */
typedef struct rare {
    uint64_t records;    /* with f < k */
    uint64_t classes;    /* combinations with f < k */
    uint64_t cells;      /* combinations with f <= k */
    uint64_t population; /* records with F < k */
} rare;

static rare count_rare(const tacit_frequencies *at, double k)
{
    const tacit_classes *c = at->classes;
    rare r = { 0 };
    for (size_t g = 0; g < c->n; g++) {
        const bool below = at->f[g] < k - CLOSE;
        r.records += below ? c->size[g] : 0;
        r.classes += below;
        r.cells += at->f[g] < k + CLOSE;
        r.population += at->F != NULL && at->F[g] < k - CLOSE ? c->size[g] : 0;
    }
    return r;
}

static tacit_status tell_rare(tacit_ctx *cx, const tacit_frequencies *at, const double *k, size_t n,
                              tacit_result *result)
{
    static const char *const columns[] = {
        "k", "records, f < k", "share", "cells, f < k", "cells, f <= k", "records, F < k"
    };
    const bool known = at->F != NULL;
    double *share = NULL;
    json_t *table = NULL, *chart = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *share, &share));
    TACIT_TRY(tacit_result_table(cx, result, "rare", "Rare records, and rare cells (combinations)",
                                 known ? 6 : 5, columns, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "rare", "Records that fewer than k records match",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "k", "share of records, %"));
    for (size_t i = 0; i < n; i++) {
        const rare r = count_rare(at, k[i]);
        char label[32];
        share[i] = (double)r.records / (double)at->classes->records;
        snprintf(label, sizeof label, "%g", k[i]);
        TACIT_TRY(tacit_result_label(cx, chart, label));
        TACIT_TRY(tacit_result_row(cx, table, known ? "[f,I,f,I,I,I]" : "[f,I,f,I,I]", k[i],
                                   (json_int_t)r.records, share[i], (json_int_t)r.classes,
                                   (json_int_t)r.cells, (json_int_t)r.population));
        share[i] *= 100.0;
    }
    return tacit_result_series(cx, chart, "records", share, n);
}

/* Least, median, mean and most of `x` over the records. */
static tacit_status tell_spread(tacit_ctx *cx, const tacit_classes *c, const char *name,
                                const double *x, json_t *table)
{
    tacit_keyed *order = NULL;
    double sum = 0.0;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *order, &order));
    for (size_t g = 0; g < c->n; g++) {
        order[g] = (tacit_keyed){ .key = tacit_sort_key_real(x[g]), .row = g };
        sum += x[g] * (double)c->size[g];
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, c->n));
    size_t middle = 0;
    for (uint64_t seen = c->size[order[0].row]; 2 * seen < c->records; middle++)
        seen += c->size[order[middle + 1].row];
    return tacit_result_row(cx, table, "[s,f,f,f,f]", name, x[order[0].row], x[order[middle].row],
                            sum / (double)c->records, x[order[c->n - 1].row]);
}

static tacit_status tell_summary(tacit_ctx *cx, const tacit_frequencies *at, tacit_result *result)
{
    static const char *const columns[] = { "frequency", "least", "median", "mean", "most" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "summary", "Frequencies over the records", 5, columns,
                                 &table));
    TACIT_TRY(tell_spread(cx, at->classes, "f, in the data", at->f, table));
    if (at->F == NULL)
        return TACIT_OK;
    TACIT_TRY(tell_spread(cx, at->classes, "F, in the population", at->F, table));
    return tacit_result_note(cx, result, "%s.", at->words);
}

/* Records with f = `x`. */
static double records_at(const tacit_frequencies *at, double x)
{
    double n = 0.0;
    for (size_t g = 0; g < at->classes->n; g++)
        n += fabs(at->f[g] - x) < CLOSE ? (double)at->classes->size[g] : 0.0;
    return n;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    static const double usual[] = { 2.0, 3.0, 5.0, 10.0 };
    const tacit_value *given = &args->at[LIMITS];
    tacit_frequencies at = { 0 };
    TACIT_TRY(tacit_frequencies_of(cx, subject,
                                   (tacit_frequency_rule)tacit_arg_choice(args, MISSING),
                                   tacit_arg_real(args, ALPHA), &at));
    TACIT_TRY(tacit_result_figure(cx, result, "uniques", "Sample uniques", records_at(&at, 1.0),
                                  TACIT_UNIT_COUNT, "records with f = 1",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "pairs", "Records in pairs", records_at(&at, 2.0),
                                  TACIT_UNIT_COUNT, "records with f = 2",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "combinations", "Key combinations",
                                  (double)at.classes->n, TACIT_UNIT_COUNT,
                                  "distinct combinations of key values, missing ones included"));
    TACIT_TRY(tell_rare(cx, &at, given->n > 0 ? given->reals : usual, given->n > 0 ? given->n : 4,
                        result));
    return tell_summary(cx, &at, result);
}

const tacit_measure tacit_risk_frequencies = {
    .about = { .name = "frequencies",
               .title = "Frequencies",
               .summary = "How many records match each record on the keys, and how many people of "
                          "the population.",
               .source = "Hundepool et al. (2012), Statistical disclosure control",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .headline = "combinations",
    .run = measure,
};
