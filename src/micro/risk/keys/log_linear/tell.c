/*
 * tell.c - telling the result of a log-linear model of the key frequencies.
 */
#include "micro/risk/keys/log_linear/log_linear.h"

#include <math.h>

tacit_status tacit_log_linear_steps(tacit_ctx *cx, tacit_result *result, json_t **steps)
{
    static const char *const columns[] = { "added", "tau1", "tau2", "test of tau1",
                                           "test of tau2" };
    return tacit_result_table(cx, result, "search", "Search for a model", 5, columns, steps);
}

/* A term as its keys with * between them, in scratch memory. */
static tacit_status term_text(tacit_ctx *cx, const tacit_table *data, const tacit_select *keys,
                              uint64_t term, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (size_t j = 0; j < keys->n; j++)
        if ((term >> j & 1) != 0)
            TACIT_TRY(
                tacit_scratch_format(cx, out, "%s%s%s", *out, **out != '\0' ? "*" : "",
                                     tacit_column_name(tacit_table_column(data, keys->at[j]))));
    return TACIT_OK;
}

/* A number for a table's cell; null if there is none. */
static json_t *cell(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

tacit_status tacit_log_linear_step(tacit_ctx *cx, const tacit_table *data, const tacit_select *keys,
                                   const tacit_log_linear *model, json_t *steps)
{
    const size_t n = model->terms.n;
    char *added = NULL;
    if (n == 0)
        TACIT_TRY(tacit_scratch_text(cx, "main effects", &added));
    else
        TACIT_TRY(term_text(cx, data, keys, model->terms.at[n - 1], &added));
    return tacit_result_row(cx, steps, "[s, f, f, o, o]", added, model->risk.tau[0],
                            model->risk.tau[1], cell(tacit_key_risk_test(&model->risk, 0)),
                            cell(tacit_key_risk_test(&model->risk, 1)));
}

static tacit_status note_model(tacit_ctx *cx, const tacit_log_linear_report *r,
                               tacit_result *result)
{
    const tacit_key_terms *terms = &r->model->terms;
    char *text = NULL, *term = NULL;
    TACIT_TRY(tacit_scratch_text(cx, "main effects of all keys", &text));
    for (size_t s = 0; s < terms->n; s++) {
        TACIT_TRY(term_text(cx, r->data, r->keys, terms->at[s], &term));
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s + %s", text, term));
    }
    TACIT_TRY(tacit_result_note(cx, result, "The model: %s.", text));
    if (r->model->too_large > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "%zu interactions were not tried because the keys "
                                    "they join span more cells than 'cells'.",
                                    r->model->too_large));
    for (size_t c = 0; c < r->model->fit.n; c++)
        if (!r->model->fit.part[c].converged)
            return tacit_result_note(cx, result,
                                     "Fitting stopped before the margins agreed; the "
                                     "figures are approximate.");
    return TACIT_OK;
}

static tacit_status note_fit(tacit_ctx *cx, const tacit_log_linear_report *r, tacit_result *result)
{
    const double z[2] = { tacit_key_risk_test(&r->model->risk, 0),
                          tacit_key_risk_test(&r->model->risk, 1) };
    static const char *const names[2] = { "tau1", "tau2" };
    for (size_t i = 0; i < 2; i++) {
        if (z[i] > r->critical)
            TACIT_TRY(tacit_result_note(cx, result,
                                        "The model underfits: it leaves out structure, "
                                        "and %s cannot be relied on.",
                                        names[i]));
        if (z[i] < -r->critical)
            TACIT_TRY(tacit_result_note(cx, result,
                                        "The model overfits: it follows the sample too "
                                        "closely, and %s cannot be relied on.",
                                        names[i]));
    }
    return TACIT_OK;
}

/* The truth, where a population file tells it. */
static tacit_status tell_truth(tacit_ctx *cx, const tacit_log_linear_report *r,
                               tacit_result *result)
{
    double unique = 0.0, matches = 0.0;
    if (r->population->kind != TACIT_POPULATION_FILE)
        return TACIT_OK;
    for (size_t g = 0; g < r->table->n; g++) {
        if (r->sampling->f[g] != 1)
            continue;
        unique += r->population->F[g] < 1.5 ? 1.0 : 0.0;
        matches += 1.0 / r->population->F[g];
    }
    TACIT_TRY(tacit_result_figure(
        cx, result, "tau1_true", "Population uniques among them, counted", unique, TACIT_UNIT_COUNT,
        "sample uniques with F = 1 in the population file", .better = TACIT_BETTER_LOWER));
    return tacit_result_figure(
        cx, result, "tau2_true", "Correct matches of them, counted", matches, TACIT_UNIT_NUMBER,
        "sum over sample uniques of 1 / F in the population file", .better = TACIT_BETTER_LOWER);
}

static tacit_status tell_risk(tacit_ctx *cx, const tacit_log_linear_report *r, tacit_result *result)
{
    const tacit_key_risk *risk = &r->model->risk;
    const double n = (double)r->uniques;
    TACIT_TRY(tacit_result_figure(cx, result, "uniques", "Sample uniques", n, TACIT_UNIT_COUNT,
                                  "records with f = 1", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "tau1", "Expected population uniques", risk->tau[0], TACIT_UNIT_NUMBER,
        "tau1: sum over sample uniques of P(F = 1 | f = 1)", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "tau1_share", "Share of sample uniques",
                                  risk->tau[0] / n, TACIT_UNIT_SHARE, "tau1 / sample uniques",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "tau2", "Expected correct matches", risk->tau[1], TACIT_UNIT_NUMBER,
        "tau2: sum over sample uniques of E(1 / F | f = 1)", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "tau2_share", "Match probability of a unique",
                                  risk->tau[1] / n, TACIT_UNIT_PROBABILITY, "tau2 / sample uniques",
                                  .better = TACIT_BETTER_LOWER));
    return tell_truth(cx, r, result);
}

static tacit_status tell_fit(tacit_ctx *cx, const tacit_log_linear_report *r, tacit_result *result)
{
    const tacit_key_risk *risk = &r->model->risk;
    TACIT_TRY(tacit_result_figure(cx, result, "error1", "Error criterion of tau1", risk->error[0],
                                  TACIT_UNIT_NUMBER,
                                  "B of Skinner and Shlomo: above 0 if the model underfits"));
    TACIT_TRY(tacit_result_figure(cx, result, "test1", "Test of tau1", tacit_key_risk_test(risk, 0),
                                  TACIT_UNIT_NUMBER,
                                  "B / sqrt(v), about standard normal if the model is right"));
    TACIT_TRY(tacit_result_figure(cx, result, "error2", "Error criterion of tau2", risk->error[1],
                                  TACIT_UNIT_NUMBER,
                                  "B of Skinner and Shlomo: above 0 if the model underfits"));
    TACIT_TRY(tacit_result_figure(cx, result, "test2", "Test of tau2", tacit_key_risk_test(risk, 1),
                                  TACIT_UNIT_NUMBER,
                                  "B / sqrt(v), about standard normal if the model is right"));
    TACIT_TRY(tacit_result_figure(cx, result, "cells", "Structural cells",
                                  tacit_key_table_cells(r->table), TACIT_UNIT_NUMBER,
                                  "combinations of the categories that occur"));
    return tacit_result_figure(cx, result, "fraction", "Sampling fraction", r->sampling->fraction,
                               TACIT_UNIT_PROBABILITY, r->population->words);
}

/* Sample uniques by their probability of being population uniques. */
static tacit_status chart(tacit_ctx *cx, const tacit_log_linear_report *r, tacit_result *result)
{
    enum { BANDS = 10 };
    static const char *const label[BANDS] = {
        "0-10 %",  "10-20 %", "20-30 %", "30-40 %", "40-50 %",
        "50-60 %", "60-70 %", "70-80 %", "80-90 %", "90-100 %"
    };
    double count[BANDS] = { 0 };
    json_t *bars = NULL;
    for (size_t g = 0; g < r->table->n; g++) {
        double risk[2];
        if (r->sampling->f[g] != 1)
            continue;
        tacit_key_risk_of(r->sampling->population *
                              tacit_key_fit_share(r->table, &r->model->fit, g),
                          tacit_key_sampling_at(r->sampling, g), risk);
        const size_t band = (size_t)(risk[0] * BANDS);
        count[band < BANDS ? band : BANDS - 1] += 1.0;
    }
    TACIT_TRY(tacit_result_chart(cx, result, "uniques", "Sample uniques by probability",
                                 TACIT_CHART_BARS, &bars));
    TACIT_TRY(tacit_result_axes(cx, bars, "probability of being unique in the population",
                                "sample uniques"));
    for (size_t b = 0; b < BANDS; b++)
        TACIT_TRY(tacit_result_label(cx, bars, label[b]));
    return tacit_result_series(cx, bars, "sample uniques", count, BANDS);
}

tacit_status tacit_log_linear_tell(tacit_ctx *cx, const tacit_log_linear_report *report,
                                   tacit_result *result)
{
    TACIT_TRY(tell_risk(cx, report, result));
    TACIT_TRY(tell_fit(cx, report, result));
    TACIT_TRY(note_model(cx, report, result));
    TACIT_TRY(note_fit(cx, report, result));
    return report->uniques > 0 ? chart(cx, report, result) : TACIT_OK;
}
