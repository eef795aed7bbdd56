/*
 * bounds.c - what linear conditions leave of columns that are not made yet.
 *
 * Of c_1 x_1 + ... + c_n x_n + k <= 0 the span of x_j follows from the ends of the others:
 * c_j x_j <= -(k + sum of the least of c_i x_i); an equation has it both ways.  The conditions are
 * gone through until nothing changes, at most ROUNDS times: of chains such as a <= b, b <= c, and
 * of sums, that leaves exactly what can still come out right.  O(conditions * columns^2) for a
 * record.
 */
#include <math.h>

#include "synth/tie/own.h"

enum { ROUNDS = 8 };

/* ---- linear forms ---- */

static bool add(const tacit_tie_book *ties, const tacit_tie_node *node, double times, double *of,
                double *constant);

static bool add_variable(const tacit_tie_book *ties, size_t at, double times, double *of,
                         double *constant)
{
    const tacit_tie_variable *v = &ties->variable[at];
    if (v->formula != NULL)
        return add(ties, v->formula, times, of, constant);
    of[at] += times;
    return tacit_column_type(v->column) != TACIT_TYPE_CATEGORY;
}

/* A product with a number, or a quotient by one. */
static bool add_product(const tacit_tie_book *ties, const tacit_tie_node *node, double times,
                        double *of, double *constant)
{
    const bool quotient = node->op == TACIT_TIE_DIVIDE;
    const size_t k = node->arg[1]->op == TACIT_TIE_NUMBER ? 1 : 0;
    const double x = node->arg[k]->x;
    if (node->arg[k]->op != TACIT_TIE_NUMBER || (quotient && (k == 0 || !(fabs(x) > 0.0))))
        return false;
    return add(ties, node->arg[1 - k], quotient ? times / x : times * x, of, constant);
}

/* Add `times` the node to the form; false if it is not linear. */
static bool add(const tacit_tie_book *ties, const tacit_tie_node *node, double times, double *of,
                double *constant)
{
    switch (node->op) {
    case TACIT_TIE_NUMBER:
        *constant += times * node->x;
        return true;
    case TACIT_TIE_VARIABLE:
        return add_variable(ties, node->variable, times, of, constant);
    case TACIT_TIE_ADD:
    case TACIT_TIE_SUBTRACT:
        return add(ties, node->arg[0], times, of, constant) &&
               add(ties, node->arg[1], node->op == TACIT_TIE_ADD ? times : -times, of, constant);
    case TACIT_TIE_MULTIPLY:
    case TACIT_TIE_DIVIDE:
        return add_product(ties, node, times, of, constant);
    default:
        return false;
    }
}

static bool is_whole(double x)
{
    return !(fabs(x - round(x)) > 0.0);
}

/* The linear form of a comparison, or of its opposite; NULL if it has none. */
static tacit_status form_of(tacit_ctx *cx, const tacit_tie_book *ties, const tacit_tie_node *node,
                            bool holds, const tacit_tie_linear **out)
{
    const size_t less = holds ? 0 : 1; /* not a < b is b <= a */
    double of[TACIT_TIE_VARIABLES] = { 0 }, constant = 0.0;
    tacit_tie_linear *l = NULL;
    if (!add(ties, node->arg[less], 1.0, of, &constant) ||
        !add(ties, node->arg[1 - less], -1.0, of, &constant))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *l, &l));
    l->constant = constant;
    l->op = holds ? node->op : node->op == TACIT_TIE_LESS ? TACIT_TIE_LESS_EQUAL : TACIT_TIE_LESS;
    l->whole = is_whole(constant);
    for (size_t v = 0; v < ties->variables; v++) {
        if (!(fabs(of[v]) > 0.0))
            continue;
        l->variable[l->n] = v;
        l->coefficient[l->n++] = of[v];
        l->whole = l->whole && ties->variable[v].whole && is_whole(of[v]);
    }
    *out = l->n > 0 ? l : NULL;
    return TACIT_OK;
}

tacit_status tacit_tie_find_forms(tacit_ctx *cx, const tacit_tie_book *ties, tacit_tie_node *node)
{
    if (node->op == TACIT_TIE_LESS || node->op == TACIT_TIE_LESS_EQUAL ||
        node->op == TACIT_TIE_EQUAL) {
        TACIT_TRY(form_of(cx, ties, node, true, &node->form[1]));
        return node->op != TACIT_TIE_EQUAL ? form_of(cx, ties, node, false, &node->form[0])
                                           : TACIT_OK;
    }
    for (size_t i = 0; i < 2; i++)
        if (node->op >= TACIT_TIE_AND && node->op <= TACIT_TIE_NOT && node->arg[i] != NULL)
            TACIT_TRY(tacit_tie_find_forms(cx, ties, node->arg[i]));
    return TACIT_OK;
}

/* ---- narrowing ---- */

/* The least, or with `most` the greatest, of the form without its j-th term. */
static double rest(const tacit_tie_linear *l, const tacit_tie_scene *scene, size_t j, bool most)
{
    double sum = l->constant;
    for (size_t i = 0; i < l->n; i++) {
        const tacit_tie_span *s = &scene->at[l->variable[i]];
        const double a = l->coefficient[i] * s->low, b = l->coefficient[i] * s->high;
        if (i != j)
            sum += most ? fmax(a, b) : fmin(a, b);
    }
    return sum;
}

/* Let the span end at `x`, from above or from below; says whether that changes it. */
static bool cut(tacit_tie_span *s, double x, bool above, bool whole)
{
    const double slack = TACIT_TIE_SLACK * fmax(1.0, fabs(x));
    if (whole)
        x = above ? floor(x + slack) : ceil(x - slack);
    if (above ? x >= s->high : x <= s->low)
        return false;
    const bool much = fabs(x - (above ? s->high : s->low)) > slack;
    *(above ? &s->high : &s->low) = x;
    return much;
}

/* Narrow what is open by one form. */
static bool narrow(const tacit_tie_book *ties, const tacit_tie_linear *l, tacit_tie_scene *scene)
{
    const double step = l->op == TACIT_TIE_LESS && l->whole ? 1.0 : 0.0;
    bool changed = false;
    for (size_t i = 0; i < l->n; i++)
        if (!scene->at[l->variable[i]].value)
            return false; /* something is missing, and it cannot be told */
    for (size_t j = 0; j < l->n; j++) {
        tacit_tie_span *s = &scene->at[l->variable[j]];
        const double c = l->coefficient[j];
        const bool whole = ties->variable[l->variable[j]].whole;
        if (!s->open)
            continue;
        changed |= cut(s, -(rest(l, scene, j, false) + step) / c, c > 0.0, whole);
        if (l->op == TACIT_TIE_EQUAL)
            changed |= cut(s, -rest(l, scene, j, true) / c, c < 0.0, whole);
    }
    return changed;
}

/* Let a variable be missing, or not. */
static bool narrow_missing(const tacit_tie_node *node, bool holds, tacit_tie_scene *scene)
{
    tacit_tie_span *s = &scene->at[node->arg[0]->variable];
    bool *goes = holds ? &s->value : &s->missing;
    const bool changed = node->arg[0]->op == TACIT_TIE_VARIABLE && s->open && *goes;
    if (changed)
        *goes = false;
    return changed;
}

/* Narrow what is open such that a condition holds, or does not.  Of two parts of which one must
 * hold, the second has to where the first cannot. */
static bool enforce(const tacit_tie_book *ties, const tacit_tie_node *node, bool holds,
                    tacit_tie_scene *scene)
{
    if (node->op == TACIT_TIE_NOT)
        return enforce(ties, node->arg[0], !holds, scene);
    if (node->op == TACIT_TIE_IS_MISSING)
        return narrow_missing(node, holds, scene);
    if (node->op != TACIT_TIE_AND && node->op != TACIT_TIE_OR)
        return node->form[holds] != NULL && narrow(ties, node->form[holds], scene);
    bool changed = false;
    const bool both = (node->op == TACIT_TIE_AND) == holds;
    const unsigned spent = holds ? TACIT_TIE_FALSE : TACIT_TIE_TRUE;
    for (size_t k = 0; k < 2; k++)
        if (both || tacit_tie_truth(ties, scene, node->arg[1 - k]) == spent)
            changed |= enforce(ties, node->arg[k], holds, scene);
    return changed;
}

bool tacit_ties_narrow(const tacit_tie_book *ties, tacit_tie_scene *scene)
{
    bool changed = true;
    for (size_t round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (size_t k = 0; k < ties->conditions; k++)
            changed |= enforce(ties, ties->condition[k].holds, true, scene);
    }
    for (size_t v = 0; v < ties->variables; v++) {
        tacit_tie_span *s = &scene->at[v];
        if (s->open && s->low > s->high + TACIT_TIE_SLACK * fmax(1.0, fabs(s->low)))
            s->value = false;
        if (!s->value && !s->missing)
            return false;
    }
    return true;
}
