/*
 * delta_disclosure.c - delta-disclosure privacy (Brickell and Shmatikov 2008).
 *
 * With p(s) the share of sensitive value s in a class and q(s) its share in the table,
 * every class must have |log(p(s) / q(s))| < delta for every value s of the table.  The
 * value of a class is the largest |log(p / q)|; a value that a class lacks makes it
 * infinite, so that by the definition every class must have every value.  ARX leaves the
 * values that a class lacks out; `compat: arx` does so too.
 *
 * Joining classes mixes their p, which stays within q exp(-delta) ... q exp(delta): CONVEX.
 * Not so where values that a class lacks are left out: p = 0, mixed in, may pull below.
 *
 * The logarithm is to base 2 (bits: the information gained from a class is then below
 * delta bits) or natural (nats).  Missing sensitive values are left out of p and q.
 * O(pairs).
 */
#include <math.h>

#include "micro/model/class_judge.h"

enum { DELTA, UNIT, COMPAT, SENSITIVE, MISSING, DRIVERS };
enum compat { DEFINITION, ARX };
enum unit { BITS, NATS };

static const char *const UNITS[] = { "bits", "nats", NULL };
static const char *const COMPATS[] = { "definition", "arx", NULL };

static const tacit_param PARAMS[] = {
    [DELTA] = { .name = "delta",
                .type = TACIT_PARAM_REAL,
                .preset = 1,
                .min = 1e-6,
                .max = 1e6,
                TACIT_USEFUL_LOG(0.1, 10, NULL),
                .importance = TACIT_FIRST,
                .help = "what every |log(p / q)| must be below" },
    [UNIT] = { .name = "unit",
               .type = TACIT_PARAM_CHOICE,
               .choices = UNITS,
               .help = "the logarithm: to base 2 or natural" },
    [COMPAT] = { .name = "compat",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = COMPATS,
                 .help = "whether a value that a class lacks violates, or is left out as ARX "
                         "does" },
    [SENSITIVE] = TACIT_PARAM_SENSITIVE,
    [MISSING] = TACIT_MISSING_PARAM,
    [DRIVERS] = TACIT_PARAM_DRIVERS,
    TACIT_PARAM_END
};

/* What the rule needs to know. */
typedef struct disclosure {
    double delta;
    enum unit unit;
    enum compat compat;
} disclosure;

static double value(const tacit_sensitive *s, size_t g, void *user)
{
    const disclosure *d = user;
    double most = 0.0;
    if (d->compat == DEFINITION && s->start[g + 1] - s->start[g] < s->present)
        return INFINITY;
    for (size_t i = s->start[g]; i < s->start[g + 1]; i++) {
        const double p = (double)s->count[i] / (double)s->size[g];
        const double q = (double)s->total[s->value[i]] / (double)s->known;
        most = fmax(most, fabs(d->unit == BITS ? log2(p / q) : log(p / q)));
    }
    return most;
}

static bool accepts(double x, const void *user)
{
    const disclosure *d = user;
    return x < d->delta - TACIT_TOLERANCE;
}

static tacit_status make_rule(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out)
{
    disclosure *d = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *d, &d));
    *d = (disclosure){ .delta = tacit_arg_real(args, DELTA),
                       .unit = (enum unit)tacit_arg_choice(args, UNIT),
                       .compat = (enum compat)tacit_arg_choice(args, COMPAT) };
    *out = (tacit_class_rule){
        .better = TACIT_BETTER_LOWER,
        .name = "delta",
        .title = "Largest |log(p / q)|",
        .definition =
            d->compat == ARX
                ? "p and q: shares of a sensitive value in a class and in the table, of the values "
                  "that the class has; must be below delta"
                : "p and q: shares of a sensitive value in a class and in the table; infinite if a "
                  "class lacks a value; must be below delta",
        .unit = TACIT_UNIT_NUMBER,
        .from = 0.0,
        .step = 0.25,
        .traits = d->compat == DEFINITION ? TACIT_JUDGE_CONVEX : 0,
        .relative = true,
        .user = d,
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

const tacit_model tacit_model_delta_disclosure = {
    .measure = { .about = { .name = "delta_disclosure",
                            .title = "\xce\xb4-disclosure privacy",
                            .summary = "In every class each sensitive value is about as frequent "
                                       "as in the "
                                       "whole table, on a logarithmic scale.",
                            .source = "Brickell and Shmatikov (2008), The cost of privacy: "
                                      "destruction of "
                                      "data-mining utility in anonymized data publishing",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .rule = make_rule,
};
