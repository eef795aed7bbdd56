/*
 * settle.c - what rows that are cells say besides their values: that they add up, statuses,
 * protection levels, costs.
 *
 * Sums must hold to within half the last decimal that any value has.  A cell that is given as
 * sensitive without levels gets `margin` per cent of its value; one that is given as hidden must
 * only not be known exactly.  O(terms + rows).
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "task/tables/cells/own.h"

/* ---- sums ---- */

/* The code of a cell in dimension `d`: the first of its node. */
static const char *code_of(const tacit_cube *c, size_t cell, size_t d)
{
    const tacit_dimension *dim = &c->dimension[d];
    const uint32_t node = tacit_cube_node(c, cell, d);
    size_t k = 0;
    while (dim->code[k].node != node)
        k++;
    return dim->code[k].text;
}

/* The codes of a cell, as "region north, size Total". */
static tacit_status name_cell(tacit_ctx *cx, const tacit_cube *c, size_t cell, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (size_t d = 0; d < c->n_dimensions; d++)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s %s", *out, d > 0 ? ", " : "",
                                       c->dimension[d].column, code_of(c, cell, d)));
    return TACIT_OK;
}

static tacit_status fail_sum(tacit_ctx *cx, const tacit_tabulation *t, size_t equation)
{
    const tacit_system *s = t->system;
    const size_t total = s->term[s->first[equation]].at, part = s->term[s->first[equation] + 1].at;
    const tacit_cube *c = tacit_tabulation_cube(t, total), *other = tacit_tabulation_cube(t, part);
    char *name = NULL;
    size_t d = 0;
    TACIT_TRY(name_cell(cx, c, total - c->first, &name));
    if (c != other)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The tables do not add up: at (%s), '%s' is not the sum of the responses "
                          "that it is said to be.",
                          name, c->response != NULL ? c->response : "the count");
    while (tacit_cube_node(c, total - c->first, d) == tacit_cube_node(c, part - c->first, d))
        d++;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The table does not add up: the cell (%s) is not the sum of its parts in "
                      "'%s'.",
                      name, c->dimension[d].column);
}

/* ---- what is said of a cell ---- */

typedef struct settling {
    tacit_ctx *cx;
    const tacit_work *w;
    tacit_tabulation *t;
    const tacit_column *status, *lower, *upper, *cost;
    double margin;
    bool published;
} settling;

/* The letter that a word stands for; '?' if none. */
static char letter_of(const tacit_plan *plan, const char *word)
{
    const tacit_value *words = &plan->cells.at[TACIT_CELLS_LETTERS];
    for (size_t g = 0; g < words->n; g++)
        for (size_t k = 0; k < words->groups[g].n; k++)
            if (strcasecmp(words->groups[g].member[k], word) == 0)
                return words->groups[g].label[0];
    if (strcmp(word, "published") == 0 || strcmp(word, "hidden") == 0) /* as we write them */
        return word[0] == 'p' ? 's' : 'x';
    const bool known =
        word[0] != '\0' && word[1] == '\0' && strchr("sumpzexSUMPZEX", word[0]) != NULL;
    return known ? (char)(word[0] | 0x20) : '?';
}

char tacit_cells_letter(const tacit_work *w, size_t i)
{
    char room[TACIT_NUMBER_BYTES];
    const tacit_column *status = tacit_cells_column(w, TACIT_CELLS_STATUS);
    if (status == NULL || tacit_column_is_missing(status, i))
        return '\0';
    return letter_of(w->plan, tacit_column_text(status, i, room));
}

static double number_at(const tacit_column *c, size_t i, double otherwise)
{
    return c == NULL || tacit_column_is_missing(c, i) ? otherwise : tacit_column_number(c, i);
}

/* The cell of row `i` is sensitive. */
static tacit_status make_primary(const settling *s, size_t i, bool levels, tacit_cell *c)
{
    const double margin = levels ? fmax(s->margin / 100 * fabs(c->value), c->unit) : 0;
    const double lower = number_at(s->lower, i, margin), upper = number_at(s->upper, i, margin);
    if (lower < 0 || upper < 0)
        return tacit_cells_fail(s->cx, s->w, i, "protection levels are not negative");
    c->status = TACIT_CELL_PRIMARY;
    c->lower = fmax(c->lower, lower);
    c->upper = fmax(c->upper, upper);
    return TACIT_OK;
}

static tacit_status keep_cell(const settling *s, size_t i, tacit_cell *c)
{
    if (c->status == TACIT_CELL_PRIMARY)
        return tacit_cells_fail(s->cx, s->w, i,
                                "the status says to publish a cell that a rule finds sensitive");
    c->status = TACIT_CELL_KEPT;
    return TACIT_OK;
}

static tacit_status set_status(const settling *s, size_t i, tacit_cell *c)
{
    switch (tacit_cells_letter(s->w, i)) {
    case '\0':
    case 's':
        return TACIT_OK;
    case 'u':
        return make_primary(s, i, true, c);
    case 'm':
    case 'x':
        return make_primary(s, i, false, c);
    case 'p':
    case 'z':
        return keep_cell(s, i, c);
    case 'e':
        return fabs(c->value) > 0
                   ? tacit_cells_fail(s->cx, s->w, i, "the status says empty, but it has a value")
                   : TACIT_OK;
    default:
        return tacit_cells_fail(s->cx, s->w, i,
                                "the status is none of s, u, m, p, z, e and x, or a word that "
                                "'letters' gives one of them");
    }
}

/* The same of a table that was published: what is not hidden is known, whatever a rule says. */
static tacit_status set_published(const settling *s, size_t i, tacit_cell *c)
{
    const char letter = tacit_cells_letter(s->w, i);
    if (letter == 'u' || letter == 'x' || letter == '?')
        return set_status(s, i, c);
    if (letter == 'm')
        c->status = c->status == TACIT_CELL_PRIMARY ? TACIT_CELL_PRIMARY : TACIT_CELL_SECONDARY;
    else if (c->status == TACIT_CELL_PRIMARY) {
        c->low = c->high = c->value;
        c->lower = c->upper = c->sliding = 0;
    }
    return TACIT_OK;
}

static tacit_status settle_row(const settling *s, size_t i, tacit_cell *c)
{
    const double cost = number_at(s->cost, i, c->cost);
    if (cost < 0)
        return tacit_cells_fail(s->cx, s->w, i, "costs are not negative");
    c->cost = cost > 0 ? cost : 1;
    TACIT_TRY(s->published ? set_published(s, i, c) : set_status(s, i, c));
    if (c->low >= 0)
        c->lower = fmin(c->lower, c->value - c->low);
    c->high = fmax(c->high, c->value + c->upper);
    return TACIT_OK;
}

static tacit_status settle_cube(const settling *s, const tacit_cube *c)
{
    const tacit_column *value = tacit_cells_values(s->w, c);
    for (size_t i = 0; i < tacit_table_rows(s->w->data); i++) {
        size_t cell = 0;
        if (tacit_column_is_missing(value, i))
            continue;
        TACIT_TRY(tacit_cells_find(s->cx, c, i, &cell));
        TACIT_TRY(settle_row(s, i, &s->t->system->cell[c->first + cell]));
    }
    return TACIT_OK;
}

tacit_status tacit_cells_settle(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t)
{
    const settling s = { .cx = cx,
                         .w = w,
                         .t = t,
                         .status = tacit_cells_column(w, TACIT_CELLS_STATUS),
                         .lower = tacit_cells_column(w, TACIT_CELLS_LOWER),
                         .upper = tacit_cells_column(w, TACIT_CELLS_UPPER),
                         .cost = tacit_cells_column(w, TACIT_CELLS_COST),
                         .margin = tacit_arg_real(&w->plan->cells, TACIT_CELLS_MARGIN),
                         .published = tacit_cells_are_published(w) };
    const size_t wrong = s.published ? t->system->n_equations : tacit_system_find_wrong(t->system);
    if (wrong < t->system->n_equations)
        return fail_sum(cx, t, wrong);
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(settle_cube(&s, &t->cube[g]));
    return TACIT_OK;
}
