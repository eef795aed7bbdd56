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
#include "task/tables/structure.h"

/* More places than this no tables have. */
static const double MOST_PLACES = 2e8;

/* One sum of a dimension. */
typedef struct sum {
    size_t n;
    const uint32_t *code; /* the total first */
} sum;

typedef struct dimension {
    size_t n, n_sums;
    const char **code;
    sum *sum;
} dimension;

typedef struct table {
    const char *name;
    size_t n, response;
    size_t *by;
    bool **hides; /* of each dimension, of each code; NULL: none is hidden */
} table;

/* A page that is being read. */
typedef struct reading {
    tacit_ctx *cx;
    const tacit_table *file;
    size_t n_dimensions, n_tables, n_responses, n_links;
    dimension *dimension;
    table *table;
    bool *not_negative; /* of each response */
    sum *link;
    uint64_t *stride;
    uint64_t *key; /* of each cell; its lowest digit is the response */
    uint32_t *slot;
    size_t n_slots, n_cells;
    tacit_page *out;
} reading;

static tacit_status fail(const reading *r)
{
    return tacit_fail(r->cx, TACIT_ERR_DATA,
                      "The structure of the tables is damaged, or not that of this file.");
}

/* ---- the structure ---- */

static tacit_status take_index(const reading *r, const json_t *from, size_t below, size_t *out)
{
    const json_int_t x = json_integer_value(from);
    if (!json_is_integer(from) || x < 0 || (uint64_t)x >= below)
        return fail(r);
    *out = (size_t)x;
    return TACIT_OK;
}

/* A list of positions below `below`, no position twice and at least `least` of them. */
static tacit_status take_sum(const reading *r, const json_t *from, size_t below, sum *out)
{
    uint32_t *code = NULL;
    uint8_t *seen = NULL;
    const size_t n = json_array_size(from);
    if (n < 2 || n > below)
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, n, sizeof *code, &code));
    const size_t mark = tacit_scratch_mark(r->cx);
    TACIT_TRY(tacit_scratch(r->cx, below, sizeof *seen, &seen));
    for (size_t k = 0; k < n; k++) {
        size_t at = 0;
        TACIT_TRY(take_index(r, json_array_get(from, k), below, &at));
        if (seen[at]++ != 0)
            return fail(r);
        code[k] = (uint32_t)at;
    }
    tacit_scratch_release(r->cx, mark);
    *out = (sum){ n, code };
    return TACIT_OK;
}

static tacit_status take_sums(const reading *r, const json_t *from, size_t below, size_t *n,
                              sum **out)
{
    *n = json_array_size(from);
    if (!json_is_array(from))
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, *n, sizeof **out, out));
    for (size_t k = 0; k < *n; k++)
        TACIT_TRY(take_sum(r, json_array_get(from, k), below, &(*out)[k]));
    return TACIT_OK;
}

/* Whether every code but the total is part of a sum: none stands beside what is added up. */
static tacit_status check_sums(const reading *r, const dimension *d)
{
    const size_t mark = tacit_scratch_mark(r->cx);
    size_t covered = 1;
    bool *part = NULL;
    TACIT_TRY(tacit_scratch(r->cx, d->n, sizeof *part, &part));
    for (size_t k = 0; k < d->n_sums; k++)
        for (size_t e = 1; e < d->sum[k].n; e++) {
            covered += !part[d->sum[k].code[e]] && d->sum[k].code[e] != 0;
            part[d->sum[k].code[e]] = true;
        }
    const bool all = covered == d->n && !part[0];
    tacit_scratch_release(r->cx, mark);
    return all ? TACIT_OK : fail(r);
}

static tacit_status take_dimension(const reading *r, const json_t *from, size_t column,
                                   dimension *out)
{
    const json_t *codes = json_object_get(from, "codes");
    const char *name = json_string_value(json_object_get(from, "name"));
    const char *own = tacit_column_name(tacit_table_column(r->file, column));
    out->n = json_array_size(codes);
    if (out->n == 0 || out->n > UINT32_MAX || name == NULL || strcmp(name, own) != 0)
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, out->n, sizeof *out->code, &out->code));
    for (size_t c = 0; c < out->n; c++) {
        out->code[c] = json_string_value(json_array_get(codes, c));
        if (out->code[c] == NULL)
            return fail(r);
    }
    TACIT_TRY(take_sums(r, json_object_get(from, "sums"), out->n, &out->n_sums, &out->sum));
    return check_sums(r, out);
}

/* The codes that a table does not publish. */
static tacit_status take_hidden(const reading *r, const json_t *from, table *out)
{
    TACIT_TRY(tacit_scratch(r->cx, out->n, sizeof *out->hides, &out->hides));
    if (json_array_size(from) != out->n)
        return fail(r);
    for (size_t k = 0; k < out->n; k++) {
        const size_t n = r->dimension[out->by[k]].n;
        const json_t *codes = json_array_get(from, k);
        TACIT_TRY(tacit_scratch(r->cx, n, sizeof **out->hides, &out->hides[k]));
        for (size_t c = 0; c < json_array_size(codes); c++) {
            size_t at = 0;
            TACIT_TRY(take_index(r, json_array_get(codes, c), n, &at));
            out->hides[k][at] = true;
        }
    }
    return TACIT_OK;
}

static tacit_status take_table(const reading *r, const json_t *from, table *out)
{
    const json_t *by = json_object_get(from, "by");
    out->name = json_string_value(json_object_get(from, "name"));
    out->n = json_array_size(by);
    if (out->name == NULL || out->n > r->n_dimensions || !json_is_array(by))
        return fail(r);
    TACIT_TRY(take_index(r, json_object_get(from, "of"), r->n_responses, &out->response));
    TACIT_TRY(tacit_scratch(r->cx, out->n, sizeof *out->by, &out->by));
    for (size_t k = 0; k < out->n; k++) {
        TACIT_TRY(take_index(r, json_array_get(by, k), r->n_dimensions, &out->by[k]));
        for (size_t l = 0; l < k; l++)
            if (out->by[l] == out->by[k])
                return fail(r);
    }
    const json_t *hides = json_object_get(from, "hides");
    return hides == NULL ? TACIT_OK : take_hidden(r, hides, out);
}

static tacit_status take_structure(reading *r, const json_t *from)
{
    const json_t *dimensions = json_object_get(from, "dimensions"),
                 *tables = json_object_get(from, "tables"),
                 *responses = json_object_get(from, "responses");
    r->n_dimensions = json_array_size(dimensions);
    r->n_tables = json_array_size(tables);
    r->n_responses = json_array_size(responses);
    if (r->n_tables == 0 || tacit_table_columns(r->file) != r->n_dimensions + 3)
        return fail(r);
    TACIT_TRY(tacit_scratch(r->cx, r->n_dimensions, sizeof *r->dimension, &r->dimension));
    TACIT_TRY(tacit_scratch(r->cx, r->n_tables, sizeof *r->table, &r->table));
    TACIT_TRY(tacit_scratch(r->cx, r->n_responses, sizeof *r->not_negative, &r->not_negative));
    for (size_t d = 0; d < r->n_dimensions; d++)
        TACIT_TRY(take_dimension(r, json_array_get(dimensions, d), d + 1, &r->dimension[d]));
    for (size_t t = 0; t < r->n_tables; t++)
        TACIT_TRY(take_table(r, json_array_get(tables, t), &r->table[t]));
    for (size_t g = 0; g < r->n_responses; g++)
        r->not_negative[g] =
            json_is_true(json_object_get(json_array_get(responses, g), "not_negative"));
    return take_sums(r, json_object_get(from, "links"), r->n_responses, &r->n_links, &r->link);
}

/* ---- cells ---- */

static tacit_status set_strides(reading *r)
{
    uint64_t stride = r->n_responses + 1;
    TACIT_TRY(tacit_scratch(r->cx, r->n_dimensions, sizeof *r->stride, &r->stride));
    for (size_t d = 0; d < r->n_dimensions; d++) {
        r->stride[d] = stride;
        if (__builtin_mul_overflow(stride, r->dimension[d].n, &stride))
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
    return (uint32_t)(key / r->stride[d] % r->dimension[d].n);
}

/* Go to the next combination of codes of table `t`; false after the last. */
static bool next_codes(const reading *r, const table *t, uint64_t *key)
{
    for (size_t k = t->n; k-- > 0;) {
        const size_t d = t->by[k];
        if (code_at(r, *key, d) + 1 < r->dimension[d].n) {
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

static bool has_dimension(const table *t, size_t d)
{
    for (size_t k = 0; k < t->n; k++)
        if (t->by[k] == d)
            return true;
    return false;
}

/* Whether a row is that of table `t` with the codes of `key`. */
static bool is_row(const reading *r, const table *t, uint64_t key, size_t row)
{
    bool is = has_text(r, 0, row, t->name);
    for (size_t d = 0; is && d < r->n_dimensions; d++)
        is = has_text(r, d + 1, row,
                      has_dimension(t, d) ? r->dimension[d].code[code_at(r, key, d)] : NULL);
    return is;
}

/* Whether table `t` has no row for the codes of `key`. */
static bool is_unseen(const reading *r, const table *t, uint64_t key)
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
static tacit_status read_table(reading *r, const table *t, size_t *row)
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
    for (size_t t = 0; t < r->n_tables; t++)
        TACIT_TRY(read_table(r, &r->table[t], &row));
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
    const tacit_column *c = tacit_table_column(r->file, r->n_dimensions + 1);
    const bool missing = tacit_column_is_missing(c, row);
    *hidden = has_text(r, r->n_dimensions + 2, row, "hidden");
    *value = missing ? 0 : tacit_column_number(c, row);
    const bool known = *hidden || has_text(r, r->n_dimensions + 2, row, "published");
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

/* The largest unit of which the published values of a response are multiples. */
static double find_unit(const reading *r, size_t response)
{
    double unit = 1;
    for (size_t i = 0; i < r->n_cells; i++) {
        const double x = r->out->system->cell[i].value;
        if (r->key[i] % (r->n_responses + 1) != response)
            continue;
        while (unit > 1.5e-6 && fabs(x / unit - round(x / unit)) > 1e-6)
            unit /= 10;
    }
    return unit;
}

static tacit_status set_units(const reading *r)
{
    double *unit = NULL;
    TACIT_TRY(tacit_scratch(r->cx, r->n_responses, sizeof *unit, &unit));
    for (size_t g = 0; g < r->n_responses; g++)
        unit[g] = find_unit(r, g);
    for (size_t i = 0; i < r->n_cells; i++) {
        const size_t response = (size_t)(r->key[i] % (r->n_responses + 1));
        r->out->system->cell[i].unit = unit[response];
        r->out->system->cell[i].low = r->not_negative[response] ? 0 : -1;
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
        bool has = r->table[u].response == r->table[t].response && has_dimension(&r->table[u], d);
        for (size_t e = 0; has && e < r->n_dimensions; e++)
            has = code_at(r, key, e) == 0 || has_dimension(&r->table[u], e);
        if (has)
            return true;
    }
    return false;
}

/* The sums of dimension `d` whose total has the code of `key`. */
static void write_sums(writing *w, size_t t, uint64_t key, size_t d)
{
    const reading *r = w->r;
    const dimension *dim = &r->dimension[d];
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

static void write_link(writing *w, const sum *link)
{
    const reading *r = w->r;
    for (size_t i = 0; i < r->n_cells; i++) {
        bool all = r->key[i] % (r->n_responses + 1) == link->code[0];
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
    for (size_t t = 0; t < w->r->n_tables; t++) {
        const table *own = &w->r->table[t];
        uint64_t key = own->response;
        do
            for (size_t k = 0; k < own->n; k++)
                write_sums(w, t, key, own->by[k]);
        while (next_codes(w->r, own, &key));
    }
    for (size_t l = 0; l < w->r->n_links; l++)
        write_link(w, &w->r->link[l]);
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
    for (size_t t = 0; t < r->n_tables; t++) {
        double product = 1;
        for (size_t k = 0; k < r->table[t].n; k++)
            product *= (double)r->dimension[r->table[t].by[k]].n;
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
    TACIT_TRY(take_structure(&r, structure));
    TACIT_TRY(count_places(&r, &places));
    if (out->rows > places ||
        (tacit_column_type(tacit_table_column(file, r.n_dimensions + 1)) & TACIT_TYPE_NUMBER) == 0)
        return fail(&r);
    TACIT_TRY(set_strides(&r));
    while (r.n_slots < 2 * places)
        r.n_slots *= 2;
    TACIT_TRY(tacit_scratch(cx, r.n_slots, sizeof *r.slot, &r.slot));
    TACIT_TRY(tacit_scratch(cx, places, sizeof *r.key, &r.key));
    TACIT_TRY(tacit_scratch(cx, out->rows + places, sizeof *out->cell, &out->cell));
    TACIT_TRY(tacit_scratch(cx, places, sizeof *out->row, &out->row));
    TACIT_TRY(read_rows(&r));
    const tacit_status status = make_system(&r);
    if (status != TACIT_OK) {
        tacit_system_free(out->system);
        out->system = NULL;
    }
    return status;
}
