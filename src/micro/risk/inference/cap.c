/*
 * cap.c - what key combinations of protected data tell about a target in the original.
 *
 * Both tables are put under each other and grouped by keys and by keys with target; the rest
 * is sums over those groups.  O(records), by hashing.
 */
#include "micro/risk/inference/cap.h"

#include "micro/classes/group.h"
#include "micro/classes/join.h"

enum { ORIGINAL, RELEASED };

/* Records of each group in the two sets. */
typedef struct pair_count {
    double n[2];
} pair_count;

/* Groups by keys, by target, and by both. */
typedef struct groups {
    size_t keys, targets, cells;
    pair_count *key, *target, *cell;
    uint32_t *key_of, *target_of; /* of each cell */
} groups;

/* For each row the number of its combination of the first `n` columns of the joint table,
 * from column `from` on. */
static tacit_status number_rows(tacit_ctx *cx, const tacit_table *joint, size_t from, size_t n,
                                uint32_t **number, size_t *count)
{
    tacit_lens *lens = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *lens, &lens));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(joint), sizeof **number, number));
    for (size_t j = 0; j < n; j++)
        TACIT_TRY(tacit_lens_make(cx, tacit_table_column(joint, from + j), &lens[j]));
    return tacit_group_lenses(cx, lens, n, tacit_table_rows(joint), *number, count);
}

static tacit_status group(tacit_ctx *cx, const tacit_table *joint, size_t released, groups *g)
{
    const size_t columns = tacit_table_columns(joint), rows = tacit_table_rows(joint);
    uint32_t *key = NULL, *target = NULL, *cell = NULL;
    TACIT_TRY(number_rows(cx, joint, 0, columns - 1, &key, &g->keys));
    TACIT_TRY(number_rows(cx, joint, columns - 1, 1, &target, &g->targets));
    TACIT_TRY(number_rows(cx, joint, 0, columns, &cell, &g->cells));
    TACIT_TRY(tacit_scratch(cx, g->keys, sizeof *g->key, &g->key));
    TACIT_TRY(tacit_scratch(cx, g->targets, sizeof *g->target, &g->target));
    TACIT_TRY(tacit_scratch(cx, g->cells, sizeof *g->cell, &g->cell));
    TACIT_TRY(tacit_scratch(cx, g->cells, sizeof *g->key_of, &g->key_of));
    TACIT_TRY(tacit_scratch(cx, g->cells, sizeof *g->target_of, &g->target_of));
    for (size_t i = 0; i < rows; i++) {
        const size_t set = i < released ? RELEASED : ORIGINAL;
        g->key[key[i]].n[set] += 1.0;
        g->target[target[i]].n[set] += 1.0;
        g->cell[cell[i]].n[set] += 1.0;
        g->key_of[cell[i]] = key[i];
        g->target_of[cell[i]] = target[i];
    }
    return TACIT_OK;
}

/* Counts are whole numbers, exact in a double; these compare them without `==`. */
static bool is_one(double n)
{
    return n > 0.5 && n < 1.5;
}

static bool is_all(double part, double whole)
{
    return part > 0.5 && part > whole - 0.5;
}

static void add_key(const pair_count *key, tacit_cap *c)
{
    const double d = key->n[ORIGINAL], s = key->n[RELEASED];
    c->unique_original += is_one(d);
    c->unique_released += is_one(s);
    c->unique_original_in_released += is_one(d) && s > 0.0;
    c->unique_both += is_one(d) && is_one(s);
    c->in_released += s > 0.0 ? d : 0.0;
    c->released_in_original += d > 0.0 ? s : 0.0;
}

/* Add what a cell whose keys disclose in the protected data brings. */
static void add_disclosed(const pair_count *cell, const pair_count *key, tacit_cap *c)
{
    const double d = cell->n[ORIGINAL], s = cell->n[RELEASED], all = key->n[ORIGINAL];
    c->disclosed_released += s;
    c->disclosed_in_released += all;
    c->disclosed_right += d;
    c->disclosed_both += is_all(d, all) ? d : 0.0;
    c->targeted += all > 0.0 ? s : 0.0;
    c->targeted_in_original += all > 0.0 ? s * d / all : 0.0;
}

static void add_cell(const pair_count *cell, const pair_count *key, tacit_cap *c)
{
    const double d = cell->n[ORIGINAL], s = cell->n[RELEASED];
    c->cap_original += d > 0.0 ? d * d / key->n[ORIGINAL] : 0.0;
    c->cap_released += s > 0.0 ? s * s / key->n[RELEASED] : 0.0;
    c->cap_across += s > 0.0 ? d * s / key->n[RELEASED] : 0.0;
    c->disclosed_original += is_all(d, key->n[ORIGINAL]) ? d : 0.0;
    c->whole_both += is_one(d) && is_one(s);
    c->whole_copied += is_one(d) && s > 0.0;
    if (is_all(s, key->n[RELEASED]))
        add_disclosed(cell, key, c);
}

/* Expected right guesses on the original records whose keys disclose in the protected data. */
static tacit_status add_naive(tacit_ctx *cx, const groups *g, tacit_cap *c)
{
    bool *disclosed = NULL;
    TACIT_TRY(tacit_scratch(cx, g->keys, sizeof *disclosed, &disclosed));
    for (size_t k = 0; k < g->cells; k++)
        if (is_all(g->cell[k].n[RELEASED], g->key[g->key_of[k]].n[RELEASED]))
            disclosed[g->key_of[k]] = true;
    for (size_t k = 0; k < g->cells; k++)
        if (disclosed[g->key_of[k]])
            c->naive_right +=
                g->cell[k].n[ORIGINAL] * g->target[g->target_of[k]].n[RELEASED] / c->released;
    return TACIT_OK;
}

static tacit_status sum_up(tacit_ctx *cx, const groups *g, tacit_cap *c)
{
    for (size_t k = 0; k < g->keys; k++)
        add_key(&g->key[k], c);
    for (size_t k = 0; k < g->cells; k++)
        add_cell(&g->cell[k], &g->key[g->key_of[k]], c);
    for (size_t t = 0; t < g->targets; t++) {
        const double share = g->target[t].n[ORIGINAL] / c->original;
        c->base += share * share;
    }
    return add_naive(cx, g, c);
}

tacit_status tacit_cap_of(tacit_ctx *cx, const tacit_cap_spec *spec, tacit_cap *out)
{
    const char *const names[2] = { "the protected data", spec->other };
    const size_t mark = tacit_scratch_mark(cx), n = spec->keys.n;
    tacit_table *joint = NULL;
    size_t *at = NULL;
    groups g = { 0 };
    tacit_cap c = { .original = (double)tacit_table_rows(spec->original),
                    .released = (double)tacit_table_rows(spec->released) };
    TACIT_ASSERT(c.original > 0.0 && c.released > 0.0 && n > 0);
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *at, &at));
    for (size_t j = 0; j < n; j++)
        at[j] = spec->keys.at[j];
    at[n] = spec->target;
    TACIT_TRY(tacit_join_texts(cx, spec->released, &(tacit_select){ n + 1, at }, spec->original,
                               names, &joint));
    tacit_status status = group(cx, joint, tacit_table_rows(spec->released), &g);
    if (status == TACIT_OK)
        status = sum_up(cx, &g, &c);
    tacit_table_free(joint);
    tacit_scratch_release(cx, mark);
    *out = c;
    return status;
}
