/*
 * show.c - tables for people: as they are published, and what was hidden where and why.
 *
 * A table is laid out with its last dimension across and the others down, codes of lower levels
 * indented.  What everybody may see is made of what is published alone: a hidden cell is a cross,
 * whatever hides it.  Large tables are shown in part.  O(cells), and for small systems an audit.
 */
#include "task/tables/show.h"

#include <math.h>
#include <string.h>

#include "run/account.h"
#include "tabular/audit.h"

/* What is shown of a table at most, and cells of systems whose intervals are told with each cell.
 */
enum { MOST_ROWS = 120, MOST_COLUMNS = 24, MOST_LISTED = 200 };

/* What a picture has room for, down and across. */
enum { MOST_PLACES = 60 };

/* Dimensions of tables whose costs are told by margin. */
enum { MOST_MARGINS = 6 };

#define CROSS "\u00d7"
#define INDENT "\u00a0\u00a0"

static const tacit_param NO_PARAMS[] = { TACIT_PARAM_END };

/* One table under way. */
typedef struct view {
    tacit_ctx *cx;
    const tacit_work *w;
    const tacit_tabulation *t;
    const tacit_cube *cube;
    const tacit_cube_table *table;
    uint32_t *at;                /* the code of each of its dimensions */
    uint32_t *node;              /* room for all dimensions */
    const tacit_finding **found; /* of a cell of the system, NULL if it was not attacked */
    size_t across;               /* codes of the last dimension, or 1 if there is no other */
    size_t down;                 /* combinations of codes of the others */
} view;

static const tacit_dimension *dimension_of(const view *v, size_t k)
{
    return &v->t->dimension[v->table->dimension[k]];
}

/* How many of its dimensions stand down: all but the last, or the only one. */
static size_t down_dimensions(const view *v)
{
    return v->table->n > 1 ? v->table->n - 1 : v->table->n;
}

/* Set the codes of dimensions `first` to `end` - 1 to a combination, counted through. */
static void go_to(view *v, size_t first, size_t end, size_t combination)
{
    for (size_t k = end; k-- > first;) {
        v->at[k] = (uint32_t)(combination % dimension_of(v, k)->n);
        combination /= dimension_of(v, k)->n;
    }
}

/* The cell with the codes at hand. */
static const tacit_cell *cell_here(view *v, size_t *number)
{
    memset(v->node, 0, v->t->n_dimensions * sizeof *v->node);
    for (size_t k = 0; k < v->table->n; k++)
        v->node[v->table->dimension[k]] = dimension_of(v, k)->code[v->at[k]].node;
    *number = v->cube->first + tacit_cube_find(v->cube, v->node);
    return &v->t->system->cell[*number];
}

static const tacit_cell *cell_at(view *v, size_t column, size_t *number)
{
    if (v->table->n > 1)
        v->at[v->table->n - 1] = (uint32_t)column;
    return cell_here(v, number);
}

/* The codes at hand of dimensions `first` to `end` - 1 in one text. */
static tacit_status name_codes(const view *v, size_t first, size_t end, char **out)
{
    TACIT_TRY(tacit_scratch_text(v->cx, "", out));
    for (size_t k = first; k < end; k++)
        TACIT_TRY(tacit_scratch_format(v->cx, out, "%s%s%s", *out, k > first ? ", " : "",
                                       dimension_of(v, k)->code[v->at[k]].text));
    return TACIT_OK;
}

/* ---- as it is published ---- */

/* What everybody sees of a cell. */
static json_t *shown(const tacit_system *s, const tacit_cell *c)
{
    const double value = s->changed ? c->shown : c->value;
    if (tacit_system_hides(s, c))
        return json_string(CROSS);
    return c->unit >= 1 && fabs(value) < 1e15 ? json_integer((json_int_t)round(value))
                                              : json_real(value);
}

/* The code of dimension `k` in the row at hand, indented by its level. */
static tacit_status add_code(const view *v, size_t k, json_t *row)
{
    const tacit_code *code = &dimension_of(v, k)->code[v->at[k]];
    char *text = NULL;
    TACIT_TRY(tacit_scratch_text(v->cx, code->text, &text));
    for (uint32_t d = 0; d < code->depth; d++)
        TACIT_TRY(tacit_scratch_format(v->cx, &text, INDENT "%s", text));
    return tacit_json_add(v->cx, row, json_string(text));
}

static tacit_status add_row(view *v, json_t *table)
{
    json_t *row = json_array();
    TACIT_TRY(tacit_json_add(v->cx, json_object_get(table, "rows"), row));
    for (size_t k = 0; k < down_dimensions(v); k++)
        TACIT_TRY(add_code(v, k, row));
    for (size_t c = 0; c < v->across && c < MOST_COLUMNS; c++) {
        size_t number = 0;
        const tacit_cell *cell = cell_at(v, c, &number);
        TACIT_TRY(tacit_json_add(v->cx, row, shown(v->t->system, cell)));
    }
    return TACIT_OK;
}

/* The titles of the columns: the dimensions that stand down, and the codes across. */
static tacit_status add_heading(view *v, tacit_result *r, json_t **table)
{
    const size_t down = down_dimensions(v);
    const size_t across = v->across < MOST_COLUMNS ? v->across : MOST_COLUMNS;
    const char **title = NULL;
    TACIT_TRY(tacit_scratch(v->cx, down + across, sizeof *title, &title));
    for (size_t k = 0; k < down; k++)
        title[k] = dimension_of(v, k)->column;
    for (size_t c = 0; c < across; c++)
        title[down + c] =
            v->table->n > 1 ? dimension_of(v, v->table->n - 1)->code[c].text : "Value";
    return tacit_result_table(v->cx, r, "cells", "The table", down + across, title, table);
}

static tacit_status add_cells(view *v, tacit_result *r)
{
    json_t *table = NULL;
    TACIT_TRY(add_heading(v, r, &table));
    for (size_t row = 0; row < v->down && row < MOST_ROWS; row++) {
        go_to(v, 0, down_dimensions(v), row);
        TACIT_TRY(add_row(v, table));
    }
    if (v->down > MOST_ROWS || v->across > MOST_COLUMNS)
        TACIT_TRY(tacit_result_note(v->cx, r,
                                    "The first %zu of %zu rows and %zu of %zu columns are shown; "
                                    "the file has all.",
                                    v->down < MOST_ROWS ? v->down : MOST_ROWS, v->down,
                                    v->across < MOST_COLUMNS ? v->across : MOST_COLUMNS,
                                    v->across));
    return TACIT_OK;
}

/* How many cells the table has, and how many of them are hidden. */
static void count_cells(view *v, double *cells, double *hidden)
{
    for (size_t row = 0; row < v->down; row++) {
        go_to(v, 0, down_dimensions(v), row);
        for (size_t c = 0; c < v->across; c++) {
            size_t number = 0;
            *hidden += tacit_system_hides(v->t->system, cell_at(v, c, &number));
            ++*cells;
        }
    }
}

static tacit_status show_published(view *v, json_t *results)
{
    const tacit_entry entry = {
        .name = "published", .title = v->table->name, .source = "", .params = NO_PARAMS
    };
    double cells = 0, hidden = 0;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_result_new(v->cx, "table", &entry, &(tacit_args){ .params = NO_PARAMS }, &r));
    TACIT_TRY(tacit_json_add(v->cx, results, r));
    count_cells(v, &cells, &hidden);
    if (!v->t->system->changed)
        TACIT_TRY(tacit_result_figure(v->cx, r, "hidden", "Cells hidden", hidden, TACIT_UNIT_COUNT,
                                      "cells whose value is not published",
                                      .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(v->cx, r, "cells", "Cells", cells, TACIT_UNIT_COUNT,
                                  "cells of the table, totals included"));
    TACIT_TRY(add_cells(v, r));
    return tacit_result_measured(v->cx, r, (uint64_t)cells, true);
}

/* ---- what was hidden, and why ---- */

static const char *reason_of(const view *v, size_t number, const tacit_cell *c)
{
    const uint8_t rule = v->t->rule != NULL ? v->t->rule[number] : 0;
    if (c->status == TACIT_CELL_SECONDARY)
        return "protects others";
    return rule > 0 && rule <= v->w->plan->n_rules ? v->w->plan->rule[rule - 1].rule->about.title
                                                   : "said to be sensitive";
}

/* Whether a rule, or the need to protect others, made something of the cell. */
static bool is_touched(const tacit_cell *c)
{
    return c->status == TACIT_CELL_PRIMARY || c->status == TACIT_CELL_SECONDARY;
}

/* Numbers of two ends; null where there are none. */
static json_t *ends(bool any, double low, double high)
{
    return any ? json_pack("[f,f]", low, high) : json_pack("[n,n]");
}

/* What every reader can compute of a cell, or is told of it. */
static json_t *open_of(const view *v, size_t number, const tacit_cell *c)
{
    const tacit_finding *f = v->found[number];
    if (v->t->system->changed)
        return ends(true, c->low, c->high);
    return f != NULL ? ends(true, f->least, f->most) : ends(false, 0, 0);
}

/* List a cell with its value, its reason, what readers can compute and what must stay possible. */
static tacit_status list_cell(view *v, size_t column, json_t *table)
{
    size_t number = 0;
    char *name = NULL;
    const tacit_cell *c = cell_at(v, column, &number);
    json_t *rows = json_object_get(table, "rows");
    if (!is_touched(c) || json_array_size(rows) >= MOST_LISTED)
        return TACIT_OK;
    TACIT_TRY(name_codes(v, 0, down_dimensions(v), &name));
    if (v->table->n > 1)
        TACIT_TRY(tacit_scratch_format(v->cx, &name, "%s, %s", name,
                                       dimension_of(v, v->table->n - 1)->code[column].text));
    TACIT_TRY(tacit_result_row(v->cx, table, "[s,s,f]", name, reason_of(v, number, c), c->value));
    json_t *open = open_of(v, number, c);
    json_t *needs = ends(c->status == TACIT_CELL_PRIMARY, c->value - c->lower, c->value + c->upper);
    json_t *row = json_array_get(rows, json_array_size(rows) - 1);
    const bool done = json_array_extend(row, open) == 0 && json_array_extend(row, needs) == 0;
    json_decref(open);
    json_decref(needs);
    return done ? TACIT_OK : tacit_fail_memory(v->cx);
}

/* ---- by margin ---- */

/* The cells of one margin. */
typedef struct margin {
    json_int_t cells, sensitive, others;
    double cost; /* of those that protect others */
} margin;

/* Which dimensions of the table are not at their totals, as bits. */
static size_t margin_of(const view *v)
{
    size_t bits = 0;
    for (size_t k = 0; k < v->table->n; k++)
        bits |= (size_t)(dimension_of(v, k)->code[v->at[k]].depth > 0) << k;
    return bits;
}

/* "region, sex"; the grand total has none. */
static tacit_status name_margin(const view *v, size_t bits, char **out)
{
    TACIT_TRY(tacit_scratch_text(v->cx, bits == 0 ? "grand total" : "", out));
    for (size_t k = 0; k < v->table->n; k++)
        if ((bits >> k & 1) != 0)
            TACIT_TRY(tacit_scratch_format(v->cx, out, "%s%s%s", *out,
                                           (*out)[0] != '\0' ? " \u00d7 " : "",
                                           dimension_of(v, k)->column));
    return TACIT_OK;
}

static void count_margins(view *v, margin *all)
{
    for (size_t row = 0; row < v->down; row++) {
        go_to(v, 0, down_dimensions(v), row);
        for (size_t c = 0; c < v->across; c++) {
            size_t number = 0;
            const tacit_cell *cell = cell_at(v, c, &number);
            margin *m = &all[margin_of(v)];
            m->cells++;
            m->sensitive += cell->status == TACIT_CELL_PRIMARY;
            m->others += cell->status == TACIT_CELL_SECONDARY;
            m->cost += cell->status == TACIT_CELL_SECONDARY ? cell->cost : 0;
        }
    }
}

/* What was hidden in the inner cells and in each margin. */
static tacit_status add_margins(view *v, tacit_result *r)
{
    static const char *const heads[] = { "Margin", "Cells", "Sensitive", "Protect others",
                                         "Cost of these" };
    const size_t n = (size_t)1 << v->table->n;
    margin *all = NULL;
    json_t *table = NULL;
    if (v->table->n > MOST_MARGINS)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(v->cx, n, sizeof *all, &all));
    count_margins(v, all);
    TACIT_TRY(tacit_result_table(v->cx, r, "margins", "By margin", 5, heads, &table));
    for (size_t bits = n; bits-- > 0;) {
        const margin *m = &all[bits];
        char *name = NULL;
        TACIT_TRY(name_margin(v, bits, &name));
        TACIT_TRY(tacit_result_row(v->cx, table, "[s,I,I,I,f]", name, m->cells, m->sensitive,
                                   m->others, m->cost));
    }
    return TACIT_OK;
}

/* ---- the picture ---- */

/* Combinations of codes of dimensions `first` to `end` - 1. */
static size_t combinations(const view *v, size_t first, size_t end)
{
    size_t n = 1;
    for (size_t k = first; k < end; k++)
        n *= dimension_of(v, k)->n;
    return n;
}

static size_t most_places(size_t n)
{
    return n < MOST_PLACES ? n : MOST_PLACES;
}

/* How many dimensions stand down in the picture: as in the table, unless others leave less out. */
static size_t down_in_picture(const view *v)
{
    size_t best = down_dimensions(v), most = 0;
    for (size_t d = v->table->n; d-- > 1;) {
        const size_t seen =
            most_places(combinations(v, 0, d)) * most_places(combinations(v, d, v->table->n));
        best = seen > most ? d : best;
        most = seen > most ? seen : most;
    }
    return best;
}

/* A row of it: 0 published, 1 hidden to protect others, 2 sensitive. */
static tacit_status add_shades(view *v, size_t row, size_t d, json_t *chart)
{
    double shade[MOST_PLACES];
    char *name = NULL;
    const size_t across = most_places(combinations(v, d, v->table->n));
    go_to(v, 0, d, row);
    TACIT_TRY(name_codes(v, 0, d, &name));
    for (size_t c = 0; c < across; c++) {
        size_t number = 0;
        go_to(v, d, v->table->n, c);
        const tacit_cell *cell = cell_here(v, &number);
        shade[c] = cell->status == TACIT_CELL_PRIMARY ? 2 : cell->status == TACIT_CELL_SECONDARY;
    }
    return tacit_result_series(v->cx, chart, name, shade, across);
}

static tacit_status add_picture(view *v, tacit_result *r)
{
    json_t *chart = NULL;
    const size_t d = down_in_picture(v), n = v->table->n;
    const size_t down = combinations(v, 0, d), across = combinations(v, d, n);
    TACIT_TRY(tacit_result_chart(v->cx, r, "where",
                                 "Where cells are sensitive (2) or protect others (1)",
                                 TACIT_CHART_HEAT, &chart));
    for (size_t c = 0; c < most_places(across); c++) {
        char *name = NULL;
        go_to(v, d, n, c);
        TACIT_TRY(name_codes(v, d, n, &name));
        TACIT_TRY(tacit_result_label(v->cx, chart, name));
    }
    for (size_t row = 0; row < most_places(down); row++)
        TACIT_TRY(add_shades(v, row, d, chart));
    if (down <= MOST_PLACES && across <= MOST_PLACES)
        return TACIT_OK;
    return tacit_result_note(v->cx, r, "The picture has %zu of %zu rows and %zu of %zu columns.",
                             most_places(down), down, most_places(across), across);
}

static tacit_status show_hidden(view *v, json_t *results)
{
    static const char *const heads[] = { "Cell",    "Why",        "Value",   "At least",
                                         "At most", "Needs from", "Needs to" };
    const tacit_entry entry = {
        .name = "hidden", .title = v->table->name, .source = "", .params = NO_PARAMS
    };
    tacit_result *r = NULL;
    json_t *table = NULL;
    double n = 0, pooled = 0;
    TACIT_TRY(tacit_result_new(v->cx, "table", &entry, &(tacit_args){ .params = NO_PARAMS }, &r));
    TACIT_TRY(tacit_json_add(v->cx, results, r));
    TACIT_TRY(tacit_result_table(v->cx, r, "hidden", "Cells that are sensitive or protect others",
                                 7, heads, &table));
    for (size_t row = 0; row < v->down; row++) {
        go_to(v, 0, down_dimensions(v), row);
        for (size_t c = 0; c < v->across; c++) {
            size_t number = 0;
            const tacit_cell *cell = cell_at(v, c, &number);
            n += is_touched(cell);
            pooled += cell->status == TACIT_CELL_SECONDARY ? fabs(cell->value) : 0;
            TACIT_TRY(list_cell(v, c, table));
        }
    }
    if (!v->t->system->changed)
        TACIT_TRY(tacit_result_figure(v->cx, r, "pooled", "Value of the cells that protect others",
                                      pooled, TACIT_UNIT_NUMBER,
                                      "the sum of their values: what readers lose besides what is "
                                      "sensitive",
                                      .better = TACIT_BETTER_LOWER));
    if (n > MOST_LISTED)
        TACIT_TRY(
            tacit_result_note(v->cx, r, "The first %d of %.0f cells are listed.", MOST_LISTED, n));
    TACIT_TRY(add_margins(v, r));
    TACIT_TRY(add_picture(v, r));
    return tacit_result_measured(v->cx, r, (uint64_t)n, true);
}

/* ---- all tables ---- */

/* What the audit found of each cell. */
static tacit_status take_findings(view *v, const tacit_audit *audit)
{
    TACIT_TRY(tacit_scratch(v->cx, v->t->system->n_cells, sizeof *v->found, &v->found));
    for (size_t k = 0; audit != NULL && k < audit->n; k++)
        v->found[audit->finding[k].cell] = &audit->finding[k];
    return TACIT_OK;
}

static tacit_status show_all(view *v, tacit_status (*show)(view *v, json_t *results),
                             json_t *results)
{
    for (size_t g = 0; g < v->t->n_cubes; g++)
        for (size_t k = 0; k < v->t->cube[g].n_tables; k++) {
            v->cube = &v->t->cube[g];
            v->table = &v->cube->table[k];
            v->across = v->table->n > 1 ? dimension_of(v, v->table->n - 1)->n : 1;
            v->down = 1;
            for (size_t d = 0; d < down_dimensions(v); d++)
                v->down *= dimension_of(v, d)->n;
            TACIT_TRY(show(v, results));
        }
    return TACIT_OK;
}

/* Of tables whose values are changed. */
static const tacit_account_part CHANGED = {
    .name = "published",
    .title = "Tables as they are published",
    .lead = "Values are shown changed, by what the plan below says, so that none of them tells "
            "what is sensitive: they are not the true ones. Nothing here tells how far they are "
            "from these.",
    .open = true,
};

static const tacit_account_part SENSITIVE = {
    .name = "hidden",
    .title = "What is sensitive, and why",
    .lead = "For the custodian: the rule that made a cell sensitive; what every reader is told of "
            "its value, at least and at most; and from where to where it must seem to be possible.",
};

tacit_status tacit_tables_show(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                               const tacit_audit *audit)
{
    static const tacit_account_part published = {
        .name = "published",
        .title = "Tables as they are published",
        .lead = "Hidden cells are crosses. Nothing here tells which of them are the sensitive "
                "ones.",
        .open = true,
    };
    static const tacit_account_part hidden = {
        .name = "hidden",
        .title = "What was hidden, and why",
        .lead = "For the custodian: the rule that made a cell sensitive, or that it protects "
                "others; what every reader can compute of it, at least and at most; and from "
                "where to where its value must seem to be possible.",
    };
    view v = { .cx = cx, .w = w, .t = t };
    json_t *results = NULL;
    if (t->n_cubes == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *v.at, &v.at));
    TACIT_TRY(tacit_scratch(cx, t->n_dimensions, sizeof *v.node, &v.node));
    const bool changed = t->system->changed;
    TACIT_TRY(tacit_account_section(cx, w->record, changed ? &CHANGED : &published, &results));
    TACIT_TRY(show_all(&v, show_published, results));
    TACIT_TRY(take_findings(&v, audit));
    TACIT_TRY(tacit_account_section(cx, w->record, changed ? &SENSITIVE : &hidden, &results));
    TACIT_TRY(tacit_tables_hang(cx, t, results));
    return show_all(&v, show_hidden, results);
}
