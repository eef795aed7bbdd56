/*
 * per_record.c - frequencies and risks of each record, as columns.
 *
 * O(rows) after the classes are known.
 */
#include "micro/risk/keys/per_record.h"

const char *const TACIT_RECORD_CHOICES[] = { "risk_frequency",  "risk_population",
                                             "risk_prosecutor", "risk_individual",
                                             "risk_household",  NULL };

static unsigned needs_of(tacit_record_risk what)
{
    unsigned needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_ROWS;
    if (what != TACIT_RECORD_FREQUENCY && what != TACIT_RECORD_PROSECUTOR)
        needs |= TACIT_NEEDS_POPULATION;
    return what == TACIT_RECORD_HOUSEHOLD ? needs | TACIT_NEEDS_HOUSEHOLD : needs;
}

/* Values from frequencies alone, by row. */
static tacit_status fill_frequencies(tacit_ctx *cx, tacit_subject *s, tacit_record_risk what,
                                     const tacit_individual_spec *spec, double *x)
{
    tacit_frequencies at = { 0 };
    TACIT_TRY(tacit_frequencies_of(cx, s, spec->rule, spec->alpha, &at));
    for (size_t i = 0; i < at.classes->rows; i++) {
        const size_t g = at.classes->of_row[i];
        x[i] = what == TACIT_RECORD_POPULATION  ? at.F[g]
               : what == TACIT_RECORD_FREQUENCY ? at.f[g]
                                                : 1.0 / at.f[g];
    }
    return TACIT_OK;
}

static tacit_status fill_risks(tacit_ctx *cx, tacit_subject *s, const tacit_individual_spec *spec,
                               double *x)
{
    tacit_individual_risks risks = { 0 };
    TACIT_TRY(tacit_individual_risks_of(cx, s, spec, &risks));
    for (size_t i = 0; i < risks.at.classes->rows; i++)
        x[i] = risks.r[risks.at.classes->of_row[i]];
    return TACIT_OK;
}

static tacit_status fill_households(tacit_ctx *cx, tacit_subject *s,
                                    const tacit_individual_spec *spec, double **x)
{
    tacit_individual_risks risks = { 0 };
    size_t households = 0;
    TACIT_TRY(tacit_individual_risks_of(cx, s, spec, &risks));
    return tacit_household_risks_of(cx, s, &risks, x, &households);
}

static tacit_status build(tacit_ctx *cx, tacit_subject *s, tacit_record_risk what,
                          const tacit_individual_spec *spec, tacit_builder *b)
{
    const size_t rows = tacit_table_rows(tacit_subject_table(s));
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *x, &x));
    if (what == TACIT_RECORD_HOUSEHOLD)
        TACIT_TRY(fill_households(cx, s, spec, &x));
    else if (what == TACIT_RECORD_INDIVIDUAL)
        TACIT_TRY(fill_risks(cx, s, spec, x));
    else
        TACIT_TRY(fill_frequencies(cx, s, what, spec, x));
    return tacit_builder_reals(cx, b, x, NULL, rows);
}

tacit_status tacit_risk_per_record(tacit_ctx *cx, tacit_subject *s, tacit_record_risk what,
                                   const tacit_individual_spec *spec, tacit_column **out)
{
    const char *name = TACIT_RECORD_CHOICES[what];
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_subject_check(cx, s, name, needs_of(what)));
    TACIT_TRY(tacit_builder_new(cx, name, TACIT_TYPE_REAL, tacit_subject_records(s), &b));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = build(cx, s, what, spec, b);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}
