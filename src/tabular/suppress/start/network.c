/*
 * network.c - cell by cell along shortest paths.
 *
 * A two-way table with a hierarchy in one of its dimensions at most is a network: once equations
 * that follow from others are left out, every cell is in two at most.  Sensitive cells, those with
 * the largest levels first, are moved up and down along the paths that hide least (solve/detour.h;
 * Castro 2006), and what moves is hidden.
 *
 * Which equations follow from others: in a subtable (subtables.h) of two directions all add up in
 * the first direction, and in the second those of the parts; so the line of totals in the second
 * adds up by itself.  That line is left out of which the subtable above knows.  Cost: a few
 * shortest paths for each sensitive cell.
 */
#include <math.h>

#include "base/sort.h"
#include "solve/detour.h"
#include "tabular/suppress/start/start.h"
#include "tabular/suppress/start/subtables.h"

typedef struct paths {
    tacit_hiding *h;
    double *point;
    double *low, *high, *price; /* of each cell */
    tacit_detour *detour;
} paths;

static tacit_status fail(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The method 'network' is for a single table of two dimensions, one of them "
                      "with a hierarchy at most; these tables are not: take 'modular' or 'auto'.");
}

/* ---- the network ---- */

/* The equation of `t` with the total of its corner that follows from the others: one that another
 * subtable has too, or the last; UINT32_MAX if both are in others, or there are more than two. */
static uint32_t find_needless(const tacit_subtable *t, const uint32_t *times)
{
    size_t n = 0;
    uint32_t shared = UINT32_MAX, line[2] = { UINT32_MAX, UINT32_MAX };
    for (size_t r = 0; r < t->m && n < t->d; r++)
        line[n++] = t->row[r]; /* the equations of the corner come first */
    for (size_t k = 0; k < 2; k++)
        if (times[line[k]] > 1) {
            if (shared != UINT32_MAX)
                return UINT32_MAX;
            shared = line[k];
        }
    return shared != UINT32_MAX ? shared : line[1];
}

/* Which equations are left out; false if subtables are not those of a network. */
static tacit_status leave_out(tacit_ctx *cx, const tacit_system *s, bool *out, bool *fits)
{
    tacit_subtables tables = { 0 };
    uint32_t *times = NULL;
    TACIT_TRY(tacit_subtables_find(cx, s, &tables));
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *times, &times));
    *fits = true;
    for (size_t k = 0; k < tables.n; k++)
        for (size_t r = 0; r < tables.at[k].m; r++)
            times[tables.at[k].row[r]]++;
    for (size_t k = 0; k < tables.n && *fits; k++) {
        *fits = tables.at[k].d <= 2;
        if (tables.at[k].d != 2)
            continue;
        const uint32_t needless = find_needless(&tables.at[k], times);
        *fits = needless != UINT32_MAX;
        if (*fits)
            out[needless] = true;
    }
    return TACIT_OK;
}

/* The equations that are left, as a matrix. */
static tacit_status make_matrix(tacit_ctx *cx, const tacit_system *s, const bool *out,
                                tacit_sparse *a)
{
    size_t terms = s->first[s->n_equations], rows = 0, *start = NULL;
    uint32_t *column = NULL;
    double *value = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_equations + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *column, &column));
    TACIT_TRY(tacit_scratch(cx, terms, sizeof *value, &value));
    terms = 0;
    for (size_t r = 0; r < s->n_equations; r++) {
        if (out[r])
            continue;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            column[terms] = s->term[e].at;
            value[terms++] = (double)s->term[e].weight;
        }
        start[++rows] = terms;
    }
    *a = (tacit_sparse){ rows, s->n_cells, start, column, value };
    return TACIT_OK;
}

static tacit_status make_network(tacit_ctx *cx, paths *p)
{
    const tacit_system *s = p->h->s;
    tacit_sparse a = { 0 };
    bool *out = NULL, fits = false;
    TACIT_TRY(tacit_scratch(cx, s->n_equations, sizeof *out, &out));
    TACIT_TRY(leave_out(cx, s, out, &fits));
    if (!fits)
        return fail(cx);
    TACIT_TRY(make_matrix(cx, s, out, &a));
    const tacit_detour_columns columns = { p->low, p->high, p->price };
    TACIT_TRY(tacit_detour_new(cx, &a, &columns, &p->detour));
    return p->detour != NULL ? TACIT_OK : fail(cx);
}

/* ---- paths ---- */

static tacit_status fill_columns(tacit_ctx *cx, paths *p)
{
    const tacit_system *s = p->h->s;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *p->low, &p->low));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *p->high, &p->high));
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *p->price, &p->price));
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (c->status == TACIT_CELL_KEPT)
            continue;
        p->low[i] = c->low - c->value;
        p->high[i] = c->high - c->value;
        p->price[i] = c->status == TACIT_CELL_SAFE ? c->cost : 0;
    }
    return TACIT_OK;
}

/* Move cell `k` one way, and hide what moves with it. */
static tacit_status move_cell(tacit_ctx *cx, paths *p, uint32_t k, int way, double level)
{
    size_t n = 0;
    double far = 0;
    TACIT_TRY(tacit_detour_push(cx, p->detour, k, way, level, &far));
    const uint32_t *moved = tacit_detour_moved(p->detour, &n);
    for (size_t c = 0; c < n; c++) {
        const uint32_t i = moved[c];
        if (p->h->s->cell[i].status != TACIT_CELL_SAFE ||
            fabs(tacit_detour_move(p->detour, i)) <= 0)
            continue;
        p->price[i] = 0;
        p->point[p->h->column[i]] = 1;
    }
    return TACIT_OK;
}

/* The farthest that a primary cell must be movable. */
static double level_of(const tacit_cell *c)
{
    return fmax(tacit_claim_level(c, TACIT_SIDE_UP), tacit_claim_level(c, TACIT_SIDE_DOWN));
}

static bool is_larger(const void *user, uint32_t a, uint32_t b)
{
    const tacit_hiding *h = user;
    return level_of(&h->s->cell[h->proofs.primary[a]]) >=
           level_of(&h->s->cell[h->proofs.primary[b]]);
}

tacit_status tacit_hiding_network(tacit_ctx *cx, tacit_hiding *h, double *point)
{
    paths p = { .h = h, .point = point };
    uint32_t *order = NULL;
    TACIT_TRY(fill_columns(cx, &p));
    TACIT_TRY(make_network(cx, &p));
    TACIT_TRY(tacit_sort_by(cx, h->proofs.n, is_larger, h, &order));
    for (size_t c = 0; c < h->proofs.n && !tacit_hiding_is_over(cx, h); c++) {
        const uint32_t k = h->proofs.primary[order[c]];
        const tacit_cell *cell = &h->s->cell[k];
        const double down = tacit_claim_level(cell, TACIT_SIDE_DOWN);
        const double width = tacit_claim_level(cell, TACIT_SIDE_WIDTH) - down;
        TACIT_TRY(move_cell(cx, &p, k, 1, fmax(tacit_claim_level(cell, TACIT_SIDE_UP), width)));
        TACIT_TRY(move_cell(cx, &p, k, -1, down));
    }
    return TACIT_OK;
}
