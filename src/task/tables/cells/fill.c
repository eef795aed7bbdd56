/*
 * fill.c - the values and contributors of cells, from rows that are cells.
 *
 * Of contributors that no column gives, each is taken to be as large as it could be, which is the
 * least of the last one given and what is left of the cell, so that a rule which looks at more of
 * them than are given finds a cell sensitive rather than not.
 *
 * A cell that no row has is the sum of its parts in the first dimension in which it has some.
 * O(rows * largest + cells * parts).
 */
#include <math.h>
#include <string.h>

#include "table/values.h"
#include "task/tables/cells/own.h"

bool tacit_cells_asked(const tacit_plan *plan)
{
    return plan->cells.n > 0;
}

/* ---- columns ---- */

const tacit_column *tacit_cells_column(const tacit_work *w, size_t arg)
{
    if (!tacit_arg_given(&w->plan->cells, arg))
        return NULL;
    const size_t j = tacit_table_find(w->data, tacit_arg_text(&w->plan->cells, arg));
    return tacit_table_column(w->data, j);
}

const tacit_column *tacit_cells_values(const tacit_work *w, const tacit_cube *c)
{
    const tacit_column *value = tacit_cells_column(w, TACIT_CELLS_VALUE);
    const tacit_column *frequency = tacit_cells_column(w, TACIT_CELLS_FREQUENCY);
    if (c->response != NULL)
        return tacit_table_column(w->data, tacit_table_find(w->data, c->response));
    if (value != NULL || frequency != NULL)
        return value != NULL ? value : frequency;
    const size_t j = tacit_table_find(w->data, TACIT_CELLS_OWN_VALUE);
    return j < tacit_table_columns(w->data) ? tacit_table_column(w->data, j) : NULL;
}

tacit_status tacit_cells_find(tacit_ctx *cx, const tacit_cube *c, size_t i, size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *node = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n_dimensions, sizeof *node, &node));
    for (size_t d = 0; d < c->n_dimensions; d++)
        node[d] = c->dimension[d].leaf[i];
    *out = tacit_cube_find(c, node);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- loading ---- */

/* The columns of `t` as a schema, in scratch memory. */
static tacit_status schema_of(tacit_ctx *cx, const tacit_table *t, tacit_schema *out)
{
    tacit_field *field = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(t), sizeof *field, &field));
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        field[j] = (tacit_field){ .name = tacit_column_name(c), .type = tacit_column_type(c) };
    }
    *out = (tacit_schema){ .n = tacit_table_columns(t), .field = field };
    return TACIT_OK;
}

tacit_status tacit_cells_load(tacit_ctx *cx, tacit_work *w)
{
    tacit_schema schema = { 0 };
    TACIT_TRY(tacit_work_load_other(cx, w, w->plan->data, &w->data));
    if (tacit_table_rows(w->data) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no cells.", w->plan->data);
    if (tacit_cells_are_published(w))
        TACIT_TRY(tacit_cells_unmark(cx, w, w->data));
    if (tacit_arg_choice(&w->plan->cells, TACIT_CELLS_LAYOUT) == TACIT_CELLS_CROSS)
        TACIT_TRY(tacit_cells_uncross(cx, w->plan, w->data));
    TACIT_TRY(schema_of(cx, w->data, &schema));
    return tacit_plan_bind(cx, w->plan, &schema);
}

/* ---- one row ---- */

/* What the rows say of the cells of one cube. */
typedef struct taking {
    tacit_ctx *cx;
    const tacit_work *w;
    tacit_cube *c;
    const tacit_column *value, *frequency, *size;
    size_t n_largest;
    const tacit_column **largest;
    size_t *row; /* of each cell: its row + 1; 0 if none has it */
    bool *done;  /* of each cell: it needs no computing any more */
} taking;

static double number_at(const tacit_column *c, size_t i)
{
    return c == NULL || tacit_column_is_missing(c, i) ? 0 : tacit_column_number(c, i);
}

static tacit_status fail_row(const taking *t, size_t i, const char *what)
{
    return tacit_cells_fail(t->cx, t->w, i, what);
}

/* How many contributors the cell of row `i` has; without frequencies, one if it has a value. */
static tacit_status count_of(const taking *t, size_t i, double size, uint64_t *out)
{
    const tacit_column *from = t->frequency != NULL     ? t->frequency
                               : t->c->response == NULL ? t->value
                                                        : NULL;
    const double n = from != NULL ? number_at(from, i) : (double)(size > 0);
    if (n < 0 || n > floor(n) || n > 1e15)
        return fail_row(t, i, "its number of contributors is not a whole number from 0 on");
    *out = (uint64_t)n;
    return TACIT_OK;
}

/* Add the contributors to `tally`, which then has `n` of them and the size `size`. */
static void add_largest(const taking *t, size_t i, uint64_t n, double size, tacit_cell_tally *tally)
{
    double left = size, last = t->c->response == NULL ? 1 : INFINITY;
    const size_t given = t->c->response == NULL ? 0 : t->n_largest;
    const size_t most = t->c->response != NULL && given == 0 ? 0 : t->c->room.records;
    for (size_t k = 0; k < most && k < n; k++) {
        if (k < given)
            last = number_at(t->largest[k], i);
        const double x = fmax(fmin(last, left), 0);
        tacit_tally_add(tally, t->c->room, &(tacit_contributor){ .size = x, .weight = 1 });
        left -= x;
    }
}

static tacit_status take_row(const taking *t, size_t i, tacit_cell_tally *tally)
{
    const double value = number_at(t->value, i);
    const double size = t->size != NULL ? number_at(t->size, i) : value;
    double largest = 0;
    uint64_t n = 0;
    if (size < 0)
        return fail_row(t, i,
                        t->size != NULL ? "its size is negative"
                                        : "its value is negative, so rules need 'size' under "
                                          "'cells'");
    for (size_t k = 0; k < t->n_largest; k++)
        largest += number_at(t->largest[k], i);
    if (t->c->response != NULL && largest > size + 1e-6 * fmax(1, size))
        return fail_row(t, i, "its largest contributions add up to more than the cell");
    TACIT_TRY(count_of(t, i, size, &n));
    add_largest(t, i, n, size, tally);
    tally->n = n;
    /* Without frequencies nobody knows who is alone. */
    tally->owner = n == 1 && (t->frequency != NULL || t->c->response == NULL) ? i + 1 : 0;
    tally->count = (double)n;
    tally->sum = value;
    tally->bulk = fabs(value);
    tally->size = size;
    return TACIT_OK;
}

/* Whether two rows have the same codes, not only the same cell. */
static bool are_twins(const taking *t, size_t a, size_t b)
{
    for (size_t d = 0; d < t->c->n_dimensions; d++) {
        char x[TACIT_NUMBER_BYTES], y[TACIT_NUMBER_BYTES];
        const size_t j = tacit_table_find(t->w->data, t->c->dimension[d].column);
        const tacit_column *c = tacit_table_column(t->w->data, j);
        if (strcmp(tacit_column_text(c, a, x), tacit_column_text(c, b, y)) != 0)
            return false;
    }
    return true;
}

/* A second row of a cell: an error, unless it has the code of a part that is all there is of a
 * total, and its value.  Tables that are published together may repeat a cell. */
static tacit_status check_second(const taking *t, size_t cell, size_t i)
{
    const size_t before = t->row[cell] - 1;
    const double difference = number_at(t->value, before) - number_at(t->value, i);
    const bool twins = !tacit_cells_are_published(t->w) && are_twins(t, before, i);
    const char *first = NULL, *second = NULL;
    if (!twins && fabs(difference) <= 1e-6 * fmax(1, fabs(number_at(t->value, i))))
        return TACIT_OK;
    TACIT_TRY(tacit_cells_where(t->cx, t->w, before, &first));
    TACIT_TRY(tacit_cells_where(t->cx, t->w, i, &second));
    return tacit_fail(t->cx, TACIT_ERR_DATA, "%s: this is %s as at %s%s.", second,
                      twins ? "the same cell" : "a total or its only part", first,
                      twins ? "" : ", with another value");
}

/* ---- totals ---- */

/* The cell of which a part of `sum` in dimension `in` is the node; n_cells if there is none. */
static size_t part_at(const tacit_cube *c, size_t cell, size_t in, uint32_t node)
{
    const uint64_t own = tacit_cube_node(c, cell, in);
    return tacit_cube_find_key(c, c->key[cell] + c->stride[in] * (node - own));
}

/* The first dimension in which the cell is a total, of the tables that have it, and its sum there;
 * NULL if it is a lowest one. */
static const tacit_node_sum *find_sum(const tacit_cube *c, size_t cell, size_t *in)
{
    for (*in = 0; *in < c->n_dimensions; (*in)++) {
        const tacit_dimension *d = &c->dimension[*in];
        const uint32_t p = tacit_cube_node(c, cell, *in);
        const tacit_node_sum *sum = &d->sum[d->first_sum[p]];
        if (d->first_sum[p] < d->first_sum[p + 1] &&
            part_at(c, cell, *in, d->part[sum->first]) < c->n_cells)
            return sum;
    }
    return NULL;
}

bool tacit_cells_is_lowest(const tacit_cube *c, size_t cell)
{
    size_t in = 0;
    return find_sum(c, cell, &in) == NULL;
}

/* Add up the parts of a cell that no row has, and of its parts. */
static void compute(const taking *t, size_t cell)
{
    tacit_cube *c = t->c;
    size_t in = 0;
    if (t->done[cell])
        return;
    t->done[cell] = true;
    const tacit_node_sum *sum = find_sum(c, cell, &in);
    if (sum == NULL)
        return; /* a lowest cell without a row is empty */
    c->tally[cell] = (tacit_cell_tally){ .top = c->tally[cell].top };
    for (size_t e = sum->first; e < sum->end; e++) {
        const size_t part = part_at(c, cell, in, c->dimension[in].part[e]);
        compute(t, part);
        tacit_tally_merge(&c->tally[cell], c->room, &c->tally[part]);
    }
}

/* Who is the only contributor to a cell: that to the lowest cell below it that has one. */
static uint64_t find_owner(const tacit_cube *c, size_t cell)
{
    size_t in = 0;
    const tacit_node_sum *sum = find_sum(c, cell, &in);
    if (c->tally[cell].n != 1)
        return 0;
    for (size_t e = sum != NULL ? sum->first : 0; sum != NULL && e < sum->end; e++) {
        const size_t part = part_at(c, cell, in, c->dimension[in].part[e]);
        if (c->tally[part].n > 0)
            return find_owner(c, part);
    }
    return c->tally[cell].owner;
}

/* ---- all of it ---- */

/* Whether a rule is for one of the tables that are taken together. */
static bool is_for(const taking *t, const tacit_plan_rule *rule)
{
    for (size_t k = 0; k < t->c->n_tables; k++)
        if (tacit_plan_rule_is_for(rule, &t->w->plan->table[t->c->table[k].number]))
            return true;
    return false;
}

/* Fail if a rule needs to know more of the contributors to sums than the rows say. */
static tacit_status check_rules(const taking *t)
{
    const tacit_plan *plan = t->w->plan;
    for (size_t r = 0; r < plan->n_rules && t->c->response != NULL; r++) {
        const tacit_rule *rule = plan->rule[r].rule;
        const bool largest = rule->looks_at != NULL && rule->looks_at(&plan->rule[r].args) > 0;
        if (is_for(t, &plan->rule[r]) && (largest ? t->n_largest == 0 : t->frequency == NULL))
            return tacit_fail(t->cx, TACIT_ERR_INPUT, "%s: rule '%s' needs '%s' under 'cells'.",
                              plan->file, rule->about.name, largest ? "largest" : "frequency");
    }
    return TACIT_OK;
}

/* As many decimals as the values have, six at most. */
static void find_decimals(const tacit_column *values, tacit_cube *c)
{
    for (size_t i = 0; i < tacit_column_length(values); i++) {
        const double x = number_at(values, i);
        while (c->decimals < 6 && fabs(x * tacit_cube_scale(c) - round(x * tacit_cube_scale(c))) >
                                      1e-9 * fmax(1, fabs(x * tacit_cube_scale(c))))
            c->decimals++;
        c->negative = c->negative || x < 0;
    }
}

static tacit_status begin(taking *t)
{
    const tacit_value *largest = &t->w->plan->cells.at[TACIT_CELLS_LARGEST];
    const tacit_table *data = t->w->data;
    t->value = tacit_cells_values(t->w, t->c);
    t->frequency = tacit_cells_column(t->w, TACIT_CELLS_FREQUENCY);
    t->size = tacit_cells_column(t->w, TACIT_CELLS_SIZE);
    t->n_largest = largest->n;
    if (t->value == NULL)
        return tacit_fail(t->cx, TACIT_ERR_INPUT,
                          "%s: a table of cells needs 'of', or 'value' or 'frequency' under "
                          "'cells'.",
                          t->w->plan->file);
    TACIT_TRY(check_rules(t));
    TACIT_TRY(tacit_scratch(t->cx, t->n_largest, sizeof *t->largest, &t->largest));
    for (size_t k = 0; k < t->n_largest; k++)
        t->largest[k] = tacit_table_column(data, tacit_table_find(data, largest->texts[k]));
    TACIT_TRY(tacit_scratch(t->cx, t->c->n_cells, sizeof *t->row, &t->row));
    return tacit_scratch(t->cx, t->c->n_cells, sizeof *t->done, &t->done);
}

static tacit_status take_rows(const taking *t)
{
    const bool checked =
        tacit_arg_choice(&t->w->plan->cells, TACIT_CELLS_TOTALS) == TACIT_TOTALS_CHECKED;
    for (size_t i = 0; i < tacit_table_rows(t->w->data); i++) {
        size_t cell = 0, in = 0;
        if (tacit_column_is_missing(t->value, i))
            continue;
        TACIT_TRY(tacit_cells_find(t->cx, t->c, i, &cell));
        if (cell == t->c->n_cells)
            return fail_row(t, i, "it is a cell of none of the tables");
        if (t->row[cell] != 0) {
            TACIT_TRY(check_second(t, cell, i));
            continue;
        }
        t->row[cell] = i + 1;
        TACIT_TRY(take_row(t, i, &t->c->tally[cell]));
        t->done[cell] = checked || find_sum(t->c, cell, &in) == NULL;
    }
    return TACIT_OK;
}

tacit_status tacit_cells_fill(tacit_ctx *cx, const tacit_work *w, tacit_cube *c)
{
    taking t = { .cx = cx, .w = w, .c = c };
    TACIT_TRY(begin(&t));
    find_decimals(t.value, c);
    TACIT_TRY(take_rows(&t));
    for (size_t i = 0; i < c->n_cells; i++)
        compute(&t, i);
    for (size_t i = 0; i < c->n_cells; i++) {
        c->tally[i].owner = find_owner(c, i);
        tacit_tally_end(&c->tally[i]);
    }
    return TACIT_OK;
}
