/*
 * alpha_k.c - (alpha, k)-anonymity (Wong, Li, Fu and Wang 2006).
 *
 * The data is k-anonymous, and in every class the share of each sensitive value (or of each
 * one in `values`) is at most alpha.  The share is of the records whose value is known: the
 * larger one, since a missing value hides nothing.
 *
 * The value of a class is the largest such share.  The share of a value in joined classes is
 * a mean of those in each, so alpha is kept if all keep it: CONVEX.  O(pairs).
 */
#include <math.h>
#include <string.h>

#include "micro/model/class_judge.h"

enum { ALPHA, K, VALUES, SENSITIVE, MISSING, DRIVERS };

static const tacit_param PARAMS[] = {
    [ALPHA] = { .name = "alpha",
                .type = TACIT_PARAM_REAL,
                .preset = 0.5,
                .max = 1,
                .unit = "share",
                .importance = TACIT_FIRST,
                .help = "the largest share that a sensitive value may have in a class" },
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "the smallest number of records that may share their key values" },
    [VALUES] = { .name = "values",
                 .type = TACIT_PARAM_TEXTS,
                 .need = TACIT_OPTIONAL,
                 .help = "the sensitive values that are protected; all if left out" },
    [SENSITIVE] = TACIT_PARAM_SENSITIVE,
    [MISSING] = TACIT_MISSING_PARAM,
    [DRIVERS] = TACIT_PARAM_DRIVERS,
    TACIT_PARAM_END
};

/* What the rule needs to know. */
typedef struct shares {
    double alpha;
    const tacit_value *listed;
    bool *counts; /* whether a value is protected; NULL if all are */
} shares;

static bool is_listed(const tacit_value *listed, const char *text)
{
    for (size_t i = 0; i < listed->n; i++)
        if (strcmp(listed->texts[i], text) == 0)
            return true;
    return false;
}

/* Find which values are protected. */
static tacit_status prepare(tacit_ctx *cx, const tacit_sensitive *s, void *user)
{
    shares *a = user;
    a->counts = NULL;
    if (!a->listed->given)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, s->values.n, sizeof *a->counts, &a->counts));
    size_t found = 0;
    for (uint32_t v = 0; v < s->values.n; v++) {
        char text[32];
        a->counts[v] = is_listed(a->listed, tacit_column_text(s->column, s->values.row[v], text));
        found += a->counts[v];
    }
    if (found < a->listed->n)
        tacit_warn(cx, "%zu of the %zu protected values do not occur in column '%s'.",
                   a->listed->n - found, a->listed->n, tacit_column_name(s->column));
    return TACIT_OK;
}

static double value(const tacit_sensitive *s, size_t g, void *user)
{
    const shares *a = user;
    uint64_t most = 0;
    for (size_t i = s->start[g]; i < s->start[g + 1]; i++)
        if ((a->counts == NULL || a->counts[s->value[i]]) && s->count[i] > most)
            most = s->count[i];
    return (double)most / (double)s->size[g];
}

static bool accepts(double x, const void *user)
{
    const shares *a = user;
    return x <= a->alpha + TACIT_TOLERANCE;
}

static tacit_status make_rule(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out)
{
    shares *a = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *a, &a));
    *a = (shares){ .alpha = tacit_arg_real(args, ALPHA), .listed = &args->at[VALUES] };
    *out = (tacit_class_rule){
        .better = TACIT_BETTER_LOWER,
        .name = "alpha",
        .title = "Largest share of a sensitive value",
        .definition = "in any class, of the records whose value is known; must be alpha or less",
        .unit = TACIT_UNIT_PROBABILITY,
        .k = (uint64_t)tacit_arg_integer(args, K),
        .from = 0.0,
        .step = 0.1,
        .traits = TACIT_JUDGE_CONVEX,
        .user = a,
        .prepare = prepare,
        .value = value,
        .accepts = accepts,
    };
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    return tacit_sensitive_check(cx, subject, args, make_rule, result);
}

const tacit_model tacit_model_alpha_k = {
    .measure = { .about = { .name = "alpha_k",
                            .title = "(\xce\xb1,k)-anonymity",
                            .summary = "Classes of at least k records in which no sensitive value "
                                       "has a share "
                                       "above alpha.",
                            .source =
                                "Wong, Li, Fu and Wang (2006), (alpha, k)-anonymity: an enhanced "
                                "k-anonymity model for privacy-preserving data publishing",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .rule = make_rule,
};
