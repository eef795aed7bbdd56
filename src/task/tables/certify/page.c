/*
 * page.c - tables as readers have them: a file with its structure becomes a system.
 *
 * Rows stand in the order of the structure: table by table, the codes of the last dimension
 * change fastest.  A cell is a response with a code of each dimension, the total where a table has
 * not the dimension, so that cells which tables share are one.  Equations: each sum of each
 * dimension of a table, at each combination of codes of its other dimensions, once for all tables
 * that share it; then the links.  Nothing is believed of a structure.  O(terms).
 */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "task/tables/outline/outline.h"
#include "task/tables/certify/structure.h"

/* More places than this no tables have. */
static const double MOST_PLACES = 2e8;

/* Values of more than six decimals are rounded. */
static const double MOST_SCALE = 1e6;

/* A page that is being read. */
typedef struct reading {
    tacit_ctx *cx;
    const tacit_table *file;
    tacit_outline o;
    uint64_t *stride;
    uint64_t *key; /* of each cell; its lowest digit is the response */
    uint32_t *slot;
    size_t n_slots, n_cells;
    tacit_page *out;
} reading;

static tacit_status fail(const reading *r)
{
    return tacit_outline_fail(r->cx);
}

/* ---- cells ---- */

static tacit_status set_strides(reading *r)
{
    uint64_t stride = r->o.n_responses + 1;
    TACIT_TRY(tacit_scratch(r->cx, r->o.n_dimensions, sizeof *r->stride, &r->stride));
    for (size_t d = 0; d < r->o.n_dimensions; d++) {
        r->stride[d] = stride;
        if (__builtin_mul_overflow(stride, r->o.dimension[d].n, &stride))
            return fail(r);
    }
    return TACIT_OK;
}

static uint32_t *slot_of(const reading *r, uint64_t key)
{
    for (size_t at = tacit_hash_u64(key);; at++) {
        uint32_t *slot = &r->slot[at & (r->n_slots - 1)];
        if (*slot == 0 || r->key[*slot - 1] == key)
            return slot;
    }
}

static uint32_t code_at(const reading *r, uint64_t key, size_t d)
{
    return (uint32_t)(key / r->stride[d] % r->o.dimension[d].n);
}

/* Go to the next combination of codes of table `t`; false after the last. */
static bool next_codes(const reading *r, const tacit_outline_table *t, uint64_t *key)
{
    for (size_t k = t->n; k-- > 0;) {
        const size_t d = t->by[k];
        if (code_at(r, *key, d) + 1 < r->o.dimension[d].n) {
            *key += r->stride[d];
            return true;
        }
        *key -= r->stride[d] * code_at(r, *key, d);
    }
    return false;
}

/* Whether column `j` of the file has this text in a row; NULL: is missing there. */
static bool has_text(const reading *r, size_t j, size_t row, const char *text)
{
    char room[32];
    const tacit_column *c = tacit_table_column(r->file, j);
    if (tacit_column_is_missing(c, row))
        return text == NULL;
    return text != NULL && strcmp(tacit_column_text(c, row, room), text) == 0;
}

static bool has_dimension(const tacit_outline_table *t, size_t d)
{
    for (size_t k = 0; k < t->n; k++)
        if (t->by[k] == d)
            return true;
    return false;
}

/* Whether a row is that of table `t` with the codes of `key`. */
static bool is_row(const reading *r, const tacit_outline_table *t, uint64_t key, size_t row)
{
    bool is = has_text(r, 0, row, t->name);
    for (size_t d = 0; is && d < r->o.n_dimensions; d++)
        is = has_text(r, d + 1, row,
                      has_dimension(t, d) ? r->o.dimension[d].code[code_at(r, key, d)] : NULL);
    return is;
}

/* Whether table `t` has no row for the codes of `key`. */
static bool is_unseen(const reading *r, const tacit_outline_table *t, uint64_t key)
{
    for (size_t k = 0; t->hides != NULL && k < t->n; k++)
        if (t->hides[k][code_at(r, key, t->by[k])])
            return true;
    return false;
}

/* The cell with this key, made if it is new. */
static uint32_t take_cell(reading *r, uint64_t key)
{
    uint32_t *slot = slot_of(r, key);
    if (*slot == 0) {
        r->key[r->n_cells] = key;
        r->out->row[r->n_cells] = UINT32_MAX;
        *slot = (uint32_t)++r->n_cells;
    }
    return *slot - 1;
}

/* All places of a table; `*row` is the next row of the file. */
static tacit_status read_table(reading *r, const tacit_outline_table *t, size_t *row)
{
    uint64_t key = t->response;
    do {
        const uint32_t cell = take_cell(r, key);
        if (is_unseen(r, t, key))
            continue;
        if (*row == r->out->rows || !is_row(r, t, key, *row))
            return fail(r);
        if (r->out->row[cell] == UINT32_MAX)
            r->out->row[cell] = (uint32_t)*row;
        r->out->cell[(*row)++] = cell;
    } while (next_codes(r, t, &key));
    return TACIT_OK;
}

static tacit_status read_rows(reading *r)
{
    size_t row = 0;
    for (size_t t = 0; t < r->o.n_tables; t++)
        TACIT_TRY(read_table(r, &r->o.table[t], &row));
    if (row != r->out->rows)
        return fail(r);
    for (size_t i = 0; i < r->n_cells; i++)
        if (r->out->row[i] == UINT32_MAX) {
            r->out->cell[row] = (uint32_t)i;
            r->out->row[i] = (uint32_t)row++;
        }
    r->out->numbers = row;
    return TACIT_OK;
}

/* ---- values ---- */

/* Whether a row is hidden, and its value; fails on what no row of ours is. */
static tacit_status read_value(const reading *r, size_t row, bool *hidden, double *value)
{
    const tacit_column *c = tacit_table_column(r->file, r->o.n_dimensions + 1);
    const bool missing = tacit_column_is_missing(c, row);
    *hidden = has_text(r, r->o.n_dimensions + 2, row, "hidden");
    *value = missing ? 0 : tacit_column_number(c, row);
    const bool changed = has_text(r, r->o.n_dimensions + 2, row, "changed");
    const bool known = *hidden || changed || has_text(r, r->o.n_dimensions + 2, row, "published");
    r->out->n_changed += changed;
    return known && *hidden == missing && isfinite(*value) ? TACIT_OK : fail(r);
}

/* Rows of one cell say the same; what one row says in the open, another cannot hide. */
static tacit_status read_values(const reading *r)
{
    for (size_t i = 0; i < r->n_cells; i++)
        if (r->out->row[i] >= r->out->rows)
            r->out->system->cell[i].status = TACIT_CELL_SECONDARY;
    for (size_t row = 0; row < r->out->rows; row++) {
        tacit_cell *c = &r->out->system->cell[r->out->cell[row]];
        bool hidden = false;
        double value = 0;
        TACIT_TRY(read_value(r, row, &hidden, &value));
        const bool first = r->out->row[r->out->cell[row]] == row;
        const bool was = c->status == TACIT_CELL_SECONDARY;
        if (!first && (was != hidden || value < c->value || value > c->value))
            return tacit_fail(r->cx, TACIT_ERR_DATA,
                              "Two rows of the file are the same cell and differ.");
        c->value = value;
        c->status = hidden ? TACIT_CELL_SECONDARY : TACIT_CELL_SAFE;
    }
    return TACIT_OK;
}

/* Whether x is what a number with so many decimals reads as; exact up to 2^52 units. */
static bool has_decimals(double x, double scale)
{
    return fabs(round(x * scale) / scale - x) <= 0;
}

/* The largest unit of which the published values of a response are multiples. */
static double find_unit(const reading *r, size_t response)
{
    double scale = 1;
    for (size_t i = 0; i < r->n_cells; i++) {
        if (r->key[i] % (r->o.n_responses + 1) != response)
            continue;
        while (scale < MOST_SCALE && !has_decimals(r->out->system->cell[i].value, scale))
            scale *= 10;
    }
    return 1 / scale;
}

static tacit_status set_units(const reading *r)
{
    double *unit = NULL;
    TACIT_TRY(tacit_scratch(r->cx, r->o.n_responses, sizeof *unit, &unit));
    for (size_t g = 0; g < r->o.n_responses; g++)
        unit[g] = find_unit(r, g);
    for (size_t i = 0; i < r->n_cells; i++) {
        const size_t response = (size_t)(r->key[i] % (r->o.n_responses + 1));
        r->out->system->cell[i].unit = unit[response];
        r->out->system->cell[i].low = r->o.not_negative[response] ? 0 : -1;
    }
    return TACIT_OK;
}

/* ---- equations ---- */

/* Equations are counted first and written then. */
typedef struct writing {
    const reading *r;
    tacit_system *s; /* NULL while they are counted */
    size_t n, terms;
} writing;

static void add_term(writing *w, uint64_t key, float weight)
{
    if (w->s != NULL)
        w->s->term[w->terms] = (tacit_cell_term){ *slot_of(w->r, key) - 1, weight };
    w->terms++;
}

static void end_equation(writing *w)
{
    w->n++;
    if (w->s != NULL)
        w->s->first[w->n] = w->terms;
}

/* Whether a table before `t` has this cell of the same response, and the dimension. */
static bool is_written(const reading *r, size_t t, uint64_t key, size_t d)
{
    for (size_t u = 0; u < t; u++) {
        bool has =
            r->o.table[u].response == r->o.table[t].response && has_dimension(&r->o.table[u], d);
        for (size_t e = 0; has && e < r->o.n_dimensions; e++)
            has = code_at(r, key, e) == 0 || has_dimension(&r->o.table[u], e);
        if (has)
            return true;
    }
    return false;
}

/* The sums of dimension `d` whose total has the code of `key`. */
static void write_sums(writing *w, size_t t, uint64_t key, size_t d)
{
    const reading *r = w->r;
    const tacit_outline_dimension *dim = &r->o.dimension[d];
    const uint32_t code = code_at(r, key, d);
    for (size_t k = 0; k < dim->n_sums; k++) {
        if (dim->sum[k].code[0] != code || is_written(r, t, key, d))
            continue;
        add_term(w, key, -1);
        for (size_t e = 1; e < dim->sum[k].n; e++)
            add_term(w, key + r->stride[d] * dim->sum[k].code[e] - r->stride[d] * code, 1);
        end_equation(w);
    }
}

static void write_link(writing *w, const tacit_outline_sum *link)
{
    const reading *r = w->r;
    for (size_t i = 0; i < r->n_cells; i++) {
        bool all = r->key[i] % (r->o.n_responses + 1) == link->code[0];
        const uint64_t rest = r->key[i] - (all ? link->code[0] : 0);
        for (size_t k = 1; all && k < link->n; k++)
            all = *slot_of(r, rest + link->code[k]) != 0;
        for (size_t k = 0; all && k < link->n; k++)
            add_term(w, rest + link->code[k], k == 0 ? -1 : 1);
        if (all)
            end_equation(w);
    }
}

static void write_all(writing *w)
{
    w->n = w->terms = 0;
    for (size_t t = 0; t < w->r->o.n_tables; t++) {
        const tacit_outline_table *own = &w->r->o.table[t];
        uint64_t key = own->response;
        do
            for (size_t k = 0; k < own->n; k++)
                write_sums(w, t, key, own->by[k]);
        while (next_codes(w->r, own, &key));
    }
    for (size_t l = 0; l < w->r->o.n_links; l++)
        write_link(w, &w->r->o.link[l]);
}

/* ---- where cells are ---- */

struct tacit_page_map {
    reading from;
    const json_t *responses;
};

const char *tacit_page_response(const tacit_page *page, size_t cell)
{
    const reading *r = &page->map->from;
    const size_t response = (size_t)(r->key[cell] % (r->o.n_responses + 1));
    return json_string_value(json_object_get(json_array_get(page->map->responses, response), "of"));
}

const char *tacit_page_code(const tacit_page *page, size_t cell, size_t d)
{
    const reading *r = &page->map->from;
    const uint32_t code = code_at(r, r->key[cell], d);
    return code == 0 ? NULL : r->o.dimension[d].code[code];
}

static tacit_status keep_map(const reading *r, const json_t *structure)
{
    struct tacit_page_map *map = NULL;
    TACIT_TRY(tacit_scratch(r->cx, 1, sizeof *map, &map));
    *map = (struct tacit_page_map){ *r, json_object_get(structure, "responses") };
    r->out->map = map;
    r->out->n_dimensions = r->o.n_dimensions;
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status make_system(reading *r)
{
    writing w = { .r = r };
    write_all(&w);
    TACIT_TRY(tacit_system_new(r->cx, r->n_cells, w.n, w.terms, &r->out->system));
    w.s = r->out->system;
    write_all(&w);
    TACIT_TRY(tacit_system_close(r->cx, w.s));
    TACIT_TRY(read_values(r));
    return set_units(r);
}

/* How many places the tables have; more than a plan may have are a mistake. */
static tacit_status count_places(const reading *r, size_t *out)
{
    double n = 0;
    for (size_t t = 0; t < r->o.n_tables; t++) {
        double product = 1;
        for (size_t k = 0; k < r->o.table[t].n; k++)
            product *= (double)r->o.dimension[r->o.table[t].by[k]].n;
        n += product;
    }
    *out = (size_t)fmin(n, MOST_PLACES);
    return n < MOST_PLACES ? TACIT_OK : fail(r);
}

tacit_status tacit_page_read(tacit_ctx *cx, const json_t *structure, const tacit_table *file,
                             tacit_page *out)
{
    reading r = { .cx = cx, .file = file, .n_slots = 16, .out = out };
    size_t places = 0;
    *out = (tacit_page){ .rows = tacit_table_rows(file) };
    TACIT_TRY(tacit_outline_read(cx, structure, file, &r.o));
    TACIT_TRY(count_places(&r, &places));
    if (out->rows > places || (tacit_column_type(tacit_table_column(file, r.o.n_dimensions + 1)) &
                               TACIT_TYPE_NUMBER) == 0)
        return fail(&r);
    TACIT_TRY(set_strides(&r));
    while (r.n_slots < 2 * places)
        r.n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, r.n_slots, sizeof *r.slot, &r.slot));
    TACIT_TRY(tacit_scratch(cx, places, sizeof *r.key, &r.key));
    TACIT_TRY(tacit_scratch(cx, out->rows + places, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, places, sizeof *out->row, &out->row));
    TACIT_TRY(read_rows(&r));
    TACIT_TRY(keep_map(&r, structure));
    const tacit_status status = make_system(&r);
    if (status != TACIT_OK) {
        tacit_system_free(out->system);
        out->system = NULL;
    }
    return status;
}
