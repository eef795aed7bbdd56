/*
 * parse.c - conditions and values as trees of nodes.
 *
 * Recursive descent, one function for each strength of binding: or, and, not, comparisons, sums,
 * products, what stands alone.  A comparison may go on, as in 0 <= age <= 120.
 */
#include <string.h>

#include "synth/tie/own.h"

enum { MOST_DEPTH = 100 };

tacit_status tacit_tie_node_of(tacit_ctx *cx, tacit_tie_op op, tacit_tie_kind kind,
                               tacit_tie_node *const arg[3], tacit_tie_node **out)
{
    tacit_tie_node *node = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *node, &node));
    node->op = op;
    node->kind = kind;
    for (size_t i = 0; arg != NULL && i < 3; i++)
        node->arg[i] = arg[i];
    *out = node;
    return TACIT_OK;
}

/* A node of two arguments. */
static tacit_status join(tacit_tie_reader *r, tacit_tie_op op, tacit_tie_node *a, tacit_tie_node *b,
                         tacit_tie_node **out)
{
    const bool sum = op < TACIT_TIE_IF;
    return tacit_tie_node_of(r->cx, op, sum ? TACIT_TIE_KIND_NUMBER : TACIT_TIE_KIND_CONDITION,
                             (tacit_tie_node *const[3]){ a, b, NULL }, out);
}

static bool is_of(const tacit_tie_node *node, tacit_tie_kind kind)
{
    return node->kind == kind ||
           (node->kind == TACIT_TIE_KIND_ANY && kind != TACIT_TIE_KIND_CONDITION);
}

static tacit_status need(tacit_tie_reader *r, const tacit_tie_node *node, tacit_tie_kind kind)
{
    if (is_of(node, kind))
        return TACIT_OK;
    return tacit_tie_refuse(r, kind == TACIT_TIE_KIND_CONDITION
                                   ? "a value stands where a condition belongs"
                                   : "a text or condition stands where a number belongs");
}

/* ---- what stands alone ---- */

static tacit_status add_variable(tacit_tie_reader *r, size_t at, size_t *out)
{
    tacit_tie_book *ties = r->ties;
    *out = tacit_ties_find(ties, at);
    if (*out < ties->variables)
        return TACIT_OK;
    if (ties->variables == TACIT_TIE_VARIABLES)
        return tacit_tie_refuse(r, "all of them together name more than 64 columns");
    const tacit_column *c = tacit_table_column(r->data, at);
    const tacit_type type = tacit_column_type(c);
    ties->variable[ties->variables++] = (tacit_tie_variable){
        .column = c, .at = at, .whole = type == TACIT_TYPE_INTEGER || type == TACIT_TYPE_DATE
    };
    return TACIT_OK;
}

tacit_status tacit_tie_read_variable(tacit_tie_reader *r, size_t *out)
{
    if (r->now.sign != TACIT_SIGN_NAME)
        return tacit_tie_refuse(r, "the name of a column is missing");
    const size_t at = tacit_table_find(r->data, r->now.text);
    if (at == tacit_table_columns(r->data))
        return tacit_fail(r->cx, TACIT_ERR_INPUT, "%s %zu, '%s', names '%s', which is no column.",
                          r->kind, r->number, r->words, r->now.text);
    TACIT_TRY(add_variable(r, at, out));
    return tacit_tie_next(r);
}

static tacit_status read_column(tacit_tie_reader *r, tacit_tie_node **out)
{
    size_t v = 0;
    TACIT_TRY(tacit_tie_read_variable(r, &v));
    const bool text = tacit_column_type(r->ties->variable[v].column) == TACIT_TYPE_CATEGORY;
    TACIT_TRY(tacit_tie_node_of(r->cx, TACIT_TIE_VARIABLE,
                                text ? TACIT_TIE_KIND_TEXT : TACIT_TIE_KIND_NUMBER, NULL, out));
    (*out)->variable = v;
    return TACIT_OK;
}

static tacit_status read_literal(tacit_tie_reader *r, tacit_tie_node **out)
{
    const bool text = r->now.sign == TACIT_SIGN_TEXT;
    TACIT_TRY(tacit_tie_node_of(r->cx, text ? TACIT_TIE_TEXT : TACIT_TIE_NUMBER,
                                text ? TACIT_TIE_KIND_TEXT : TACIT_TIE_KIND_NUMBER, NULL, out));
    (*out)->x = r->now.number;
    (*out)->text = r->now.text;
    if (text) {
        (*out)->next = *r->texts;
        *r->texts = *out;
    }
    return tacit_tie_next(r);
}

/* floor(x), round(x), min(x, y), max(x, y). */
static tacit_status read_call(tacit_tie_reader *r, tacit_tie_op op, tacit_tie_node **out)
{
    tacit_tie_node *arg[3] = { NULL };
    TACIT_TRY(tacit_tie_next(r));
    TACIT_TRY(tacit_tie_expect(r, "("));
    TACIT_TRY(tacit_tie_read_value(r, &arg[0]));
    TACIT_TRY(need(r, arg[0], TACIT_TIE_KIND_NUMBER));
    if (op == TACIT_TIE_MIN || op == TACIT_TIE_MAX) {
        TACIT_TRY(tacit_tie_expect(r, ","));
        TACIT_TRY(tacit_tie_read_value(r, &arg[1]));
        TACIT_TRY(need(r, arg[1], TACIT_TIE_KIND_NUMBER));
    }
    TACIT_TRY(tacit_tie_expect(r, ")"));
    return tacit_tie_node_of(r->cx, op, TACIT_TIE_KIND_NUMBER, arg, out);
}

static tacit_status read_choice(tacit_tie_reader *r, tacit_tie_node **out)
{
    tacit_tie_node *arg[3] = { NULL };
    TACIT_TRY(tacit_tie_next(r));
    TACIT_TRY(tacit_tie_read_condition(r, &arg[0]));
    TACIT_TRY(tacit_tie_expect(r, "then"));
    TACIT_TRY(tacit_tie_read_value(r, &arg[1]));
    TACIT_TRY(tacit_tie_expect(r, "else"));
    TACIT_TRY(tacit_tie_read_value(r, &arg[2]));
    const tacit_tie_kind kind = arg[1]->kind != TACIT_TIE_KIND_ANY ? arg[1]->kind : arg[2]->kind;
    if (!is_of(arg[1], kind) || !is_of(arg[2], kind))
        return tacit_tie_refuse(r, "what stands after then and else is not of one kind");
    return tacit_tie_node_of(r->cx, TACIT_TIE_IF, kind, arg, out);
}

static tacit_status read_any(tacit_tie_reader *r, tacit_tie_node **out);

/* The function at hand: a name with a bracket behind it. */
static bool is_call(const tacit_tie_reader *r, tacit_tie_op *op)
{
    static const char *const names[] = { "floor", "round", "min", "max" };
    static const tacit_tie_op ops[] = { TACIT_TIE_FLOOR, TACIT_TIE_ROUND, TACIT_TIE_MIN,
                                        TACIT_TIE_MAX };
    const char *at = r->at + strspn(r->at, " ");
    for (size_t i = 0; *at == '(' && r->now.sign == TACIT_SIGN_NAME && i < 4; i++)
        if (strcmp(r->now.text, names[i]) == 0) {
            *op = ops[i];
            return true;
        }
    return false;
}

static tacit_status read_primary(tacit_tie_reader *r, tacit_tie_node **out)
{
    tacit_tie_op op = TACIT_TIE_FLOOR;
    bool taken = false;
    if (r->now.sign == TACIT_SIGN_NUMBER || r->now.sign == TACIT_SIGN_TEXT)
        return read_literal(r, out);
    if (is_call(r, &op))
        return read_call(r, op, out);
    if (r->now.sign == TACIT_SIGN_NAME)
        return read_column(r, out);
    if (tacit_tie_is(r, "if"))
        return read_choice(r, out);
    TACIT_TRY(tacit_tie_take(r, "missing", &taken));
    if (taken)
        return tacit_tie_node_of(r->cx, TACIT_TIE_MISSING, TACIT_TIE_KIND_ANY, NULL, out);
    TACIT_TRY(tacit_tie_take(r, "(", &taken));
    if (!taken)
        return tacit_tie_refuse(r, "a column, a number or a text is missing");
    TACIT_TRY(read_any(r, out));
    return tacit_tie_expect(r, ")");
}

/* ---- sums and products ---- */

static tacit_status read_factor(tacit_tie_reader *r, tacit_tie_node **out)
{
    tacit_tie_node *zero = NULL, *of = NULL;
    bool minus = false;
    TACIT_TRY(tacit_tie_take(r, "-", &minus));
    if (!minus)
        return read_primary(r, out);
    TACIT_TRY(read_primary(r, &of));
    TACIT_TRY(need(r, of, TACIT_TIE_KIND_NUMBER));
    TACIT_TRY(tacit_tie_node_of(r->cx, TACIT_TIE_NUMBER, TACIT_TIE_KIND_NUMBER, NULL, &zero));
    return join(r, TACIT_TIE_SUBTRACT, zero, of, out);
}

/* A row of operands with one of two signs between them. */
typedef struct binding {
    const char *sign[2];
    tacit_tie_op op[2];
    tacit_tie_kind kind;
    tacit_status (*read)(tacit_tie_reader *r, tacit_tie_node **out);
} binding;

static tacit_status read_row(tacit_tie_reader *r, const binding *b, tacit_tie_node **out)
{
    TACIT_TRY(b->read(r, out));
    for (;;) {
        const size_t k = b->sign[0] != NULL && tacit_tie_is(r, b->sign[0]) ? 0 : 1;
        tacit_tie_node *right = NULL;
        if (b->sign[k] == NULL || !tacit_tie_is(r, b->sign[k]))
            return TACIT_OK;
        TACIT_TRY(need(r, *out, b->kind));
        TACIT_TRY(tacit_tie_next(r));
        TACIT_TRY(b->read(r, &right));
        TACIT_TRY(need(r, right, b->kind));
        TACIT_TRY(join(r, b->op[k], *out, right, out));
    }
}

static tacit_status read_product(tacit_tie_reader *r, tacit_tie_node **out)
{
    static const binding b = {
        { "*", "/" }, { TACIT_TIE_MULTIPLY, TACIT_TIE_DIVIDE }, TACIT_TIE_KIND_NUMBER, read_factor
    };
    return read_row(r, &b, out);
}

tacit_status tacit_tie_read_value(tacit_tie_reader *r, tacit_tie_node **out)
{
    static const binding b = {
        { "+", "-" }, { TACIT_TIE_ADD, TACIT_TIE_SUBTRACT }, TACIT_TIE_KIND_NUMBER, read_product
    };
    if (++r->depth > MOST_DEPTH)
        return tacit_tie_refuse(r, "it is nested too deeply");
    TACIT_TRY(read_row(r, &b, out));
    r->depth--;
    return TACIT_OK;
}

/* ---- conditions ---- */

static tacit_status negate(tacit_tie_reader *r, tacit_tie_node **node)
{
    return tacit_tie_node_of(r->cx, TACIT_TIE_NOT, TACIT_TIE_KIND_CONDITION,
                             (tacit_tie_node *const[3]){ *node, NULL, NULL }, node);
}

static tacit_status compare(tacit_tie_reader *r, const char *sign, tacit_tie_node *a,
                            tacit_tie_node *b, tacit_tie_node **out)
{
    const bool equal = strcmp(sign, "=") == 0 || strcmp(sign, "==") == 0;
    const bool unequal = strcmp(sign, "!=") == 0 || strcmp(sign, "<>") == 0;
    const bool texts = is_of(a, TACIT_TIE_KIND_TEXT) && is_of(b, TACIT_TIE_KIND_TEXT);
    if (!texts || (!equal && !unequal)) {
        TACIT_TRY(need(r, a, TACIT_TIE_KIND_NUMBER));
        TACIT_TRY(need(r, b, TACIT_TIE_KIND_NUMBER));
    }
    if (equal || unequal) {
        TACIT_TRY(join(r, TACIT_TIE_EQUAL, a, b, out));
        return unequal ? negate(r, out) : TACIT_OK;
    }
    const tacit_tie_op op = sign[1] == '=' ? TACIT_TIE_LESS_EQUAL : TACIT_TIE_LESS;
    return sign[0] == '<' ? join(r, op, a, b, out) : join(r, op, b, a, out);
}

static bool is_comparison(const tacit_tie_reader *r)
{
    return r->now.sign == TACIT_SIGN_MARK && strchr("<>=!", r->now.text[0]) != NULL;
}

/* is missing, is not missing; `a` is read already. */
static tacit_status read_is(tacit_tie_reader *r, tacit_tie_node *a, tacit_tie_node **out)
{
    bool no = false;
    TACIT_TRY(tacit_tie_next(r));
    TACIT_TRY(tacit_tie_take(r, "not", &no));
    TACIT_TRY(tacit_tie_expect(r, "missing"));
    if (a->kind == TACIT_TIE_KIND_CONDITION)
        return tacit_tie_refuse(r, "a condition is never missing");
    TACIT_TRY(join(r, TACIT_TIE_IS_MISSING, a, NULL, out));
    return no ? negate(r, out) : TACIT_OK;
}

/* in (x, y); `a` is read already. */
static tacit_status read_in(tacit_tie_reader *r, tacit_tie_node *a, tacit_tie_node **out)
{
    bool more = true;
    TACIT_TRY(tacit_tie_next(r));
    TACIT_TRY(tacit_tie_expect(r, "("));
    *out = NULL;
    while (more) {
        tacit_tie_node *b = NULL, *same = NULL;
        TACIT_TRY(tacit_tie_read_value(r, &b));
        TACIT_TRY(compare(r, "=", a, b, &same));
        if (*out == NULL)
            *out = same;
        else
            TACIT_TRY(join(r, TACIT_TIE_OR, *out, same, out));
        TACIT_TRY(tacit_tie_take(r, ",", &more));
    }
    return tacit_tie_expect(r, ")");
}

static tacit_status read_comparison(tacit_tie_reader *r, tacit_tie_node **out)
{
    tacit_tie_node *left = NULL, *all = NULL;
    TACIT_TRY(tacit_tie_read_value(r, &left));
    *out = left;
    if (tacit_tie_is(r, "is"))
        return read_is(r, left, out);
    if (tacit_tie_is(r, "in"))
        return read_in(r, left, out);
    while (is_comparison(r)) {
        const char *sign = r->now.text;
        tacit_tie_node *right = NULL, *one = NULL;
        TACIT_TRY(tacit_tie_next(r));
        TACIT_TRY(tacit_tie_read_value(r, &right));
        TACIT_TRY(compare(r, sign, left, right, &one));
        if (all == NULL)
            all = one;
        else
            TACIT_TRY(join(r, TACIT_TIE_AND, all, one, &all));
        left = right;
        *out = all;
    }
    return TACIT_OK;
}

static tacit_status read_not(tacit_tie_reader *r, tacit_tie_node **out)
{
    bool no = false;
    TACIT_TRY(tacit_tie_take(r, "not", &no));
    TACIT_TRY(read_comparison(r, out));
    if (!no)
        return TACIT_OK;
    TACIT_TRY(need(r, *out, TACIT_TIE_KIND_CONDITION));
    return negate(r, out);
}

static tacit_status read_and(tacit_tie_reader *r, tacit_tie_node **out)
{
    static const binding b = {
        { "and", NULL }, { TACIT_TIE_AND }, TACIT_TIE_KIND_CONDITION, read_not
    };
    return read_row(r, &b, out);
}

/* A condition or a value: brackets may hold both. */
static tacit_status read_any(tacit_tie_reader *r, tacit_tie_node **out)
{
    static const binding b = {
        { "or", NULL }, { TACIT_TIE_OR }, TACIT_TIE_KIND_CONDITION, read_and
    };
    return read_row(r, &b, out);
}

tacit_status tacit_tie_read_condition(tacit_tie_reader *r, tacit_tie_node **out)
{
    TACIT_TRY(read_any(r, out));
    return need(r, *out, TACIT_TIE_KIND_CONDITION);
}

tacit_status tacit_tie_assign(tacit_tie_reader *r, size_t v, tacit_tie_node *value,
                              tacit_tie_node **out)
{
    const bool text = tacit_column_type(r->ties->variable[v].column) == TACIT_TYPE_CATEGORY;
    const tacit_tie_kind kind = text ? TACIT_TIE_KIND_TEXT : TACIT_TIE_KIND_NUMBER;
    tacit_tie_node *own = NULL;
    if (!is_of(value, kind))
        return tacit_tie_refuse(r, "the value is not of the kind that the column holds");
    TACIT_TRY(tacit_tie_node_of(r->cx, TACIT_TIE_VARIABLE, kind, NULL, &own));
    own->variable = v;
    if (value->op == TACIT_TIE_MISSING)
        return join(r, TACIT_TIE_IS_MISSING, own, NULL, out);
    return join(r, TACIT_TIE_EQUAL, own, value, out);
}
