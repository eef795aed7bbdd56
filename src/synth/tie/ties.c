/*
 * ties.c - the rules of a plan, read for the columns of a file.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "synth/tie/own.h"

/* ---- texts ---- */

/* All texts that are read or that a named column has. */
typedef struct shelf {
    const char **text;
    size_t n;
} shelf;

static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const shelf *s = user;
    return strcmp(s->text[a], s->text[b]) <= 0;
}

static tacit_status gather_texts(tacit_ctx *cx, const tacit_tie_book *ties, shelf *out)
{
    size_t n = 0;
    for (size_t v = 0; v < ties->variables; v++)
        if (tacit_column_type(ties->variable[v].column) == TACIT_TYPE_CATEGORY)
            n += tacit_dict_size(tacit_column_dict(ties->variable[v].column));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->text, &out->text));
    for (size_t v = 0; v < ties->variables; v++) {
        if (tacit_column_type(ties->variable[v].column) != TACIT_TYPE_CATEGORY)
            continue;
        const tacit_dict *dict = tacit_column_dict(ties->variable[v].column);
        for (uint32_t k = 0; k < tacit_dict_size(dict); k++)
            out->text[out->n++] = tacit_dict_text(dict, k);
    }
    return TACIT_OK;
}

/* Number the texts: equal ones alike, in their order. */
static tacit_status number_texts(tacit_ctx *cx, tacit_tie_book *ties, shelf *all)
{
    uint32_t *order = NULL, *number = NULL;
    const char **sorted = NULL;
    size_t n = 0, next = 0;
    TACIT_TRY(gather_texts(cx, ties, all));
    TACIT_TRY(tacit_sort_by(cx, all->n, is_before, all, &order));
    TACIT_TRY(tacit_scratch(cx, all->n, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, all->n, sizeof *sorted, &sorted));
    for (size_t i = 0; i < all->n; i++) {
        const char *text = all->text[order[i]];
        if (n == 0 || strcmp(sorted[n - 1], text) != 0)
            sorted[n++] = text;
        number[order[i]] = (uint32_t)(n - 1);
    }
    for (size_t v = 0; v < ties->variables; v++) {
        if (tacit_column_type(ties->variable[v].column) != TACIT_TYPE_CATEGORY)
            continue;
        ties->variable[v].text = number + next;
        next += tacit_dict_size(tacit_column_dict(ties->variable[v].column));
    }
    *all = (shelf){ sorted, n };
    return TACIT_OK;
}

/* Give the texts of conditions their numbers. */
static tacit_status find_texts(tacit_ctx *cx, const shelf *all, tacit_tie_node *text)
{
    for (; text != NULL; text = text->next) {
        size_t low = 0, high = all->n;
        while (low < high) {
            const size_t mid = low + (high - low) / 2;
            if (strcmp(all->text[mid], text->text) < 0)
                low = mid + 1;
            else
                high = mid;
        }
        if (low == all->n || strcmp(all->text[low], text->text) != 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "A rule, constraint or formula has the text '%s', which no column "
                              "that is named in them holds.",
                              text->text);
        text->x = (double)low;
    }
    return TACIT_OK;
}

/* ---- what is read ---- */

static tacit_status end(tacit_tie_reader *r)
{
    return r->now.sign == TACIT_SIGN_END ? TACIT_OK
                                         : tacit_tie_refuse(r, "something stands behind its end");
}

/* Take a condition into the list, the parts of a conjunction each for itself. */
static void add_condition(tacit_tie_reader *r, tacit_tie_node *node, bool fills)
{
    if (node->op == TACIT_TIE_AND) {
        add_condition(r, node->arg[0], fills);
        add_condition(r, node->arg[1], fills);
        return;
    }
    r->ties->condition[r->ties->conditions++] = (tacit_tie_condition){
        .kind = r->kind, .words = r->words, .number = r->number, .holds = node, .fills = fills
    };
}

static size_t count_conjuncts(const tacit_tie_node *node)
{
    return node->op == TACIT_TIE_AND ? count_conjuncts(node->arg[0]) + count_conjuncts(node->arg[1])
                                     : 1;
}

/* Make room for `n` more conditions. */
static tacit_status make_room(tacit_tie_reader *r, size_t n)
{
    tacit_tie_condition *more = NULL;
    TACIT_TRY(tacit_scratch(r->cx, r->ties->conditions + n, sizeof *more, &more));
    for (size_t k = 0; k < r->ties->conditions; k++)
        more[k] = r->ties->condition[k];
    r->ties->condition = more;
    return TACIT_OK;
}

static tacit_status read_observed(tacit_tie_reader *r)
{
    tacit_tie_observed *set = &r->ties->set[r->ties->observed++];
    bool more = true;
    *set = (tacit_tie_observed){ .words = r->words, .number = r->number };
    TACIT_TRY(tacit_tie_next(r));
    TACIT_TRY(tacit_tie_expect(r, "("));
    while (more) {
        size_t v = 0;
        TACIT_TRY(tacit_tie_read_variable(r, &v));
        if ((set->names >> v & 1) != 0)
            return tacit_tie_refuse(r, "it names a column twice");
        set->variable[set->n++] = v;
        set->names |= (uint64_t)1 << v;
        TACIT_TRY(tacit_tie_take(r, ",", &more));
    }
    TACIT_TRY(tacit_tie_expect(r, ")"));
    return end(r);
}

static tacit_status read_constraint(tacit_tie_reader *r)
{
    tacit_tie_node *node = NULL;
    if (r->now.sign == TACIT_SIGN_NAME && strcmp(r->now.text, "observed") == 0 && *r->at == '(')
        return read_observed(r);
    TACIT_TRY(tacit_tie_read_condition(r, &node));
    TACIT_TRY(make_room(r, count_conjuncts(node)));
    add_condition(r, node, false);
    return end(r);
}

/* The value of a rule: "= value", or "is missing". */
static tacit_status read_filling(tacit_tie_reader *r, tacit_tie_node **out)
{
    bool is = false;
    TACIT_TRY(tacit_tie_take(r, "is", &is));
    if (!is) {
        TACIT_TRY(tacit_tie_expect(r, "="));
        return tacit_tie_read_value(r, out);
    }
    TACIT_TRY(tacit_tie_expect(r, "missing"));
    return tacit_tie_node_of(r->cx, TACIT_TIE_MISSING, TACIT_TIE_KIND_ANY, NULL, out);
}

static tacit_status read_rule(tacit_tie_reader *r)
{
    tacit_tie_fill *fill = &r->ties->fill[r->ties->fills++];
    tacit_tie_node *when = NULL, *value = NULL, *same = NULL, *holds = NULL;
    *fill = (tacit_tie_fill){ .words = r->words, .number = r->number };
    TACIT_TRY(tacit_tie_expect(r, "if"));
    TACIT_TRY(tacit_tie_read_condition(r, &when));
    TACIT_TRY(tacit_tie_expect(r, "then"));
    TACIT_TRY(tacit_tie_read_variable(r, &fill->variable));
    TACIT_TRY(read_filling(r, &value));
    fill->when = when;
    fill->value = value;
    TACIT_TRY(tacit_tie_assign(r, fill->variable, value, &same));
    TACIT_TRY(tacit_tie_node_of(r->cx, TACIT_TIE_NOT, TACIT_TIE_KIND_CONDITION,
                                (tacit_tie_node *const[3]){ when, NULL, NULL }, &when));
    TACIT_TRY(tacit_tie_node_of(r->cx, TACIT_TIE_OR, TACIT_TIE_KIND_CONDITION,
                                (tacit_tie_node *const[3]){ when, same, NULL }, &holds));
    TACIT_TRY(make_room(r, 1));
    add_condition(r, holds, true);
    return end(r);
}

static tacit_status read_derived(tacit_tie_reader *r)
{
    tacit_tie_node *value = NULL, *same = NULL;
    size_t v = 0;
    TACIT_TRY(tacit_tie_read_variable(r, &v));
    TACIT_TRY(tacit_tie_expect(r, "="));
    TACIT_TRY(tacit_tie_read_value(r, &value));
    TACIT_TRY(tacit_tie_assign(r, v, value, &same)); /* for its check of the kind */
    if (r->ties->variable[v].formula != NULL)
        return tacit_tie_refuse(r, "its column has a formula already");
    r->ties->variable[v].formula = value;
    r->ties->variable[v].number = r->number;
    r->ties->derived++;
    return end(r);
}

/* Read a list of one kind. */
static tacit_status read_list(tacit_tie_reader *r, const char *const *words, size_t n,
                              tacit_status (*read)(tacit_tie_reader *r))
{
    for (size_t i = 0; i < n; i++) {
        r->words = r->at = words[i];
        r->number = i + 1;
        r->depth = 0;
        TACIT_TRY(tacit_tie_next(r));
        TACIT_TRY(read(r));
    }
    return TACIT_OK;
}

/* Whether two rules give one column two values for sure. */
static bool differ(const tacit_tie_fill *a, const tacit_tie_fill *b)
{
    const tacit_tie_op p = a->value->op, q = b->value->op;
    if (a->variable != b->variable || p >= TACIT_TIE_VARIABLE || q >= TACIT_TIE_VARIABLE)
        return false;
    if (p == TACIT_TIE_TEXT && q == TACIT_TIE_TEXT)
        return strcmp(a->value->text, b->value->text) != 0;
    return p != q || fabs(a->value->x - b->value->x) > 0.0;
}

/* Of two such rules at most one applies to a record: say so, that columns which both go by are made
 * to fit. */
static tacit_status part_rules(tacit_tie_reader *r)
{
    const tacit_tie_fill *fill = r->ties->fill;
    for (size_t a = 0; a < r->ties->fills; a++)
        for (size_t b = a + 1; b < r->ties->fills; b++) {
            tacit_tie_node *node = NULL;
            if (!differ(&fill[a], &fill[b]))
                continue;
            tacit_tie_node *const both[3] = { fill[a].when, fill[b].when, NULL };
            TACIT_TRY(
                tacit_tie_node_of(r->cx, TACIT_TIE_AND, TACIT_TIE_KIND_CONDITION, both, &node));
            TACIT_TRY(tacit_tie_node_of(r->cx, TACIT_TIE_NOT, TACIT_TIE_KIND_CONDITION,
                                        (tacit_tie_node *const[3]){ node, NULL, NULL }, &node));
            TACIT_TRY(make_room(r, 1));
            r->words = fill[b].words;
            r->number = fill[b].number;
            add_condition(r, node, true);
        }
    return TACIT_OK;
}

static tacit_status read_all(tacit_ctx *cx, const tacit_table *data, const tacit_tie_words *words,
                             tacit_tie_book *ties, tacit_tie_node **texts)
{
    tacit_tie_reader r = { .cx = cx, .data = data, .ties = ties, .texts = texts };
    TACIT_TRY(tacit_scratch(cx, words->rules, sizeof *ties->fill, &ties->fill));
    TACIT_TRY(tacit_scratch(cx, words->constraints, sizeof *ties->set, &ties->set));
    r.kind = "Formula";
    TACIT_TRY(read_list(&r, words->derived, words->n_derived, read_derived));
    r.kind = "Rule";
    TACIT_TRY(read_list(&r, words->rule, words->rules, read_rule));
    TACIT_TRY(part_rules(&r));
    r.kind = "Constraint";
    return read_list(&r, words->constraint, words->constraints, read_constraint);
}

/* ---- what follows ---- */

/* The variables that a node goes by, derived ones replaced; a bit beyond all if a formula leads
 * back to itself. */
static uint64_t names_of(const tacit_tie_book *ties, const tacit_tie_node *node, uint64_t above,
                         bool *circle)
{
    uint64_t names = 0;
    if (node == NULL || *circle)
        return 0;
    if (node->op == TACIT_TIE_VARIABLE) {
        const uint64_t own = (uint64_t)1 << node->variable;
        const tacit_tie_node *formula = ties->variable[node->variable].formula;
        *circle = (above & own) != 0;
        return formula == NULL ? own : names_of(ties, formula, above | own, circle);
    }
    for (size_t i = 0; i < 3; i++)
        names |= names_of(ties, node->arg[i], above, circle);
    return names;
}

static tacit_status check_formulas(tacit_ctx *cx, const tacit_tie_book *ties)
{
    for (size_t v = 0; v < ties->variables; v++) {
        bool circle = false;
        const tacit_tie_node *formula = ties->variable[v].formula;
        if (formula != NULL)
            (void)names_of(ties, formula, (uint64_t)1 << v, &circle);
        if (circle)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The formula of column '%s' leads back to it; derived columns cannot "
                              "follow from each other in a circle.",
                              tacit_column_name(ties->variable[v].column));
    }
    return TACIT_OK;
}

/* Fail if a rule or a list of combinations is about a derived column. */
static tacit_status check_targets(tacit_ctx *cx, const tacit_tie_book *ties)
{
    const tacit_column *wrong = NULL;
    for (size_t k = 0; k < ties->fills; k++)
        if (ties->variable[ties->fill[k].variable].formula != NULL)
            wrong = ties->variable[ties->fill[k].variable].column;
    for (size_t k = 0; k < ties->observed; k++)
        for (size_t i = 0; i < ties->set[k].n; i++)
            if (ties->variable[ties->set[k].variable[i]].formula != NULL)
                wrong = ties->variable[ties->set[k].variable[i]].column;
    if (wrong == NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Column '%s' is derived: no rule can fill it, and its combinations follow "
                      "from those of other columns.",
                      tacit_column_name(wrong));
}

static void measure(tacit_tie_variable *v)
{
    v->all = (tacit_tie_span){ .low = INFINITY, .high = -INFINITY, .open = true };
    for (size_t i = 0; i < tacit_column_length(v->column); i++) {
        const double x = tacit_tie_cell(v, i);
        v->all.missing = v->all.missing || isnan(x);
        v->all.value = v->all.value || !isnan(x);
        v->all.low = fmin(v->all.low, x); /* which passes over NAN */
        v->all.high = fmax(v->all.high, x);
    }
}

static tacit_status settle(tacit_ctx *cx, tacit_tie_book *ties, tacit_tie_node *texts)
{
    shelf all = { 0 };
    bool circle = false;
    TACIT_TRY(check_formulas(cx, ties));
    TACIT_TRY(check_targets(cx, ties));
    TACIT_TRY(number_texts(cx, ties, &all));
    TACIT_TRY(find_texts(cx, &all, texts));
    for (size_t v = 0; v < ties->variables; v++)
        measure(&ties->variable[v]);
    for (size_t v = 0; v < ties->variables; v++)
        ties->variable[v].names = names_of(ties, ties->variable[v].formula, 0, &circle);
    for (size_t k = 0; k < ties->conditions; k++) {
        tacit_tie_condition *c = &ties->condition[k];
        c->names = names_of(ties, c->holds, 0, &circle);
        TACIT_TRY(tacit_tie_find_forms(cx, ties, c->holds));
    }
    for (size_t k = 0; k < ties->fills; k++)
        ties->fill[k].names = names_of(ties, ties->fill[k].when, 0, &circle) |
                              names_of(ties, ties->fill[k].value, 0, &circle);
    return TACIT_OK;
}

tacit_status tacit_ties_read(tacit_ctx *cx, const tacit_table *data, const tacit_tie_words *words,
                             tacit_tie_book **out)
{
    tacit_tie_book *ties = NULL;
    tacit_tie_node *texts = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *ties, &ties));
    TACIT_TRY(read_all(cx, data, words, ties, &texts));
    TACIT_TRY(settle(cx, ties, texts));
    *out = ties;
    return TACIT_OK;
}

size_t tacit_ties_find(const tacit_tie_book *ties, size_t at)
{
    size_t v = 0;
    while (v < ties->variables && ties->variable[v].at != at)
        v++;
    return v;
}

double tacit_tie_cell(const tacit_tie_variable *v, size_t i)
{
    if (tacit_column_is_missing(v->column, i))
        return NAN;
    if (v->text != NULL)
        return v->text[tacit_column_codes(v->column)[i]];
    return tacit_column_number(v->column, i);
}
