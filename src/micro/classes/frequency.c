/*
 * frequency.c - sample and population frequencies of the classes.
 *
 * Under `category`, `wildcard` and `strict` they are those of the subject's classes.  `sdcmicro` is
 * the rule of freqCalc in sdcMicro (Templ, Kowarik and Meindl 2015) with its parameter
 * alpha.  With cnt for the number of records of a combination, missing keys included, and
 * combinations compatible if no key has two different present values in them:
 *
 *   complete:     f = cnt + alpha * (compatible ones with missing keys, but not the one in
 *                 which all keys are missing)
 *   partial:      f = cnt + alpha * (other compatible ones with missing keys, also the one in
 *                 which all are) + 1 * (compatible complete ones)
 *   all missing:  f = all records
 *
 * With one key the combination without it counts alpha for the complete ones.  Nothing but
 * agreement with that program speaks for this rule: a match counts differently in its two
 * directions.  F is summed likewise from weights.
 *
 * Cost: that of wildcard.c.
 */
#include "micro/classes/frequency.h"

#include "micro/classes/wildcard.h"

const char *const TACIT_FREQUENCY_CHOICES[] = { "category", "wildcard", "sdcmicro", "strict",
                                                NULL };

bool tacit_frequencies_know_population(const tacit_subject *s)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(s);
    return extra->population != NULL || extra->fraction > 0.0 || tacit_subject_has_weight(s);
}

static tacit_match_kind match_sdcmicro(uint64_t from, uint64_t to, size_t keys)
{
    const uint64_t all = keys == 64 ? UINT64_MAX : (UINT64_C(1) << keys) - 1;
    if (to == all || from == 0)
        return TACIT_MATCH_WHOLE;
    return to == 0 && from == all && keys > 1 ? TACIT_MATCH_NONE : TACIT_MATCH_PART;
}

/* Sums of matches of the classes `c` under sdcMicro's rule. */
static tacit_status sum_matches(tacit_ctx *cx, tacit_subject *s, const tacit_classes *c,
                                tacit_match_sums *sums)
{
    const tacit_select *keys = tacit_subject_keys(s);
    tacit_lens *lens = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *sums->whole, &sums->whole));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *sums->part, &sums->part));
    if (c->weight != NULL) {
        TACIT_TRY(tacit_scratch(cx, c->n, sizeof *sums->whole_weight, &sums->whole_weight));
        TACIT_TRY(tacit_scratch(cx, c->n, sizeof *sums->part_weight, &sums->part_weight));
    }
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *lens, &lens));
    for (size_t j = 0; j < keys->n; j++)
        TACIT_TRY(
            tacit_lens_make(cx, tacit_table_column(tacit_subject_table(s), keys->at[j]), &lens[j]));
    return tacit_wildcard_sum(cx, lens, keys->n, c, match_sdcmicro, sums);
}

/* Population frequencies that go with `f` under sdcMicro's rule; `sum` is what the weights
 * of the classes are summed to. */
static tacit_status scale_population(tacit_ctx *cx, tacit_subject *s, double *F,
                                     tacit_frequencies *out)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(s);
    if (extra->population != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "With a population file missing keys are a category "
                          "of their own; sdcMicro's rule is for a sample by itself.");
    if (out->classes->weight != NULL) {
        out->kind = TACIT_POPULATION_WEIGHTS;
        out->words = "F is the sum of the sampling weights of the records that match, as sdcMicro "
                     "counts them";
        out->F = F;
    } else if (extra->fraction > 0.0) {
        for (size_t g = 0; g < out->classes->n; g++)
            F[g] = out->f[g] / extra->fraction;
        out->kind = TACIT_POPULATION_FRACTION;
        out->words = "F is the sample frequency over the sampling fraction";
        out->F = F;
    }
    return TACIT_OK;
}

static tacit_status count_sdcmicro(tacit_ctx *cx, tacit_subject *s, double alpha,
                                   tacit_frequencies *out)
{
    const tacit_classes *c = NULL;
    tacit_match_sums sums = { 0 };
    double *f = NULL, *F = NULL;
    TACIT_TRY(tacit_subject_classes(cx, s, TACIT_MISSING_CATEGORY, &c));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *f, &f));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *F, &F));
    TACIT_TRY(sum_matches(cx, s, c, &sums));
    for (size_t g = 0; g < c->n; g++) {
        f[g] = (double)c->size[g] + (double)sums.whole[g] + alpha * (double)sums.part[g];
        if (c->weight != NULL)
            F[g] = c->weight[g] + sums.whole_weight[g] + alpha * sums.part_weight[g];
    }
    *out = (tacit_frequencies){ .classes = c, .f = f };
    return scale_population(cx, s, F, out);
}

tacit_status tacit_frequencies_of(tacit_ctx *cx, tacit_subject *s, tacit_frequency_rule rule,
                                  double alpha, tacit_frequencies *out)
{
    if (rule == TACIT_FREQUENCY_SDCMICRO)
        return count_sdcmicro(cx, s, alpha, out);
    const tacit_missing_rule missing =
        rule == TACIT_FREQUENCY_STRICT ? TACIT_MISSING_STRICT : (tacit_missing_rule)rule;
    const tacit_classes *c = NULL;
    double *f = NULL;
    TACIT_TRY(tacit_subject_classes(cx, s, missing, &c));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *f, &f));
    for (size_t g = 0; g < c->n; g++)
        f[g] = (double)c->match[g];
    *out = (tacit_frequencies){ .classes = c, .f = f };
    if (tacit_frequencies_know_population(s)) {
        tacit_population p = { 0 };
        TACIT_TRY(tacit_subject_population(cx, s, missing, &p));
        out->F = p.F;
        out->kind = p.kind;
        out->words = p.words;
    }
    return TACIT_OK;
}
