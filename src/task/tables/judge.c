/*
 * judge.c - the cells of tables get their values, costs and bounds, and rules say which of them are
 * sensitive.
 *
 * What readers know beforehand: each contribution to within `known` per cent of itself, so that the
 * value a of a cell whose contributions without their signs add up to s lies within known/100 s of
 * a, which is [0, 2a] for 100 per cent where none is negative (tau-Argus 4.2, a priori bounds); no
 * count to within what a rule's levels can ask for; and never more than a cell's own levels allow.
 * O(cells * rules * dimensions).
 */
#include "task/tables/judge.h"

#include "plan/cells.h"

#include <math.h>

/* What is common to all cells of a cube. */
typedef struct bench {
    const tacit_judging *j;
    const tacit_cube *cube;
    const tacit_plan_table *table;
    double known;                                  /* as a share */
    double doubt;                                  /* readers' doubt about any value, at least */
    bool open;                                     /* cells without records may be suppressed too */
    bool safe;                                     /* cells of missing codes are safe */
    uint32_t missing[TACIT_TABULATION_DIMENSIONS]; /* of each dimension: that node, or 0 */
} bench;

/* ---- which rules look at what ---- */

/* Whether a rule looks at what the cube adds up. */
static bool looks_at(const tacit_rule *rule, const tacit_cube *cube)
{
    return (rule->use & (cube->response == NULL ? TACIT_RULE_COUNTS : TACIT_RULE_SUMS)) != 0;
}

/* Whether it is for some table of the cube, too. */
static bool is_used(const tacit_plan *plan, const tacit_plan_rule *rule, const tacit_cube *cube)
{
    if (!looks_at(rule->rule, cube))
        return false;
    for (size_t t = 0; t < cube->n_tables; t++)
        if (tacit_plan_rule_is_for(rule, &plan->table[cube->table[t].number]))
            return true;
    return false;
}

/* Whether the dimensions of a table have cell `i` of its cube. */
static bool has_cell(const tacit_cube *c, const tacit_cube_table *t, size_t i)
{
    uint64_t rest = c->key[i];
    for (size_t k = 0; k < t->n; k++)
        rest -= c->stride[t->dimension[k]] * tacit_cube_node(c, i, t->dimension[k]);
    return rest == 0;
}

/* Whether a rule is for cell `i` of the cube: for one of the tables that have it. */
static bool is_for(const tacit_plan *plan, const tacit_plan_rule *rule, const tacit_cube *c,
                   size_t i)
{
    if (!looks_at(rule->rule, c) || !plan->rules_apart)
        return looks_at(rule->rule, c);
    for (size_t t = 0; t < c->n_tables; t++)
        if (tacit_plan_rule_is_for(rule, &plan->table[c->table[t].number]) &&
            has_cell(c, &c->table[t], i))
            return true;
    return false;
}

/* Fail if no rule looks at a table. */
static tacit_status check_looked_at(tacit_ctx *cx, const tacit_plan *plan, const tacit_cube *cube)
{
    for (size_t t = 0; t < cube->n_tables; t++) {
        const tacit_plan_table *table = &plan->table[cube->table[t].number];
        size_t used = 0;
        for (size_t r = 0; r < plan->n_rules; r++)
            used +=
                looks_at(plan->rule[r].rule, cube) && tacit_plan_rule_is_for(&plan->rule[r], table);
        if (used == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: no rule looks at table '%s', which has %s; add one that does, "
                              "such as %s.",
                              plan->file, table->name, cube->response == NULL ? "counts" : "sums",
                              cube->response == NULL ? "minimum_frequency" : "p_percent");
    }
    return TACIT_OK;
}

/* ---- what is common to cells ---- */

/* The node that stands for missing values alone; 0 if there is none. */
static uint32_t find_missing(const tacit_dimension *d)
{
    for (size_t k = 0; k < d->n; k++)
        if (d->code[k].missing)
            return d->code[k].node;
    return 0;
}

static bench bench_of(const tacit_judging *j, const tacit_cube *cube)
{
    const tacit_plan_table *table = j->first[cube - j->t->cube];
    bench b = { .j = j,
                .cube = cube,
                .table = table,
                .known = tacit_arg_real(&table->args, TACIT_TABLE_KNOWN) / 100,
                .open = tacit_arg_choice(&table->args, TACIT_TABLE_EMPTY) == TACIT_EMPTY_OPEN,
                .safe = tacit_arg_choice(&table->args, TACIT_TABLE_MISSING) == TACIT_MISSING_SAFE };
    for (size_t r = 0; r < j->plan->n_rules; r++) {
        const tacit_rule *rule = j->plan->rule[r].rule;
        const tacit_args *args = &j->plan->rule[r].args;
        if (!is_used(j->plan, &j->plan->rule[r], cube))
            continue;
        if (rule->doubt != NULL)
            b.doubt = fmax(b.doubt, rule->doubt(args, cube->response == NULL));
        b.open = b.open || (rule->opens != NULL && rule->opens(args));
    }
    for (size_t d = 0; b.safe && d < cube->n_dimensions; d++)
        b.missing[d] = find_missing(&cube->dimension[d]);
    return b;
}

/* ---- one cell ---- */

/* A cost to the table's power; not below what a cell of cost 1 has. */
static double raise_cost(const tacit_plan_table *t, double cost)
{
    const double lambda = tacit_arg_real(&t->args, TACIT_TABLE_LAMBDA);
    cost = fmax(fabs(cost), 1);
    return lambda > 0 ? pow(cost, lambda) : log(cost + 1);
}

static double cost_of(const tacit_plan_table *t, const tacit_cell_tally *tally)
{
    switch (tacit_plan_cost(t)) {
    case TACIT_COST_VALUE:
        return raise_cost(t, tally->sum);
    case TACIT_COST_FREQUENCY:
        return raise_cost(t, (double)tally->n);
    case TACIT_COST_COLUMN:
        return raise_cost(t, tally->cost);
    case TACIT_COST_UNITY:
    case TACIT_COST_DISTANCE:
        break;
    }
    return 1;
}

/* A level in whole units, since values are whole numbers of them; at least one. */
static double whole_level(double level, double unit)
{
    return unit * fmax(ceil(level / unit - 1e-9), 1);
}

/* The widest levels that one of several rules asks for count. */
static void widen(tacit_cell *c, const tacit_levels *levels)
{
    c->status = TACIT_CELL_PRIMARY;
    if (levels->lower > 0)
        c->lower = fmax(c->lower, whole_level(levels->lower, c->unit));
    c->upper = fmax(c->upper, whole_level(levels->upper, c->unit));
    if (levels->sliding > 0)
        c->sliding = fmax(c->sliding, whole_level(levels->sliding, c->unit));
}

/* Levels and bounds agree: a value that cannot be negative is not asked to seem so, and readers do
 * not know beforehand what the levels are to hide. */
static void settle(tacit_cell *c, bool negative)
{
    if (!negative)
        c->lower = fmin(c->lower, c->value);
    c->low = fmin(c->low, c->value - c->lower);
    c->high = fmax(c->high, c->value + c->upper);
}

/* Whether a cell is one of missing values, which are safe. */
static bool is_missing(const bench *b, size_t i)
{
    for (size_t d = 0; b->safe && d < b->cube->n_dimensions; d++)
        if (b->missing[d] != 0 && tacit_cube_node(b->cube, i, d) == b->missing[d])
            return true;
    return false;
}

/* Let the rules look at a cell.  Gives the number of the first that finds it sensitive, or 0. */
static uint8_t apply_rules(const bench *b, size_t i, tacit_cell *c)
{
    const tacit_plan *plan = b->j->plan;
    const tacit_cell_tally *tally = &b->cube->tally[i];
    uint8_t first = 0;
    for (size_t r = 0; r < plan->n_rules; r++) {
        const tacit_plan_rule *rule = &plan->rule[r];
        tacit_levels levels = { 0 };
        if (rule->rule->judge == NULL || !is_for(plan, rule, b->cube, i))
            continue;
        const tacit_rule_cell seen = {
            .tally = tally,
            .counts = b->cube->response == NULL,
            .value = c->value,
            .who = tacit_tally_contributors(tally, tacit_rule_is_on_holdings(&rule->args)),
        };
        if (!rule->rule->judge(&rule->args, &seen, &levels))
            continue;
        first = first == 0 ? (uint8_t)(r + 1) : first;
        widen(c, &levels);
    }
    return first;
}

static void judge_cell(const bench *b, size_t i)
{
    const tacit_cube *cube = b->cube;
    const tacit_cell_tally *tally = &cube->tally[i];
    tacit_cell *c = &b->j->t->system->cell[cube->first + i];
    const bool empty = tally->n == 0;
    const double room = fmax(b->known * tally->bulk, empty && !b->open ? 0 : b->doubt);
    c->unit = 1 / tacit_cube_scale(cube);
    c->value = tally->sum;
    c->cost = cost_of(b->table, tally);
    c->low = cube->negative ? c->value - room : fmax(c->value - room, 0);
    c->high = c->value + room;
    c->status = empty && !b->open ? TACIT_CELL_KEPT : TACIT_CELL_SAFE;
    if (!is_missing(b, i))
        b->j->t->rule[cube->first + i] = apply_rules(b, i, c);
    settle(c, cube->negative);
}

/* ---- what is not published ---- */

/* Of each dimension of a table, which nodes it publishes: by some code. */
static tacit_status find_shown(tacit_ctx *cx, const tacit_cube *c, const tacit_cube_table *t,
                               bool ***out)
{
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof **out, out));
    for (size_t k = 0; k < t->n; k++) {
        const tacit_dimension *d = &c->dimension[t->dimension[k]];
        TACIT_TRY(tacit_scratch(cx, d->nodes, sizeof ***out, &(*out)[k]));
        for (size_t code = 0; code < d->n; code++)
            if (t->hides == NULL || !t->hides[k][code])
                (*out)[k][d->code[code].node] = true;
    }
    return TACIT_OK;
}

/* Whether a table publishes a cell. */
static bool publishes(const tacit_cube *c, const tacit_cube_table *t, bool *const *shown, size_t i)
{
    uint64_t rest = c->key[i];
    for (size_t k = 0; k < t->n; k++) {
        const uint32_t node = tacit_cube_node(c, i, t->dimension[k]);
        rest -= c->stride[t->dimension[k]] * node;
        if (!shown[k][node])
            return false;
    }
    return rest == 0;
}

/* Cells that no table publishes are hidden, and cost nothing; sensitive ones stay so. */
static tacit_status hide_cells(tacit_ctx *cx, const tacit_judging *j, const tacit_cube *c)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool ***shown = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n_tables, sizeof *shown, &shown));
    for (size_t t = 0; t < c->n_tables; t++)
        TACIT_TRY(find_shown(cx, c, &c->table[t], &shown[t]));
    for (size_t i = 0; i < c->n_cells; i++) {
        tacit_cell *cell = &j->t->system->cell[c->first + i];
        size_t t = 0;
        while (t < c->n_tables && !publishes(c, &c->table[t], shown[t], i))
            t++;
        if (t == c->n_tables && cell->status != TACIT_CELL_PRIMARY)
            cell->status = TACIT_CELL_HIDDEN;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static bool hides_any(const tacit_cube *c)
{
    for (size_t t = 0; t < c->n_tables; t++)
        if (c->table[t].hides != NULL)
            return true;
    return false;
}

/* ---- differences ---- */

/* Sensitive differences on their way. */
typedef struct differences {
    const tacit_judging *j;
    tacit_cell_difference *at; /* NULL while they are counted */
    size_t n;
} differences;

/* The widest levels that rules ask for the difference of cells `i` and `less` of a cube; the number
 * of the first rule that does, or 0. */
static uint8_t compare(const tacit_judging *j, const tacit_cube *c, size_t i, size_t less,
                       tacit_levels *widest)
{
    const double total = c->tally[i].sum, part = c->tally[less].sum;
    uint8_t first = 0;
    *widest = (tacit_levels){ 0 };
    for (size_t r = 0; r < j->plan->n_rules; r++) {
        const tacit_plan_rule *rule = &j->plan->rule[r];
        tacit_levels levels = { 0 };
        if (rule->rule->compare == NULL || !is_for(j->plan, rule, c, i) ||
            !rule->rule->compare(&rule->args, total, part, &levels))
            continue;
        first = first == 0 ? (uint8_t)(r + 1) : first;
        widest->lower = fmax(widest->lower, levels.lower);
        widest->upper = fmax(widest->upper, levels.upper);
    }
    return first;
}

/* Those of one sum: its total is cell `i` of the cube, `rest` the key of it without the node. */
static void add_sum(differences *x, const tacit_cube *c, size_t i, size_t d,
                    const tacit_node_sum *sum)
{
    const tacit_dimension *dim = &c->dimension[d];
    const uint64_t rest = c->key[i] - c->stride[d] * sum->total;
    for (size_t e = sum->first; e < sum->end; e++) {
        const size_t part = tacit_cube_find_key(c, rest + c->stride[d] * dim->part[e]);
        tacit_levels levels;
        if (compare(x->j, c, i, part, &levels) == 0)
            continue;
        if (x->at != NULL)
            x->at[x->n] =
                (tacit_cell_difference){ (uint32_t)(c->first + i), (uint32_t)(c->first + part) };
        x->n++;
    }
}

static void add_cube(differences *x, const tacit_cube *c)
{
    for (size_t i = 0; i < c->n_cells; i++) {
        const tacit_cube_table *t = tacit_tabulation_table(c, i);
        for (size_t k = 0; k < t->n; k++) {
            const tacit_dimension *dim = &c->dimension[t->dimension[k]];
            const uint32_t node = tacit_cube_node(c, i, t->dimension[k]);
            for (size_t s = dim->first_sum[node]; s < dim->first_sum[node + 1]; s++)
                add_sum(x, c, i, t->dimension[k], &dim->sum[s]);
        }
    }
}

tacit_status tacit_judge_differences(tacit_ctx *cx, const tacit_judging *j)
{
    differences x = { .j = j };
    bool any = false;
    for (size_t r = 0; r < j->plan->n_rules; r++)
        any = any || j->plan->rule[r].rule->compare != NULL;
    if (!any)
        return TACIT_OK;
    (void)tacit_tabulation_number(j->t);
    for (size_t g = 0; g < j->t->n_cubes; g++)
        add_cube(&x, &j->t->cube[g]);
    TACIT_TRY(tacit_scratch(cx, x.n, sizeof *x.at, &x.at));
    x.n = 0;
    for (size_t g = 0; g < j->t->n_cubes; g++)
        add_cube(&x, &j->t->cube[g]);
    j->t->difference = x.at;
    j->t->n_differences = x.n;
    return TACIT_OK;
}

static void judge_difference(const tacit_judging *j, size_t k)
{
    tacit_system *s = j->t->system;
    const size_t at = s->n_cells - j->t->n_differences + k;
    const tacit_cell_difference *x = &j->t->difference[k];
    const tacit_cube *cube = tacit_tabulation_cube(j->t, x->total);
    const bench b = bench_of(j, cube);
    tacit_cell *c = &s->cell[at];
    tacit_levels levels;
    c->unit = s->cell[x->total].unit;
    c->value = s->cell[x->total].value - s->cell[x->part].value;
    c->cost = 1;
    c->high = c->value + fmax(b.known * c->value, b.doubt);
    j->t->rule[at] = compare(j, cube, x->total - cube->first, x->part - cube->first, &levels);
    widen(c, &levels);
    settle(c, false);
}

/* ---- totals of nothing ---- */

/* A total of 0 is known beforehand, as no share of 0 is more than 0; but where rules hide that one
 * of its parts is 0, readers who do not know the part do not know the total.  Whether the total of
 * equation `r` is opened by that. */
static bool open_total(tacit_system *s, size_t r)
{
    tacit_cell *total = NULL;
    double most = 0;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        tacit_cell *c = &s->cell[s->term[e].at];
        if (s->term[e].weight < 0)
            total = c;
        else
            most = fmax(most, c->high - c->value);
    }
    if (total == NULL || fabs(total->value) > 0 || total->high > total->low || !(most > 0))
        return false;
    total->high = total->value + most;
    return true;
}

/* O(terms) for each turn, of which there are not more than levels in a table. */
static void open_totals(tacit_system *s)
{
    for (bool any = true; any;) {
        any = false;
        for (size_t r = 0; r < s->n_equations; r++)
            any = open_total(s, r) || any;
    }
}

/* ---- all of it ---- */

tacit_status tacit_judge_cells(tacit_ctx *cx, const tacit_judging *j)
{
    for (size_t g = 0; g < j->t->n_cubes; g++) {
        const tacit_cube *cube = &j->t->cube[g];
        const bench b = bench_of(j, cube);
        if (!j->given)
            TACIT_TRY(check_looked_at(cx, j->plan, cube));
        for (size_t i = 0; i < cube->n_cells; i++)
            judge_cell(&b, i);
        if (hides_any(cube))
            TACIT_TRY(hide_cells(cx, j, cube));
    }
    for (size_t k = 0; k < j->t->n_differences; k++)
        judge_difference(j, k);
    open_totals(j->t->system);
    return TACIT_OK;
}
