/*
 * data.c - the records that are asked about, as numbers, and the query sets.
 */
#include "query/data.h"

#include <string.h>

#include "query/person.h"
#include "query/place.h"
#include "table/values.h"

/* ---- groups ---- */

/* Room for the groups of a column that has n. */
static tacit_status make_codes(tacit_ctx *cx, size_t rows, size_t n, tacit_query_codes *out)
{
    out->bytes = n <= UINT8_MAX ? 1 : n <= UINT16_MAX ? 2 : 4;
    return tacit_scratch(cx, rows, out->bytes, &out->at);
}

static void set_code(tacit_query_codes *c, size_t i, size_t code)
{
    if (c->bytes == 1)
        ((uint8_t *)c->at)[i] = (uint8_t)code;
    else if (c->bytes == 2)
        ((uint16_t *)c->at)[i] = (uint16_t)code;
    else
        ((uint32_t *)c->at)[i] = (uint32_t)code;
}

/* ---- columns ---- */

static tacit_status place_number(tacit_ctx *cx, const tacit_domain *d, const tacit_column *c,
                                 size_t j, tacit_query_data *out)
{
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof **out->steps, &out->steps[j]));
    tacit_place_numbers(d, c, out->steps[j]);
    if (d->n_bins == 0)
        return TACIT_OK;
    TACIT_TRY(make_codes(cx, out->rows, d->n_bins, &out->group[j]));
    for (size_t i = 0; i < out->rows; i++)
        set_code(&out->group[j], i,
                 out->steps[j][i] == TACIT_NOT_PLACED ? d->n_bins
                                                      : tacit_domain_bin(d, out->steps[j][i]));
    return TACIT_OK;
}

static tacit_status place_category(tacit_ctx *cx, const tacit_domain *d, const tacit_column *c,
                                   size_t j, tacit_query_data *out)
{
    tacit_dict *values = NULL;
    int64_t *code = NULL;
    TACIT_TRY(make_codes(cx, out->rows, d->n_values, &out->group[j]));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof *code, &code));
    tacit_status status = tacit_place_values(cx, d, &values);
    if (status == TACIT_OK)
        status = tacit_place_codes(cx, values, false, c, code);
    tacit_dict_free(values);
    for (size_t i = 0; status == TACIT_OK && i < out->rows; i++)
        set_code(&out->group[j], i, code[i] == TACIT_NOT_PLACED ? d->n_values : (size_t)code[i]);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status place_persons(tacit_ctx *cx, const tacit_column *c, tacit_query_data *out)
{
    tacit_values distinct = { 0 };
    TACIT_TRY(tacit_values_of(cx, c, &distinct));
    out->person = distinct.of;
    out->persons = (size_t)distinct.n + 1;
    out->who = c;
    return TACIT_OK;
}

tacit_status tacit_query_data_of(tacit_ctx *cx, const tacit_query_schema *schema,
                                 const tacit_table *t, tacit_query_data *out)
{
    *out = (tacit_query_data){ .rows = tacit_table_rows(t) };
    if (out->rows >= UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Questions can be asked of 2^32 - 2 records at most.");
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *out->steps, &out->steps));
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *out->group, &out->group));
    for (size_t j = 0; j < schema->n; j++) {
        const tacit_domain *d = &schema->column[j].domain;
        const size_t at = tacit_table_find(t, d->column);
        TACIT_ASSERT(at < tacit_table_columns(t));
        const tacit_column *c = tacit_table_column(t, at);
        TACIT_TRY(d->number ? place_number(cx, d, c, j, out) : place_category(cx, d, c, j, out));
    }
    if (schema->person == NULL)
        return TACIT_OK;
    const size_t at = tacit_table_find(t, schema->person);
    TACIT_ASSERT(at < tacit_table_columns(t));
    return place_persons(cx, tacit_table_column(t, at), out);
}

/* ---- persons ---- */

/* Items of `size` bytes each in the order of the rows; `room` holds them all meanwhile. */
static void reorder(const tacit_keyed *order, size_t n, size_t size, void *room, void *items)
{
    char *to = room;
    for (size_t k = 0; k < n; k++)
        memcpy(to + k * size, (const char *)items + order[k].row * size, size);
    memcpy(items, room, n * size);
}

static tacit_status reorder_columns(tacit_ctx *cx, const tacit_query_schema *schema,
                                    const tacit_keyed *order, tacit_query_data *data)
{
    int64_t *room = NULL;
    TACIT_TRY(tacit_scratch(cx, data->rows, sizeof *room, &room));
    for (size_t j = 0; j < schema->n; j++) {
        if (data->steps[j] != NULL)
            reorder(order, data->rows, sizeof **data->steps, room, data->steps[j]);
        if (data->group[j].at != NULL)
            reorder(order, data->rows, data->group[j].bytes, room, data->group[j].at);
    }
    return TACIT_OK;
}

tacit_status tacit_query_data_arrange(tacit_ctx *cx, const tacit_query_schema *schema,
                                      tacit_keystream *stream, tacit_query_data *data)
{
    uint32_t *person = NULL;
    tacit_keyed *order = NULL;
    if (data->person == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, data->rows, sizeof *person, &person));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_person_order(cx, data->person, data->rows, stream, &order));
    TACIT_TRY(reorder_columns(cx, schema, order, data));
    for (size_t k = 0; k < data->rows; k++)
        person[k] = (uint32_t)order[k].key;
    tacit_scratch_release(cx, mark);
    data->person = person;
    data->who = NULL;
    data->arranged = true;
    return TACIT_OK;
}

/* ---- query sets ---- */

/* A cell that a record is in none of. */
#define NO_CELL SIZE_MAX

/* Take out the records whose column `j` is in no group that counts. */
static void filter(const tacit_query *q, const tacit_query_data *data, size_t j, size_t *cell)
{
    const size_t groups = tacit_query_labels(&q->schema->column[j], 0);
    for (size_t i = 0; i < data->rows; i++) {
        const uint32_t g = tacit_query_code(&data->group[j], i);
        if (g == groups || !q->in[j][g])
            cell[i] = NO_CELL;
    }
}

/* Number the cells by one more axis. */
static void part(const tacit_query *q, const tacit_query_axis *a, const tacit_query_data *data,
                 size_t *cell)
{
    const size_t groups = tacit_query_labels(&q->schema->column[a->column], 0);
    for (size_t i = 0; i < data->rows; i++) {
        const uint32_t g = tacit_query_code(&data->group[a->column], i);
        const uint32_t at = g == groups ? TACIT_NO_PART : a->of[g];
        cell[i] = cell[i] == NO_CELL || at == TACIT_NO_PART ? NO_CELL : cell[i] * a->n + at;
    }
}

/* Put the records of each cell together, in their order. */
static tacit_status collect(tacit_ctx *cx, const size_t *cell, size_t rows, tacit_query_sets *out)
{
    size_t *next = NULL;
    TACIT_TRY(tacit_scratch(cx, out->n + 1, sizeof *out->first, &out->first));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *next, &next));
    for (size_t i = 0; i < rows; i++)
        if (cell[i] != NO_CELL)
            out->first[cell[i] + 1]++;
    for (size_t k = 0; k < out->n; k++) {
        next[k] = out->first[k];
        out->first[k + 1] += out->first[k];
    }
    TACIT_TRY(tacit_scratch(cx, out->first[out->n], sizeof *out->row, &out->row));
    for (size_t i = 0; i < rows; i++)
        if (cell[i] != NO_CELL)
            out->row[next[cell[i]]++] = (uint32_t)i;
    return TACIT_OK;
}

tacit_status tacit_query_sets_of(tacit_ctx *cx, const tacit_query *q, const tacit_query_data *data,
                                 tacit_query_sets *out)
{
    size_t *cell = NULL;
    *out = (tacit_query_sets){ .query = q, .data = data, .n = q->cells };
    TACIT_TRY(tacit_scratch(cx, data->rows, sizeof *cell, &cell));
    for (size_t j = 0; j < q->schema->n; j++) {
        TACIT_TRY(tacit_tick(cx, j, q->schema->n));
        if (q->in[j] != NULL)
            filter(q, data, j, cell);
    }
    for (size_t a = 0; a < q->n_axes; a++) {
        TACIT_TRY(tacit_tick(cx, a, q->n_axes));
        part(q, &q->axis[a], data, cell);
    }
    return collect(cx, cell, data->rows, out);
}
