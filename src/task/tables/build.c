/*
 * build.c - the tables of a plan, from records to a system of cells.
 */
#include "task/tables/build.h"

#include <math.h>
#include <string.h>

#include "table/values.h"
#include "task/tables/cells/cells.h"

/* ---- which tables belong together ---- */

/* The column that a table names for argument `i`, or "". */
static const char *named(const tacit_plan_table *t, size_t i)
{
    return tacit_arg_given(&t->args, i) ? tacit_arg_text(&t->args, i) : "";
}

/* Whether two tables of the same response also say the same of its contributors. */
static bool agree(const tacit_plan_table *a, const tacit_plan_table *b)
{
    return strcmp(named(a, TACIT_TABLE_SIZE), named(b, TACIT_TABLE_SIZE)) == 0 &&
           strcmp(named(a, TACIT_TABLE_HOLDING), named(b, TACIT_TABLE_HOLDING)) == 0 &&
           tacit_arg_choice(&a->args, TACIT_TABLE_COST) ==
               tacit_arg_choice(&b->args, TACIT_TABLE_COST);
}

/* A tabulation on its way. */
typedef struct making {
    tacit_work *w;
    tacit_tabulation *t;
    const tacit_plan_table **first; /* of each cube: its first table */
    tacit_cube_table **tables;      /* of each cube */
} making;

/* The cube that adds up what `table` adds up, made if it is new. */
static tacit_status find_cube(tacit_ctx *cx, making *m, const tacit_plan_table *table, size_t *out)
{
    tacit_tabulation *t = m->t;
    size_t g = 0;
    while (g < t->n_cubes &&
           strcmp(named(m->first[g], TACIT_TABLE_OF), named(table, TACIT_TABLE_OF)) != 0)
        g++;
    *out = g;
    if (g < t->n_cubes)
        return agree(m->first[g], table)
                   ? TACIT_OK
                   : tacit_fail(cx, TACIT_ERR_INPUT,
                                "%s: tables '%s' and '%s' add up the same, so they must have the "
                                "same 'size', 'holding' and 'cost'.",
                                m->w->plan->file, m->first[g]->name, table->name);
    t->n_cubes++;
    m->first[g] = table;
    if (tacit_arg_given(&table->args, TACIT_TABLE_OF))
        t->cube[g].response = named(table, TACIT_TABLE_OF);
    return tacit_scratch(cx, m->w->plan->n_tables, sizeof **m->tables, &m->tables[g]);
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
static tacit_status find_dimension(tacit_ctx *cx, const making *m, const char *column, size_t *out)
{
    const tacit_work *w = m->w;
    tacit_tabulation *t = m->t;
    size_t d = 0;
    while (d < t->n_dimensions && strcmp(t->dimension[d].column, column) != 0)
        d++;
    *out = d;
    if (d < t->n_dimensions)
        return TACIT_OK;
    t->n_dimensions++;
    if (tacit_cells_asked(w->plan))
        return tacit_cells_dimension(cx, w, column, find_hierarchy(w->plan, column),
                                     &t->dimension[d]);
    return tacit_dimension_new(cx, w->data, tacit_table_find(w->data, column),
                               find_hierarchy(w->plan, column), &t->dimension[d]);
}

/* Put the tables of the plan into cubes, over their dimensions. */
static tacit_status place_tables(tacit_ctx *cx, making *m)
{
    const tacit_plan *plan = m->w->plan;
    const size_t columns = tacit_table_columns(m->w->data);
    TACIT_TRY(tacit_scratch(cx, columns, sizeof *m->t->dimension, &m->t->dimension));
    TACIT_TRY(tacit_scratch(cx, plan->n_tables, sizeof *m->t->cube, &m->t->cube));
    TACIT_TRY(tacit_scratch(cx, plan->n_tables, sizeof *m->first, &m->first));
    TACIT_TRY(tacit_scratch(cx, plan->n_tables, sizeof *m->tables, &m->tables));
    for (size_t i = 0; i < plan->n_tables; i++) {
        const tacit_value *by = &plan->table[i].args.at[TACIT_TABLE_BY];
        size_t g = 0, *at = NULL;
        TACIT_TRY(find_cube(cx, m, &plan->table[i], &g));
        TACIT_TRY(tacit_scratch(cx, by->n, sizeof *at, &at));
        for (size_t k = 0; k < by->n; k++)
            TACIT_TRY(find_dimension(cx, m, by->texts[k], &at[k]));
        m->tables[g][m->t->cube[g].n_tables++] =
            (tacit_cube_table){ .name = plan->table[i].name, .n = by->n, .dimension = at };
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

/* The holdings of the records, numbered; a record that says none is one of its own. */
static tacit_status take_holdings(tacit_ctx *cx, const tacit_table *data, const char *column,
                                  tacit_cube_records *out)
{
    tacit_values values = { 0 };
    uint32_t *holding = NULL;
    TACIT_TRY(
        tacit_values_of(cx, tacit_table_column(data, tacit_table_find(data, column)), &values));
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof *holding, &holding));
    out->n_holdings = values.n;
    for (size_t i = 0; i < out->rows; i++)
        holding[i] = values.of[i] < values.n ? values.of[i] : (uint32_t)out->n_holdings++;
    out->holding = holding;
    return TACIT_OK;
}

static tacit_status take_records(tacit_ctx *cx, const making *m, size_t g, tacit_cube_records *out)
{
    const uint64_t *other = NULL;
    const tacit_table *data = m->w->data;
    const size_t weight = tacit_table_role_column(data, TACIT_ROLE_WEIGHT);
    *out = (tacit_cube_records){ .rows = tacit_table_rows(data) };
    if (weight < tacit_table_columns(data))
        TACIT_TRY(take_numbers(cx, data, tacit_column_name(tacit_table_column(data, weight)),
                               &out->weight, &other));
    if (m->t->cube[g].response != NULL)
        TACIT_TRY(take_numbers(cx, data, m->t->cube[g].response, &out->response, &out->valid));
    if (tacit_arg_given(&m->first[g]->args, TACIT_TABLE_SIZE))
        TACIT_TRY(take_numbers(cx, data, named(m->first[g], TACIT_TABLE_SIZE), &out->size, &other));
    return tacit_arg_given(&m->first[g]->args, TACIT_TABLE_HOLDING)
               ? take_holdings(cx, data, named(m->first[g], TACIT_TABLE_HOLDING), out)
               : TACIT_OK;
}

/* How many of the largest contributions the rules and the protection look at; a record of a
 * weight below 1 is less than one unit. */
static tacit_tally_room room_for(const tacit_plan *plan, const tacit_cube_records *r)
{
    double records = 0, holdings = 1, least = 1;
    for (size_t k = 0; k < plan->n_rules; k++) {
        const tacit_plan_rule *rule = &plan->rule[k];
        const double units = rule->rule->looks_at != NULL ? rule->rule->looks_at(&rule->args) : 0;
        if (r->holding == NULL || tacit_rule_is_on_records(&rule->args))
            records = fmax(records, units);
        else
            holdings = fmax(holdings, units);
    }
    if (plan->protection != NULL && plan->protection->looks_at != NULL)
        records = fmax(records, plan->protection->looks_at(&plan->protection_args));
    for (size_t i = 0; r->weight != NULL && i < r->rows; i++)
        if (r->weight[i] > 0)
            least = fmin(least, r->weight[i]);
    records = ceil(records / least);
    return (tacit_tally_room){ .records = (uint32_t)fmin(records, TACIT_TALLY_MOST),
                               .holdings = (uint32_t)fmin(holdings, TACIT_TALLY_MOST) };
}

/* ---- cells ---- */

static bool is_multiple(double x, double unit)
{
    return fabs(x / unit - round(x / unit)) < 1e-6;
}

/* The largest unit of which all values are multiples: 1, 0.1, ... 0.000001. */
static double find_unit(const tacit_cube *c)
{
    double unit = 1;
    for (size_t i = 0; i < c->n_cells; i++)
        while (unit > 1e-6 && !is_multiple(c->tally[i].sum, unit))
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

/* Let the rules look at a cell: the widest levels that one asks for count.  Gives the number of
 * the first that finds it sensitive, or 0. */
static uint8_t judge(const tacit_plan *plan, const tacit_rule_cell *seen, tacit_cell *c)
{
    uint8_t first = 0;
    for (size_t r = 0; r < plan->n_rules; r++) {
        const tacit_plan_rule *rule = &plan->rule[r];
        tacit_levels levels = { 0, 0 };
        tacit_rule_cell own = *seen;
        own.who = tacit_tally_contributors(seen->tally, !tacit_rule_is_on_records(&rule->args));
        if (!rule->rule->judge(&rule->args, &own, &levels))
            continue;
        if (first == 0)
            first = (uint8_t)(r + 1);
        c->status = TACIT_CELL_PRIMARY;
        c->lower = fmax(c->lower, fmax(levels.lower, c->unit));
        c->upper = fmax(c->upper, fmax(levels.upper, c->unit));
    }
    c->lower = fmin(c->lower, c->value);
    c->high = fmax(c->high, c->value + c->upper);
    return first;
}

/* Give the cells of cube `g` their values, and let the rules judge them. */
static void fill_cells(const making *m, size_t g)
{
    const tacit_cube *cube = &m->t->cube[g];
    const double unit = find_unit(cube);
    for (size_t i = 0; i < cube->n_cells; i++) {
        const tacit_cell_tally *tally = &cube->tally[i];
        tacit_cell *c = &m->t->system->cell[cube->first + i];
        c->unit = unit;
        c->value = unit * round(tally->sum / unit);
        c->cost = cost_of(m->first[g], tally);
        c->high = 2 * c->value;
        c->status = tally->n == 0 ? TACIT_CELL_KEPT : TACIT_CELL_SAFE;
        const tacit_rule_cell seen = { .tally = tally,
                                       .counts = cube->response == NULL,
                                       .value = c->value };
        m->t->rule[cube->first + i] = judge(m->w->plan, &seen, c);
    }
}

static tacit_status fill_cube(tacit_ctx *cx, const making *m, size_t g)
{
    tacit_cube_records records = { 0 };
    tacit_cube *c = &m->t->cube[g];
    c->n_dimensions = m->t->n_dimensions;
    c->dimension = m->t->dimension;
    c->table = m->tables[g];
    if (!tacit_cells_asked(m->w->plan))
        TACIT_TRY(take_records(cx, m, g, &records));
    c->room = room_for(m->w->plan, &records);
    TACIT_TRY(tacit_cube_make(cx, c, records.holding != NULL));
    if (tacit_cells_asked(m->w->plan))
        return tacit_cells_fill(cx, m->w, c);
    return tacit_cube_fill(cx, &records, c);
}

tacit_status tacit_tabulate(tacit_ctx *cx, tacit_work *w, tacit_tabulation *out)
{
    making m = { .w = w, .t = out };
    const bool cells = tacit_cells_asked(w->plan);
    TACIT_TRY(cells ? tacit_cells_load(cx, w) : tacit_work_load(cx, w));
    TACIT_TRY(place_tables(cx, &m));
    tacit_stage(cx, "Adding up");
    for (size_t g = 0; g < out->n_cubes; g++)
        TACIT_TRY(fill_cube(cx, &m, g));
    TACIT_TRY(tacit_tabulation_join(cx, out));
    for (size_t g = 0; g < out->n_cubes; g++)
        fill_cells(&m, g);
    return cells ? tacit_cells_settle(cx, w, out) : TACIT_OK;
}
