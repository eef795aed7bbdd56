/*
 * individual_risk.c - the individual risk of records, shared by the measures built on it.
 *
 * The population frequency F of a combination that f sample records have is taken as
 * negative binomial given f, with p = f / F^ where F^ is estimated by weights (Benedetti and
 * Franconi 1998); a record's risk is E[1 / F | f], see stats/benedetti_franconi.c.
 *
 * The approximations of other programs: sdcMicro takes p / (f - (1 - p)) for f > 2, which is
 * up to 4 % too high; it gives no risk at all for 1 < f < 2, which its alpha makes, and here
 * such records get the exact value.  mu-Argus sums the first eight terms of the series for
 * f > 3, which is too low when p is small.
 */
#include "micro/risk/keys/individual_risk.h"

#include <math.h>

#include "stats/population/benedetti_franconi.h"
#include "table/values.h"

const char *const TACIT_INDIVIDUAL_CHOICES[] = { "none", "sdcmicro", "mu_argus", NULL };

enum { MU_ARGUS_TERMS = 8 };

tacit_individual_spec tacit_individual_spec_of(const tacit_args *args)
{
    const tacit_param *p = args->params;
    return (tacit_individual_spec){
        .rule = (tacit_frequency_rule)tacit_arg_choice(args, tacit_param_find(p, "missing")),
        .alpha = tacit_arg_real(args, tacit_param_find(p, "alpha")),
        .formula = (tacit_individual_formula)tacit_arg_choice(args, tacit_param_find(p, "compat")),
    };
}

double tacit_individual_risk(tacit_individual_formula formula, double f, double F)
{
    TACIT_ASSERT(f > 0.0);
    const double p = f < F ? f / F : 1.0;
    if (formula == TACIT_INDIVIDUAL_SDCMICRO && f > 2.0)
        return p / (f - (1.0 - p));
    if (formula == TACIT_INDIVIDUAL_MU_ARGUS && f > 3.0)
        return tacit_benedetti_franconi_cut(f, p, MU_ARGUS_TERMS);
    return tacit_benedetti_franconi(f, p);
}

tacit_status tacit_individual_check_weights(tacit_ctx *cx, const tacit_subject *s)
{
    if (!tacit_subject_has_weight(s) || tacit_subject_extra_of(s)->population != NULL)
        return TACIT_OK;
    const tacit_table *t = tacit_subject_table(s);
    const tacit_column *weight = tacit_table_column(t, tacit_subject_weight_column(s));
    const int64_t *count =
        tacit_subject_has_rows(s)
            ? NULL
            : tacit_column_integers(tacit_table_column(t, tacit_subject_count_column(s)));
    size_t bad = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const double records = count != NULL ? (double)count[i] : 1.0;
        bad += tacit_column_number(weight, i) < records * (1.0 - 1e-9);
    }
    if (bad == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%zu %s sampling weights below 1; a record stands for itself and others, so "
                      "individual risk needs weights of at least 1.",
                      bad, count == NULL ? "records have" : "key combinations have on average");
}

tacit_status tacit_individual_risks_of(tacit_ctx *cx, tacit_subject *s,
                                       const tacit_individual_spec *spec,
                                       tacit_individual_risks *out)
{
    double *r = NULL;
    TACIT_TRY(tacit_individual_check_weights(cx, s));
    TACIT_TRY(tacit_frequencies_of(cx, s, spec->rule, spec->alpha, &out->at));
    TACIT_ASSERT(out->at.F != NULL);
    const size_t n = out->at.classes->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r, &r));
    for (size_t g = 0; g < n; g++)
        r[g] = tacit_individual_risk(spec->formula, out->at.f[g], out->at.F[g]);
    out->r = r;
    return TACIT_OK;
}

tacit_status tacit_household_risks_of(tacit_ctx *cx, const tacit_subject *s,
                                      const tacit_individual_risks *risks, double **out,
                                      size_t *households)
{
    const tacit_table *t = tacit_subject_table(s);
    const tacit_classes *c = risks->at.classes;
    const size_t rows = tacit_table_rows(t);
    tacit_values home;
    double *log_safe = NULL, *r = NULL;
    TACIT_TRY(tacit_values_of(
        cx, tacit_table_column(t, tacit_table_role_column(t, TACIT_ROLE_HOUSEHOLD)), &home));
    TACIT_TRY(tacit_scratch(cx, home.n, sizeof *log_safe, &log_safe));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *r, &r));
    *households = home.n;
    for (size_t i = 0; i < rows; i++) {
        r[i] = risks->r[c->of_row[i]];
        if (home.of[i] < home.n)
            log_safe[home.of[i]] += log1p(-r[i]);
        else
            ++*households;
    }
    for (size_t i = 0; i < rows; i++)
        if (home.of[i] < home.n)
            r[i] = -expm1(log_safe[home.of[i]]);
    *out = r;
    return TACIT_OK;
}

tacit_risk_sums tacit_risk_sum(const double *r, const uint64_t *size, size_t n, double threshold)
{
    tacit_risk_sums s = { 0 };
    for (size_t g = 0; g < n; g++) {
        const uint64_t records = size != NULL ? size[g] : 1;
        s.expected += r[g] * (double)records;
        s.highest = r[g] > s.highest ? r[g] : s.highest;
        s.at_risk += r[g] > threshold ? records : 0;
        s.records += records;
    }
    return s;
}

tacit_status tacit_risk_chart_bands(tacit_ctx *cx, tacit_result *result, const double *r,
                                    const uint64_t *size, size_t n)
{
    static const double limit[] = { 0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0 };
    static const char *const label[] = { "up to 0.01 %", "0.01-0.1 %", "0.1-0.5 %",
                                         "0.5-1 %",      "1-5 %",      "5-10 %",
                                         "10-20 %",      "20-50 %",    "above 50 %" };
    enum { BANDS = sizeof limit / sizeof limit[0] };
    double share[BANDS] = { 0 }, records = 0.0;
    json_t *chart = NULL;
    for (size_t g = 0; g < n; g++) {
        const double here = size != NULL ? (double)size[g] : 1.0;
        size_t b = 0;
        while (b + 1 < BANDS && r[g] > limit[b])
            b++;
        share[b] += here;
        records += here;
    }
    TACIT_TRY(
        tacit_result_chart(cx, result, "risk_bands", "Records by risk", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "risk of the record", "share of records, %"));
    for (size_t b = 0; b < BANDS; b++) {
        TACIT_TRY(tacit_result_label(cx, chart, label[b]));
        share[b] *= 100.0 / records;
    }
    return tacit_result_series(cx, chart, "records", share, BANDS);
}
