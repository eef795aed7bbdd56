/*
 * link.c - equations between responses, which must hold in every cell that all of them have.
 *
 * Where weights are uneven, every cube is rounded by itself, and a total is then off by less than
 * its parts are together; it is made their sum, which adds up along the dimensions as they do.
 * O(equations * cells).
 */
#include <math.h>
#include <string.h>

#include "plan/cells.h"
#include "task/tables/build.h"

/* The cube that adds up `column`. */
static tacit_status find_cube(tacit_ctx *cx, const tacit_plan *plan, const tacit_tabulation *t,
                              const char *column, size_t *out)
{
    size_t g = 0;
    while (g < t->n_cubes &&
           (t->cube[g].response == NULL || strcmp(t->cube[g].response, column) != 0))
        g++;
    *out = g;
    return g < t->n_cubes ? TACIT_OK
                          : tacit_fail(cx, TACIT_ERR_INPUT,
                                       "%s: an equation speaks of '%s', which no table adds up.",
                                       plan->file, column);
}

static tacit_status take_link(tacit_ctx *cx, const tacit_plan *plan, size_t e, tacit_tabulation *t,
                              tacit_cube_link *out)
{
    const tacit_args *args = &plan->equation[e].args;
    const tacit_value *parts = &args->at[TACIT_EQUATION_PARTS];
    size_t *cube = NULL;
    TACIT_TRY(tacit_scratch(cx, parts->n + 1, sizeof *cube, &cube));
    TACIT_TRY(find_cube(cx, plan, t, tacit_arg_text(args, TACIT_EQUATION_TOTAL), &cube[0]));
    for (size_t k = 0; k < parts->n; k++)
        TACIT_TRY(find_cube(cx, plan, t, parts->texts[k], &cube[k + 1]));
    *out = (tacit_cube_link){ .n = parts->n + 1, .cube = cube };
    return TACIT_OK;
}

/* The sum of the parts in the place of cell `i` of the total; false if one does not have it. */
static bool add_parts(const tacit_tabulation *t, const tacit_cube_link *link, size_t i, double *sum)
{
    const uint64_t key = t->cube[link->cube[0]].key[i];
    *sum = 0;
    for (size_t k = 1; k < link->n; k++) {
        const tacit_cube *c = &t->cube[link->cube[k]];
        const size_t cell = tacit_cube_find_key(c, key);
        if (cell == c->n_cells)
            return false;
        *sum += c->tally[cell].sum;
    }
    return true;
}

/* By how much the cubes of a link are off from what was added up, together. */
static double off_of(const tacit_tabulation *t, const tacit_cube_link *link)
{
    double off = 0;
    for (size_t k = 0; k < link->n; k++)
        off += t->cube[link->cube[k]].off;
    return off;
}

static tacit_status fail_at(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t, size_t e,
                            size_t i)
{
    const tacit_cube *total = &t->cube[t->link[e].cube[0]];
    char *name = NULL;
    (void)tacit_tabulation_number(t);
    TACIT_TRY(tacit_tabulation_name(cx, t, total->first + i, &name));
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s: '%s' is not the sum of its parts in %s; the equation does not hold for "
                      "this data.",
                      plan->file, total->response, name);
}

static tacit_status check_link(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t, size_t e)
{
    tacit_cube *total = &t->cube[t->link[e].cube[0]];
    double unit = 1, sum = 0;
    for (size_t k = 0; k < t->link[e].n; k++)
        unit = fmin(unit, 1 / tacit_cube_scale(&t->cube[t->link[e].cube[k]]));
    const double off = off_of(t, &t->link[e]);
    for (size_t i = 0; i < total->n_cells; i++) {
        if (!add_parts(t, &t->link[e], i, &sum))
            continue;
        if (fabs(sum - total->tally[i].sum) > off + unit / 2)
            return fail_at(cx, plan, t, e, i);
        total->tally[i].sum = sum;
    }
    return TACIT_OK;
}

/* Every link must hold at the end: a total that was changed may be part of another. */
static tacit_status check_again(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t)
{
    for (size_t e = 0; e < t->n_links; e++) {
        const tacit_cube *total = &t->cube[t->link[e].cube[0]];
        double sum = 0;
        for (size_t i = 0; i < total->n_cells; i++)
            if (add_parts(t, &t->link[e], i, &sum) &&
                fabs(sum - total->tally[i].sum) > 0.5 / tacit_cube_scale(total))
                return fail_at(cx, plan, t, e, i);
    }
    return TACIT_OK;
}

tacit_status tacit_tables_link(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t)
{
    tacit_cube_link *link = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_equations, sizeof *link, &link));
    t->link = link;
    t->n_links = plan->n_equations;
    for (size_t e = 0; e < plan->n_equations; e++)
        TACIT_TRY(take_link(cx, plan, e, t, &link[e]));
    for (size_t e = 0; e < t->n_links; e++)
        TACIT_TRY(check_link(cx, plan, t, e));
    return check_again(cx, plan, t);
}
