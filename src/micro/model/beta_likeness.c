/*
 * beta_likeness.c - basic and enhanced beta-likeness (Cao and Karras 2012).
 *
 * With p(s) the share of sensitive value s in a class and q(s) its share in the table,
 * each value that is more frequent in a class than in the table must have
 *   basic      (p - q) / q <= beta
 *   enhanced   (p - q) / q <= min(beta, -ln q)
 * so that frequent values, too, may gain only so much.  A value that is less frequent in
 * the class is no matter.  The value of a class is its largest (p - q) / q, 0 or more; for
 * the enhanced kind infinite if it is above -ln q, which no beta allows.
 *
 * Each value's p has an upper bound, which a mixture of classes keeps: CONVEX.
 *
 * Missing sensitive values are left out of p and q.  O(pairs).
 */
#include <math.h>

#include "micro/model/class_judge.h"

enum { KIND, BETA, SENSITIVE, MISSING, DRIVERS };
enum kind { ENHANCED, BASIC };

static const char *const KINDS[] = { "enhanced", "basic", NULL };

static const tacit_param PARAMS[] = {
    [KIND] = { .name = "kind",
               .type = TACIT_PARAM_CHOICE,
               .choices = KINDS,
               .help = "whether frequent values are bounded more tightly" },
    [BETA] = { .name = "beta",
               .type = TACIT_PARAM_REAL,
               .preset = 1,
               .min = 1e-6,
               .max = 1e6,
               TACIT_USEFUL_LOG(0.1, 10, NULL),
               .importance = TACIT_FIRST,
               .help = "the largest relative gain of a value's share in a class" },
    [SENSITIVE] = TACIT_PARAM_SENSITIVE,
    [MISSING] = TACIT_MISSING_PARAM,
    [DRIVERS] = TACIT_PARAM_DRIVERS,
    TACIT_PARAM_END
};

/* What the rule needs to know. */
typedef struct likeness {
    enum kind kind;
    double beta;
} likeness;

static double value(const tacit_sensitive *s, size_t g, void *user)
{
    const likeness *b = user;
    double most = 0.0;
    for (size_t i = s->start[g]; i < s->start[g + 1]; i++) {
        const double p = (double)s->count[i] / (double)s->size[g];
        const double q = (double)s->total[s->value[i]] / (double)s->known;
        const double gain = (p - q) / q;
        if (b->kind == ENHANCED && gain > -log(q) + TACIT_TOLERANCE)
            return INFINITY;
        most = gain > most ? gain : most;
    }
    return most;
}

static bool accepts(double x, const void *user)
{
    const likeness *b = user;
    return x <= b->beta + TACIT_TOLERANCE;
}

static tacit_status make_rule(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out)
{
    likeness *b = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *b, &b));
    *b = (likeness){ .kind = (enum kind)tacit_arg_choice(args, KIND),
                     .beta = tacit_arg_real(args, BETA) };
    *out = (tacit_class_rule){
        .better = TACIT_BETTER_LOWER,
        .name = "beta",
        .title = "Largest relative gain of a share",
        .definition =
            b->kind == BASIC
                ? "(p - q) / q, p and q the shares of a sensitive value in a class and in the table"
                : "(p - q) / q, p and q the shares of a sensitive value in a class and in the "
                  "table; "
                  "infinite if above -ln q",
        .unit = TACIT_UNIT_NUMBER,
        .from = 0.0,
        .step = 0.5,
        .traits = TACIT_JUDGE_CONVEX,
        .relative = true,
        .user = b,
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

const tacit_model tacit_model_beta_likeness = {
    .measure = { .about = { .name = "beta_likeness",
                            .title = "\xce\xb2-likeness",
                            .summary = "No sensitive value's share grows by more than beta, "
                                       "relative to its "
                                       "share in the whole table, in any class.",
                            .source =
                                "Cao and Karras (2012), Publishing microdata with a robust privacy "
                                "guarantee",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .rule = make_rule,
};
