/*
 * t_closeness.c - t-closeness (Li, Li and Venkatasubramanian 2007).
 *
 * The distribution of the sensitive values in every class is at most t away from that in
 * the whole table, by the earth mover's distance with ground distances
 *   equal         1 between any two values: half the sum of |p - q|
 *   ordered       |rank gap| / (m - 1), m values in order
 *   hierarchical  height of the lowest common node in the column's hierarchy / H
 *   numeric       |x - y| / range: the true distance of numbers and dates
 * all between 0 and 1.  The value of a class is its distance.
 *
 * Every distance is convex in the class's distribution (the earth mover's distance is a
 * maximum of linear functions of it), and that of joined classes is a mixture: CONVEX.
 *
 * Missing sensitive values are left out of both distributions.  O(d log m) for a class of
 * d distinct values, O(d levels) in a hierarchy.
 */
#include "micro/model/ground.h"

#include "micro/model/class_judge.h"

enum { T, DISTANCE, ORDER, SENSITIVE, MISSING, DRIVERS };
enum distance { EQUAL, ORDERED, HIERARCHICAL, NUMERIC };

static const char *const DISTANCES[] = { "equal", "ordered", "hierarchical", "numeric", NULL };

static const tacit_param PARAMS[] = {
    [T] = { .name = "t",
            .type = TACIT_PARAM_REAL,
            .preset = 0.2,
            .max = 1,
            .importance = TACIT_FIRST,
            .help = "the largest distance of a class from the whole table" },
    [DISTANCE] = { .name = "distance",
                   .type = TACIT_PARAM_CHOICE,
                   .choices = DISTANCES,
                   .help = "how far two sensitive values are from each other" },
    [ORDER] = { .name = "order",
                .type = TACIT_PARAM_TEXTS,
                .need = TACIT_OPTIONAL,
                .help = "for ordered distance of a category: its values from low to high; in "
                        "the order of their texts if left out" },
    [SENSITIVE] = TACIT_PARAM_SENSITIVE,
    [MISSING] = TACIT_MISSING_PARAM,
    [DRIVERS] = TACIT_PARAM_DRIVERS,
    TACIT_PARAM_END
};

/* What the rule needs to know. */
typedef struct closeness {
    double t;
    enum distance distance;
    const tacit_value *order;
    tacit_line line;
    tacit_ground_tree tree;
} closeness;

static tacit_status prepare(tacit_ctx *cx, const tacit_sensitive *s, void *user)
{
    closeness *c = user;
    const bool category = tacit_column_type(s->column) == TACIT_TYPE_CATEGORY;
    if (c->distance == NUMERIC && category)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Numeric distance needs numbers or dates, but "
                          "column '%s' is a category.",
                          tacit_column_name(s->column));
    if (s->values.n == 0 || c->distance == EQUAL)
        return TACIT_OK;
    if (c->distance == HIERARCHICAL)
        return tacit_tree_make(cx, s, &c->tree);
    return tacit_line_make(cx, s, c->order, c->distance == NUMERIC, &c->line);
}

static void refit(const tacit_sensitive *s, void *user)
{
    const closeness *c = user;
    if (s->values.n == 0 || c->distance == EQUAL)
        return;
    if (c->distance == HIERARCHICAL)
        tacit_tree_refit(&c->tree, s);
    else
        tacit_line_refit(&c->line, s);
}

/* What the values that are more frequent in the class have too much. */
static double equal_distance(const tacit_sensitive *s, size_t g)
{
    double sum = 0.0;
    for (size_t i = s->start[g]; i < s->start[g + 1]; i++) {
        const double p = (double)s->count[i] / (double)s->size[g];
        const double q = (double)s->total[s->value[i]] / (double)s->known;
        sum += p > q ? p - q : 0.0;
    }
    return sum;
}

static double value(const tacit_sensitive *s, size_t g, void *user)
{
    const closeness *c = user;
    const double x = c->distance == EQUAL          ? equal_distance(s, g)
                     : c->distance == HIERARCHICAL ? tacit_tree_distance(&c->tree, s, g)
                                                   : tacit_line_distance(&c->line, s, g);
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x; /* rounding aside */
}

static bool accepts(double x, const void *user)
{
    const closeness *c = user;
    return x <= c->t + TACIT_TOLERANCE;
}

/* What the class has none of must come from elsewhere: by equal distances, a distance of the
 * values' share in the whole table at least. */
static bool could(const tacit_sensitive *s, size_t g, const void *user)
{
    const closeness *c = user;
    uint64_t seen = 0;
    for (size_t i = s->start[g]; i < s->start[g + 1]; i++)
        seen += s->total[s->value[i]];
    return c->distance != EQUAL ||
           1.0 - (double)seen / (double)s->known <= c->t + 2.0 * TACIT_TOLERANCE;
}

static tacit_status make_rule(tacit_ctx *cx, const tacit_args *args, tacit_class_rule *out)
{
    static const char *const definition[] = {
        "largest distance of a class from the whole table: half the sum of |p - q|",
        "largest earth mover's distance of a class from the whole table, over ranks / (m - 1)",
        "largest earth mover's distance of a class from the whole table, over heights / H",
        "largest earth mover's distance of a class from the whole table, over |x - y| / range",
    };
    closeness *c = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *c, &c));
    *c = (closeness){ .t = tacit_arg_real(args, T),
                      .order = &args->at[ORDER],
                      .distance = (enum distance)tacit_arg_choice(args, DISTANCE) };
    *out = (tacit_class_rule){
        .better = TACIT_BETTER_LOWER,
        .name = "t",
        .title = "Distance of the farthest class",
        .definition = definition[c->distance],
        .unit = TACIT_UNIT_PROBABILITY,
        .from = 0.0,
        .step = 0.1,
        .traits = TACIT_JUDGE_CONVEX,
        .relative = true,
        .user = c,
        .prepare = prepare,
        .refit = refit,
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

const tacit_model tacit_model_t_closeness = {
    .measure = { .about = { .name = "t_closeness",
                            .title = "t-closeness",
                            .summary = "In every class sensitive values are distributed nearly as "
                                       "in the whole "
                                       "table.",
                            .source =
                                "Li, Li and Venkatasubramanian (2007), t-closeness: privacy beyond "
                                "k-anonymity and l-diversity",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_KEYS | TACIT_NEEDS_SENSITIVE,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
    .rule = make_rule,
};
