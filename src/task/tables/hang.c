/*
 * hang.c - how tables hang together: the cells that two of them share, and equations between what
 * they add up.
 *
 * Tables of one response share the cells of the dimensions that both have, with totals in the
 * others: the product of the nodes of these.  What is shared is one cell, hidden in both or in
 * neither.  An equation between responses ties the cells of the dimensions that the tables of all
 * of them have.  O(tables^2 * dimensions).
 */
#include "task/tables/show.h"

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry TOGETHER = {
    .name = "together",
    .title = "How the tables hang together",
    .source = "",
    .params = NONE,
};

/* A table with its cube. */
typedef struct member {
    const tacit_cube *cube;
    const tacit_cube_table *table;
} member;

static bool has_dimension(const tacit_cube_table *t, size_t d)
{
    for (size_t k = 0; k < t->n; k++)
        if (t->dimension[k] == d)
            return true;
    return false;
}

/* Places that both tables have. */
static double count_shared(const tacit_tabulation *t, const member *a, const member *b)
{
    double n = 1;
    for (size_t d = 0; d < t->n_dimensions; d++)
        if (has_dimension(a->table, d) && has_dimension(b->table, d))
            n *= (double)t->dimension[d].nodes;
    return n;
}

/* Whether an equation ties two cubes. */
static bool is_tied(const tacit_tabulation *t, const tacit_cube *a, const tacit_cube *b)
{
    for (size_t l = 0; l < t->n_links; l++) {
        bool has_a = false, has_b = false;
        for (size_t k = 0; k < t->link[l].n; k++) {
            has_a = has_a || &t->cube[t->link[l].cube[k]] == a;
            has_b = has_b || &t->cube[t->link[l].cube[k]] == b;
        }
        if (has_a && has_b)
            return true;
    }
    return false;
}

/* How many cells tie two tables: those that they share, or that equations tie. */
static double count_ties(const tacit_tabulation *t, const member *a, const member *b)
{
    return a->cube == b->cube || is_tied(t, a->cube, b->cube) ? count_shared(t, a, b) : 0;
}

static tacit_status list_members(tacit_ctx *cx, const tacit_tabulation *t, member **out, size_t *n)
{
    *n = 0;
    for (size_t g = 0; g < t->n_cubes; g++)
        *n += t->cube[g].n_tables;
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **out, out));
    for (size_t g = 0, i = 0; g < t->n_cubes; g++)
        for (size_t k = 0; k < t->cube[g].n_tables; k++)
            (*out)[i++] = (member){ &t->cube[g], &t->cube[g].table[k] };
    return TACIT_OK;
}

static tacit_status list_pairs(tacit_ctx *cx, const tacit_tabulation *t, const member *all,
                               size_t n, tacit_result *r)
{
    static const char *const heads[] = { "Table", "And", "Hang together by", "Cells" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, r, "pairs", "Tables that hang together", 4, heads, &table));
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            const double ties = count_ties(t, &all[i], &all[j]);
            if (ties > 0)
                TACIT_TRY(tacit_result_row(
                    cx, table, "[s,s,s,f]", all[i].table->name, all[j].table->name,
                    all[i].cube == all[j].cube ? "cells of both" : "an equation", ties));
        }
    return tacit_result_note(cx, r,
                             "What one table shows of a cell that others have tells of these, so "
                             "all are protected as one.");
}

tacit_status tacit_tables_hang(tacit_ctx *cx, const tacit_tabulation *t, json_t *results)
{
    member *all = NULL;
    size_t n = 0;
    tacit_result *r = NULL;
    TACIT_TRY(list_members(cx, t, &all, &n));
    if (n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_result_new(cx, "table", &TOGETHER, &(tacit_args){ .params = NONE }, &r));
    TACIT_TRY(tacit_json_add(cx, results, r));
    TACIT_TRY(list_pairs(cx, t, all, n, r));
    return tacit_result_measured(cx, r, n, true);
}
