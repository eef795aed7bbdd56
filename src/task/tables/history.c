/*
 * history.c - files of cells with what is said of them beforehand.
 *
 * A file has a row for each cell: a column for each dimension of the table (one that is not there,
 * or an empty code, is the total), and one or more of status, cost, lower, upper and sliding, in
 * which an empty field says nothing.  A cell may stand in it once.  O(rows * codes).
 *
 * A file that ends in .hst is an apriori file of tau-Argus (tabular/format/hst.h).
 */
#include "task/tables/history.h"

#include <math.h>
#include <string.h>

#include "engine/argus/argus.h"
#include "engine/csv_rules.h"
#include "plan/cells.h"
#include "tabular/cube/change.h"
#include "tabular/format/hst.h"

/* A history while it is read. */
typedef struct reading {
    const tacit_judging *j;
    const char *file;
    const tacit_cube *cube;
    size_t k; /* the table in it */
    const tacit_table *rows;
    uint8_t *seen; /* of each cell of the cube */
} reading;

/* The column that is called `name`, or NULL. */
static const tacit_column *find(const tacit_table *t, const char *name)
{
    const size_t j = tacit_table_find(t, name);
    return j < tacit_table_columns(t) ? tacit_table_column(t, j) : NULL;
}

static tacit_status read_status(tacit_ctx *cx, const reading *r, size_t i, int *out)
{
    const tacit_column *c = find(r->rows, "status");
    char room[32];
    *out = -1;
    if (c == NULL || tacit_column_is_missing(c, i))
        return TACIT_OK;
    *out = tacit_change_status(tacit_column_text(c, i, room));
    if (*out >= 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: row %zu has an unknown status; it must be safe, unsafe or protected.",
                      r->file, i + 1);
}

static tacit_status read_number(tacit_ctx *cx, const reading *r, const char *name, size_t i,
                                double *out)
{
    const tacit_column *c = find(r->rows, name);
    *out = NAN;
    if (c == NULL || tacit_column_is_missing(c, i))
        return TACIT_OK;
    if ((tacit_column_type(c) & TACIT_TYPE_NUMBER) != 0)
        *out = tacit_column_number(c, i);
    if (*out >= 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s: '%s' of row %zu must be a number from 0 on.",
                      r->file, name, i + 1);
}

static tacit_status read_codes(tacit_ctx *cx, const reading *r, size_t i, const char ***out)
{
    const tacit_cube_table *t = &r->cube->table[r->k];
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof **out, out));
    for (size_t k = 0; k < t->n; k++) {
        const tacit_column *c = find(r->rows, r->cube->dimension[t->dimension[k]].column);
        char room[32], *own = NULL;
        if (c == NULL || tacit_column_is_missing(c, i))
            continue;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c, i, room), &own));
        (*out)[k] = own;
    }
    return TACIT_OK;
}

static tacit_status apply_row(tacit_ctx *cx, const reading *r, size_t i)
{
    tacit_cell_change change = { 0 };
    const char **code = NULL;
    size_t at = 0;
    TACIT_TRY(read_codes(cx, r, i, &code));
    change.code = code;
    TACIT_TRY(read_status(cx, r, i, &change.status));
    TACIT_TRY(read_number(cx, r, "cost", i, &change.cost));
    TACIT_TRY(read_number(cx, r, "lower", i, &change.lower));
    TACIT_TRY(read_number(cx, r, "upper", i, &change.upper));
    TACIT_TRY(read_number(cx, r, "sliding", i, &change.sliding));
    TACIT_TRY(tacit_tabulation_change(cx, r->j->t, r->cube, r->k, &change, &at));
    if (r->seen[at - r->cube->first]++ != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s: row %zu is about a cell that has a row before.",
                          r->file, i + 1);
    if (change.status >= 0)
        r->j->t->rule[at] = change.status == TACIT_CELL_PRIMARY ? TACIT_RULE_HISTORY : 0;
    return TACIT_OK;
}

/* Every column of the file means something. */
static tacit_status check_columns(tacit_ctx *cx, const reading *r)
{
    static const char *const words[] = { "status", "cost", "lower", "upper", "sliding" };
    const tacit_cube_table *t = &r->cube->table[r->k];
    for (size_t j = 0; j < tacit_table_columns(r->rows); j++) {
        const char *name = tacit_column_name(tacit_table_column(r->rows, j));
        bool known = false;
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
            known = known || strcmp(name, words[w]) == 0;
        for (size_t k = 0; k < t->n; k++)
            known = known || strcmp(name, r->cube->dimension[t->dimension[k]].column) == 0;
        if (!known)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: column '%s' is no dimension of table '%s', and not status, "
                              "cost, lower, upper or sliding.",
                              r->file, name, t->name);
    }
    return TACIT_OK;
}

static tacit_status apply_rows(tacit_ctx *cx, reading *r)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(check_columns(cx, r));
    TACIT_TRY(tacit_scratch(cx, r->cube->n_cells, sizeof *r->seen, &r->seen));
    for (size_t i = 0; i < tacit_table_rows(r->rows); i++) {
        const size_t row = tacit_scratch_mark(cx);
        TACIT_TRY(apply_row(cx, r, i));
        tacit_scratch_release(cx, row);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- files of tau-Argus ---- */

/* What a line says, as a change; false if the table has no such cell. */
static bool read_change(const reading *r, const tacit_hst_line *line, tacit_cell_change *out)
{
    static const int statuses[] = { [TACIT_HST_SAFE] = TACIT_CELL_SAFE,
                                    [TACIT_HST_SENSITIVE] = TACIT_CELL_PRIMARY,
                                    [TACIT_HST_PUBLISHED] = TACIT_CELL_KEPT,
                                    [TACIT_HST_HIDDEN] = TACIT_CELL_PRIMARY };
    const tacit_cube_table *t = &r->cube->table[r->k];
    const bool levels = line->kind == TACIT_HST_LEVELS, least = line->kind == TACIT_HST_HIDDEN;
    *out = (tacit_cell_change){ .code = line->code,
                                .status = line->kind < TACIT_HST_COST ? statuses[line->kind] : -1,
                                .cost = line->kind == TACIT_HST_COST ? line->first : NAN,
                                .lower = levels  ? line->first
                                         : least ? 0
                                                 : NAN,
                                .upper = levels  ? line->second
                                         : least ? 0
                                                 : NAN,
                                .sliding = NAN };
    for (size_t k = 0; k < t->n; k++) {
        const tacit_dimension *d = &r->cube->dimension[t->dimension[k]];
        if (line->code[k][0] != '\0' && tacit_dimension_find(d, line->code[k]) == d->n)
            return false;
    }
    return line->kind != TACIT_HST_BOUNDS;
}

/* Apply the lines of an apriori file; those about no cell are counted in a warning. */
static tacit_status apply_lines(tacit_ctx *cx, const reading *r)
{
    tacit_hst hst = { 0 };
    char *text = NULL;
    size_t bytes = 0, passed = 0, at = 0;
    TACIT_TRY(tacit_argus_text(cx, r->file, &text, &bytes));
    TACIT_TRY(tacit_hst_parse(cx, r->file, text, r->cube->table[r->k].n, &hst));
    for (size_t i = 0; i < hst.n; i++) {
        tacit_cell_change change;
        if (!read_change(r, &hst.line[i], &change)) {
            passed++;
            continue;
        }
        TACIT_TRY(tacit_tabulation_change(cx, r->j->t, r->cube, r->k, &change, &at));
        if (change.status >= 0)
            r->j->t->rule[at] = change.status == TACIT_CELL_PRIMARY ? TACIT_RULE_HISTORY : 0;
    }
    if (passed > 0)
        tacit_warn(cx, "%s: %zu lines are passed over, which name no cell of the table or bounds.",
                   r->file, passed);
    return TACIT_OK;
}

/* The history of a table of the plan, in every cube that has the table. */
static tacit_status apply_table(tacit_ctx *cx, const tacit_judging *j, const tacit_plan_table *t,
                                const tacit_table *rows)
{
    reading r = { .j = j, .file = tacit_arg_text(&t->args, TACIT_TABLE_HISTORY), .rows = rows };
    for (size_t g = 0; g < j->t->n_cubes; g++) {
        r.cube = &j->t->cube[g];
        for (r.k = 0; r.k < r.cube->n_tables; r.k++)
            if (&j->plan->table[r.cube->table[r.k].number] == t)
                TACIT_TRY(rows != NULL ? apply_rows(cx, &r) : apply_lines(cx, &r));
    }
    return TACIT_OK;
}

tacit_status tacit_history_apply(tacit_ctx *cx, const tacit_work *w, const tacit_judging *j)
{
    for (size_t i = 0; i < j->plan->n_tables; i++) {
        const tacit_plan_table *t = &j->plan->table[i];
        tacit_table *rows = NULL;
        if (!tacit_arg_given(&t->args, TACIT_TABLE_HISTORY))
            continue;
        const char *file = tacit_arg_text(&t->args, TACIT_TABLE_HISTORY);
        if (!tacit_name_ends(file, ".hst"))
            TACIT_TRY(tacit_work_load_other(cx, w, file, &rows));
        const tacit_status status = apply_table(cx, j, t, rows);
        tacit_table_free(rows);
        TACIT_TRY(status);
    }
    return TACIT_OK;
}
