/*
 * released.c - what an earlier release of tables tells besides.
 *
 * A cell that was published then, and has the same value now, is known to everybody whatever is
 * hidden now: an attacker's bounds of it are the value itself, and hiding it would be in vain.  A
 * sensitive one cannot be protected any more.  Cells are the same if they add up the same column
 * at the same codes.  O(rows * codes).
 */
#include <math.h>
#include <string.h>

#include "run/certificate/certificate.h"
#include "run/reading.h"
#include "task/tables/know.h"
#include "task/tables/certify/certify.h"

/* An earlier release beside the tables of now. */
typedef struct earlier {
    const tacit_tabulation *t;
    const tacit_table *file;
    const json_t *structure;
    const char *path;
    uint32_t *node; /* of each dimension, of the row at hand */
    size_t facts, known, differ;
} earlier;

/* What the table of a row adds up: NULL, as in cubes, if it counts. */
static const char *response_of(const earlier *e, const char *table)
{
    const json_t *tables = json_object_get(e->structure, "tables");
    for (size_t k = 0; k < json_array_size(tables); k++) {
        const json_t *one = json_array_get(tables, k);
        if (strcmp(json_string_value(json_object_get(one, "name")), table) != 0)
            continue;
        const size_t of = (size_t)json_integer_value(json_object_get(one, "of"));
        const json_t *responses = json_object_get(e->structure, "responses");
        return json_string_value(json_object_get(json_array_get(responses, of), "of"));
    }
    return NULL;
}

static const tacit_cube *find_cube(const earlier *e, const char *response)
{
    for (size_t g = 0; g < e->t->n_cubes; g++) {
        const char *own = e->t->cube[g].response;
        if ((own == NULL) == (response == NULL) && (own == NULL || strcmp(own, response) == 0))
            return &e->t->cube[g];
    }
    return NULL;
}

/* The node of a text in a dimension; `nodes` if it has none. */
static size_t find_node(const tacit_dimension *d, const char *text)
{
    const size_t c = tacit_dimension_find(d, text);
    return c < d->n ? d->code[c].node : d->nodes;
}

static size_t find_dimension(const tacit_tabulation *t, const char *column)
{
    size_t d = 0;
    while (d < t->n_dimensions && strcmp(t->dimension[d].column, column) != 0)
        d++;
    return d;
}

/* The nodes of a row; false if it is of a code or dimension that the tables do not have. */
static bool place_row(earlier *e, size_t row)
{
    const size_t columns = tacit_table_columns(e->file);
    for (size_t d = 0; d < e->t->n_dimensions; d++)
        e->node[d] = 0;
    for (size_t j = 1; j + 2 < columns; j++) {
        char room[32];
        const tacit_column *c = tacit_table_column(e->file, j);
        const size_t d = find_dimension(e->t, tacit_column_name(c));
        if (tacit_column_is_missing(c, row))
            continue;
        const size_t node = d < e->t->n_dimensions
                                ? find_node(&e->t->dimension[d], tacit_column_text(c, row, room))
                                : SIZE_MAX;
        if (d == e->t->n_dimensions || node == e->t->dimension[d].nodes)
            return false;
        e->node[d] = (uint32_t)node;
    }
    return true;
}

/* Take a published row into account. */
static void take_row(earlier *e, size_t row, double value)
{
    char room[32];
    const char *table = tacit_column_text(tacit_table_column(e->file, 0), row, room);
    const tacit_cube *cube = find_cube(e, response_of(e, table));
    const size_t at = cube != NULL && place_row(e, row) ? tacit_cube_find(cube, e->node) : SIZE_MAX;
    if (cube == NULL || at >= cube->n_cells)
        return;
    tacit_cell *c = &e->t->system->cell[cube->first + at];
    if (fabs(c->value - value) > c->unit / 2) {
        e->differ++;
        return;
    }
    c->low = c->high = c->value;
    e->facts++;
    if (c->status == TACIT_CELL_PRIMARY)
        e->known++;
    else
        c->status = TACIT_CELL_KEPT;
}

static tacit_status take_rows(tacit_ctx *cx, earlier *e)
{
    tacit_page page = { 0 };
    TACIT_TRY(tacit_scratch(cx, e->t->n_dimensions, sizeof *e->node, &e->node));
    TACIT_TRY(tacit_page_read(cx, e->structure, e->file, &page));
    for (size_t row = 0; row < tacit_table_rows(e->file); row++) {
        const tacit_cell *c = &page.system->cell[page.cell[row]];
        if (page.row[page.cell[row]] == row && !tacit_system_hides(page.system, c))
            take_row(e, row, c->value);
    }
    tacit_system_free(page.system);
    if (e->differ > 0)
        tacit_warn(cx,
                   "%s has other values in %zu cells of the tables; those are not taken as known.",
                   e->path, e->differ);
    return e->known == 0 ? TACIT_OK
                         : tacit_fail(cx, TACIT_ERR_DATA,
                                      "%s has published %zu cells that are sensitive now; hiding "
                                      "them would protect nothing.",
                                      e->path, e->known);
}

/* Load the earlier release as its certificate says. */
static tacit_status load(tacit_ctx *cx, const char *path, const char *certificate,
                         tacit_table **out)
{
    tacit_args args;
    tacit_data *data = NULL;
    bool found = false;
    TACIT_TRY(tacit_reading_certified(cx, path, certificate, &args, &found));
    if (!found)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'released' needs tables with their certificate beside them; %s has none "
                          "that fits.",
                          path);
    const tacit_source source = { .uri = path, .args = &args };
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

tacit_status tacit_tables_released(tacit_ctx *cx, tacit_work *w, const tacit_tabulation *t,
                                   const char *path)
{
    char *beside = NULL;
    tacit_table *file = NULL;
    json_t *certificate = NULL;
    TACIT_TRY(tacit_work_reads(cx, w, path));
    TACIT_TRY(tacit_scratch_format(cx, &beside, "%s%s", path, TACIT_CERTIFICATE_ENDING));
    TACIT_TRY(load(cx, path, beside, &file));
    tacit_status status = tacit_certificate_read(cx, beside, &certificate);
    earlier e = { .t = t,
                  .file = file,
                  .path = path,
                  .structure = json_object_get(json_object_get(certificate, "basis"), "tables") };
    if (status == TACIT_OK)
        status = take_rows(cx, &e);
    json_decref(certificate);
    tacit_table_free(file);
    return status;
}
