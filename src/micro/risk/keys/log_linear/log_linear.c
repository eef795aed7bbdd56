/*
 * log_linear.c - risk of sample uniques from a log-linear model of the key frequencies.
 *
 * The sample frequencies f_k of the key combinations are taken as Poisson with means that
 * a hierarchical log-linear model ties together, so that an empty neighbourhood makes a
 * sample unique riskier than a crowded one.  From the fitted population means lambda_k
 * follow tau1, the expected number of sample uniques that are population uniques, and
 * tau2, the expected number of correct matches when sample uniques are linked at random
 * within their cell (Elamir and Skinner 2006); formulas in key_risk.c.
 *
 * With fit = sample the means of the sample are fitted and divided by the sampling fraction
 * n / N.  With fit = weighted the weighted frequencies are fitted (pseudo maximum likelihood)
 * and pi_k = f_k / F_k where a cell occurs, n / N where it does not.  N is from the
 * population file, the weights or the sampling fraction.
 *
 * The search (Skinner and Shlomo 2008) starts from independence.  While B / sqrt(v), the
 * estimated error of tau over its standard error, is not within +-critical, it adds the
 * two-way interaction that brings it nearest to 0, unless none brings it nearer.  Above 0
 * the model underfits, below 0 it overfits.
 *
 * A missing key is a category of its own.  O(cells of the largest part * terms * cycles) for
 * each model that is tried; the table over all keys is never made.
 */
#include <math.h>
#include <string.h>

#include "micro/risk/keys/key_risk.h"
#include "micro/risk/keys/log_linear/log_linear.h"
#include "micro/risk/risk.h"

enum { MODEL, TERMS, FIT, CRITERION, CRITICAL, CELLS };
enum { MODEL_SEARCH, MODEL_MAIN, MODEL_TWO_WAY, MODEL_TERMS };
enum { FIT_SAMPLE, FIT_WEIGHTED };

static const char *const MODELS[] = { "search", "main", "two_way", "terms", NULL };
static const char *const FITS[] = { "sample", "weighted", NULL };
static const char *const CRITERIA[] = { "tau1", "tau2", NULL };

static const tacit_param PARAMS[] = {
    [MODEL] = { .name = "model",
                .type = TACIT_PARAM_CHOICE,
                .choices = MODELS,
                .help = "found by search, main effects, all two-way interactions, or those in "
                        "terms" },
    [TERMS] = { .name = "terms",
                .type = TACIT_PARAM_TEXTS,
                .need = TACIT_OPTIONAL,
                .help = "interactions of model terms, such as age*sex; main effects are implied" },
    [FIT] = { .name = "fit",
              .type = TACIT_PARAM_CHOICE,
              .choices = FITS,
              .help = "fit sample frequencies with one sampling fraction, or weighted ones" },
    [CRITERION] = { .name = "criterion",
                    .type = TACIT_PARAM_CHOICE,
                    .preset = 1.0,
                    .choices = CRITERIA,
                    .help = "the risk whose estimated error the search makes small" },
    [CRITICAL] = { .name = "critical",
                   .type = TACIT_PARAM_REAL,
                   .preset = 1.96,
                   .max = 10.0,
                   TACIT_USEFUL(0.5, 4, "standard errors"),
                   .importance = TACIT_ADVANCED,
                   .help = "the search ends when error / standard error is within plus or minus "
                           "this" },
    [CELLS] = { .name = "cells",
                .type = TACIT_PARAM_INTEGER,
                .preset = 50000,
                .min = 1.0,
                .max = 1e9,
                TACIT_USEFUL_LOG(1000, 1e7, "cells"),
                .importance = TACIT_ADVANCED,
                .help = "largest table that keys joined by interactions may span" },
    TACIT_PARAM_END
};

/* What the steps of one measurement share. */
typedef struct work {
    const tacit_table *data;
    const tacit_select *keys;
    const tacit_args *args;
    tacit_key_table table;
    tacit_key_sampling sampling;
    size_t uniques;
} work;

/* ---- preparation ---- */

static tacit_status check_population(tacit_ctx *cx, const work *w, const tacit_classes *c)
{
    size_t bad = 0;
    for (size_t g = 0; w->sampling.F != NULL && g < c->n; g++)
        bad += w->sampling.F[g] < (double)c->size[g];
    if (bad > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "In %zu key combinations the sampling weights sum to "
                          "less than the records; a sampling weight is at least 1.",
                          bad);
    if (w->sampling.population < (double)c->records)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The population of 'log_linear' would be smaller than the sample of %llu "
                          "records; sampling weights are at least 1.",
                          (unsigned long long)c->records);
    return TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_population *population, work *w)
{
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_population(cx, subject, TACIT_MISSING_CATEGORY, population));
    TACIT_TRY(tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &c));
    const bool weighted = tacit_arg_choice(args, FIT) == FIT_WEIGHTED;
    if (weighted && population->kind != TACIT_POPULATION_WEIGHTS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'log_linear' with 'fit' weighted needs sampling "
                          "weights, and no population file beside them.");
    *w = (work){ .data = tacit_subject_table(subject),
                 .keys = tacit_subject_keys(subject),
                 .args = args };
    w->sampling = (tacit_key_sampling){ .fraction = (double)c->records / population->total,
                                        .population = population->total,
                                        .f = c->size,
                                        .F = weighted ? population->F : NULL };
    TACIT_TRY(check_population(cx, w, c));
    TACIT_TRY(tacit_key_table_of(cx, subject, c, "log_linear", &w->table));
    for (size_t g = 0; g < c->n; g++) {
        w->table.count[g] = weighted ? population->F[g] : (double)c->size[g];
        w->table.total += w->table.count[g];
        w->uniques += c->size[g] == 1;
    }
    return TACIT_OK;
}

static bool fits_in(const work *w, uint64_t keys)
{
    return tacit_key_table_part_cells(&w->table, keys) <= (size_t)tacit_arg_integer(w->args, CELLS);
}

/* ---- terms ---- */

/* The key called by `n` bytes of `text`, as a bit. */
static tacit_status find_key(tacit_ctx *cx, const work *w, const char *text, size_t n,
                             uint64_t *out)
{
    for (size_t j = 0; j < w->keys->n; j++) {
        const char *name = tacit_column_name(tacit_table_column(w->data, w->keys->at[j]));
        if (strlen(name) == n && memcmp(name, text, n) == 0) {
            *out = (uint64_t)1 << j;
            return TACIT_OK;
        }
    }
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "'terms' of 'log_linear' names '%.*s', which is no key; "
                      "write the names of keys with * between them.",
                      (int)n, text);
}

static tacit_status parse_term(tacit_ctx *cx, const work *w, const char *text, uint64_t *out)
{
    *out = 0;
    for (;;) {
        uint64_t key = 0;
        while (*text == ' ')
            text++;
        const size_t length = strcspn(text, "*");
        size_t n = length;
        while (n > 0 && text[n - 1] == ' ')
            n--;
        TACIT_TRY(find_key(cx, w, text, n, &key));
        *out |= key;
        if (text[length] == '\0')
            return TACIT_OK;
        text += length + 1;
    }
}

static tacit_status given_terms(tacit_ctx *cx, const work *w, tacit_key_terms *terms)
{
    const tacit_value *v = &w->args->at[TERMS];
    if (!tacit_arg_given(w->args, TERMS) || v->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'log_linear' with 'model' terms needs 'terms', such as [age*sex].");
    if (v->n > TACIT_KEY_TABLE_TERMS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'terms' of 'log_linear' takes at most %d terms.",
                          TACIT_KEY_TABLE_TERMS);
    for (size_t i = 0; i < v->n; i++)
        TACIT_TRY(parse_term(cx, w, v->texts[i], &terms->at[i]));
    terms->n = v->n;
    return TACIT_OK;
}

/* The terms that the arguments ask for, the search's being none to begin with. */
static tacit_status first_terms(tacit_ctx *cx, const work *w, tacit_key_terms *terms)
{
    const size_t model = tacit_arg_choice(w->args, MODEL);
    terms->n = 0;
    if (model == MODEL_TERMS)
        TACIT_TRY(given_terms(cx, w, terms));
    for (size_t a = 0; model == MODEL_TWO_WAY && a < w->keys->n; a++)
        for (size_t b = a + 1; b < w->keys->n; b++)
            terms->at[terms->n++] = (uint64_t)1 << a | (uint64_t)1 << b;
    for (size_t j = 0; j < w->keys->n; j++) {
        const uint64_t keys = tacit_key_terms_joined(terms, (uint64_t)1 << j);
        if (!fits_in(w, keys) && keys != (uint64_t)1 << j)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The keys that the model of 'log_linear' joins "
                              "span a table of more cells than 'cells' allows; join fewer, recode "
                              "them, or raise 'cells'.");
    }
    return TACIT_OK;
}

/* ---- search ---- */

/* Risk when `term` is added to a fitted model: only the part that it joins is fitted. */
static tacit_status try_term(tacit_ctx *cx, const work *w, const tacit_log_linear *now,
                             uint64_t term, tacit_key_risk *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_key_terms *terms = NULL;
    tacit_key_fit *fit = NULL;
    tacit_key_table rough = w->table;
    rough.rough = true;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *terms, &terms));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *fit, &fit));
    *terms = now->terms;
    terms->at[terms->n++] = term;
    const uint64_t joined = tacit_key_terms_joined(terms, term);
    for (size_t c = 0; c < now->fit.n; c++)
        if ((now->fit.part[c].keys & joined) == 0)
            fit->part[fit->n++] = now->fit.part[c];
    TACIT_TRY(tacit_key_part_fit(cx, &rough, terms, joined, &fit->part[fit->n++]));
    TACIT_TRY(tacit_key_risk_estimate(cx, &w->table, fit, &w->sampling, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static bool has_term(const tacit_key_terms *terms, uint64_t term)
{
    bool has = false;
    for (size_t s = 0; s < terms->n; s++)
        has |= (term & ~terms->at[s]) == 0;
    return has;
}

/* The two-way term that brings the test statistic nearest to 0, and how near; 0 if every
 * one is in the model or spans too many cells. */
static tacit_status best_term(tacit_ctx *cx, const work *w, const tacit_log_linear *now,
                              uint64_t *best, double *distance, size_t *too_large)
{
    const size_t n = w->keys->n, pairs = n * n;
    *best = 0;
    *distance = INFINITY;
    *too_large = 0;
    for (size_t pair = 0; pair < pairs; pair++) {
        const size_t a = pair / n, b = pair % n;
        const uint64_t term = (uint64_t)1 << a | (uint64_t)1 << b;
        tacit_key_risk risk;
        TACIT_TRY(tacit_tick(cx, pair, pairs));
        if (a >= b || has_term(&now->terms, term))
            continue;
        if (!fits_in(w, tacit_key_terms_joined(&now->terms, term))) {
            ++*too_large;
            continue;
        }
        TACIT_TRY(try_term(cx, w, now, term, &risk));
        const double z = fabs(tacit_key_risk_test(&risk, tacit_arg_choice(w->args, CRITERION)));
        if (z < *distance) {
            *best = term;
            *distance = z;
        }
    }
    return TACIT_OK;
}

static tacit_status fit_model(tacit_ctx *cx, const work *w, tacit_log_linear *m)
{
    TACIT_TRY(tacit_key_fit_of(cx, &w->table, &m->terms, &m->fit));
    return tacit_key_risk_estimate(cx, &w->table, &m->fit, &w->sampling, &m->risk);
}

static tacit_status search(tacit_ctx *cx, const work *w, json_t *steps, tacit_log_linear *m)
{
    const size_t criterion = tacit_arg_choice(w->args, CRITERION);
    for (;;) {
        const double z = tacit_key_risk_test(&m->risk, criterion);
        uint64_t term = 0;
        double distance = 0.0;
        if (!(fabs(z) > tacit_arg_real(w->args, CRITICAL)) || m->terms.n == TACIT_KEY_TABLE_TERMS)
            return TACIT_OK;
        TACIT_TRY(best_term(cx, w, m, &term, &distance, &m->too_large));
        if (term == 0 || distance >= fabs(z))
            return TACIT_OK;
        m->terms.at[m->terms.n++] = term;
        TACIT_TRY(fit_model(cx, w, m));
        TACIT_TRY(tacit_log_linear_step(cx, w->data, w->keys, m, steps));
    }
}

/* ---- the measure ---- */

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_population population;
    tacit_log_linear *m = NULL;
    json_t *steps = NULL;
    work w;
    TACIT_TRY(prepare(cx, subject, args, &population, &w));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *m, &m));
    TACIT_TRY(first_terms(cx, &w, &m->terms));
    TACIT_TRY(fit_model(cx, &w, m));
    if (tacit_arg_choice(args, MODEL) == MODEL_SEARCH && w.uniques > 0) {
        TACIT_TRY(tacit_log_linear_steps(cx, result, &steps));
        TACIT_TRY(tacit_log_linear_step(cx, w.data, w.keys, m, steps));
        TACIT_TRY(search(cx, &w, steps, m));
    }
    const tacit_log_linear_report report = { .data = w.data,
                                             .keys = w.keys,
                                             .table = &w.table,
                                             .sampling = &w.sampling,
                                             .population = &population,
                                             .model = m,
                                             .uniques = w.uniques,
                                             .critical = tacit_arg_real(args, CRITICAL) };
    return tacit_log_linear_tell(cx, &report, result);
}

const tacit_measure tacit_risk_log_linear = {
    .about = { .name = "log_linear",
               .title = "Log-linear model risk",
               .summary = "How many sample uniques are expected to be unique in the population, "
                          "by a model of the key frequencies.",
               .source = "Skinner and Shlomo (2008), Assessing identification risk in survey "
                         "microdata using log-linear models; Elamir and Skinner (2006), Record "
                         "level measures of disclosure risk for survey microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_POPULATION,
    .traits = TACIT_MEASURE_ESTIMATE | TACIT_MEASURE_COSTLY,
    .run = measure,
};
