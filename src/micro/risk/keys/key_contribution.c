/*
 * key_contribution.c - which key contributes most to the risk.
 *
 * Sample uniques and expected re-identifications (the sum of the records' risks) if an
 * attacker knows all keys, all but one, and one alone.  What falls when a key is left out is
 * the key's contribution given the others; what it gives alone is its own.  Contributions do
 * not add up: keys say the same things (Templ, Kowarik and Meindl 2015).
 *
 * The risk of a record is E[1 / F | f] with weights or a sampling fraction (individual.c), else
 * 1 / f (prosecutor.c).  Missing keys as in k_anonymity.c.  2 * keys + 1 times the classes.
 */
#include "micro/risk/keys/individual_risk.h"
#include "micro/risk/risk.h"
#include "micro/risk/keys/subset_risk.h"

enum { MISSING };

static const tacit_param PARAMS[] = { [MISSING] = TACIT_MISSING_PARAM, TACIT_PARAM_END };

/* Risk of the file under one set of keys. */
typedef struct part {
    uint64_t uniques;
    double expected;
} part;

static part sum_up(const tacit_subject *s, const tacit_classes *c)
{
    part p = { .uniques = tacit_classes_below(c, 2).records };
    for (size_t g = 0; g < c->n; g++)
        p.expected += tacit_subset_risk(s, c, g) * (double)c->size[g];
    return p;
}

static tacit_status measure_by(tacit_ctx *cx, const tacit_subject *s, const tacit_select *keys,
                               tacit_missing_rule missing, part *out)
{
    tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes_by(cx, s, keys, missing, &c));
    *out = sum_up(s, c);
    tacit_classes_free(c);
    return TACIT_OK;
}

/* The risk with all keys, and for each key without it and by it alone. */
typedef struct parts {
    part all;
    part *without, *alone;
    double *expected_without, *expected_alone; /* for the chart */
    size_t most;                               /* the key without which the expectation is lowest */
} parts;

static tacit_status measure_parts(tacit_ctx *cx, tacit_subject *s, tacit_missing_rule missing,
                                  parts *p)
{
    const tacit_select *keys = tacit_subject_keys(s);
    const tacit_classes *c = NULL;
    TACIT_TRY(tacit_subject_classes(cx, s, missing, &c));
    p->all = sum_up(s, c);
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *p->without, &p->without));
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *p->alone, &p->alone));
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof(double), &p->expected_without));
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof(double), &p->expected_alone));
    for (size_t j = 0; j < keys->n; j++) {
        const tacit_select alone = { .n = 1, .at = &keys->at[j] };
        tacit_select others = { 0 };
        TACIT_TRY(tacit_tick(cx, j, keys->n));
        TACIT_TRY(tacit_subset_without(cx, s, j, &others));
        TACIT_TRY(measure_by(cx, s, &others, missing, &p->without[j]));
        TACIT_TRY(measure_by(cx, s, &alone, missing, &p->alone[j]));
        p->expected_without[j] = p->without[j].expected;
        p->expected_alone[j] = p->alone[j].expected;
        if (p->expected_without[j] < p->expected_without[p->most])
            p->most = j;
    }
    return TACIT_OK;
}

static const char *key_name(const tacit_subject *s, size_t j)
{
    return tacit_column_name(
        tacit_table_column(tacit_subject_table(s), tacit_subject_keys(s)->at[j]));
}

static tacit_status tell_keys(tacit_ctx *cx, const tacit_subject *s, const parts *p,
                              tacit_result *result)
{
    static const char *const columns[] = { "key",           "uniques without", "risk without",
                                           "share removed", "uniques alone",   "risk alone" };
    const size_t n = tacit_subject_keys(s)->n;
    json_t *table = NULL, *chart = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "keys",
                                 "Uniques and expected re-identifications "
                                 "without each key, and by it alone",
                                 6, columns, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "keys", "Expected re-identifications by key",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "key", "expected re-identifications"));
    for (size_t j = 0; j < n; j++) {
        const part *without = &p->without[j], *alone = &p->alone[j];
        TACIT_TRY(tacit_result_label(cx, chart, key_name(s, j)));
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,f,f,I,f]", key_name(s, j),
                                   (json_int_t)without->uniques, without->expected,
                                   1.0 - without->expected / p->all.expected,
                                   (json_int_t)alone->uniques, alone->expected));
    }
    TACIT_TRY(tacit_result_series(cx, chart, "without the key", p->expected_without, n));
    return tacit_result_series(cx, chart, "by the key alone", p->expected_alone, n);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    parts p = { 0 };
    char *definition = NULL;
    TACIT_TRY(tacit_individual_check_weights(cx, subject));
    TACIT_TRY(measure_parts(cx, subject, (tacit_missing_rule)tacit_arg_choice(args, MISSING), &p));
    TACIT_TRY(tacit_scratch_format(cx, &definition, "sum over records of %s, all keys known",
                                   tacit_subset_words(subject)));
    TACIT_TRY(tacit_result_figure(cx, result, "uniques", "Sample uniques", (double)p.all.uniques,
                                  TACIT_UNIT_COUNT, "records with f = 1, all keys known",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "expected", "Expected re-identifications",
                                  p.all.expected, TACIT_UNIT_NUMBER, definition,
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tell_keys(cx, subject, &p, result));
    return tacit_result_note(cx, result,
                             "Leaving out '%s' lowers the expected re-identifications "
                             "most, by %.1f %%.",
                             key_name(subject, p.most),
                             100.0 * (1.0 - p.expected_without[p.most] / p.all.expected));
}

const tacit_measure tacit_risk_key_contribution = {
    .about = { .name = "key_contribution",
               .title = "Contribution of keys",
               .summary = "How much of the risk each key is responsible for, given the others and "
                          "by itself.",
               .source = "Templ, Kowarik and Meindl (2015), Statistical disclosure control for "
                         "micro-data using the R package sdcMicro",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_KEYS,
    .traits = TACIT_MEASURE_COSTLY,
    .headline = "expected",
    .run = measure,
};
