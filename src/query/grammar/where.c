/*
 * where.c - conditions: which declared groups of a column count.
 *
 * A number is an integer of its lattice, moved into its bounds; bins are [e_0, e_1), ... and the
 * last [e_n-1, e_n].  So every comparison is a half-open range [from, to) of steps, x > c being
 * x >= c + 1 step, and it can be asked if both ends are edges, where e_n + 1 step is the end of the
 * last bin.  What lies beyond the bounds ends at them.  A day is such a number, and a period of the
 * calendar a range of them.
 */
#include <math.h>
#include <string.h>

#include "query/grammar/own.h"

/* ---- operators ---- */

static const char *const SIGNS[] = {
    [TACIT_COMPARE_LESS] = "<",   [TACIT_COMPARE_AT_MOST] = "<=",  [TACIT_COMPARE_EQUAL] = "=",
    [TACIT_COMPARE_OTHER] = "<>", [TACIT_COMPARE_AT_LEAST] = ">=", [TACIT_COMPARE_MORE] = ">"
};

bool tacit_sql_compare(const json_t *node, tacit_compare *out)
{
    const json_t *names = json_object_get(tacit_sql_is(node, "A_Expr"), "name");
    const json_t *first = json_array_get(names, 0);
    const char *sign = json_string_value(json_object_get(tacit_sql_is(first, "String"), "sval"));
    for (unsigned i = 0; sign != NULL && i < sizeof SIGNS / sizeof SIGNS[0]; i++)
        if (json_array_size(names) == 1 && strcmp(SIGNS[i], sign) == 0) {
            *out = i;
            return true;
        }
    return false;
}

tacit_compare tacit_sql_flip(tacit_compare c)
{
    return c == TACIT_COMPARE_EQUAL || c == TACIT_COMPARE_OTHER ? c : TACIT_COMPARE_MORE - c;
}

/* ---- bins ---- */

/* What is asked of a number, in steps. */
typedef struct range {
    int64_t from, to;
} range;

/* A constant in steps, with `beyond` if it is between two of them, rounded down. */
static tacit_status read_steps(const tacit_sql *s, const json_t *node, const tacit_domain *d,
                               int64_t *out, bool *beyond)
{
    tacit_sql_constant k = { 0 };
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    if (!k.is_number)
        return tacit_sql_refuse_node(s, node, "wrong_type",
                                     "'%s' is a number; compare it with a number.", d->column);
    const double most = 1 + fmax(fabs((double)d->lattice.lower), fabs((double)d->lattice.upper));
    const double x = fmax(-most, fmin(most, k.number * pow(10, d->lattice.decimals)));
    const double whole = nearbyint(x);
    const bool on = fabs(x - whole) <= 1e-9 * fmax(1, fabs(whole)); /* as it was written */
    *out = (int64_t)(on ? whole : floor(x));
    *beyond = !on;
    return TACIT_OK;
}

/* The range of a comparison with what begins at `at` and ends before `next`. */
static range range_of(tacit_compare c, int64_t at, int64_t next)
{
    switch (c) {
    case TACIT_COMPARE_LESS:
        return (range){ INT64_MIN, at };
    case TACIT_COMPARE_AT_MOST:
        return (range){ INT64_MIN, next };
    case TACIT_COMPARE_AT_LEAST:
        return (range){ at, INT64_MAX };
    case TACIT_COMPARE_MORE:
        return (range){ next, INT64_MAX };
    default:
        return (range){ at, next };
    }
}

/* The end of bin `i`, from which on values are in the next; that of the last one included. */
static int64_t edge_of(const tacit_domain *d, size_t i)
{
    return i < d->n_bins ? d->edge[i] : d->edge[i] + 1;
}

/* An edge as it is written in a question. */
static tacit_status spell_edge(const tacit_sql *s, const tacit_domain *d, size_t i, char **out)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_domain_edge(d, i, text);
    return tacit_scratch_format(s->cx, out, d->date ? "DATE '%s'" : "%s", text);
}

/* The number of the edge at `steps`; refuse if there is none, naming the nearest. */
static tacit_status find_edge(const tacit_sql *s, const json_t *node, const tacit_domain *d,
                              int64_t steps, size_t *out)
{
    char *low = NULL, *high = NULL;
    if (steps > edge_of(d, d->n_bins))
        steps = edge_of(d, d->n_bins);
    for (*out = 0; edge_of(d, *out) < steps; (*out)++)
        TACIT_ASSERT(*out < d->n_bins);
    if (edge_of(d, *out) == steps || *out == 0)
        return TACIT_OK;
    TACIT_TRY(spell_edge(s, d, *out - 1, &low));
    TACIT_TRY(spell_edge(s, d, *out, &high));
    return tacit_sql_refuse_node(
        s, node, "out_of_range",
        "this does not part '%s' at an edge of its bins; the nearest are %s and %s, as in %s >= %s "
        "AND %s %s %s.",
        d->column, low, high, d->column, low, d->column, *out < d->n_bins ? "<" : "<=", high);
}

/* Let the bins of a range count. */
static tacit_status add_range(const tacit_sql *s, const json_t *node, const tacit_domain *d,
                              range r, bool *in)
{
    size_t from = 0, to = 0;
    TACIT_TRY(find_edge(s, node, d, r.from, &from));
    TACIT_TRY(find_edge(s, node, d, r.to, &to));
    for (size_t g = from; g < to; g++)
        in[g] = true;
    return TACIT_OK;
}

/* ---- labels ---- */

/* The labels of a column at a level, without the one of what is missing. */
typedef struct labels {
    const tacit_query_column *column;
    size_t level, n;
} labels;

static labels labels_of(const tacit_sql *s, size_t column, size_t level)
{
    labels all = { .column = &s->schema->column[column], .level = level };
    all.n = tacit_query_labels(all.column, level);
    if (all.n > 0 && tacit_query_label(all.column, level, all.n - 1) == NULL)
        all.n--;
    return all;
}

static const char *label_at(const void *user, size_t i)
{
    const labels *all = user;
    return tacit_query_label(all->column, all->level, i);
}

/* Let the groups with label number `label` count. */
static void add_groups(const labels *all, size_t label, bool *in)
{
    for (size_t g = 0; g < tacit_query_labels(all->column, 0); g++)
        in[g] = in[g] || tacit_query_label_of(all->column, all->level, g) == label;
}

/* Let the groups with the label that `node` names count. */
static tacit_status add_label(const tacit_sql *s, const json_t *node, const labels *all, bool *in)
{
    const tacit_query_column *c = all->column;
    const bool named = all->level > 0 && c->level[all->level - 1].name != NULL;
    const char *name = named ? c->level[all->level - 1].name : c->domain.column;
    tacit_sql_constant k = { 0 };
    size_t label = 0;
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    while (label < all->n && strcmp(label_at(all, label), k.text) != 0)
        label++;
    if (label < all->n) {
        add_groups(all, label, in);
        return TACIT_OK;
    }
    const char *near = tacit_suggest(k.text, all->n, label_at, all);
    if (near != NULL)
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "'%s' has no declared value '%s'; did you mean '%s'?", name,
                                     k.text, near);
    return tacit_sql_refuse_node(s, node, "unknown_name",
                                 "'%s' has no declared value '%s'; the first of its %zu is '%s'.",
                                 name, k.text, all->n, all->n > 0 ? label_at(all, 0) : "");
}

/* ---- numbers of public tables ---- */

static bool holds(double x, tacit_compare c, double y)
{
    switch (c) {
    case TACIT_COMPARE_LESS:
        return x < y;
    case TACIT_COMPARE_AT_MOST:
        return x <= y;
    case TACIT_COMPARE_OTHER:
        return x < y || x > y;
    case TACIT_COMPARE_AT_LEAST:
        return x >= y;
    case TACIT_COMPARE_MORE:
        return x > y;
    default:
        return x >= y && x <= y;
    }
}

/* Let the groups whose number in a public table compares so with a constant count. */
static tacit_status add_numbers(const tacit_sql *s, const json_t *node, const labels *all,
                                tacit_compare compare, bool *in)
{
    tacit_sql_constant k = { 0 };
    double x = 0;
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    if (!k.is_number && !tacit_parse_real(k.text, &k.number))
        return tacit_sql_refuse_node(s, node, "wrong_type",
                                     "'%s' is a number; compare it with a number.",
                                     all->column->level[all->level - 1].name);
    for (size_t l = 0; l < all->n; l++)
        if (tacit_parse_real(label_at(all, l), &x) && holds(x, compare, k.number))
            add_groups(all, l, in);
    return TACIT_OK;
}

/* ---- one condition ---- */

/* A condition on its way: what is compared, and with what. */
typedef struct comparison {
    const json_t *node, *right;
    const char *kind;
    tacit_compare compare;
    size_t column, level;
    bool number, date;       /* of which bins are made; the second is one of the first */
    tacit_sql_period period; /* of a date */
    bool public_number;
} comparison;

static tacit_status refuse_operator(const tacit_sql *s, const comparison *c)
{
    return tacit_sql_refuse_node(s, c->node, "not_supported", "%s",
                                 c->date ? "a date is compared by <, <=, =, >=, >, IN or "
                                           "BETWEEN, at edges of its bins."
                                 : c->number
                                     ? "a number is compared by <, <=, =, >=, > or BETWEEN, "
                                       "at edges of its bins."
                                     : "values are compared by = or IN (...); list those "
                                       "that count.");
}

/* Where what a constant means begins, and what comes after begins: between two steps both is the
 * next. */
static tacit_status read_bound(const tacit_sql *s, const comparison *c, const json_t *node,
                               int64_t *at, int64_t *next)
{
    const tacit_domain *d = &s->schema->column[c->column].domain;
    bool beyond = false;
    if (c->date)
        return tacit_sql_period_bound(s, &c->period, node, at, next);
    TACIT_TRY(read_steps(s, node, d, at, &beyond));
    *next = *at + 1;
    *at += beyond;
    if (beyond && c->compare == TACIT_COMPARE_EQUAL && strcmp(c->kind, "AEXPR_OP") == 0)
        return tacit_sql_refuse_node(s, c->node, "out_of_range",
                                     "'%s' has no such value: it has fewer decimals.", d->column);
    return TACIT_OK;
}

/* Bins by numbers or days at their edges. */
static tacit_status take_number(const tacit_sql *s, const comparison *c, bool *in)
{
    const tacit_domain *d = &s->schema->column[c->column].domain;
    const json_t *list = json_object_get(tacit_sql_is(c->right, "List"), "items");
    const bool is_in = strcmp(c->kind, "AEXPR_IN") == 0;
    int64_t at = 0, next = 0;
    if (strcmp(c->kind, "AEXPR_BETWEEN") == 0) {
        TACIT_TRY(read_bound(s, c, json_array_get(list, 0), &at, &next));
        const int64_t from = at;
        TACIT_TRY(read_bound(s, c, json_array_get(list, 1), &at, &next));
        return add_range(s, c->node, d, (range){ from, next }, in);
    }
    if ((strcmp(c->kind, "AEXPR_OP") != 0 && !(is_in && c->date)) ||
        c->compare == TACIT_COMPARE_OTHER)
        return refuse_operator(s, c);
    for (size_t i = 0; i < (is_in ? json_array_size(list) : 1); i++) {
        TACIT_TRY(read_bound(s, c, is_in ? json_array_get(list, i) : c->right, &at, &next));
        TACIT_TRY(add_range(s, c->node, d, range_of(c->compare, at, next), in));
    }
    return TACIT_OK;
}

/* Groups by their labels, or by what a public table says of them in numbers. */
static tacit_status take_labels(const tacit_sql *s, const comparison *c, bool *in)
{
    const labels all = labels_of(s, c->column, c->level);
    const bool is_in = strcmp(c->kind, "AEXPR_IN") == 0;
    const json_t *list = tacit_sql_is(c->right, "List"), *items = json_object_get(list, "items");
    if (!is_in && strcmp(c->kind, "AEXPR_OP") != 0)
        return refuse_operator(s, c);
    if (c->compare != TACIT_COMPARE_EQUAL && (is_in || !c->public_number))
        return refuse_operator(s, c);
    for (size_t i = 0; i < (list != NULL ? json_array_size(items) : 1); i++) {
        const json_t *node = list != NULL ? json_array_get(items, i) : c->right;
        TACIT_TRY(c->public_number ? add_numbers(s, node, &all, c->compare, in)
                                   : add_label(s, node, &all, in));
    }
    return TACIT_OK;
}

/* BETWEEN two numbers of a public table. */
static tacit_status take_between(const tacit_sql *s, const comparison *c)
{
    static const tacit_compare compare[] = { TACIT_COMPARE_AT_LEAST, TACIT_COMPARE_AT_MOST };
    const labels all = labels_of(s, c->column, c->level);
    const json_t *list = json_object_get(tacit_sql_is(c->right, "List"), "items");
    for (size_t i = 0; i < 2; i++) {
        bool *in = NULL;
        TACIT_TRY(tacit_scratch(s->cx, tacit_query_labels(all.column, 0), sizeof *in, &in));
        TACIT_TRY(add_numbers(s, json_array_get(list, i), &all, compare[i], in));
        TACIT_TRY(tacit_query_restrict(s->cx, s->query, c->column, in));
    }
    return TACIT_OK;
}

static tacit_status take_comparison(const tacit_sql *s, const comparison *c)
{
    bool *in = NULL;
    if (c->public_number && strcmp(c->kind, "AEXPR_BETWEEN") == 0)
        return take_between(s, c);
    TACIT_TRY(tacit_scratch(s->cx, tacit_query_labels(&s->schema->column[c->column], 0), sizeof *in,
                            &in));
    TACIT_TRY(c->number ? take_number(s, c, in) : take_labels(s, c, in));
    return tacit_query_restrict(s->cx, s->query, c->column, in);
}

/* What is compared. */
static tacit_status read_left(const tacit_sql *s, const json_t *left, comparison *c)
{
    TACIT_TRY(tacit_sql_general(s, left, &c->column, &c->level));
    const tacit_query_column *column = &s->schema->column[c->column];
    const tacit_query_level *level = c->level > 0 ? &column->level[c->level - 1] : NULL;
    const bool plain = c->level == 0 && tacit_sql_is(left, "ColumnRef") != NULL;
    c->public_number = level != NULL && level->table != NULL && level->number;
    c->number = column->domain.number && plain;
    c->date = c->number && column->domain.date;
    c->period =
        (tacit_sql_period){ .column = c->column, .period = TACIT_CALENDAR_DAY, .raw = true };
    if (!tacit_sql_is_period(left))
        return TACIT_OK;
    c->number = c->date = true;
    return tacit_sql_period_of(s, left, &c->period);
}

/* A comparison with the column on one side or on the other. */
static tacit_status read_comparison(const tacit_sql *s, const json_t *node)
{
    const json_t *e = tacit_sql_is(node, "A_Expr"), *left = json_object_get(e, "lexpr");
    const char *kind = json_string_value(json_object_get(e, "kind"));
    comparison c = { .node = node, .right = json_object_get(e, "rexpr"), .kind = kind };
    TACIT_TRY(tacit_sql_only(s, node, "kind name lexpr rexpr location"));
    const bool between = kind != NULL && strcmp(kind, "AEXPR_BETWEEN") == 0;
    if (kind == NULL || left == NULL || c.right == NULL ||
        (!between && !tacit_sql_compare(node, &c.compare)))
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "this operator cannot be used; there are =, IN, BETWEEN, <, "
                                     "<=, >= and >.");
    if (strcmp(kind, "AEXPR_OP") == 0 && tacit_sql_is_general(c.right) &&
        (tacit_sql_is_constant(s, left) || tacit_sql_is(left, "TypeCast") != NULL)) {
        const json_t *constant = left;
        left = c.right;
        c.right = constant;
        c.compare = tacit_sql_flip(c.compare);
    }
    TACIT_TRY(read_left(s, left, &c));
    return take_comparison(s, &c);
}

/* Records in which a column is not missing, or holds a declared value. */
static tacit_status read_present(const tacit_sql *s, const json_t *node)
{
    const json_t *test = tacit_sql_is(node, "NullTest");
    const char *type = json_string_value(json_object_get(test, "nulltesttype"));
    size_t column = 0, level = 0;
    bool *in = NULL;
    TACIT_TRY(tacit_sql_only(s, node, "arg nulltesttype location"));
    if (type == NULL || strcmp(type, "IS_NOT_NULL") != 0)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "records without a value cannot be asked for; IS NOT NULL "
                                     "can.");
    TACIT_TRY(tacit_sql_general(s, json_object_get(test, "arg"), &column, &level));
    const tacit_query_column *c = &s->schema->column[column];
    TACIT_TRY(tacit_scratch(s->cx, tacit_query_labels(c, 0), sizeof *in, &in));
    for (size_t g = 0; g < tacit_query_labels(c, 0); g++)
        in[g] = tacit_query_label(c, level, tacit_query_label_of(c, level, g)) != NULL;
    return tacit_query_restrict(s->cx, s->query, column, in);
}

tacit_status tacit_sql_where(const tacit_sql *s, const json_t *node)
{
    const json_t *all = tacit_sql_is(node, "BoolExpr"), *args = json_object_get(all, "args");
    if (tacit_sql_is(node, "A_Expr") != NULL)
        return read_comparison(s, node);
    if (tacit_sql_is(node, "NullTest") != NULL)
        return read_present(s, node);
    if (all == NULL)
        return tacit_sql_refuse_kind(
            s, node, "a condition is a comparison such as column = 'value'; several go with AND");
    const char *op = json_string_value(json_object_get(all, "boolop"));
    if (op == NULL || strcmp(op, "AND_EXPR") != 0)
        return tacit_sql_refuse_node(s, node, "not_supported",
                                     "conditions go together by AND alone; for several values of "
                                     "one column use IN (...).");
    TACIT_TRY(tacit_sql_only(s, node, "boolop args location"));
    for (size_t i = 0; i < json_array_size(args); i++)
        TACIT_TRY(tacit_sql_where(s, json_array_get(args, i)));
    return TACIT_OK;
}
