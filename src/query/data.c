/*
 * data.c - the records that are asked about, as numbers, and the query sets.
 */
#include "query/data.h"

#include "query/place.h"
#include "table/values.h"

/* ---- columns ---- */

static tacit_status place_number(tacit_ctx *cx, const tacit_domain *d, const tacit_column *c,
                                 size_t j, tacit_query_data *out)
{
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof **out->steps, &out->steps[j]));
    tacit_place_numbers(d, c, out->steps[j]);
    if (d->n_bins == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof **out->group, &out->group[j]));
    for (size_t i = 0; i < out->rows; i++)
        out->group[j][i] = out->steps[j][i] == TACIT_NOT_PLACED
                               ? TACIT_NO_GROUP
                               : (uint32_t)tacit_domain_bin(d, out->steps[j][i]);
    return TACIT_OK;
}

static tacit_status place_category(tacit_ctx *cx, const tacit_domain *d, const tacit_column *c,
                                   size_t j, tacit_query_data *out)
{
    tacit_dict *values = NULL;
    int64_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof **out->group, &out->group[j]));
    TACIT_TRY(tacit_scratch(cx, out->rows, sizeof *code, &code));
    tacit_status status = tacit_place_values(cx, d, &values);
    if (status == TACIT_OK)
        status = tacit_place_codes(cx, values, false, c, code);
    tacit_dict_free(values);
    for (size_t i = 0; status == TACIT_OK && i < out->rows; i++)
        out->group[j][i] = code[i] == TACIT_NOT_PLACED ? TACIT_NO_GROUP : (uint32_t)code[i];
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

/* ---- query sets ---- */

/* A cell that a record is in none of. */
#define NO_CELL SIZE_MAX

/* Take out the records whose column `j` is in no group that counts. */
static void filter(const tacit_query_data *data, size_t j, const bool *in, size_t *cell)
{
    for (size_t i = 0; i < data->rows; i++) {
        const uint32_t g = data->group[j][i];
        if (g == TACIT_NO_GROUP || !in[g])
            cell[i] = NO_CELL;
    }
}

/* Number the cells by one more axis. */
static void part(const tacit_query_axis *a, const tacit_query_data *data, size_t *cell)
{
    for (size_t i = 0; i < data->rows; i++) {
        const uint32_t g = data->group[a->column][i];
        const uint32_t at = g == TACIT_NO_GROUP ? TACIT_NO_PART : a->of[g];
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
    for (size_t j = 0; j < q->schema->n; j++)
        if (q->in[j] != NULL)
            filter(data, j, q->in[j], cell);
    for (size_t a = 0; a < q->n_axes; a++)
        part(&q->axis[a], data, cell);
    return collect(cx, cell, data->rows, out);
}
