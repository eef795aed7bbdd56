/*
 * counted.c - records that somebody else counted: a histogram in a file instead of rows.
 */
#include "engine/counted.h"

#include <string.h>

#include "base/memory.h"
#include "engine/grouped.h"
#include "table/append.h"

typedef struct counted_data {
    tacit_data base;
    tacit_data *shape;
    tacit_table *table; /* the counted columns, then TACIT_COUNT and perhaps TACIT_WEIGHT */
} counted_data;

static void close_data(tacit_data *data)
{
    counted_data *d = (counted_data *)data;
    tacit_data_close(d->shape);
    tacit_table_free(d->table);
    tacit_free(d);
}

/* ---- what it cannot do ---- */

static tacit_status no_records(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "This needs records, and the plan has a histogram of them only; 'tacit help "
                      "sql' says what can be done with it.");
}

static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    (void)data;
    (void)columns;
    (void)sink;
    return no_records(cx);
}

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    (void)data;
    (void)columns;
    (void)out;
    return no_records(cx);
}

/* ---- counts ---- */

/* The column `name` of the histogram, as another owner. */
static tacit_status share(tacit_ctx *cx, const counted_data *d, const char *name, tacit_table *t)
{
    const size_t j = tacit_table_find(d->table, name);
    if (j == tacit_table_columns(d->table))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The histogram does not have what is needed of column '%s'; carry the "
                          "query out that 'tacit sql' prints for this plan.",
                          name);
    return tacit_table_add(cx, t, tacit_column_share(tacit_table_column(d->table, j)));
}

/* All records, as one row. */
static tacit_status add_total(tacit_ctx *cx, const counted_data *d, tacit_table *t)
{
    const tacit_column *count =
        tacit_table_column(d->table, tacit_table_find(d->table, TACIT_COUNT));
    tacit_builder *b = NULL;
    tacit_column *all = NULL;
    int64_t n = 0;
    for (size_t i = 0; i < tacit_column_length(count); i++)
        n += tacit_column_integers(count)[i];
    TACIT_TRY(tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, 1, &b));
    const tacit_status status = tacit_builder_integers(cx, b, &n, NULL, 1);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &all));
    return tacit_table_add(cx, t, all);
}

static tacit_status fill_group(tacit_ctx *cx, const counted_data *d, const tacit_select *keys,
                               size_t weight, tacit_table *t)
{
    if (keys->n == 0)
        return add_total(cx, d, t);
    for (size_t c = 0; c < keys->n; c++)
        TACIT_TRY(share(cx, d, d->base.schema.field[keys->at[c]].name, t));
    TACIT_TRY(share(cx, d, TACIT_COUNT, t));
    return weight < d->base.schema.n ? share(cx, d, TACIT_WEIGHT, t) : TACIT_OK;
}

static tacit_status group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys, size_t weight,
                          tacit_table **out)
{
    const counted_data *d = (const counted_data *)data;
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, keys->n > 0 ? tacit_table_rows(d->table) : 1, &t));
    const tacit_status status = fill_group(cx, d, keys, weight, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static const tacit_engine COUNTED = {
    .about = { .name = "counted", .title = "A histogram", .params = PARAMS },
    .close = close_data,
    .scan = scan,
    .load = load,
    .group = group,
};

/* ---- opening ---- */

static bool is_empty(const tacit_column *c)
{
    size_t i = 0;
    while (i < tacit_column_length(c) && tacit_column_is_missing(c, i))
        i++;
    return i == tacit_column_length(c);
}

/* The cells of `c` as a column `name` of `type`. */
static tacit_status append(tacit_ctx *cx, const tacit_column *c, tacit_type type, tacit_builder *b)
{
    const tacit_type own = tacit_column_type(c);
    if (own == type || (own == TACIT_TYPE_INTEGER && type == TACIT_TYPE_REAL))
        return tacit_builder_append(cx, b, type, c);
    if (!is_empty(c))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' of the histogram is of another type than in the data.",
                          tacit_column_name(c));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        TACIT_TRY(tacit_builder_missing(cx, b));
    return TACIT_OK;
}

static tacit_status take(tacit_ctx *cx, const tacit_column *c, const char *name, tacit_type type,
                         tacit_table *to)
{
    tacit_builder *b = NULL;
    tacit_column *made = NULL;
    TACIT_TRY(tacit_builder_new(cx, name, type, tacit_column_length(c), &b));
    const tacit_status status = append(cx, c, type, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &made));
    return tacit_table_add(cx, to, made);
}

/* Fail unless the column is there and all of it is above 0. */
static tacit_status check_positive(tacit_ctx *cx, const tacit_table *t, const char *name)
{
    const size_t j = tacit_table_find(t, name);
    if (j == tacit_table_columns(t))
        return tacit_fail(cx, TACIT_ERR_DATA, "The histogram has no column '%s' with counts.",
                          name);
    const tacit_column *c = tacit_table_column(t, j);
    bool right = tacit_column_type(c) != TACIT_TYPE_CATEGORY;
    for (size_t i = 0; right && i < tacit_column_length(c); i++)
        right = !tacit_column_is_missing(c, i) && tacit_column_number(c, i) > 0.0;
    return right ? TACIT_OK
                 : tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' of the histogram must hold numbers above 0.", name);
}

static tacit_status take_all(tacit_ctx *cx, const tacit_table *t, counted_data *d)
{
    TACIT_TRY(check_positive(cx, t, TACIT_COUNTED_N));
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(t), &d->table));
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        const char *name = tacit_column_name(c);
        const size_t at = tacit_data_find(d->shape, name);
        if (at < d->shape->schema.n)
            TACIT_TRY(take(cx, c, name, d->shape->schema.field[at].type, d->table));
    }
    const size_t n = tacit_table_find(t, TACIT_COUNTED_N), s = tacit_table_find(t, TACIT_COUNTED_S);
    TACIT_TRY(take(cx, tacit_table_column(t, n), TACIT_COUNT, TACIT_TYPE_INTEGER, d->table));
    if (s == tacit_table_columns(t))
        return TACIT_OK;
    TACIT_TRY(check_positive(cx, t, TACIT_COUNTED_S));
    return take(cx, tacit_table_column(t, s), TACIT_WEIGHT, TACIT_TYPE_REAL, d->table);
}

/* How the file is read: texts of the data are texts, whatever they look like. */
static tacit_status read_as(tacit_ctx *cx, const tacit_schema *schema, tacit_value *at,
                            tacit_args *out)
{
    const char **name = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *name, &name));
    for (size_t j = 0; j < schema->n; j++)
        if (schema->field[j].type == TACIT_TYPE_CATEGORY)
            name[n++] = schema->field[j].name;
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, out);
    at[TACIT_SOURCE_TEXT] = (tacit_value){ .given = n > 0, .texts = name, .n = n };
    return TACIT_OK;
}

static tacit_status read(tacit_ctx *cx, const tacit_source *source, counted_data *d)
{
    tacit_value at[TACIT_SOURCE_ARGS];
    tacit_args args = { 0 };
    tacit_source own = *source;
    tacit_data *file = NULL;
    tacit_table *t = NULL;
    TACIT_TRY(read_as(cx, &d->shape->schema, at, &args));
    own.args = &args;
    TACIT_TRY(tacit_data_open(cx, &own, &file));
    tacit_status status = tacit_data_load(cx, file, NULL, &t);
    tacit_data_close(file);
    if (status == TACIT_OK)
        status = take_all(cx, t, d);
    tacit_table_free(t);
    return status;
}

tacit_status tacit_counted_open(tacit_ctx *cx, tacit_data *shape, const tacit_source *source,
                                tacit_data **out)
{
    counted_data *d = NULL;
    tacit_status status = tacit_alloc(cx, 1, sizeof *d, &d);
    if (status != TACIT_OK) {
        tacit_data_close(shape);
        return status;
    }
    d->shape = shape;
    d->base = (tacit_data){ .engine = &COUNTED, .uri = shape->uri, .schema = shape->schema };
    status = read(cx, source, d);
    if (status != TACIT_OK) {
        close_data(&d->base);
        return status;
    }
    *out = &d->base;
    return TACIT_OK;
}
