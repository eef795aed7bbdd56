/*
 * l_diversity.c - l-diversity (Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam 2006).
 *
 * In a class of N records let n_1 >= ... >= n_m be the counts of its sensitive values.
 *   distinct             m >= l
 *   entropy              exp(H) >= l with H = ln N - (1/N) sum n_i ln n_i, their H >= ln l
 *   entropy_grassberger  the same with H = G(N) - (1/N) sum n_i G(n_i), which corrects the
 *                        bias that H has in small classes, and no more than m, since the
 *                        correction counts on values that are not seen; G of Grassberger
 *                        (2003), used for classes by Stammler, Katzenbeisser and Hamacher
 *                        (2016): G(n) = ln 2 + psi(floor(n/2) + 1/2)
 *   recursive            n_1 < c (n_l + ... + n_m); every class is (c, 1)-diverse
 * The value of a class is the largest l that it satisfies, at least 1; of the data, the
 * smallest over classes.
 *
 * Joining classes: distinct values only become more (MONOTONE).  Entropy is concave, so that
 * of a mixture is at least the mean of its parts' (CONVEX).  Recursive: with counts a_i and
 * b_i, sorted, of two classes, n_1 <= a_1 + b_1 and the l - 1 largest of the sum have at most
 * what those of both have, so that n_l + ... >= (a_l + ...) + (b_l + ...): CONVEX, too.
 * Grassberger's estimate is neither: counts 1 1 1 have 3, twice as many 2.9.
 *
 * Missing sensitive values are left out.  O(pairs), with a sort of each class's counts for
 * the recursive kind.
 */
#include <math.h>

#include "micro/model/class_judge.h"

enum { KIND, L, C, SENSITIVE, MISSING, DRIVERS };
enum kind { DISTINCT, ENTROPY, GRASSBERGER, RECURSIVE };

static const char *const KINDS[] = { "distinct", "entropy", "entropy_grassberger", "recursive",
                                     NULL };

static const tacit_param PARAMS[] = {
    [KIND] = { .name = "kind",
               .type = TACIT_PARAM_CHOICE,
               .choices = KINDS,
               .help = "how the values of a class are counted" },
    [L] = { .name = "l",
            .type = TACIT_PARAM_REAL,
            .preset = 2,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL(1, 20, "values"),
            .importance = TACIT_FIRST,
            .help = "the diversity that every class must have; a whole number for recursive" },
    [C] = { .name = "c",
            .type = TACIT_PARAM_REAL,
            .preset = 2,
            .min = 1e-6,
            .max = 1e9,
            TACIT_USEFUL_LOG(0.5, 10, NULL),
            .help = "for recursive: how much the most frequent value may outweigh the others" },
    [SENSITIVE] = TACIT_PARAM_SENSITIVE,
    [MISSING] = TACIT_MISSING_PARAM,
    [DRIVERS] = TACIT_PARAM_DRIVERS,
    TACIT_PARAM_END
};

/* What the rule needs to know. */
typedef struct diversity {
    enum kind kind;
    double l, c;
    tacit_keyed *sorted; /* room for the counts of one class */
} diversity;

/* psi(x) for x >= 1/2, by recurrence to 10 and the asymptotic series (error < 1e-15). */
static double digamma(double x)
{
    double sum = 0.0;
    for (; x < 10.0; x += 1.0)
        sum -= 1.0 / x;
    const double f = 1.0 / (x * x);
    const double tail =
        f *
        (1.0 / 12 -
         f * (1.0 / 120 - f * (1.0 / 252 - f * (1.0 / 240 - f * (1.0 / 132 - f * 691.0 / 32760)))));
    return sum + log(x) - 0.5 / x - tail;
}

/* Grassberger's stand-in for ln n. */
static double corrected_log(uint64_t n)
{
    return log(2.0) + digamma((double)(n / 2) + 0.5);
}

static double entropy(const tacit_sensitive *s, size_t g, double (*logarithm)(uint64_t n))
{
    double sum = 0.0;
    for (size_t p = s->start[g]; p < s->start[g + 1]; p++)
        sum += (double)s->count[p] * logarithm(s->count[p]);
    return logarithm(s->size[g]) - sum / (double)s->size[g];
}

static double plain_log(uint64_t n)
{
    return log((double)n);
}

/* The largest l with n_1 < c (n_l + ... + n_m). */
static double recursive(const tacit_sensitive *s, size_t g, const diversity *d)
{
    const size_t m = s->start[g + 1] - s->start[g];
    uint64_t tail = 0;
    for (size_t i = 0; i < m; i++)
        d->sorted[i].key = s->count[s->start[g] + i];
    tacit_sensitive_sort(d->sorted, m);
    for (size_t l = m; l > 1; l--) {
        tail += d->sorted[m - l].key;
        if ((double)d->sorted[m - 1].key * (1.0 + TACIT_TOLERANCE) < d->c * (double)tail)
            return (double)l;
    }
    return 1.0;
}

static double value(const tacit_sensitive *s, size_t g, void *user)
{
    const diversity *d = user;
    const double m = (double)(s->start[g + 1] - s->start[g]);
    switch (d->kind) {
    case ENTROPY:
        return fmax(1.0, exp(entropy(s, g, plain_log)));
    case GRASSBERGER:
        return fmax(1.0, fmin(m, exp(entropy(s, g, corrected_log))));
    case RECURSIVE:
        return recursive(s, g, d);
    case DISTINCT:
        break;
    }
    return m;
}

static bool accepts(double x, const void *user)
{
    const diversity *d = user;
    return x + TACIT_TOLERANCE >= d->l;
}

/* No kind accepts a class of fewer than l values. */
static bool could(const tacit_sensitive *s, size_t g, const void *user)
{
    const diversity *d = user;
    return (double)(s->start[g + 1] - s->start[g]) + 2.0 * TACIT_TOLERANCE >= d->l;
}

/* Room for the counts of a class with all values. */
static tacit_status prepare(tacit_ctx *cx, const tacit_sensitive *s, void *user)
{
    diversity *d = user;
    return tacit_scratch(cx, s->values.n, sizeof *d->sorted, &d->sorted);
}

static tacit_status make_rule(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out)
{
    static const char *const definition[] = {
        "fewest distinct sensitive values in a class",
        "smallest exp(H) of a class, H the entropy of its sensitive values in nats",
        "smallest exp(H) of a class, at most its distinct values; H with Grassberger's correction",
        "the largest l for which n_1 < c (n_l + ... + n_m) in every class; 1 always holds",
    };
    static const unsigned traits[] = {
        [DISTINCT] = TACIT_JUDGE_MONOTONE | TACIT_JUDGE_CONVEX,
        [ENTROPY] = TACIT_JUDGE_CONVEX,
        [GRASSBERGER] = 0,
        [RECURSIVE] = TACIT_JUDGE_CONVEX,
    };
    diversity *d = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *d, &d));
    *d = (diversity){ .kind = (enum kind)tacit_arg_choice(args, KIND),
                      .l = tacit_arg_real(args, L),
                      .c = tacit_arg_real(args, C) };
    const bool whole = d->kind == DISTINCT || d->kind == RECURSIVE;
    if (d->kind == RECURSIVE && fabs(d->l - round(d->l)) > 0.0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'l' of recursive l-diversity must be a whole number.");
    *out = (tacit_class_rule){
        .better = TACIT_BETTER_HIGHER,
        .name = "l",
        .title = "Diversity of the least diverse class",
        .definition = definition[d->kind],
        .unit = whole ? TACIT_UNIT_COUNT : TACIT_UNIT_NUMBER,
        .larger = true,
        .from = 1.0,
        .step = 1.0,
        .traits = traits[d->kind],
        .fewest = (uint64_t)ceil(d->l - TACIT_TOLERANCE), /* no more values than records */
        .user = d,
        .prepare = prepare,
        .value = value,
        .accepts = accepts,
        .could = could,
    };
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    return tacit_sensitive_check(cx, subject, args, make_rule, result);
}

const tacit_model tacit_model_l_diversity = {
    .measure = { .about = { .name = "l_diversity",
                            .title = "l-diversity",
                            .summary =
                                "Every class has at least l well-represented sensitive values.",
                            .source =
                                "Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam (2006), "
                                "l-diversity: privacy beyond k-anonymity; Grassberger (2003), "
                                "Entropy "
                                "estimates from insufficient samplings",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .rule = make_rule,
};
