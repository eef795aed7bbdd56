/*
 * chance.c - unbiased rounding by chance that adds up (Cox 1987).
 *
 * The expectation of what is shown is the value of every cell, margins included, and every cell
 * goes to one of the two multiples beside it.  Each equation is a node and each cell that is not
 * yet a multiple an edge between the two equations in which it stands; a cell that stands in one is
 * an edge to the ground.  In such a graph there is always a cycle.  Around it, cells can be moved
 * up and down in turn by at most u one way and d the other, and no equation notices; they are
 * moved by u with probability d / (u + d), else by d the other way, which makes at least one of
 * them a multiple.
 *
 * That is a network: a table of two dimensions, at most one of them with a hierarchy.  In others an
 * unbiased zero-restricted rounding need not exist: there are tables of three dimensions without
 * any zero-restricted one (Causey, Cox and Ernst 1985), and an unbiased one exists only for a table
 * that is a mean of such.  Then some totals are not controlled: equations are taken one by one as
 * long as every cell stands in at most two of them and they are a network (choose_equations), and
 * cells that are totals of none of them are left out and added up in the end.  What is shown still
 * adds up and has the value as its expectation, for every cell, because sums of unbiased figures
 * are; but totals that are not controlled may go further than the next multiples.
 *
 * Cost: O(cells * length of a cycle).
 */
#include "tabular/protection/round/round.h"

/* What multiples are taken to be exact to, of a base. */
static const double NEAR = 1e-9;

enum { GROUND = 0 };

/* The graph: node r + 1 is equation r. */
typedef struct network {
    const tacit_rounding *r;
    const tacit_leaves *leaves;
    bool *kept;       /* of an equation: it is controlled */
    bool *free;       /* of a cell: it is neither a leaf nor the total of an equation that is */
    uint32_t *used;   /* of a cell: in how many of them it stands */
    uint32_t *joined; /* of an equation: another that hangs together with it, or itself */
    int8_t *side; /* of an equation: its sign against that one, for all cells to go from 1 to -1 */
    double *rest; /* of a cell: what is left above the multiple below, 0 ... base */
    uint32_t (*end)[2]; /* nodes of a cell */
    double (*weight)[2];
    size_t *first; /* node v has the cells first[v] ... of `cell` */
    uint32_t *cell;
    size_t *next;   /* of a node: cells before this one are multiples */
    uint32_t *path; /* cells on the way */
    uint32_t *node; /* before each of them */
    size_t *place;  /* of a node on the way, from 1; 0 if it is not */
    size_t length;
    tacit_rng rng;
} network;

static bool is_open(const network *g, uint32_t i)
{
    return g->rest[i] > NEAR * g->r->base && g->rest[i] < (1 - NEAR) * g->r->base;
}

/* ---- which equations are controlled ---- */

/* The equation that stands for all that hang together with `r`, and the sign of `r` against it. */
static uint32_t find_joined(const network *g, uint32_t r, int *side)
{
    *side = 1;
    for (; g->joined[r] != r; r = g->joined[r])
        *side *= g->side[r];
    return r;
}

/* The kept equation besides `r` in which cell `i` stands, and the weight of the cell there;
 * n_equations if there is none. */
static uint32_t find_kept(const network *g, uint32_t i, uint32_t r, double *weight)
{
    const tacit_system *s = g->r->system;
    for (size_t e = s->first_of[i]; e < s->first_of[i + 1]; e++)
        if (s->in[e].at != r && g->kept[s->in[e].at]) {
            *weight = (double)s->in[e].weight;
            return s->in[e].at;
        }
    return (uint32_t)s->n_equations;
}

/* Join equation `r` with the other one of its term `e`; false if their signs do not agree. */
static bool join(const network *g, uint32_t r, size_t e)
{
    const tacit_cell_term *term = &g->r->system->term[e];
    double weight = 0;
    int own = 1, its = 1;
    const uint32_t q = find_kept(g, term->at, r, &weight);
    if (q == g->r->system->n_equations)
        return true;
    const uint32_t a = find_joined(g, r, &own), b = find_joined(g, q, &its);
    const int opposite = weight * (double)term->weight > 0 ? -1 : 1;
    if (a == b)
        return own * its == opposite;
    g->joined[a] = b;
    g->side[a] = (int8_t)(own * its * opposite);
    return true;
}

/* Whether an equation can be controlled as far as its cells go. */
static bool has_room(const network *g, uint32_t r)
{
    const tacit_system *s = g->r->system;
    bool room = g->leaves->by[g->leaves->total[r]] == r;
    for (size_t e = s->first[r]; room && e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        room = g->used[i] < 2 && (i == g->leaves->total[r] || !g->free[i]);
    }
    return room;
}

/* Control an equation if that leaves a network; whether it is. */
static bool control(const network *g, uint32_t r)
{
    const tacit_system *s = g->r->system;
    if (g->kept[r] || !has_room(g, r))
        return false;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (!join(g, r, e))
            return false;
    g->kept[r] = true;
    g->free[g->leaves->total[r]] = false;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        g->used[s->term[e].at]++;
    return true;
}

/* Control as many equations as go, from the leaves up. */
static void choose_equations(const network *g)
{
    const tacit_system *s = g->r->system;
    bool more = true;
    for (size_t i = 0; i < s->n_cells; i++)
        g->free[i] = g->leaves->by[i] < s->n_equations;
    for (uint32_t r = 0; r < s->n_equations; r++) {
        g->joined[r] = r;
        g->side[r] = 1;
    }
    while (more) {
        more = false;
        for (uint32_t r = 0; r < s->n_equations; r++)
            more = control(g, r) || more;
    }
}

/* The ends of every cell: the equations that are controlled. */
static void find_ends(network *g)
{
    const tacit_system *s = g->r->system;
    for (size_t i = 0; i < s->n_cells; i++) {
        size_t n = 0;
        for (size_t e = s->first_of[i]; e < s->first_of[i + 1]; e++) {
            const uint32_t r = s->in[e].at;
            if (!g->kept[r])
                continue;
            g->end[i][n] = r + 1;
            g->weight[i][n++] = (double)s->in[e].weight;
        }
    }
}

/* ---- cycles ---- */

static void list_cells(network *g)
{
    const size_t n = g->r->system->n_cells, nodes = g->r->system->n_equations + 1;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 2; k++)
            g->first[g->end[i][k] + 1]++;
    for (size_t v = 0; v < nodes; v++) {
        g->first[v + 1] += g->first[v];
        g->next[v] = g->first[v];
    }
    for (uint32_t i = 0; i < n; i++)
        for (size_t k = 0; k < 2; k++)
            g->cell[g->next[g->end[i][k]]++] = i;
    for (size_t v = 0; v < nodes; v++)
        g->next[v] = g->first[v];
}

/* An open cell at `node` besides `besides`; n_cells if there is none. */
static uint32_t find_open(network *g, uint32_t node, uint32_t besides)
{
    while (g->next[node] < g->first[node + 1] && !is_open(g, g->cell[g->next[node]]))
        g->next[node]++;
    for (size_t e = g->next[node]; e < g->first[node + 1]; e++)
        if (g->cell[e] != besides && is_open(g, g->cell[e]))
            return g->cell[e];
    return (uint32_t)g->r->system->n_cells;
}

static uint32_t other_end(const network *g, uint32_t i, uint32_t node)
{
    return g->end[i][0] == node ? g->end[i][1] : g->end[i][0];
}

/* Walk from `node` along `cell` until a node is met again; false if the ground is a dead end.
 * The cycle is what is on the path from that node on. */
static bool walk(network *g, uint32_t node, uint32_t cell, size_t *from)
{
    const uint32_t none = (uint32_t)g->r->system->n_cells;
    g->length = 0;
    while (cell != none && g->place[node] == 0) {
        g->place[node] = g->length + 1;
        g->node[g->length] = node;
        g->path[g->length++] = cell;
        node = other_end(g, cell, node);
        cell = find_open(g, node, cell);
    }
    const bool met = g->place[node] > 0;
    *from = met ? g->place[node] - 1 : 0;
    for (size_t k = 0; k < g->length; k++)
        g->place[g->node[k]] = 0;
    return met;
}

static double weight_at(const network *g, uint32_t i, uint32_t node)
{
    return g->end[i][0] == node ? g->weight[i][0] : g->weight[i][1];
}

/* What the first and the last cell of the cycle do together to the equation where they meet. */
static double mismatch(const network *g, size_t from, const double *way)
{
    const uint32_t v = g->node[from], first = g->path[from], last = g->path[g->length - 1];
    if (v == GROUND)
        return 0;
    return weight_at(g, first, v) * way[from] + weight_at(g, last, v) * way[g->length - 1];
}

/* Ways (1 or -1) of the cells from `from` on that no equation notices; whether there are any.  The
 * ground notices nothing, so that what comes after it can go either way. */
static bool find_ways(const network *g, size_t from, double *way)
{
    size_t ground = g->length;
    way[from] = 1;
    for (size_t k = from + 1; k < g->length; k++) {
        const uint32_t v = g->node[k];
        const double turn = weight_at(g, g->path[k - 1], v) * weight_at(g, g->path[k], v);
        ground = v == GROUND ? k : ground;
        way[k] = v == GROUND ? way[k - 1] : -turn * way[k - 1];
    }
    if (fabs(mismatch(g, from, way)) > 0)
        for (size_t k = ground; k < g->length; k++)
            way[k] = -way[k];
    return !(fabs(mismatch(g, from, way)) > 0);
}

/* Move the cycle one way or the other. */
static void turn(network *g, size_t from, const double *way)
{
    const double base = g->r->base;
    double up = base, down = base;
    for (size_t k = from; k < g->length; k++) {
        const double rest = g->rest[g->path[k]];
        up = fmin(up, way[k] > 0 ? base - rest : rest);
        down = fmin(down, way[k] > 0 ? rest : base - rest);
    }
    const double by = tacit_rng_uniform(&g->rng) * (up + down) <= down ? up : -down;
    for (size_t k = from; k < g->length; k++) {
        double *rest = &g->rest[g->path[k]];
        *rest += by * way[k];
        if (!is_open(g, g->path[k]))
            *rest = *rest > base / 2 ? base : 0;
    }
}

static tacit_status take_room(tacit_ctx *cx, network *g)
{
    const size_t n = g->r->system->n_cells, nodes = g->r->system->n_equations + 1;
    TACIT_TRY(tacit_scratch(cx, nodes, sizeof *g->kept, &g->kept));
    TACIT_TRY(tacit_scratch(cx, nodes, sizeof *g->joined, &g->joined));
    TACIT_TRY(tacit_scratch(cx, nodes, sizeof *g->side, &g->side));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->free, &g->free));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->used, &g->used));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->rest, &g->rest));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->end, &g->end));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *g->weight, &g->weight));
    TACIT_TRY(tacit_scratch(cx, nodes + 1, sizeof *g->first, &g->first));
    TACIT_TRY(tacit_scratch(cx, nodes + 1, sizeof *g->next, &g->next));
    TACIT_TRY(tacit_scratch(cx, 2 * n, sizeof *g->cell, &g->cell));
    TACIT_TRY(tacit_scratch(cx, nodes + 1, sizeof *g->path, &g->path));
    TACIT_TRY(tacit_scratch(cx, nodes + 1, sizeof *g->node, &g->node));
    return tacit_scratch(cx, nodes + 1, sizeof *g->place, &g->place);
}

static tacit_status refuse(tacit_ctx *cx)
{
    return tacit_fail(
        cx, TACIT_ERR_INPUT,
        "Tables can be rounded by chance only where all have their inner cells in common; use "
        "'how: controlled'.");
}

/* Find and turn cycles through cell `i` and others until it is a multiple. */
static tacit_status settle(tacit_ctx *cx, network *g, uint32_t i, double *way)
{
    while (is_open(g, i)) {
        size_t from = 0;
        TACIT_TRY(tacit_tick(cx, i, g->r->system->n_cells));
        if (!walk(g, g->end[i][0], i, &from)) {
            const uint32_t last = g->path[g->length - 1];
            if (!walk(g, GROUND, last, &from))
                return refuse(cx);
        }
        if (!find_ways(g, from, way))
            return refuse(cx);
        turn(g, from, way);
    }
    return TACIT_OK;
}

tacit_status tacit_round_by_chance(tacit_ctx *cx, tacit_rounding *r, const tacit_rng *rng)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_leaves leaves = { 0 };
    double *way = NULL;
    TACIT_TRY(tacit_leaves_find(cx, r->system, &leaves));
    network g = { .r = r, .leaves = &leaves, .rng = tacit_rng_fork(rng, "chance") };
    TACIT_TRY(take_room(cx, &g));
    TACIT_TRY(tacit_scratch(cx, r->system->n_equations + 2, sizeof *way, &way));
    if (!leaves.adds_up)
        return refuse(cx);
    choose_equations(&g);
    find_ends(&g);
    list_cells(&g);
    for (size_t i = 0; i < r->system->n_cells; i++)
        g.rest[i] = g.free[i] ? 0 : r->r[i];
    for (uint32_t i = 0; i < r->system->n_cells; i++)
        TACIT_TRY(settle(cx, &g, i, way));
    for (size_t k = 0; k < leaves.n; k++)
        r->t[leaves.cell[k]] = g.rest[leaves.cell[k]] > r->base / 2;
    TACIT_TRY(tacit_rounding_add_up(cx, r, &leaves));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
