/*
 * publish.c - tables as they are published.  O(cells * dimensions).
 */
#include "task/tables/publish.h"

#include <string.h>

/* Columns under way; all rows go through add_row(). */
typedef struct page {
    tacit_ctx *cx;
    const tacit_tabulation *t;
    const tacit_cube *cube;        /* at hand */
    const tacit_cube_table *table; /* of it */
    size_t n;                      /* dimensions */
    tacit_builder **column;        /* table, dimensions, value, status */
} page;

static tacit_status put_text(page *p, size_t column, const char *text)
{
    return text == NULL ? tacit_builder_missing(p->cx, p->column[column])
                        : tacit_builder_text(p->cx, p->column[column], text, strlen(text));
}

/* The code that a row shows for dimension `d`: NULL if the table has not the dimension. */
static const char *code_of(const page *p, const uint32_t *at, size_t d)
{
    for (size_t k = 0; k < p->table->n; k++)
        if (p->table->dimension[k] == d)
            return p->t->dimension[d].code[at[k]].text;
    return NULL;
}

static tacit_status add_row(page *p, const uint32_t *at, const tacit_cell *cell)
{
    const tacit_system *s = p->t->system;
    const bool hidden = tacit_system_hides(s, cell);
    const double *shown = s->changed ? &cell->shown : &cell->value;
    TACIT_TRY(put_text(p, 0, p->table->name));
    for (size_t d = 0; d < p->n; d++)
        TACIT_TRY(put_text(p, d + 1, code_of(p, at, d)));
    TACIT_TRY(hidden ? tacit_builder_missing(p->cx, p->column[p->n + 1])
                     : tacit_builder_reals(p->cx, p->column[p->n + 1], shown, NULL, 1));
    return put_text(p, p->n + 2, s->changed ? "changed" : hidden ? "hidden" : "published");
}

/* The next combination of codes; false after the last. */
static bool next_codes(const page *p, uint32_t *at)
{
    for (size_t k = p->table->n; k-- > 0;) {
        if (++at[k] < p->t->dimension[p->table->dimension[k]].n)
            return true;
        at[k] = 0;
    }
    return false;
}

static tacit_status add_table(page *p)
{
    uint32_t *at = NULL, *node = NULL;
    TACIT_TRY(tacit_scratch(p->cx, p->table->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(p->cx, p->n, sizeof *node, &node));
    do {
        for (size_t k = 0; k < p->table->n; k++) {
            const size_t d = p->table->dimension[k];
            node[d] = p->t->dimension[d].code[at[k]].node;
        }
        const size_t cell = p->cube->first + tacit_cube_find(p->cube, node);
        TACIT_TRY(add_row(p, at, &p->t->system->cell[cell]));
    } while (next_codes(p, at));
    return TACIT_OK;
}

/* Whether a column that is written has this name anyhow. */
static bool is_taken(const char *name)
{
    return strcmp(name, "table") == 0 || strcmp(name, "value") == 0 || strcmp(name, "status") == 0;
}

static tacit_status check_names(const page *p)
{
    for (size_t d = 0; d < p->n; d++)
        if (is_taken(p->t->dimension[d].column))
            return tacit_fail(p->cx, TACIT_ERR_INPUT,
                              "A dimension cannot be called '%s', which is a column of what is "
                              "written.",
                              p->t->dimension[d].column);
    return TACIT_OK;
}

static tacit_status begin(page *p)
{
    TACIT_TRY(tacit_scratch(p->cx, p->n + 3, sizeof *p->column, &p->column));
    for (size_t c = 0; c < p->n + 3; c++) {
        const char *name = c == 0          ? "table"
                           : c == p->n + 1 ? "value"
                           : c == p->n + 2 ? "status"
                                           : p->t->dimension[c - 1].column;
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

static size_t count_rows(const tacit_tabulation *t)
{
    size_t rows = 0;
    for (size_t g = 0; g < t->n_cubes; g++)
        for (size_t i = 0; i < t->cube[g].n_tables; i++) {
            size_t cells = 1;
            for (size_t k = 0; k < t->cube[g].table[i].n; k++)
                cells *= t->dimension[t->cube[g].table[i].dimension[k]].n;
            rows += cells;
        }
    return rows;
}

static tacit_status add_all(page *p)
{
    TACIT_TRY(begin(p));
    for (size_t g = 0; g < p->t->n_cubes; g++)
        for (size_t k = 0; k < p->t->cube[g].n_tables; k++) {
            p->cube = &p->t->cube[g];
            p->table = &p->cube->table[k];
            TACIT_TRY(add_table(p));
        }
    return TACIT_OK;
}

tacit_status tacit_tables_publish(tacit_ctx *cx, const tacit_tabulation *t, tacit_table **out)
{
    page p = { .cx = cx, .t = t, .n = t->n_dimensions };
    tacit_table *made = NULL;
    TACIT_TRY(check_names(&p));
    TACIT_TRY(tacit_table_new(cx, count_rows(t), &made));
    const tacit_status status = finish(&p, add_all(&p), made);
    if (status == TACIT_OK)
        *out = made;
    else
        tacit_table_free(made);
    return status;
}
