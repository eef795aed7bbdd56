/*
 * confidential.c - a question parted into what everybody may know and what is confidential.
 * O(records * columns named).
 */
#include "query/mode/confidential.h"

#include <string.h>

/* ---- what is confidential ---- */

tacit_status tacit_confidential_mark(tacit_ctx *cx, const tacit_query_schema *schema,
                                     const tacit_args *args, size_t i, bool *marks)
{
    const tacit_value *v = &args->at[i];
    for (size_t e = 0; e < v->n; e++) {
        size_t j = 0;
        while (j < schema->n && strcmp(schema->column[j].domain.column, v->texts[e]) != 0)
            j++;
        if (j == schema->n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' names '%s', which is not declared under 'domains'.",
                              args->params[i].name, v->texts[e]);
        if (marks[j])
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'%s' is named twice: a confidential column is asked about in one "
                              "way.",
                              v->texts[e]);
        marks[j] = true;
    }
    return TACIT_OK;
}

static bool is_named(const tacit_query *q, size_t column)
{
    bool is = q->in[column] != NULL;
    for (size_t a = 0; !is && a < q->n_axes; a++)
        is = q->axis[a].column == column;
    return is;
}

tacit_status tacit_confidential_column(tacit_ctx *cx, const tacit_query *q, const bool *marks,
                                       size_t *out)
{
    const tacit_query_schema *schema = q->schema;
    *out = schema->n;
    for (size_t j = 0; j < schema->n; j++) {
        if (!marks[j] || !is_named(q, j))
            continue;
        if (*out < schema->n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: '%s' and '%s' are confidential; conditions and groups "
                              "can name one such column.",
                              schema->column[*out].domain.column, schema->column[j].domain.column);
        *out = j;
    }
    for (size_t a = 0; *out < schema->n && a < q->n_aggregates; a++)
        if (q->aggregate[a].kind != TACIT_AGGREGATE_COUNT)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: '%s' is confidential; by it, or where it has a "
                              "condition, only COUNT(*) is told.",
                              schema->column[*out].domain.column);
    return TACIT_OK;
}

/* ---- parting ---- */

tacit_status tacit_confidential_of(tacit_ctx *cx, const tacit_query *q,
                                   const tacit_query_data *data, size_t column,
                                   tacit_confidential_parts *out)
{
    *out = (tacit_confidential_parts){ .query = q, .column = column };
    TACIT_TRY(tacit_query_start(cx, q->schema, &out->open));
    for (size_t j = 0; j < q->schema->n; j++)
        if (j != column)
            out->open.in[j] = q->in[j];
    out->open.cells = 1;
    for (size_t a = 0; a < q->n_axes; a++) {
        if (q->axis[a].column == column)
            continue;
        out->open.axis[out->open.n_axes++] = q->axis[a];
        out->open.cells *= q->axis[a].n;
    }
    return tacit_query_sets_of(cx, &out->open, data, &out->sets);
}

size_t tacit_confidential_cell(const tacit_confidential_parts *p, size_t cell)
{
    const tacit_query *q = p->query;
    size_t open = 0, unit = 1;
    for (size_t a = q->n_axes; a-- > 0;) {
        if (q->axis[a].column != p->column) {
            open += unit * (cell % q->axis[a].n);
            unit *= q->axis[a].n;
        }
        cell /= q->axis[a].n;
    }
    return open;
}

void tacit_confidential_groups(const tacit_confidential_parts *p, size_t cell, bool *in)
{
    const tacit_query *q = p->query;
    const size_t n = tacit_query_labels(&q->schema->column[p->column], 0);
    for (size_t g = 0; g < n; g++)
        in[g] = q->in[p->column] == NULL || q->in[p->column][g];
    for (size_t a = q->n_axes; a-- > 0;) {
        const tacit_query_axis *x = &q->axis[a];
        for (size_t g = 0; x->column == p->column && g < n; g++)
            in[g] = in[g] && x->of[g] == cell % x->n;
        cell /= x->n;
    }
}

/* ---- persons ---- */

tacit_status tacit_persons_begin(tacit_ctx *cx, const tacit_query_data *data, tacit_persons *out)
{
    *out = (tacit_persons){ .data = data };
    return data->person == NULL ? TACIT_OK
                                : tacit_scratch(cx, data->persons, sizeof *out->seen, &out->seen);
}

size_t tacit_persons_among(tacit_persons *p, const uint32_t *row, size_t n)
{
    size_t persons = 0;
    if (p->data->person == NULL)
        return n;
    p->count++;
    for (size_t e = 0; e < n; e++) {
        uint32_t *seen = &p->seen[p->data->person[row[e]]];
        persons += *seen != p->count;
        *seen = p->count;
    }
    return persons;
}

tacit_status tacit_persons_all(tacit_ctx *cx, const tacit_query_data *data, size_t *persons,
                               size_t *most)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t *records = NULL;
    *persons = data->rows;
    *most = data->rows > 0;
    if (data->person == NULL)
        return TACIT_OK;
    *persons = 0;
    TACIT_TRY(tacit_scratch(cx, data->persons, sizeof *records, &records));
    for (size_t i = 0; i < data->rows; i++) {
        const size_t n = ++records[data->person[i]];
        *persons += n == 1;
        *most = n > *most ? n : *most;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
