/*
 * subset_risk.c - risk when an attacker knows only some of the keys.
 *
 * A population file is not counted again for each set of keys; without weights and fraction
 * the risk is then that of a record known to be in the data, 1 / f.
 */
#include "micro/risk/keys/subset_risk.h"

#include "micro/risk/keys/individual_risk.h"

double tacit_subset_risk(const tacit_subject *s, const tacit_classes *c, size_t g)
{
    const double f = (double)c->match[g], fraction = tacit_subject_extra_of(s)->fraction;
    if (c->match_weight != NULL)
        return tacit_individual_risk(TACIT_INDIVIDUAL_EXACT, f, c->match_weight[g]);
    if (fraction > 0.0)
        return tacit_individual_risk(TACIT_INDIVIDUAL_EXACT, f, f / fraction);
    return 1.0 / f;
}

const char *tacit_subset_words(const tacit_subject *s)
{
    if (tacit_subject_has_weight(s))
        return "E[1 / F | f], F being the sum of sampling weights";
    if (tacit_subject_extra_of(s)->fraction > 0.0)
        return "E[1 / F | f], F being f over the sampling fraction";
    return "1 / f";
}

tacit_status tacit_subset_without(tacit_ctx *cx, const tacit_subject *s, size_t without,
                                  tacit_select *out)
{
    const tacit_select *keys = tacit_subject_keys(s);
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *at, &at));
    for (size_t j = 0; j < keys->n; j++)
        if (j != without)
            at[n++] = keys->at[j];
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}
