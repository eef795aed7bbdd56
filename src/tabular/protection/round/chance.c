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
 * It works for networks: tables of two dimensions, at most one of them with a hierarchy.
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
    double *rest;       /* of a cell: what is left above the multiple below, 0 ... base */
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

/* The ends of every cell; false if one stands in more than two equations. */
static bool find_ends(network *g)
{
    const tacit_system *s = g->r->system;
    for (size_t i = 0; i < s->n_cells; i++) {
        size_t n = 0;
        for (size_t e = s->first_of[i]; e < s->first_of[i + 1]; e++) {
            const uint32_t r = s->in[e].at;
            if (g->leaves->by[g->leaves->total[r]] != r)
                continue;
            if (n == 2)
                return false;
            g->end[i][n] = r + 1;
            g->weight[i][n++] = (double)s->in[e].weight;
        }
    }
    return true;
}

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
        "Rounding by chance is for tables of two dimensions, at most one of them with "
        "a hierarchy; use 'how: controlled'.");
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
    if (!leaves.adds_up || !find_ends(&g))
        return refuse(cx);
    list_cells(&g);
    for (size_t i = 0; i < r->system->n_cells; i++)
        g.rest[i] = r->r[i];
    for (uint32_t i = 0; i < r->system->n_cells; i++)
        TACIT_TRY(settle(cx, &g, i, way));
    for (size_t i = 0; i < r->system->n_cells; i++)
        r->t[i] = g.rest[i] > r->base / 2;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
