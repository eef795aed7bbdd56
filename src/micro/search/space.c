/*
 * space.c - what generalising the keys of a table can give, on the histogram of their
 * combinations.
 *
 * Rows are grouped once by their key values (classes/group.h).  With a population file the
 * rows of both are grouped together, so that each cell has both frequencies.  O(rows *
 * keys); the space holds 4 bytes a row, of the population too, and 16 bytes and more
 * a cell.
 */
#include "micro/search/space_own.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "micro/classes/group.h"
#include "micro/classes/join.h"
#include "table/take.h"

tacit_status tacit_space_keep(tacit_ctx *cx, tacit_space_body *b, size_t n, size_t size, void *out)
{
    void *p = NULL;
    TACIT_TRY(tacit_grow(cx, b->n_blocks + 1, sizeof *b->block, &b->block));
    TACIT_TRY(tacit_alloc(cx, n, size, &p));
    b->block[b->n_blocks++] = p;
    memcpy(out, &p, sizeof p);
    return TACIT_OK;
}

void tacit_space_free(tacit_search_space *s)
{
    if (s == NULL)
        return;
    tacit_space_body *b = (tacit_space_body *)(void *)s;
    for (size_t a = 0; a < s->n_axes; a++)
        tacit_hierarchy_free(s->axis[a].hierarchy);
    for (size_t i = 0; i < b->n_blocks; i++)
        tacit_free(b->block[i]);
    tacit_free(b->block);
    tacit_table_free(b->joined);
    tacit_free(b);
}

/* ---- axes ---- */

static const tacit_hierarchy_spec *find_spec(const tacit_search_space_spec *spec,
                                             const char *column)
{
    for (size_t h = 0; h < spec->n_hierarchies; h++)
        if (strcmp(spec->hierarchies[h].column, column) == 0)
            return &spec->hierarchies[h];
    return NULL;
}

/* Column of key number `a` with the rows of the population below, if there is one. */
static const tacit_column *key_column(const tacit_space_body *b,
                                      const tacit_search_space_spec *spec, size_t a)
{
    return b->joined != NULL ? tacit_table_column(b->joined, a)
                             : tacit_table_column(spec->table, spec->keys.at[a]);
}

const tacit_column *tacit_space_column(const tacit_search_space *s, size_t a)
{
    const tacit_space_body *b = (const tacit_space_body *)(const void *)s;
    return b->joined != NULL ? tacit_table_column(b->joined, a)
                             : tacit_table_column(s->table, s->axis[a].column);
}

/* Give each axis its place in the words of a packed combination. */
static tacit_status place_axes(tacit_ctx *cx, tacit_search_space *s)
{
    unsigned used = 0;
    s->words = 1;
    s->nodes = 1.0;
    for (size_t a = 0; a < s->n_axes; a++) {
        tacit_axis *x = &s->axis[a];
        if (used + x->bits > 64) {
            s->words++;
            used = 0;
        }
        x->word = (unsigned)s->words - 1;
        x->shift = used;
        used += x->bits;
        s->nodes *= (double)(x->high - x->low + 1);
    }
    if (s->words > TACIT_MOST_WORDS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The keys have too many values for a search.");
    return TACIT_OK;
}

static tacit_status make_axes(tacit_ctx *cx, tacit_space_body *b,
                              const tacit_search_space_spec *spec)
{
    tacit_search_space *s = &b->space;
    TACIT_TRY(tacit_space_keep(cx, b, spec->keys.n, sizeof *s->axis, &s->axis));
    for (size_t a = 0; a < spec->keys.n; a++) {
        const tacit_column *c = key_column(b, spec, a);
        tacit_axis *x = &s->axis[a];
        s->n_axes = a + 1;
        x->column = spec->keys.at[a];
        x->name = tacit_column_name(tacit_table_column(spec->table, x->column));
        TACIT_TRY(tacit_axis_make(cx, b, c, find_spec(spec, x->name), x));
    }
    return place_axes(cx, s);
}

/* ---- cells ---- */

/* Number the combinations of all rows; `number` is in scratch memory. */
static tacit_status number_rows(tacit_ctx *cx, tacit_space_body *b,
                                const tacit_search_space_spec *spec, size_t rows, uint32_t **number)
{
    tacit_lens *lens = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof **number, number));
    TACIT_TRY(tacit_scratch(cx, spec->keys.n, sizeof *lens, &lens));
    for (size_t a = 0; a < spec->keys.n; a++)
        TACIT_TRY(tacit_lens_make(cx, key_column(b, spec, a), &lens[a]));
    const tacit_group_rows of = { rows, rows - b->space.rows + b->space.records };
    return tacit_group_counted_lenses(cx, lens, spec->keys.n, &of, *number, &b->space.cells.n);
}

/* Records of the table and of the population in each cell, and a row of each cell. */
static tacit_status count_rows(tacit_ctx *cx, tacit_space_body *b,
                               const tacit_search_space_spec *spec, const uint32_t *number,
                               size_t **row)
{
    tacit_search_space *s = &b->space;
    tacit_class_list *cells = &s->cells;
    const size_t own = s->rows;
    const size_t more = spec->population != NULL ? tacit_table_rows(spec->population) : 0;
    TACIT_TRY(tacit_scratch(cx, cells->n, sizeof **row, row));
    TACIT_TRY(tacit_space_keep(cx, b, cells->n, sizeof *cells->size, &cells->size));
    uint32_t *of_row = NULL;
    TACIT_TRY(tacit_space_keep(cx, b, own + more, sizeof *of_row, &of_row));
    memcpy(of_row, number, (own + more) * sizeof *number);
    s->cell_of_row = of_row;
    for (size_t i = own + more; i-- > 0;)
        (*row)[number[i]] = i;
    for (size_t i = 0; i < own; i++)
        cells->size[number[i]] += tacit_space_records(s, i);
    if (spec->population == NULL)
        return TACIT_OK;
    s->cell_of_person = of_row + own;
    const size_t j = tacit_table_find(spec->population, TACIT_COUNT);
    const int64_t *count = j < tacit_table_columns(spec->population)
                               ? tacit_column_integers(tacit_table_column(spec->population, j))
                               : NULL;
    TACIT_TRY(tacit_space_keep(cx, b, cells->n, sizeof *cells->population, &cells->population));
    for (size_t i = 0; i < more; i++)
        cells->population[number[own + i]] += count != NULL ? (double)count[i] : 1.0;
    return TACIT_OK;
}

/* Pack the values of each cell, taken from one of its rows: as every value is in some cell,
 * they are numbered as those of all rows are. */
static tacit_status pack_cells(tacit_ctx *cx, tacit_space_body *b,
                               const tacit_search_space_spec *spec, const size_t *row)
{
    tacit_search_space *s = &b->space;
    TACIT_TRY(tacit_space_keep(cx, b, s->cells.n * s->words, sizeof *s->cells.key, &s->cells.key));
    for (size_t a = 0; a < s->n_axes; a++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_axis *x = &s->axis[a];
        tacit_values values;
        tacit_column *c = NULL;
        TACIT_TRY(tacit_column_take(cx, key_column(b, spec, a), x->name,
                                    &(tacit_row_list){ .n = s->cells.n, .at = row }, &c));
        const tacit_status status = tacit_values_of(cx, c, &values);
        for (size_t g = 0; status == TACIT_OK && g < s->cells.n; g++)
            s->cells.key[g * s->words + x->word] |= (uint64_t)values.of[g] << x->shift;
        tacit_column_free(c);
        TACIT_TRY(status);
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* Cells are the classes that somebody knows already. */
static tacit_status take_classes(tacit_ctx *cx, tacit_space_body *b,
                                 const tacit_search_space_spec *spec)
{
    tacit_search_space *s = &b->space;
    const tacit_classes *c = spec->classes;
    TACIT_ASSERT(spec->population == NULL && c->rows == s->rows);
    s->cells.n = c->n;
    s->cell_of_row = c->of_row;
    TACIT_TRY(tacit_space_keep(cx, b, c->n, sizeof *s->cells.size, &s->cells.size));
    memcpy(s->cells.size, c->size, c->n * sizeof *c->size);
    return pack_cells(cx, b, spec, c->row);
}

static tacit_status make_cells(tacit_ctx *cx, tacit_space_body *b,
                               const tacit_search_space_spec *spec)
{
    const size_t rows = b->joined != NULL ? tacit_table_rows(b->joined) : b->space.rows;
    uint32_t *number = NULL;
    size_t *row = NULL;
    TACIT_TRY(number_rows(cx, b, spec, rows, &number));
    TACIT_TRY(count_rows(cx, b, spec, number, &row));
    return pack_cells(cx, b, spec, row);
}

/* ---- sensitive values ---- */

static tacit_status make_pairs(tacit_ctx *cx, tacit_space_body *b,
                               const tacit_search_space_spec *spec)
{
    tacit_search_space *s = &b->space;
    size_t *at = NULL;
    s->n_sensitive = spec->sensitive.n;
    TACIT_TRY(tacit_space_keep(cx, b, s->n_sensitive, sizeof *at, &at));
    s->sensitive = at;
    if (s->n_sensitive == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_space_keep(cx, b, s->n_sensitive, sizeof *s->cells.pairs, &s->cells.pairs));
    for (size_t i = 0; i < s->n_sensitive; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        at[i] = spec->sensitive.at[i];
        TACIT_TRY(
            tacit_space_pairs(cx, b, tacit_table_column(spec->table, at[i]), &s->cells.pairs[i]));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* The cell of each row that has a value, and that value, as one sortable key. */
tacit_status tacit_space_pairs(tacit_ctx *cx, tacit_space_body *b, const tacit_column *column,
                               tacit_search_pairs *out)
{
    tacit_search_space *s = &b->space;
    tacit_values values;
    uint64_t *key = NULL;
    tacit_keyed *sorted = NULL; /* the key, and in the place of a row its count */
    uint32_t *group = NULL;
    size_t n = 0, groups = 0;
    TACIT_TRY(tacit_values_of(cx, column, &values));
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *group, &group));
    for (size_t i = 0; i < s->rows; i++)
        if (values.of[i] < values.n)
            key[n++] = (uint64_t)s->cell_of_row[i] * values.n + values.of[i];
    const uint64_t space = (uint64_t)s->cells.n * (values.n > 0 ? values.n : 1);
    TACIT_TRY(tacit_group_keys(cx, key, n, space, group, &groups));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *sorted, &sorted));
    for (size_t i = 0, p = 0; i < s->rows; i++) {
        if (values.of[i] == values.n)
            continue;
        sorted[group[p]].key = key[p];
        sorted[group[p++]].row += tacit_space_records(s, i);
    }
    TACIT_TRY(tacit_sort_keyed(cx, sorted, groups));
    TACIT_TRY(tacit_space_keep(cx, b, s->cells.n + 1, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_space_keep(cx, b, groups, sizeof *out->value, &out->value));
    TACIT_TRY(tacit_space_keep(cx, b, groups, sizeof *out->count, &out->count));
    for (size_t p = 0; p < groups; p++) {
        out->start[sorted[p].key / values.n + 1]++;
        out->value[p] = (uint32_t)(sorted[p].key % values.n);
        out->count[p] = sorted[p].row;
    }
    for (size_t g = 0; g < s->cells.n; g++)
        out->start[g + 1] += out->start[g];
    return TACIT_OK;
}

/* ---- all of it ---- */

/* Count the rows, and the records that they stand for. */
static void count_records(const tacit_table *t, tacit_search_space *s)
{
    const size_t j = tacit_table_find(t, TACIT_COUNT);
    s->table = t;
    s->rows = s->records = tacit_table_rows(t);
    if (j == tacit_table_columns(t))
        return;
    s->count = tacit_column_integers(tacit_table_column(t, j));
    s->records = 0;
    for (size_t i = 0; i < s->rows; i++)
        s->records += (uint64_t)s->count[i];
}

static tacit_status fill_space(tacit_ctx *cx, tacit_space_body *b,
                               const tacit_search_space_spec *spec)
{
    static const char *const names[2] = { "the data", "the population" };
    if (spec->population != NULL)
        TACIT_TRY(
            tacit_join_rows(cx, spec->table, &spec->keys, spec->population, names, &b->joined));
    TACIT_TRY(make_axes(cx, b, spec));
    TACIT_TRY(spec->classes != NULL ? take_classes(cx, b, spec) : make_cells(cx, b, spec));
    return make_pairs(cx, b, spec);
}

tacit_status tacit_space_new(tacit_ctx *cx, const tacit_search_space_spec *spec,
                             tacit_search_space **out)
{
    tacit_space_body *b = NULL;
    if (spec->keys.n == 0 || spec->keys.n > TACIT_MOST_AXES)
        return tacit_fail(cx, TACIT_ERR_INPUT, "A search takes 1 to %d keys, not %zu.",
                          TACIT_MOST_AXES, spec->keys.n);
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *b, &b));
    count_records(spec->table, &b->space);
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = fill_space(cx, b, spec);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK) {
        tacit_space_free(&b->space);
        return status;
    }
    *out = &b->space;
    return TACIT_OK;
}
