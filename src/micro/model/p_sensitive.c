/*
 * p_sensitive.c - p-sensitive k-anonymity (Truta and Vinay 2006).
 *
 * The data is k-anonymous, and every class has at least p distinct values of each sensitive
 * column.  p = 1 is k-anonymity; k >= p follows, except for classes in which no sensitive
 * value is known, which need only be large enough.
 *
 * Records and distinct values only become more when classes are joined: MONOTONE.
 *
 * Missing sensitive values are left out: they are no value of their own.  O(pairs).
 */
#include "micro/model/class_judge.h"

enum { P, K, SENSITIVE, MISSING, DRIVERS };

static const tacit_param PARAMS[] = {
    [P] = { .name = "p",
            .type = TACIT_PARAM_INTEGER,
            .preset = 2,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL(1, 20, "values"),
            .importance = TACIT_FIRST,
            .help = "the fewest distinct values of a sensitive column in a class" },
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "the smallest number of records that may share their key values" },
    [SENSITIVE] = TACIT_PARAM_SENSITIVE,
    [MISSING] = TACIT_MISSING_PARAM,
    [DRIVERS] = TACIT_PARAM_DRIVERS,
    TACIT_PARAM_END
};

static double value(const tacit_sensitive *s, size_t g, void *user)
{
    (void)user;
    return (double)(s->start[g + 1] - s->start[g]);
}

static bool accepts(double x, const void *user)
{
    const double *p = user;
    return x >= *p;
}

static tacit_status make_rule(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out)
{
    double *p = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *p, &p));
    *p = (double)tacit_arg_integer(args, P);
    *out = (tacit_class_rule){
        .better = TACIT_BETTER_HIGHER,
        .name = "p",
        .title = "Fewest distinct values in a class",
        .definition = "distinct sensitive values in the class that has fewest, missing ones not "
                      "counted",
        .unit = TACIT_UNIT_COUNT,
        .larger = true,
        .k = (uint64_t)tacit_arg_integer(args, K),
        .from = 1.0,
        .step = 1.0,
        .traits = TACIT_JUDGE_MONOTONE | TACIT_JUDGE_CONVEX,
        .fewest = (uint64_t)tacit_arg_integer(args, P),
        .user = p,
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

const tacit_model tacit_model_p_sensitive = {
    .measure = { .about = { .name = "p_sensitive",
                            .title = "p-sensitive k-anonymity",
                            .summary = "Classes of at least k records with at least p distinct "
                                       "values of each "
                                       "sensitive column.",
                            .source = "Truta and Vinay (2006), Privacy protection: p-sensitive "
                                      "k-anonymity "
                                      "property",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .rule = make_rule,
};
