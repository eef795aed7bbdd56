/*
 * where.c - conditions: which declared groups of a column count.
 *
 * A number is an integer of its lattice, moved into its bounds; bins are [e_0, e_1), ... and the
 * last [e_n-1, e_n].  So every comparison is a half-open range [from, to) of steps, x > c being
 * x >= c + 1 step, and it can be asked if both ends are edges, where e_n + 1 step is the end of the
 * last bin.  What lies beyond the bounds ends at them.
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

/* The range of a comparison: between two steps, <= is < the next, and > is >= the next. */
static range range_of(tacit_compare c, int64_t x, bool beyond)
{
    const int64_t next = x + 1, at = beyond ? next : x;
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

/* The number of the edge at `steps`; refuse if there is none, naming the nearest. */
static tacit_status find_edge(const tacit_sql *s, const json_t *node, const tacit_domain *d,
                              int64_t steps, size_t *out)
{
    char low[TACIT_NUMBER_BYTES], high[TACIT_NUMBER_BYTES];
    if (steps > edge_of(d, d->n_bins))
        steps = edge_of(d, d->n_bins);
    for (*out = 0; edge_of(d, *out) < steps; (*out)++)
        TACIT_ASSERT(*out < d->n_bins);
    if (edge_of(d, *out) == steps || *out == 0)
        return TACIT_OK;
    tacit_format_real(tacit_domain_real(d, (double)d->edge[*out - 1]), low);
    tacit_format_real(tacit_domain_real(d, (double)d->edge[*out]), high);
    return tacit_sql_refuse_node(
        s, node, "out_of_range",
        "this does not part '%s' at an edge of its bins; the nearest are %s and %s, as in %s >= %s "
        "AND %s %s %s.",
        d->column, low, high, d->column, low, d->column, *out < d->n_bins ? "<" : "<=", high);
}

static tacit_status take_range(const tacit_sql *s, const json_t *node, size_t column, range r)
{
    const tacit_domain *d = &s->schema->column[column].domain;
    size_t from = 0, to = 0;
    bool *in = NULL;
    TACIT_TRY(find_edge(s, node, d, r.from, &from));
    TACIT_TRY(find_edge(s, node, d, r.to, &to));
    TACIT_TRY(tacit_scratch(s->cx, d->n_bins, sizeof *in, &in));
    for (size_t g = from; g < to; g++)
        in[g] = true;
    return tacit_query_restrict(s->cx, s->query, column, in);
}

/* ---- labels ---- */

/* The labels of a column at a level, to suggest one. */
typedef struct labels {
    const tacit_query_column *column;
    size_t level;
} labels;

static const char *label_at(const void *user, size_t i)
{
    const labels *all = user;
    return tacit_query_label(all->column, all->level, i);
}

/* Let the groups with the label that `node` names count. */
static tacit_status add_label(const tacit_sql *s, const json_t *node, const labels *all, bool *in)
{
    const size_t n = tacit_query_labels(all->column, all->level);
    const char *name = all->column->domain.column;
    tacit_sql_constant k = { 0 };
    size_t label = 0;
    TACIT_TRY(tacit_sql_constant_of(s, node, &k));
    while (label < n && strcmp(label_at(all, label), k.text) != 0)
        label++;
    const char *near = label < n ? NULL : tacit_suggest(k.text, n, label_at, all);
    if (near != NULL)
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "'%s' has no declared value '%s'; did you mean '%s'?", name,
                                     k.text, near);
    if (label == n)
        return tacit_sql_refuse_node(s, node, "unknown_name",
                                     "'%s' has no declared value '%s'; the first of its %zu is "
                                     "'%s'.",
                                     name, k.text, n, label_at(all, 0));
    for (size_t g = 0; g < tacit_query_labels(all->column, 0); g++)
        in[g] = in[g] || tacit_query_label_of(all->column, all->level, g) == label;
    return TACIT_OK;
}

/* = or IN: a constant, or a list of them. */
static tacit_status take_labels(const tacit_sql *s, const json_t *node, size_t column, size_t level)
{
    const labels all = { .column = &s->schema->column[column], .level = level };
    const json_t *list = tacit_sql_is(node, "List"), *items = json_object_get(list, "items");
    const size_t n = list != NULL ? json_array_size(items) : 1;
    bool *in = NULL;
    TACIT_TRY(tacit_scratch(s->cx, tacit_query_labels(all.column, 0), sizeof *in, &in));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(add_label(s, list != NULL ? json_array_get(items, i) : node, &all, in));
    return tacit_query_restrict(s->cx, s->query, column, in);
}

/* ---- one condition ---- */

/* A condition on its way: what is compared, and with what. */
typedef struct comparison {
    const json_t *node, *right;
    const char *kind;
    tacit_compare compare;
    size_t column, level;
    bool number; /* of which bins are made */
} comparison;

static tacit_status refuse_operator(const tacit_sql *s, const comparison *c)
{
    return tacit_sql_refuse_node(s, c->node, "not_supported",
                                 c->number ? "a number is compared by <, <=, =, >=, > or BETWEEN, "
                                             "at edges of its bins."
                                           : "values are compared by = or IN (...); list those "
                                             "that count.");
}

/* Bins by numbers at their edges. */
static tacit_status take_number(const tacit_sql *s, const comparison *c)
{
    const tacit_domain *d = &s->schema->column[c->column].domain;
    const json_t *list = json_object_get(tacit_sql_is(c->right, "List"), "items");
    int64_t x = 0;
    bool beyond = false;
    if (strcmp(c->kind, "AEXPR_BETWEEN") == 0) {
        TACIT_TRY(read_steps(s, json_array_get(list, 0), d, &x, &beyond));
        const int64_t from = range_of(TACIT_COMPARE_AT_LEAST, x, beyond).from;
        TACIT_TRY(read_steps(s, json_array_get(list, 1), d, &x, &beyond));
        const range r = { from, range_of(TACIT_COMPARE_AT_MOST, x, beyond).to };
        return take_range(s, c->node, c->column, r);
    }
    if (strcmp(c->kind, "AEXPR_OP") != 0 || c->compare == TACIT_COMPARE_OTHER)
        return refuse_operator(s, c);
    TACIT_TRY(read_steps(s, c->right, d, &x, &beyond));
    if (c->compare == TACIT_COMPARE_EQUAL && beyond)
        return tacit_sql_refuse_node(s, c->node, "out_of_range",
                                     "'%s' has no such value: it has fewer decimals.", d->column);
    return take_range(s, c->node, c->column, range_of(c->compare, x, beyond));
}

static tacit_status take_comparison(const tacit_sql *s, comparison *c)
{
    const bool in = strcmp(c->kind, "AEXPR_IN") == 0, op = strcmp(c->kind, "AEXPR_OP") == 0;
    if (c->number)
        return take_number(s, c);
    if ((!in && !op) || c->compare != TACIT_COMPARE_EQUAL)
        return refuse_operator(s, c);
    return take_labels(s, c->right, c->column, c->level);
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
    if (strcmp(kind, "AEXPR_OP") == 0 && tacit_sql_is_constant(s, left) &&
        tacit_sql_is_general(c.right)) {
        const json_t *constant = left;
        left = c.right;
        c.right = constant;
        c.compare = tacit_sql_flip(c.compare);
    }
    TACIT_TRY(tacit_sql_general(s, left, &c.column, &c.level));
    c.number = s->schema->column[c.column].domain.number && c.level == 0 &&
               tacit_sql_is(left, "ColumnRef") != NULL;
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
    const size_t n = tacit_query_labels(&s->schema->column[column], 0);
    TACIT_TRY(tacit_scratch(s->cx, n, sizeof *in, &in));
    memset(in, true, n);
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
