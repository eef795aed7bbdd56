/*
 * build.c - the tables of a plan, from records to a system of cells.
 *
 * All that a plan publishes is one system.  Tables that add up the same column are one cube, so
 * that cells which they share are one cell; a table that adds up several columns is in the cube of
 * each.
 */
#include "task/tables/build.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plan/cells.h"
#include "task/tables/cells/cells.h"
#include "task/tables/history.h"
#include "task/tables/keys.h"
#include "task/tables/take.h"

/* A tabulation on its way. */
typedef struct making {
    tacit_work *w;
    tacit_tabulation *t;
    const tacit_plan_table **first; /* of each cube: its first table */
    tacit_cube_table **tables;      /* of each cube */
    tacit_loaded loaded;
} making;

/* ---- which tables belong together ---- */

static bool is_same(const tacit_value *a, const tacit_value *b)
{
    return a->given == b->given && !(a->number < b->number) && !(a->number > b->number) &&
           strcmp(a->text != NULL ? a->text : "", b->text != NULL ? b->text : "") == 0;
}

/* The first thing that two tables of the same response say differently of its contributors and
 * cells, or NULL. */
static const char *find_difference(const tacit_plan_table *a, const tacit_plan_table *b)
{
    for (size_t i = TACIT_TABLE_SIZE; i <= TACIT_TABLE_MISSING; i++)
        if (!is_same(&a->args.at[i], &b->args.at[i]))
            return TACIT_TABLE_PARAMS[i].name;
    return NULL;
}

/* The cube that adds up `response` (NULL: counts), or n_cubes. */
static size_t cube_of(const tacit_tabulation *t, const char *response)
{
    size_t g = 0;
    while (g < t->n_cubes && ((t->cube[g].response == NULL) != (response == NULL) ||
                              (response != NULL && strcmp(t->cube[g].response, response) != 0)))
        g++;
    return g;
}

/* The same, made for `table` if it is new. */
static tacit_status find_cube(tacit_ctx *cx, making *m, const tacit_plan_table *table,
                              const char *response, size_t *out)
{
    tacit_tabulation *t = m->t;
    const size_t g = cube_of(t, response);
    *out = g;
    if (g < t->n_cubes) {
        const char *other = find_difference(m->first[g], table);
        return other == NULL
                   ? TACIT_OK
                   : tacit_fail(cx, TACIT_ERR_INPUT,
                                "%s: tables '%s' and '%s' add up the same, so '%s' must be the "
                                "same for both.",
                                m->w->plan->file, m->first[g]->name, table->name, other);
    }
    t->n_cubes++;
    t->cube[g].response = response;
    m->first[g] = table;
    return tacit_scratch(cx, m->w->plan->n_tables, sizeof **m->tables, &m->tables[g]);
}

/* ---- dimensions ---- */

/* All hierarchies of a column. */
static tacit_status find_trees(tacit_ctx *cx, const tacit_plan *plan, const char *column,
                               tacit_dimension_trees *out)
{
    const tacit_hierarchy_spec **spec = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_hierarchies, sizeof *spec, &spec));
    *out = (tacit_dimension_trees){ .spec = spec };
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        if (strcmp(plan->hierarchy[i].spec.column, column) == 0)
            spec[out->n++] = &plan->hierarchy[i].spec;
    return TACIT_OK;
}

/* The position of `column` among the dimensions, made if it is new. */
static tacit_status find_dimension(tacit_ctx *cx, const making *m, const char *column, size_t *out)
{
    const tacit_work *w = m->w;
    tacit_tabulation *t = m->t;
    tacit_dimension_trees trees = { 0 };
    size_t d = 0;
    while (d < t->n_dimensions && strcmp(t->dimension[d].column, column) != 0)
        d++;
    *out = d;
    if (d < t->n_dimensions)
        return TACIT_OK;
    t->n_dimensions++;
    TACIT_TRY(find_trees(cx, w->plan, column, &trees));
    if (tacit_cells_asked(w->plan))
        return tacit_cells_dimension(cx, w, column, &trees, &t->dimension[d]);
    return tacit_dimension_new(cx, w->data, tacit_table_find(w->data, column), &trees,
                               &t->dimension[d]);
}

/* ---- what is published of them ---- */

/* What a table says of one of its dimensions in argument `arg`, or NULL. */
static const tacit_group *said_of(const tacit_plan_table *t, size_t arg, const char *column)
{
    const tacit_value *v = &t->args.at[arg];
    for (size_t i = 0; v->given && i < v->n; i++)
        if (strcmp(v->groups[i].label, column) == 0)
            return &v->groups[i];
    return NULL;
}

static tacit_status hide_codes(tacit_ctx *cx, const tacit_plan_table *t, const tacit_dimension *d,
                               const tacit_group *codes, bool *hides)
{
    for (size_t i = 0; i < codes->n; i++) {
        const size_t c = tacit_dimension_find(d, codes->member[i]);
        if (c == d->n)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Table '%s' cannot hide code '%s' of dimension '%s': there is none.",
                              t->name, codes->member[i], d->column);
        hides[c] = true;
    }
    return TACIT_OK;
}

static tacit_status hide_levels(tacit_ctx *cx, const tacit_plan_table *t, const tacit_dimension *d,
                                const tacit_group *levels, bool *hides)
{
    for (size_t c = 0; c < d->n; c++)
        hides[c] = true;
    for (size_t i = 0; i < levels->n; i++) {
        double level = -1;
        if (!tacit_parse_real(levels->member[i], &level) || level < 0 || level > floor(level))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'levels' of table '%s' must be whole numbers from 0, the total.",
                              t->name);
        for (size_t c = 0; c < d->n; c++)
            hides[c] = hides[c] && d->code[c].depth != (uint32_t)level;
    }
    return TACIT_OK;
}

/* Which codes of its dimensions a table does not publish; NULL if it publishes all. */
static tacit_status find_hidden(tacit_ctx *cx, const making *m, const tacit_plan_table *t,
                                tacit_cube_table *out)
{
    bool **hides = NULL;
    if (!t->args.at[TACIT_TABLE_HIDE].given && !t->args.at[TACIT_TABLE_LEVELS].given)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *hides, &hides));
    for (size_t k = 0; k < out->n; k++) {
        const tacit_dimension *d = &m->t->dimension[out->dimension[k]];
        const tacit_group *levels = said_of(t, TACIT_TABLE_LEVELS, d->column);
        const tacit_group *codes = said_of(t, TACIT_TABLE_HIDE, d->column);
        TACIT_TRY(tacit_scratch(cx, d->n, sizeof *hides[k], &hides[k]));
        if (levels != NULL)
            TACIT_TRY(hide_levels(cx, t, d, levels, hides[k]));
        if (codes != NULL)
            TACIT_TRY(hide_codes(cx, t, d, codes, hides[k]));
    }
    out->hides = (const bool *const *)hides;
    return TACIT_OK;
}

/* ---- tables ---- */

/* Put a table of the plan into the cubes of what it adds up; if that is several columns, it is a
 * table for each. */
static tacit_status place_table(tacit_ctx *cx, making *m, size_t i)
{
    const tacit_plan_table *table = &m->w->plan->table[i];
    const tacit_value *by = &table->args.at[TACIT_TABLE_BY];
    const tacit_value *of = &table->args.at[TACIT_TABLE_OF];
    size_t g = 0, *at = NULL;
    tacit_cube_table own = { .name = table->name, .number = i, .n = by->n };
    TACIT_TRY(tacit_scratch(cx, by->n, sizeof *at, &at));
    for (size_t k = 0; k < by->n; k++)
        TACIT_TRY(find_dimension(cx, m, by->texts[k], &at[k]));
    own.dimension = at;
    TACIT_TRY(find_hidden(cx, m, table, &own));
    for (size_t r = 0; r < (of->given ? of->n : 1); r++) {
        char *name = NULL;
        TACIT_TRY(find_cube(cx, m, table, of->given ? of->texts[r] : NULL, &g));
        if (of->n > 1) {
            TACIT_TRY(tacit_scratch_format(cx, &name, "%s.%s", table->name, of->texts[r]));
            own.name = name;
        }
        m->tables[g][m->t->cube[g].n_tables++] = own;
    }
    return TACIT_OK;
}

static tacit_status place_tables(tacit_ctx *cx, making *m)
{
    const tacit_plan *plan = m->w->plan;
    const size_t columns = tacit_table_columns(m->w->data);
    size_t most = 0;
    for (size_t i = 0; i < plan->n_tables; i++)
        most += 1 + plan->table[i].args.at[TACIT_TABLE_OF].n;
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *m->t->dimension, &m->t->dimension));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *m->t->cube, &m->t->cube));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *m->first, &m->first));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *m->tables, &m->tables));
    for (size_t i = 0; i < plan->n_tables; i++)
        TACIT_TRY(place_table(cx, m, i));
    return TACIT_OK;
}

static tacit_status fill_cube(tacit_ctx *cx, const making *m, size_t g)
{
    tacit_cube_records records = { 0 };
    tacit_cube *c = &m->t->cube[g];
    const tacit_taking from = { m->w->plan, m->first[g], m->w->data, &m->loaded };
    c->n_dimensions = m->t->n_dimensions;
    c->dimension = m->t->dimension;
    c->table = m->tables[g];
    if (tacit_cells_asked(m->w->plan)) {
        c->room = tacit_take_room(m->w->plan, false, 1);
        TACIT_TRY(tacit_cube_make(cx, c, false));
        return tacit_cells_fill(cx, m->w, c);
    }
    TACIT_TRY(m->loaded.n > 0 ? tacit_take_sums(cx, &from, c, &records)
                              : tacit_take_records(cx, &from, c, &records));
    TACIT_TRY(tacit_cube_make(cx, c, records.holding != NULL));
    TACIT_TRY(tacit_cube_fill(cx, &records, c));
    if (c->off > 0)
        tacit_warn(cx,
                   "Tables of %s are rounded to %d decimals so that they add up; no cell is off by "
                   "more than %.3g.",
                   c->response != NULL ? c->response : "weighted counts", c->decimals, c->off);
    return TACIT_OK;
}

/* Whether cells come with statuses, or are all changed, whatever rules say. */
static bool needs_no_rules(const tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    return tacit_cells_are_published(w) ||
           (tacit_cells_asked(plan) && tacit_arg_given(&plan->cells, TACIT_CELLS_STATUS)) ||
           (plan->protection != NULL && plan->protection->promise == TACIT_PROMISE_NOISE);
}

tacit_status tacit_tabulate(tacit_ctx *cx, tacit_work *w, tacit_tabulation *out)
{
    making m = { .w = w, .t = out };
    const bool cells = tacit_cells_asked(w->plan);
    TACIT_TRY(cells ? tacit_cells_load(cx, w) : tacit_take_data(cx, w, &m.loaded));
    TACIT_TRY(place_tables(cx, &m));
    tacit_stage(cx, "Adding up");
    for (size_t g = 0; g < out->n_cubes; g++)
        TACIT_TRY(fill_cube(cx, &m, g));
    const tacit_judging j = {
        .plan = w->plan, .t = out, .first = m.first, .given = needs_no_rules(w)
    };
    TACIT_TRY(tacit_tables_link(cx, w->plan, out));
    TACIT_TRY(tacit_judge_differences(cx, &j));
    TACIT_TRY(tacit_tabulation_join(cx, out));
    TACIT_TRY(tacit_judge_cells(cx, &j));
    if (cells)
        TACIT_TRY(tacit_cells_settle(cx, w, out));
    if (tacit_cells_are_published(w))
        TACIT_TRY(tacit_cells_find_hidden(cx, w, out));
    TACIT_TRY(tacit_history_apply(cx, w, &j));
    TACIT_TRY(tacit_judge_distances(cx, &j));
    TACIT_TRY(tacit_judge_tell(cx, &j, json_object_get(w->record, "steps")));
    return cells ? TACIT_OK : tacit_tables_take_keys(cx, w, out);
}
