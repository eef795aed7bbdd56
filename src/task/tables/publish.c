/*
 * publish.c - tables as they are published.  O(cells * dimensions).
 */
#include "task/tables/publish.h"

#include <string.h>

/* Columns under way; all rows go through add_row(). */
typedef struct page {
    tacit_ctx *cx;
    const char **name; /* of the dimensions of all tabulations */
    size_t n;
    tacit_builder **column; /* table, dimensions, value, status */
} page;

static tacit_status put_text(page *p, size_t column, const char *text)
{
    return text == NULL ? tacit_builder_missing(p->cx, p->column[column])
                        : tacit_builder_text(p->cx, p->column[column], text, strlen(text));
}

/* The code that a row shows for a dimension: NULL if the table has not the dimension. */
static const char *code_of(const tacit_tabulation *t, const tacit_cube_table *table,
                           const uint32_t *at, const char *dimension)
{
    for (size_t k = 0; k < table->n; k++) {
        const tacit_dimension *d = &t->dimension[table->dimension[k]];
        if (strcmp(d->column, dimension) == 0)
            return d->code[at[k]].text;
    }
    return NULL;
}

static tacit_status add_row(page *p, const tacit_tabulation *t, const tacit_cube_table *table,
                            const uint32_t *at, const tacit_cell *cell)
{
    const bool hidden = tacit_cell_is_hidden(cell);
    TACIT_TRY(put_text(p, 0, table->name));
    for (size_t d = 0; d < p->n; d++)
        TACIT_TRY(put_text(p, d + 1, code_of(t, table, at, p->name[d])));
    TACIT_TRY(hidden ? tacit_builder_missing(p->cx, p->column[p->n + 1])
                     : tacit_builder_reals(p->cx, p->column[p->n + 1], &cell->value, NULL, 1));
    return put_text(p, p->n + 2, hidden ? "hidden" : "published");
}

/* The next combination of codes; false after the last. */
static bool next_codes(const tacit_tabulation *t, const tacit_cube_table *table, uint32_t *at)
{
    for (size_t k = table->n; k-- > 0;) {
        if (++at[k] < t->dimension[table->dimension[k]].n)
            return true;
        at[k] = 0;
    }
    return false;
}

static tacit_status add_table(page *p, const tacit_tabulation *t, const tacit_cube_table *table)
{
    uint32_t *at = NULL, *node = NULL;
    TACIT_TRY(tacit_scratch(p->cx, table->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(p->cx, t->cube.n_dimensions, sizeof *node, &node));
    do {
        for (size_t k = 0; k < table->n; k++)
            node[table->dimension[k]] = t->dimension[table->dimension[k]].code[at[k]].node;
        const size_t cell = tacit_cube_find(&t->cube, node);
        TACIT_TRY(add_row(p, t, table, at, &t->system->cell[cell]));
    } while (next_codes(t, table, at));
    return TACIT_OK;
}

/* Whether a column that is written has this name anyhow. */
static bool is_taken(const char *name)
{
    return strcmp(name, "table") == 0 || strcmp(name, "value") == 0 || strcmp(name, "status") == 0;
}

/* The names of all dimensions, each once. */
static tacit_status find_names(page *p, const tacit_tabulation *all, size_t n)
{
    size_t most = 0;
    for (size_t g = 0; g < n; g++)
        most += all[g].cube.n_dimensions;
    TACIT_TRY(tacit_scratch(p->cx, most, sizeof *p->name, &p->name));
    for (size_t g = 0; g < n; g++)
        for (size_t d = 0; d < all[g].cube.n_dimensions; d++) {
            const char *column = all[g].dimension[d].column;
            size_t k = 0;
            if (is_taken(column))
                return tacit_fail(p->cx, TACIT_ERR_INPUT,
                                  "A dimension cannot be called '%s', which is a column of what is "
                                  "written.",
                                  column);
            while (k < p->n && strcmp(p->name[k], column) != 0)
                k++;
            p->name[k] = column;
            p->n += k == p->n;
        }
    return TACIT_OK;
}

static tacit_status begin(page *p)
{
    TACIT_TRY(tacit_scratch(p->cx, p->n + 3, sizeof *p->column, &p->column));
    for (size_t c = 0; c < p->n + 3; c++) {
        const char *name = c == 0          ? "table"
                           : c == p->n + 1 ? "value"
                           : c == p->n + 2 ? "status"
                                           : p->name[c - 1];
        TACIT_TRY(tacit_builder_new(
            p->cx, name, c == p->n + 1 ? TACIT_TYPE_REAL : TACIT_TYPE_CATEGORY, 0, &p->column[c]));
    }
    return TACIT_OK;
}

/* All columns become those of `out`, or are freed. */
static tacit_status finish(page *p, tacit_status status, tacit_table *out)
{
    for (size_t c = 0; p->column != NULL && c < p->n + 3; c++) {
        tacit_column *column = NULL;
        if (status == TACIT_OK) {
            status = tacit_builder_finish(p->cx, p->column[c], &column);
            if (status == TACIT_OK)
                status = tacit_table_add(p->cx, out, column);
        } else {
            tacit_builder_free(p->column[c]);
        }
    }
    return status;
}

static size_t count_rows(const tacit_tabulation *all, size_t n)
{
    size_t rows = 0;
    for (size_t g = 0; g < n; g++)
        for (size_t t = 0; t < all[g].cube.n_tables; t++) {
            size_t cells = 1;
            for (size_t k = 0; k < all[g].cube.table[t].n; k++)
                cells *= all[g].dimension[all[g].cube.table[t].dimension[k]].n;
            rows += cells;
        }
    return rows;
}

tacit_status tacit_tables_publish(tacit_ctx *cx, const tacit_tabulation *all, size_t n,
                                  tacit_table **out)
{
    page p = { .cx = cx };
    tacit_table *t = NULL;
    TACIT_TRY(find_names(&p, all, n));
    TACIT_TRY(tacit_table_new(cx, count_rows(all, n), &t));
    tacit_status status = begin(&p);
    for (size_t g = 0; status == TACIT_OK && g < n; g++)
        for (size_t k = 0; status == TACIT_OK && k < all[g].cube.n_tables; k++)
            status = add_table(&p, &all[g], &all[g].cube.table[k]);
    status = finish(&p, status, t);
    if (status == TACIT_OK)
        *out = t;
    else
        tacit_table_free(t);
    return status;
}
