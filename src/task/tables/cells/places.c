/*
 * places.c - which codes the rows of ready tables have, and where in the hierarchy they are.
 *
 * A hierarchy covers values, not its own labels; codes that it does not cover must be labels of
 * it.  So the dimension is made of the values that are covered, and every row is then looked up
 * among all its codes.  O(rows + codes).
 */
#include <string.h>

#include "base/text.h"
#include "table/take.h"
#include "table/values.h"
#include "task/tables/cells/own.h"

const char *tacit_cells_total(const tacit_plan *plan, const char *column)
{
    const tacit_value *of = &plan->cells.at[TACIT_CELLS_TOTAL_OF];
    for (size_t i = 0; i < of->n; i++)
        if (strcmp(of->groups[i].label, column) == 0 && of->groups[i].n > 0)
            return of->groups[i].member[0];
    return tacit_arg_given(&plan->cells, TACIT_CELLS_TOTAL)
               ? tacit_arg_text(&plan->cells, TACIT_CELLS_TOTAL)
               : "Total";
}

/* The column on its way to a dimension. */
typedef struct placing {
    tacit_ctx *cx;
    const tacit_work *w;
    const tacit_table *data;
    size_t j;
    const char *total;
    tacit_values values;
    size_t *row; /* of each value that is not the total: a row that has it */
    size_t n;
} placing;

static bool is_total(const placing *p, size_t row)
{
    char room[TACIT_NUMBER_BYTES];
    const tacit_column *c = tacit_table_column(p->data, p->j);
    return strcmp(tacit_column_text(c, row, room), p->total) == 0;
}

/* The rows of `p->row`, as a table. */
static tacit_status take_rows(const placing *p, tacit_table **out)
{
    const tacit_row_list rows = { .n = p->n, .at = p->row };
    return tacit_table_take(p->cx, p->data, &rows, out);
}

/* Leave only the values that are not `out`. */
static void leave_out(placing *p, const bool *out)
{
    size_t kept = 0;
    for (size_t v = 0; v < p->n; v++)
        if (!out[v])
            p->row[kept++] = p->row[v];
    p->n = kept;
}

/* Mark the values that are labels of others. */
static tacit_status mark_labels(const placing *p, const tacit_hierarchy_spec *spec,
                                const tacit_table *all, bool *out)
{
    tacit_hierarchy *h = NULL;
    TACIT_TRY(tacit_hierarchy_of(p->cx, spec, all, p->j, &h));
    for (size_t l = 1; l < tacit_hierarchy_levels(h); l++)
        for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
            const char *label =
                tacit_dict_text(tacit_hierarchy_labels(h, l), tacit_hierarchy_label(h, l, v));
            const size_t other = tacit_hierarchy_find(h, label);
            if (other < tacit_hierarchy_values(h) && other != v)
                out[other] = true;
        }
    tacit_hierarchy_free(h);
    return TACIT_OK;
}

/* Leave out values that a hierarchy does not cover, and then those that are labels of others. */
static tacit_status keep_values(placing *p, const tacit_hierarchy_spec *spec)
{
    bool *out = NULL;
    tacit_table *all = NULL;
    TACIT_TRY(tacit_scratch(p->cx, p->n, sizeof *out, &out));
    TACIT_TRY(take_rows(p, &all));
    tacit_status status = tacit_hierarchy_lacks(p->cx, spec, tacit_table_column(all, p->j), out);
    tacit_table_free(all);
    TACIT_TRY(status);
    leave_out(p, out);
    memset(out, 0, p->n * sizeof *out);
    TACIT_TRY(take_rows(p, &all));
    status = mark_labels(p, spec, all, out);
    tacit_table_free(all);
    TACIT_TRY(status);
    leave_out(p, out);
    return TACIT_OK;
}

/* Whether `text` is one of the codes of the column that stand beside its hierarchies. */
static bool is_beside(const placing *p, const char *text)
{
    const tacit_value *all = &p->w->plan->cells.at[TACIT_CELLS_BESIDE];
    const char *column = tacit_column_name(tacit_table_column(p->data, p->j));
    for (size_t g = 0; g < all->n; g++)
        for (size_t k = 0; strcmp(all->groups[g].label, column) == 0 && k < all->groups[g].n; k++)
            if (strcmp(all->groups[g].member[k], text) == 0)
                return true;
    return false;
}

static bool is_beside_at(const placing *p, size_t row)
{
    char room[TACIT_NUMBER_BYTES];
    return is_beside(p, tacit_column_text(tacit_table_column(p->data, p->j), row, room));
}

/* Add those that rows have right under the total. */
static tacit_status add_beside(const placing *p, tacit_dimension *d)
{
    const tacit_column *c = tacit_table_column(p->data, p->j);
    const size_t before = d->n;
    tacit_code *code = NULL;
    TACIT_TRY(tacit_scratch(p->cx, d->n + p->values.n, sizeof *code, &code));
    memcpy(code, d->code, d->n * sizeof *code);
    for (size_t v = 0; v < p->values.n; v++) {
        char room[TACIT_NUMBER_BYTES], *own = NULL;
        const char *text = tacit_column_text(c, p->values.row[v], room);
        if (!is_beside(p, text))
            continue;
        TACIT_TRY(tacit_scratch_text(p->cx, text, &own));
        code[d->n++] = (tacit_code){ .text = own, .depth = 1 };
    }
    d->code = code;
    if (d->n == before)
        return TACIT_OK;
    d->nodes = 0;
    return tacit_dimension_close(p->cx, d);
}

static tacit_status make_dimension(placing *p, const tacit_dimension_trees *trees,
                                   tacit_dimension *out)
{
    tacit_table *leaves = NULL;
    const tacit_column *c = tacit_table_column(p->data, p->j);
    for (size_t h = 0; h < trees->n; h++)
        TACIT_TRY(keep_values(p, trees->spec[h]));
    if (p->n == 0)
        return tacit_fail(
            p->cx, TACIT_ERR_DATA,
            "Column '%s' has no lowest codes: all are totals, not in its hierarchy, or "
            "groups of it that hold one another.",
            tacit_column_name(c));
    TACIT_TRY(take_rows(p, &leaves));
    const tacit_status status = tacit_dimension_new(p->cx, leaves, p->j, trees, out);
    tacit_table_free(leaves);
    out->column = tacit_column_name(c);
    return status;
}

/* The codes of a dimension by their texts; in scratch memory but for `texts`. */
typedef struct directory {
    tacit_dict *texts;
    uint32_t *node; /* of each text; UINT32_MAX if it stands at several nodes */
} directory;

static tacit_status list_codes(const placing *p, const tacit_dimension *d, directory *out)
{
    TACIT_TRY(tacit_dict_new(p->cx, &out->texts));
    TACIT_TRY(tacit_scratch(p->cx, d->n, sizeof *out->node, &out->node));
    for (size_t c = 1; c < d->n; c++) {
        const uint32_t before = tacit_dict_size(out->texts);
        uint32_t at = 0;
        TACIT_TRY(tacit_dict_add(p->cx, out->texts, d->code[c].text, strlen(d->code[c].text), &at));
        out->node[at] =
            at == before || out->node[at] == d->code[c].node ? d->code[c].node : UINT32_MAX;
    }
    return TACIT_OK;
}

/* The node of the code in a row. */
static tacit_status find_node(const placing *p, const directory *all, size_t row, uint32_t *out)
{
    char room[TACIT_NUMBER_BYTES];
    const tacit_column *c = tacit_table_column(p->data, p->j);
    const uint32_t at = tacit_dict_find(all->texts, tacit_column_text(c, row, room));
    const bool known = at < tacit_dict_size(all->texts);
    if (!known || all->node[at] == UINT32_MAX) {
        const char *where = NULL;
        TACIT_TRY(tacit_cells_where(p->cx, p->w, row, &where));
        return tacit_fail(p->cx, TACIT_ERR_DATA,
                          "%s: the code in column '%s' stands %s the hierarchy.", where,
                          tacit_column_name(c), known ? "in several places of" : "nowhere in");
    }
    *out = all->node[at];
    return TACIT_OK;
}

/* Of each row its node: that of each value is looked up once. */
static tacit_status place_rows(const placing *p, const directory *all, tacit_dimension *d)
{
    const size_t rows = tacit_table_rows(p->data);
    uint32_t *node = NULL;
    TACIT_TRY(tacit_scratch(p->cx, p->values.n + 1, sizeof *node, &node));
    for (size_t v = 0; v < p->values.n; v++)
        if (!is_total(p, p->values.row[v]))
            TACIT_TRY(find_node(p, all, p->values.row[v], &node[v]));
    TACIT_TRY(tacit_scratch(p->cx, rows, sizeof *d->leaf, &d->leaf));
    for (size_t i = 0; i < rows; i++)
        d->leaf[i] = node[p->values.of[i]]; /* that of missing ones is 0: the total */
    return TACIT_OK;
}

tacit_status tacit_cells_dimension(tacit_ctx *cx, const tacit_work *w, const char *column,
                                   const tacit_dimension_trees *trees, tacit_dimension *out)
{
    placing p = { .cx = cx, .w = w, .data = w->data, .j = tacit_table_find(w->data, column) };
    directory all = { 0 };
    p.total = tacit_cells_total(w->plan, column);
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(w->data, p.j), &p.values));
    TACIT_TRY(tacit_scratch(cx, p.values.n, sizeof *p.row, &p.row));
    for (size_t v = 0; v < p.values.n; v++)
        if (!is_total(&p, p.values.row[v]) && !is_beside_at(&p, p.values.row[v]))
            p.row[p.n++] = p.values.row[v];
    TACIT_TRY(make_dimension(&p, trees, out));
    TACIT_TRY(add_beside(&p, out));
    tacit_status status = list_codes(&p, out, &all);
    if (status == TACIT_OK)
        status = place_rows(&p, &all, out);
    tacit_dict_free(all.texts);
    out->code[0].text = p.total;
    return status;
}
