/*
 * test_survey_records.c - frequencies, risks and scores of single records of the example survey
 * against sdcMicro 5.8.1.
 *
 * Provenance: tests/data/survey/survey.json.  `result` is the peer's, `right` the figure of
 * independent code where the peer approximates.  Sums weighted by position tell that the right
 * records have the values; of 500 rows some vectors are there whole.
 */
#include "golden/survey.h"

#include "micro/risk/keys/per_record.h"
#include "micro/risk/keys/suda/score.h"

/* A value of each record, by the peer's rule for missing keys; the caller frees *c. */
static const double *records_of(const survey_job *job, tacit_record_risk what,
                                tacit_individual_formula formula, tacit_column **c)
{
    const json_t *alpha = survey_part(job->entry, "parameters/alpha");
    const tacit_individual_spec spec = { .rule = TACIT_FREQUENCY_SDCMICRO,
                                         .alpha = alpha == NULL ? 1.0 : json_number_value(alpha),
                                         .formula = formula };
    tacit_subject *s = NULL;
    assert_ok(job->cx, tacit_subject_new(job->cx, survey_subject(job), &s));
    assert_ok(job->cx, tacit_risk_per_record(job->cx, s, what, &spec, c));
    tacit_subject_free(s);
    return tacit_column_reals(*c);
}

/* Compare a value of each record with the sums at `path`. */
static void check_records(const survey_job *job, const char *path, tacit_record_risk what,
                          tacit_individual_formula formula)
{
    tacit_column *c = NULL;
    const double *x = records_of(job, what, formula, &c);
    survey_sums(job, path, x, tacit_column_length(c), 0.0);
    tacit_column_free(c);
}

static void test_frequencies(void **state)
{
    const survey_job *job = *state;
    tacit_column *c = NULL;
    const double *f = records_of(job, TACIT_RECORD_FREQUENCY, TACIT_INDIVIDUAL_EXACT, &c);
    survey_sums(job, "result/fk", f, tacit_column_length(c), 0.0);
    survey_vector(job, "result/fk_vector", f, tacit_column_length(c));
    tacit_column_free(c);
    check_records(job, "result/Fk", TACIT_RECORD_POPULATION, TACIT_INDIVIDUAL_EXACT);
}

/* The peer gives records with 1 < f < 2 no risk; here they have one, and all others agree. */
static void check_lost(const survey_job *job)
{
    tacit_column *a = NULL, *b = NULL;
    const double *f = records_of(job, TACIT_RECORD_FREQUENCY, TACIT_INDIVIDUAL_EXACT, &a);
    const double *r = records_of(job, TACIT_RECORD_INDIVIDUAL, TACIT_INDIVIDUAL_SDCMICRO, &b);
    const size_t n = tacit_column_length(a);
    double *x = NULL;
    assert_ok(job->cx, tacit_scratch(job->cx, n, sizeof *x, &x));
    for (size_t i = 0; i < n; i++) {
        assert_true(r[i] > 0.0);
        x[i] = f[i] > 1.0 && f[i] < 2.0 ? 0.0 : r[i];
    }
    survey_sums(job, "result/rk", x, n, 0.0);
    tacit_column_free(a);
    tacit_column_free(b);
}

static void test_individual(void **state)
{
    const survey_job *job = *state;
    if (survey_part(job->entry, "result/right") == NULL) {
        check_lost(job);
        return;
    }
    check_records(job, "result/rk", TACIT_RECORD_INDIVIDUAL, TACIT_INDIVIDUAL_SDCMICRO);
    check_records(job, "result/right/rk", TACIT_RECORD_INDIVIDUAL, TACIT_INDIVIDUAL_EXACT);
}

static void test_household(void **state)
{
    const survey_job *job = *state;
    check_records(job, "result/risk", TACIT_RECORD_INDIVIDUAL, TACIT_INDIVIDUAL_SDCMICRO);
    check_records(job, "result/hier_risk", TACIT_RECORD_HOUSEHOLD, TACIT_INDIVIDUAL_SDCMICRO);
    check_records(job, "result/right/hier", TACIT_RECORD_HOUSEHOLD, TACIT_INDIVIDUAL_EXACT);
}

/* Scores are exact; the peer holds the fraction of DIS in single precision. */
static void test_special_uniques(void **state)
{
    const survey_job *job = *state;
    const tacit_suda_spec spec = {
        .scores = json_is_true(survey_part(job->entry, "parameters/original_scores"))
                      ? TACIT_SUDA_FACTORIAL
                      : TACIT_SUDA_NORMALISED,
        .fraction = survey_number(job->entry, "parameters/DisFraction")
    };
    const tacit_classes *classes = NULL;
    tacit_subject *s = NULL;
    tacit_suda suda;
    double *score = NULL, *dis = NULL;
    assert_ok(job->cx, tacit_subject_new(job->cx, survey_subject(job), &s));
    assert_ok(job->cx, tacit_suda_measure(job->cx, s, &spec, &suda));
    assert_ok(job->cx, tacit_subject_classes(job->cx, s, TACIT_MISSING_CATEGORY, &classes));
    assert_ok(job->cx, tacit_scratch(job->cx, classes->rows, sizeof *score, &score));
    assert_ok(job->cx, tacit_scratch(job->cx, classes->rows, sizeof *dis, &dis));
    for (size_t i = 0; i < classes->rows; i++) {
        score[i] = suda.score[classes->of_row[i]];
        dis[i] = suda.dis[classes->of_row[i]];
    }
    survey_sums(job, "result/score", score, classes->rows, 0.0);
    survey_sums(job, "result/DIS", dis, classes->rows, 1e-6);
    survey_vector(job, "result/score_vector", score, classes->rows);
    tacit_subject_free(s);
}

TESTS(void)
{
    static const survey_call calls[] = { { "freqCalc.", test_frequencies },
                                         { "indivRisk.", test_individual },
                                         { "measure_risk.", test_household },
                                         { "suda2.", test_special_uniques } };
    return survey_main(calls, sizeof calls / sizeof calls[0]);
}
