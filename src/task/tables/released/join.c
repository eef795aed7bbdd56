/*
 * join.c - the cells and equations of an earlier release become part of the system.
 *
 * An equation is left out if the system has it, if everything in it is known, or if two of its
 * cells are one now.  O(terms + cells * dimensions).
 */
#include <math.h>
#include <string.h>

#include "task/tables/released/own.h"

/* One release on its way. */
typedef struct taking {
    tacit_joining *j;
    const tacit_earlier *e;
    uint32_t *to;   /* of each of its cells: that of the system */
    uint32_t *node; /* of each dimension of the tables */
    uint32_t *mark; /* of each cell: the last equation that has it, from 1 */
    size_t own;     /* cells of the tables; those of others follow */
} taking;

/* ---- where cells are ---- */

static const tacit_cube *find_cube(const tacit_tabulation *t, const char *response)
{
    for (size_t g = 0; g < t->n_cubes; g++) {
        const char *own = t->cube[g].response;
        if ((own == NULL) == (response == NULL) && (own == NULL || strcmp(own, response) == 0))
            return &t->cube[g];
    }
    return NULL;
}

/* Set the node of a code; false if the tables have no such code. */
static bool place_code(const taking *k, const char *column, const char *code)
{
    const tacit_tabulation *t = k->j->t;
    size_t d = 0;
    while (d < t->n_dimensions && strcmp(t->dimension[d].column, column) != 0)
        d++;
    const size_t c = d < t->n_dimensions ? tacit_dimension_find(&t->dimension[d], code) : 0;
    if (d == t->n_dimensions || c == t->dimension[d].n)
        return false;
    k->node[d] = t->dimension[d].code[c].node;
    return true;
}

/* The same by all names of what a cell is in dimension `d`, which is the total if it has none. */
static bool place_dimension(const taking *k, size_t cell, size_t d)
{
    const char *code = k->e->code(k->e, cell, d, 0);
    bool placed = code == NULL;
    for (size_t i = 0; !placed && code != NULL; code = k->e->code(k->e, cell, d, ++i))
        placed = place_code(k, k->e->column(k->e, d), code);
    return placed;
}

/* The cell of the tables that `cell` is; UINT32_MAX if they do not have it. */
static uint32_t find_own(const taking *k, size_t cell)
{
    const tacit_tabulation *t = k->j->t;
    const tacit_cube *c = find_cube(t, k->e->response(k->e, cell));
    memset(k->node, 0, t->n_dimensions * sizeof *k->node);
    for (size_t d = 0; d < k->e->n_dimensions; d++)
        if (!place_dimension(k, cell, d))
            return UINT32_MAX;
    const size_t at = c != NULL ? tacit_cube_find(c, k->node) : 0;
    return c != NULL && at < c->n_cells ? (uint32_t)(c->first + at) : UINT32_MAX;
}

/* The dimension whose column comes next after `last`, or n_dimensions. */
static size_t next_dimension(const tacit_earlier *e, const char *last)
{
    size_t next = e->n_dimensions;
    for (size_t d = 0; d < e->n_dimensions; d++)
        if (strcmp(e->column(e, d), last) > 0 &&
            (next == e->n_dimensions || strcmp(e->column(e, d), e->column(e, next)) < 0))
            next = d;
    return next;
}

/* The name of a cell by which other releases find it: its codes in the order of their columns. */
static tacit_status name_other(const taking *k, size_t cell, char **out)
{
    const tacit_earlier *e = k->e;
    const char *response = e->response(e, cell);
    TACIT_TRY(tacit_scratch_text(k->j->cx, response != NULL ? response : "", out));
    for (size_t d = next_dimension(e, ""); d < e->n_dimensions;
         d = next_dimension(e, e->column(e, d))) {
        const char *code = e->code(e, cell, d, 0);
        if (code != NULL)
            TACIT_TRY(
                tacit_scratch_format(k->j->cx, out, "%s\x1f%s\x1e%s", *out, e->column(e, d), code));
    }
    return TACIT_OK;
}

static tacit_status place_cells(taking *k)
{
    const size_t n = k->e->system->n_cells;
    TACIT_TRY(tacit_scratch(k->j->cx, n, sizeof *k->to, &k->to));
    TACIT_TRY(tacit_scratch(k->j->cx, k->j->t->n_dimensions, sizeof *k->node, &k->node));
    for (size_t i = 0; i < n; i++) {
        const size_t mark = tacit_scratch_mark(k->j->cx);
        uint32_t other = 0;
        char *name = NULL;
        k->to[i] = find_own(k, i);
        if (k->to[i] != UINT32_MAX)
            continue;
        TACIT_TRY(name_other(k, i, &name));
        TACIT_TRY(tacit_dict_add(k->j->cx, k->j->others, name, strlen(name), &other));
        k->to[i] = (uint32_t)k->own + other;
        k->j->apart++;
        tacit_scratch_release(k->j->cx, mark);
    }
    return TACIT_OK;
}

/* ---- values ---- */

/* Whether a cell has a value, and another than it had. */
static bool has_changed(const taking *k, size_t i)
{
    const tacit_system *s = k->j->t->system;
    const tacit_cell *then = &k->e->system->cell[i];
    const uint32_t at = k->to[i];
    if (!k->e->shown[i] || at >= s->n_cells || (s->unknown != NULL && s->unknown[at]))
        return false;
    return fabs(s->cell[at].value - then->value) > fmin(s->cell[at].unit, then->unit) / 2;
}

/* A cell of the tables was published. */
static void learn_own(const taking *k, uint32_t at, double value)
{
    tacit_system *s = k->j->t->system;
    tacit_cell *c = &s->cell[at];
    const bool unknown = s->unknown != NULL && s->unknown[at];
    if (unknown)
        s->unknown[at] = false;
    k->j->facts += !k->j->known[at];
    k->j->sensitive += !k->j->known[at] && c->status == TACIT_CELL_PRIMARY;
    k->j->known[at] = true;
    c->value = unknown ? value : c->value;
    c->low = c->high = c->value;
    if (c->status != TACIT_CELL_PRIMARY)
        c->status = TACIT_CELL_KEPT;
}

/* A cell that only earlier releases have: new, or hidden in those before. */
static void learn_other(const taking *k, uint32_t at, size_t i)
{
    tacit_system *s = k->j->t->system;
    tacit_cell *c = &s->cell[at];
    const tacit_cell *then = &k->e->system->cell[i];
    const bool shown = k->e->shown[i];
    if (c->status == TACIT_CELL_KEPT)
        return;
    *c = (tacit_cell){ .value = then->value,
                       .unit = c->unit > 0 ? fmin(c->unit, then->unit) : then->unit,
                       .cost = 1,
                       .low = shown ? then->value : then->low,
                       .high = then->value,
                       .status = shown ? TACIT_CELL_KEPT : TACIT_CELL_HIDDEN };
    s->unknown[at] = !shown;
}

/* A cell of the tables was shown rounded: its value is less than the base away from that.  What
 * readers cannot know, that it is further away, they are taken to know. */
static void learn_near(const taking *k, uint32_t at, double shown)
{
    tacit_cell *c = &k->j->t->system->cell[at];
    const bool unknown = k->j->t->system->unknown != NULL && k->j->t->system->unknown[at];
    const double far = k->e->base - c->unit;
    if (unknown || !(k->e->base > 0))
        return;
    c->low = fmax(c->low, fmin(c->value, shown - far));
    c->high = fmin(c->high, fmax(c->value, shown + far));
    k->j->near++;
}

/* A cell of the tables was shown where only small counts were changed: one that is shown as 0 or
 * as the base may be any of those below it, and readers are taken to know of others which are
 * shown as they are. */
static void learn_small(const taking *k, uint32_t at, double shown)
{
    tacit_cell *c = &k->j->t->system->cell[at];
    const double half = c->unit / 2;
    const bool unknown = k->j->t->system->unknown != NULL && k->j->t->system->unknown[at];
    const bool small = fabs(shown) < half || fabs(shown - k->e->small) < half;
    if (unknown || (!small && fabs(shown - c->value) > half))
        return;
    c->low = fmax(c->low, small ? fmin(c->value, 0) : c->value);
    c->high = fmin(c->high, small ? fmax(c->value, k->e->small) : c->value);
    k->j->near++;
}

static void learn(const taking *k)
{
    for (size_t i = 0; i < k->e->system->n_cells; i++) {
        const uint32_t at = k->to[i];
        if (at < k->own && k->e->shown[i] && k->e->small > 0)
            learn_small(k, at, k->e->system->cell[i].value);
        else if (at < k->own && k->e->shown[i] && k->e->changed)
            learn_near(k, at, k->e->system->cell[i].value);
        else if (at >= k->own && k->j->together)
            learn_other(k, at, i);
        else if (at < k->own && k->e->shown[i] && !has_changed(k, i))
            learn_own(k, at, k->e->system->cell[i].value);
    }
}

/* ---- equations ---- */

static bool is_fixed(const tacit_system *s, uint32_t at)
{
    const tacit_cell *c = &s->cell[at];
    return (s->unknown == NULL || !s->unknown[at]) && !(c->high > c->low);
}

/* Whether equation `r` of the system is the one whose `n` cells are marked with `number`. */
static bool is_same(const taking *k, size_t r, size_t n, uint32_t number)
{
    const tacit_system *s = k->j->t->system;
    bool same = s->first[r + 1] - s->first[r] == n;
    for (size_t e = s->first[r]; same && e < s->first[r + 1]; e++)
        same = k->mark[s->term[e].at] == number;
    return same;
}

/* Whether equation `r` of the page tells something that the system does not. */
static bool tells(const taking *k, size_t r)
{
    const tacit_system *s = k->j->t->system, *then = k->e->system;
    const size_t n = then->first[r + 1] - then->first[r];
    const uint32_t number = (uint32_t)r + 1, total = k->to[then->term[then->first[r]].at];
    bool open = false;
    for (size_t e = then->first[r]; e < then->first[r + 1]; e++) {
        const uint32_t at = k->to[then->term[e].at];
        if (k->mark[at] == number)
            return false;
        k->mark[at] = number;
        open = open || !is_fixed(s, at);
    }
    for (size_t i = s->first_of[total]; open && i < s->first_of[total + 1]; i++)
        open = !is_same(k, s->in[i].at, n, number);
    return open;
}

/* ---- the system ---- */

/* Room for more cells and equations; what there is stays. */
static tacit_status grow(const taking *k, size_t n_cells, size_t more, size_t terms)
{
    tacit_tabulation *t = k->j->t;
    tacit_system *s = t->system, *made = NULL;
    const size_t n_terms = s->first[s->n_equations];
    uint8_t *rule = NULL;
    TACIT_TRY(tacit_scratch(k->j->cx, n_cells, sizeof *rule, &rule));
    memcpy(rule, t->rule, s->n_cells * sizeof *rule);
    TACIT_TRY(tacit_system_new(k->j->cx, n_cells, s->n_equations + more, n_terms + terms, &made));
    const tacit_status status = tacit_system_doubt(k->j->cx, made);
    if (status != TACIT_OK) {
        tacit_system_free(made);
        return status;
    }
    memcpy(made->cell, s->cell, s->n_cells * sizeof *s->cell);
    memcpy(made->first, s->first, (s->n_equations + 1) * sizeof *s->first);
    memcpy(made->term, s->term, n_terms * sizeof *s->term);
    if (s->unknown != NULL)
        memcpy(made->unknown, s->unknown, s->n_cells * sizeof *s->unknown);
    made->name = s->name;
    made->name_user = s->name_user;
    tacit_system_free(s);
    t->system = made;
    t->rule = rule;
    t->n_others = n_cells - k->own;
    return TACIT_OK;
}

/* Room for the cells of others, before their values are known. */
static tacit_status add_cells(const taking *k)
{
    const size_t n = k->own + tacit_dict_size(k->j->others);
    TACIT_TRY(grow(k, n, 0, 0));
    return tacit_system_close(k->j->cx, k->j->t->system);
}

static tacit_status add_equations(taking *k)
{
    const tacit_system *then = k->e->system;
    bool *keep = NULL;
    size_t more = 0, terms = 0;
    TACIT_TRY(tacit_scratch(k->j->cx, then->n_equations, sizeof *keep, &keep));
    TACIT_TRY(tacit_scratch(k->j->cx, k->j->t->system->n_cells, sizeof *k->mark, &k->mark));
    for (size_t r = 0; r < then->n_equations; r++) {
        keep[r] = tells(k, r);
        more += keep[r];
        terms += keep[r] ? then->first[r + 1] - then->first[r] : 0;
    }
    size_t row = k->j->t->system->n_equations;
    TACIT_TRY(grow(k, k->j->t->system->n_cells, more, terms));
    tacit_system *s = k->j->t->system;
    for (size_t r = 0; r < then->n_equations; r++) {
        if (!keep[r])
            continue;
        size_t at = s->first[row];
        for (size_t e = then->first[r]; e < then->first[r + 1]; e++)
            s->term[at++] = (tacit_cell_term){ k->to[then->term[e].at], then->term[e].weight };
        s->first[++row] = at;
    }
    return tacit_system_close(k->j->cx, s);
}

tacit_status tacit_released_take(tacit_joining *j, const tacit_earlier *e)
{
    taking k = { .j = j, .e = e, .own = j->t->system->n_cells - j->t->n_others };
    size_t differ = 0;
    TACIT_TRY(place_cells(&k));
    for (size_t i = 0; !e->changed && i < e->system->n_cells; i++)
        differ += has_changed(&k, i);
    j->differ += differ;
    const bool together = j->together;
    j->together = together && differ == 0 && !e->changed;
    if (j->together)
        TACIT_TRY(add_cells(&k));
    learn(&k);
    if (j->together)
        TACIT_TRY(add_equations(&k));
    j->together = together;
    return TACIT_OK;
}
