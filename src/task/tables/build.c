/*
 * build.c - the tables of a plan, from records to a system of cells.
 */
#include "task/tables/build.h"

#include <math.h>
#include <string.h>

/* ---- which tables belong together ---- */

/* The column that a table names for argument `i`, or "". */
static const char *named(const tacit_plan_table *t, size_t i)
{
    return tacit_arg_given(&t->args, i) ? tacit_arg_text(&t->args, i) : "";
}

static bool is_alike(const tacit_plan_table *a, const tacit_plan_table *b)
{
    for (size_t i = TACIT_TABLE_OF; i <= TACIT_TABLE_SIZE; i++)
        if (strcmp(named(a, i), named(b, i)) != 0)
            return false;
    return tacit_arg_choice(&a->args, TACIT_TABLE_COST) ==
           tacit_arg_choice(&b->args, TACIT_TABLE_COST);
}

/* Sort the tables of the plan into tabulations. */
static tacit_status group_tables(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *all,
                                 size_t *n)
{
    for (size_t i = 0; i < plan->n_tables; i++) {
        size_t g = 0;
        while (g < *n && !is_alike(all[g].table[0], &plan->table[i]))
            g++;
        if (g == *n) {
            TACIT_TRY(tacit_scratch(cx, plan->n_tables, sizeof *all[g].table, &all[g].table));
            ++*n;
        }
        all[g].table[all[g].cube.n_tables++] = &plan->table[i];
    }
    return TACIT_OK;
}

/* ---- dimensions ---- */

static const tacit_hierarchy_spec *find_hierarchy(const tacit_plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        if (strcmp(plan->hierarchy[i].spec.column, column) == 0)
            return &plan->hierarchy[i].spec;
    return NULL;
}

/* The position of `column` among the dimensions, made if it is new. */
static tacit_status find_dimension(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t,
                                   const char *column, size_t *out)
{
    size_t d = 0;
    while (d < t->cube.n_dimensions && strcmp(t->dimension[d].column, column) != 0)
        d++;
    *out = d;
    if (d < t->cube.n_dimensions)
        return TACIT_OK;
    t->cube.n_dimensions++;
    return tacit_dimension_new(cx, w->data, tacit_table_find(w->data, column),
                               find_hierarchy(w->plan, column), &t->dimension[d]);
}

/* The tables over their dimensions. */
static tacit_status make_dimensions(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t,
                                    tacit_cube_table **out)
{
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(w->data), sizeof *t->dimension, &t->dimension));
    TACIT_TRY(tacit_scratch(cx, t->cube.n_tables, sizeof **out, out));
    for (size_t i = 0; i < t->cube.n_tables; i++) {
        const tacit_value *by = &t->table[i]->args.at[TACIT_TABLE_BY];
        size_t *at = NULL;
        TACIT_TRY(tacit_scratch(cx, by->n, sizeof *at, &at));
        for (size_t k = 0; k < by->n; k++)
            TACIT_TRY(find_dimension(cx, w, t, by->texts[k], &at[k]));
        (*out)[i] = (tacit_cube_table){ .name = t->table[i]->name, .n = by->n, .dimension = at };
    }
    return TACIT_OK;
}

/* ---- records ---- */

/* The numbers of a column in scratch memory; none may be negative. */
static tacit_status take_numbers(tacit_ctx *cx, const tacit_table *data, const char *column,
                                 const double **out, const uint64_t **valid)
{
    const tacit_column *c = tacit_table_column(data, tacit_table_find(data, column));
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(c), sizeof *x, &x));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        x[i] = tacit_column_is_missing(c, i) ? 0 : tacit_column_number(c, i);
        if (x[i] < 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has negative values; the rules for sums are for "
                              "contributions that are not negative.",
                              column);
    }
    *out = x;
    *valid = tacit_column_valid(c);
    if (tacit_column_missing(c) > 0)
        tacit_warn(cx,
                   "Column '%s' has %zu missing values; those records are left out of the "
                   "tables of it.",
                   column, tacit_column_missing(c));
    return TACIT_OK;
}

static tacit_status take_records(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                                 tacit_cube_records *out)
{
    const uint64_t *other = NULL;
    const size_t weight = tacit_table_role_column(w->data, TACIT_ROLE_WEIGHT);
    *out = (tacit_cube_records){ .rows = tacit_table_rows(w->data) };
    if (weight < tacit_table_columns(w->data))
        TACIT_TRY(take_numbers(cx, w->data, tacit_column_name(tacit_table_column(w->data, weight)),
                               &out->weight, &other));
    if (named(t->table[0], TACIT_TABLE_OF)[0] != '\0')
        TACIT_TRY(take_numbers(cx, w->data, named(t->table[0], TACIT_TABLE_OF), &out->response,
                               &out->valid));
    if (named(t->table[0], TACIT_TABLE_SIZE)[0] != '\0')
        TACIT_TRY(
            take_numbers(cx, w->data, named(t->table[0], TACIT_TABLE_SIZE), &out->size, &other));
    return TACIT_OK;
}

/* ---- cells ---- */

static bool is_multiple(double x, double unit)
{
    return fabs(x / unit - round(x / unit)) < 1e-6;
}

/* The largest unit of which all values are multiples: 1, 0.1, ... 0.000001. */
static double find_unit(const tacit_tabulation *t)
{
    double unit = 1;
    for (size_t i = 0; i < t->cube.n_cells; i++)
        while (unit > 1e-6 && !is_multiple(t->cube.tally[i].sum, unit))
            unit /= 10;
    return unit;
}

static double cost_of(const tacit_plan_table *t, const tacit_cell_tally *tally)
{
    switch (tacit_arg_choice(&t->args, TACIT_TABLE_COST)) {
    case TACIT_COST_VALUE:
        return fmax(tally->sum, 1);
    case TACIT_COST_FREQUENCY:
        return (double)tally->n;
    default:
        return 1;
    }
}

/* Let the rules look at cell `i`: the widest levels that one asks for count. */
static void judge(const tacit_plan *plan, tacit_tabulation *t, size_t i, tacit_cell *c)
{
    const tacit_rule_cell seen = { .tally = &t->cube.tally[i],
                                   .counts = named(t->table[0], TACIT_TABLE_OF)[0] == '\0',
                                   .value = c->value };
    for (size_t r = 0; r < plan->n_rules; r++) {
        tacit_levels levels = { 0, 0 };
        if (!plan->rule[r].rule->judge(&plan->rule[r].args, &seen, &levels))
            continue;
        if (t->rule[i] == 0)
            t->rule[i] = (uint8_t)(r + 1);
        c->status = TACIT_CELL_PRIMARY;
        c->lower = fmax(c->lower, fmax(levels.lower, t->system->unit));
        c->upper = fmax(c->upper, fmax(levels.upper, t->system->unit));
    }
    c->lower = fmin(c->lower, c->value);
    c->high = fmax(c->high, c->value + c->upper);
}

static tacit_status fill_cells(tacit_ctx *cx, const tacit_plan *plan, tacit_tabulation *t)
{
    TACIT_TRY(tacit_scratch(cx, t->cube.n_cells, sizeof *t->rule, &t->rule));
    t->system->unit = find_unit(t);
    for (size_t i = 0; i < t->cube.n_cells; i++) {
        const tacit_cell_tally *tally = &t->cube.tally[i];
        tacit_cell *c = &t->system->cell[i];
        c->value = t->system->unit * round(tally->sum / t->system->unit);
        c->cost = cost_of(t->table[0], tally);
        c->high = 2 * c->value;
        c->status = tally->n == 0 ? TACIT_CELL_KEPT : TACIT_CELL_SAFE;
        judge(plan, t, i, c);
    }
    return TACIT_OK;
}

static tacit_status tabulate(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t)
{
    tacit_cube_table *tables = NULL;
    tacit_cube_records records = { 0 };
    TACIT_TRY(make_dimensions(cx, w, t, &tables));
    TACIT_TRY(take_records(cx, w, t, &records));
    t->cube.dimension = t->dimension;
    t->cube.table = tables;
    TACIT_TRY(tacit_cube_fill(cx, &records, &t->cube));
    TACIT_TRY(tacit_cube_system(cx, &t->cube, &t->system));
    return fill_cells(cx, w->plan, t);
}

tacit_status tacit_tabulate(tacit_ctx *cx, tacit_work *w, tacit_tabulation **out, size_t *n)
{
    TACIT_TRY(tacit_work_load(cx, w));
    TACIT_TRY(tacit_scratch(cx, w->plan->n_tables, sizeof **out, out));
    TACIT_TRY(group_tables(cx, w->plan, *out, n));
    tacit_stage(cx, "Adding up");
    for (size_t g = 0; g < *n; g++)
        TACIT_TRY(tabulate(cx, w, &(*out)[g]));
    return TACIT_OK;
}
