/*
 * check.c - whether all that is shown is what the keys of records make of it, by other code.
 *
 * Keys are added up anew, row by row, in the lowest cells of each table; a total's key is the sum
 * of the keys of its parts, so that every equation between cells of one response must hold for
 * keys as well, which proves the others.  Then
 *   - counts are looked up again, entry by entry, and must be what is shown;
 *   - sums must be as near to their values as the largest noise allows;
 *   - cells with the same records, wherever they are, must be shown the same.
 * O(tables * records + terms + cells * entries of a size).
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/protection/cell_key/cell_key.h"

/* What all looks at. */
typedef struct checking {
    const tacit_tabulation *t;
    const tacit_cell_keys *keys;
    tacit_cell_key_noise noise;
    size_t keys_wrong, shown_wrong, unlike;
} checking;

/* ---- keys ---- */

/* Whether no dimension of the table has codes below the cell. */
static bool is_lowest(const tacit_cube *c, const tacit_cube_table *table, size_t cell)
{
    for (size_t d = 0; d < c->n_dimensions; d++) {
        const uint32_t p = tacit_cube_node(c, cell, d);
        bool has = false;
        for (size_t k = 0; k < table->n; k++)
            has = has || table->dimension[k] == d;
        const bool inner = c->dimension[d].first_child[p] < c->dimension[d].first_child[p + 1];
        if (has ? inner : p > 0)
            return false;
    }
    return true;
}

static tacit_status check_lowest(tacit_ctx *cx, checking *k, size_t g, const tacit_cube_table *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_cube *c = &k->t->cube[g];
    uint64_t *sum = NULL;
    uint32_t *node = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n_cells + 1, sizeof *sum, &sum));
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *node, &node));
    for (size_t i = 0; i < k->keys->rows; i++) {
        for (size_t j = 0; j < t->n; j++)
            node[t->dimension[j]] = c->dimension[t->dimension[j]].leaf[i];
        sum[tacit_cube_find(c, node)] += k->keys->row[g][i];
    }
    for (size_t i = 0; i < c->n_cells; i++)
        k->keys_wrong += is_lowest(c, t, i) && sum[i] != k->keys->sum[c->first + i];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Every equation between cells of one cube holds for keys. */
static void check_totals(checking *k)
{
    const tacit_system *s = k->t->system;
    for (size_t r = 0; r < s->n_equations; r++) {
        const tacit_cube *c = tacit_tabulation_cube(k->t, s->term[s->first[r]].at);
        uint64_t gap = 0;
        bool one = true;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            const uint64_t key = k->keys->sum[s->term[e].at];
            gap += s->term[e].weight < 0 ? 0 - key : key;
            one = one && tacit_tabulation_cube(k->t, s->term[e].at) == c;
        }
        k->keys_wrong += one && gap != 0;
    }
}

/* ---- what is shown ---- */

/* The count that is to be shown, found entry by entry. */
static double count_shown(const checking *k, const tacit_cell_tally *tally, uint64_t key)
{
    const tacit_ptable *t = &k->noise.table;
    const tacit_ptable_part *part = &t->part[TACIT_PTABLE_ALL];
    uint64_t size = tally->n;
    if (size == 0)
        return 0;
    if (size > part->n)
        size -= (size - part->n + t->cycle - 1) / t->cycle * t->cycle;
    const double all = (double)(t->whole > 0 ? t->whole : k->keys->unit);
    const double at = fmod((double)(key % (uint64_t)all), all) / all;
    for (size_t e = part->first[size - 1]; e < part->first[size]; e++)
        if (at < part->below[e])
            return ((double)tally->n + part->value[e]) * tally->count / (double)tally->n;
    return NAN;
}

/* The largest value that a table adds. */
static double most_added(const tacit_ptable *t)
{
    double most = 0;
    for (size_t p = 0; p < TACIT_PTABLE_KINDS; p++) {
        const tacit_ptable_part *part = &t->part[p];
        for (size_t e = 0; part->n > 0 && e < part->first[part->n]; e++)
            most = fmax(most, fabs(part->value[e]));
    }
    return most;
}

/* The largest unit of noise that a contribution can have. */
static double most_unit(const tacit_sum_noise *n, double x)
{
    const double f = n->point, l = n->large;
    const double share = l + (n->small * x - l * f) / f * pow(2 * f / (f + x), n->power);
    return fmax(n->separation > 0 ? 1 : 0, x * fmax(n->small, n->flexible ? share : 0));
}

/* The largest noise that a sum can have. */
static double most_noise(const checking *k, const tacit_cell_tally *tally)
{
    const tacit_sum_noise *n = &k->noise.sum;
    const double whole = fabs(tally->sum) * fmax(1, 1 / tally->count);
    double unit = 0;
    for (size_t j = 0; j < n->n; j++)
        if (n->magnifier != TACIT_MAGNIFIER_LARGEST)
            unit += most_unit(n, whole);
        else if (j < tally->n_top)
            unit += most_unit(n, tally->top[j].size * tally->top[j].weight);
    return unit * (most_added(&n->table) + n->extra);
}

static bool is_right(const checking *k, const tacit_cube *c, size_t i)
{
    const tacit_cell *cell = &k->t->system->cell[c->first + i];
    const tacit_cell_tally *tally = &c->tally[i];
    const double slack = k->noise.all_digits ? 1e-9 * fmax(1, fabs(cell->shown)) : 0.5;
    if (c->response == NULL) {
        const double want = count_shown(k, tally, k->keys->sum[c->first + i]);
        return fabs(cell->shown - want) <= slack + 1e-9;
    }
    if (tally->n == 0)
        return !(fabs(cell->shown) > 0);
    return fabs(cell->shown - cell->value) <= most_noise(k, tally) + cell->unit &&
           cell->shown * cell->value >= 0;
}

/* ---- equal cells ---- */

static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const checking *k = user;
    const tacit_cell_tally *x = tacit_tabulation_tally(k->t, a);
    const tacit_cell_tally *y = tacit_tabulation_tally(k->t, b);
    if (k->keys->sum[a] != k->keys->sum[b])
        return k->keys->sum[a] < k->keys->sum[b];
    return x->n != y->n ? x->n < y->n : x->count <= y->count;
}

/* Counts of the same records are shown the same. */
static tacit_status check_equal(tacit_ctx *cx, checking *k)
{
    uint32_t *order = NULL;
    const tacit_system *s = k->t->system;
    TACIT_TRY(tacit_sort_by(cx, s->n_cells, is_before, k, &order));
    for (size_t e = 1; e < s->n_cells; e++) {
        const uint32_t a = order[e - 1], b = order[e];
        const tacit_cube *c = tacit_tabulation_cube(k->t, a);
        const bool same = c == tacit_tabulation_cube(k->t, b) && c->response == NULL &&
                          is_before(k, a, b) && is_before(k, b, a);
        k->unlike += same && fabs(s->cell[a].shown - s->cell[b].shown) > 0;
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status tell(tacit_ctx *cx, const checking *k, tacit_result *told)
{
    TACIT_TRY(tacit_result_figure(cx, told, "cells", "Cells checked", (double)k->t->system->n_cells,
                                  TACIT_UNIT_COUNT, "cells whose keys were added up again"));
    TACIT_TRY(tacit_result_figure(
        cx, told, "keys_wrong", "Wrong keys", (double)k->keys_wrong, TACIT_UNIT_COUNT,
        "lowest cells and equations whose keys do not add up", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, told, "shown_wrong", "Wrongly shown", (double)k->shown_wrong,
                                  TACIT_UNIT_COUNT,
                                  "counts that are not shown as their keys say, and sums that are "
                                  "farther off than noise can be",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, told, "unlike", "Equal cells shown differently",
                                  (double)k->unlike, TACIT_UNIT_COUNT,
                                  "pairs of counts of the same records that are not shown the same",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_note(cx, told,
                             "Proven is that every cell is shown as the keys of its records say, "
                             "and the same wherever it stands; how uncertain that leaves a cell is "
                             "a matter of probability.");
}

tacit_status tacit_cell_key_check(tacit_ctx *cx, const tacit_protection_job *job,
                                  tacit_result *told, bool *holds)
{
    checking k = { .t = job->tables, .keys = job->tables->keys };
    TACIT_TRY(tacit_cell_key_choose(cx, job, &k.noise));
    for (size_t g = 0; g < k.t->n_cubes; g++) {
        const tacit_cube *c = &k.t->cube[g];
        for (size_t i = 0; i < c->n_tables; i++)
            TACIT_TRY(check_lowest(cx, &k, g, &c->table[i]));
        for (size_t i = 0; i < c->n_cells; i++)
            k.shown_wrong += !is_right(&k, c, i);
    }
    check_totals(&k);
    TACIT_TRY(check_equal(cx, &k));
    *holds = k.keys_wrong + k.shown_wrong + k.unlike == 0;
    return tell(cx, &k, told);
}
