/*
 * look.c - what the workbench shows of the data itself, for the custodian alone.
 *
 * `values`: the values of a column with how many records have each, numbers that are many in
 * intervals of equal width; for a key with a hierarchy also what each level of it leaves: its
 * labels, and how many records are alone with their keys if this key is made so coarse.  Values
 * that the hierarchy does not cover are told, so that they can be given a place.
 *
 * `records`: records by how few others share their keys, the fewest first, a page at a time.
 *
 * Both are kept from files, reports and logs.  Keys alone are loaded; of the records those of the
 * page.  O(rows) for each level, and a scan of the data.
 */
#include <math.h>
#include <string.h>

#include "micro/classes/classes.h"
#include "run/work.h"
#include "table/values.h"
#include "task/serve/own.h"

/* Values and labels that are told, intervals of others, records of a page. */
enum { MOST_VALUES = 10000, MOST_LABELS = 300, INTERVALS = 120, PAGE = 50 };

enum { COLUMN };
enum { BELOW, NUMBER };

/* A column, its values and the keys under way. */
typedef struct look {
    tacit_work *w;
    tacit_table *table; /* the keys, and the column */
    size_t j;           /* of the column */
    json_t *out;
} look;

/* ---- values ---- */

static json_t *value_json(const tacit_column *c, size_t row)
{
    char text[32];
    if ((tacit_column_type(c) & (TACIT_TYPE_INTEGER | TACIT_TYPE_REAL)) != 0)
        return json_real(tacit_column_number(c, row));
    return json_string(tacit_column_text(c, row, text));
}

static tacit_status put_values(tacit_ctx *cx, look *l, const tacit_column *c,
                               const tacit_values *values)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, l->out, "values", list));
    for (uint32_t v = 0; v < values->n && v < MOST_VALUES; v++)
        TACIT_TRY(tacit_json_add(
            cx, list,
            json_pack("[o, I]", value_json(c, values->row[v]), (json_int_t)values->count[v])));
    return TACIT_OK;
}

/* Count numbers in intervals of equal width between the least and the greatest. */
static tacit_status put_intervals(tacit_ctx *cx, look *l, const tacit_column *c,
                                  const tacit_values *values)
{
    const double least = tacit_column_number(c, values->row[0]),
                 most = tacit_column_number(c, values->row[values->n - 1]);
    json_int_t counts[INTERVALS] = { 0 };
    json_t *list = json_array();
    for (uint32_t v = 0; v < values->n; v++) {
        const double share = (tacit_column_number(c, values->row[v]) - least) / (most - least);
        const size_t at = (size_t)(share * INTERVALS);
        counts[at < INTERVALS ? at : INTERVALS - 1] += (json_int_t)values->count[v];
    }
    TACIT_TRY(tacit_json_put(cx, l->out, "intervals", list));
    TACIT_TRY(tacit_json_put(cx, l->out, "least", json_real(least)));
    TACIT_TRY(tacit_json_put(cx, l->out, "most", json_real(most)));
    for (size_t i = 0; i < INTERVALS; i++)
        TACIT_TRY(tacit_json_add(cx, list, json_integer(counts[i])));
    return TACIT_OK;
}

/* ---- levels ---- */

static const tacit_plan_hierarchy *hierarchy_of(const tacit_plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        if (strcmp(plan->hierarchy[i].spec.column, column) == 0)
            return &plan->hierarchy[i];
    return NULL;
}

/* How many records are alone with the keys of `table`. */
static tacit_status count_alone(tacit_ctx *cx, const tacit_table *table, uint64_t *out)
{
    tacit_class_spec spec = { .count = tacit_table_columns(table),
                              .weight = tacit_table_columns(table) };
    tacit_classes *classes = NULL;
    TACIT_TRY(tacit_table_with_role(cx, table, TACIT_ROLE_KEY, &spec.keys));
    TACIT_TRY(tacit_classes_new(cx, table, &spec, &classes));
    *out = tacit_classes_below(classes, 2).records;
    tacit_classes_free(classes);
    return TACIT_OK;
}

static tacit_status put_labels(tacit_ctx *cx, const tacit_hierarchy *h, size_t level, json_t *o)
{
    const tacit_dict *labels = tacit_hierarchy_labels(h, level);
    const uint32_t n = tacit_dict_size(labels);
    json_int_t *counts = NULL;
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, o, "labels", list));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *counts, &counts));
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++)
        counts[tacit_hierarchy_label(h, level, v)] += (json_int_t)tacit_hierarchy_count(h, v);
    for (uint32_t i = 0; i < n && i < MOST_LABELS; i++)
        TACIT_TRY(
            tacit_json_add(cx, list, json_pack("[s, I]", tacit_dict_text(labels, i), counts[i])));
    return tacit_json_put(cx, o, "n", json_integer((json_int_t)n));
}

/* What a level leaves, the values themselves being level 0. */
static tacit_status put_level(tacit_ctx *cx, look *l, const tacit_hierarchy *h, size_t level,
                              json_t *list)
{
    const bool key = (tacit_table_roles(l->table, l->j) & TACIT_ROLE_KEY) != 0;
    tacit_table *coarser = NULL;
    uint64_t alone = 0;
    json_t *o = json_object();
    TACIT_TRY(tacit_json_add(cx, list, o));
    if (level == 0)
        TACIT_TRY(tacit_json_put(cx, o, "n", json_integer((json_int_t)tacit_hierarchy_values(h))));
    else
        TACIT_TRY(put_labels(cx, h, level, o));
    if (!key)
        return TACIT_OK;
    TACIT_TRY(tacit_table_copy(cx, l->table, &coarser));
    tacit_status status = level > 0 ? tacit_hierarchy_apply(cx, h, level, coarser, l->j) : TACIT_OK;
    if (status == TACIT_OK)
        status = count_alone(cx, coarser, &alone);
    tacit_table_free(coarser);
    TACIT_TRY(status);
    return tacit_json_put(cx, o, "alone", json_integer((json_int_t)alone));
}

static tacit_status put_levels(tacit_ctx *cx, look *l, const tacit_hierarchy_spec *spec)
{
    json_t *list = json_array();
    tacit_hierarchy *h = NULL;
    TACIT_TRY(tacit_json_put(cx, l->out, "levels", list));
    TACIT_TRY(tacit_hierarchy_of(cx, spec, l->table, l->j, &h));
    tacit_status status = TACIT_OK;
    for (size_t level = 0; status == TACIT_OK && level < tacit_hierarchy_levels(h); level++)
        status = put_level(cx, l, h, level, list);
    tacit_hierarchy_free(h);
    return status;
}

/* The values that a hierarchy has no place for. */
static tacit_status put_uncovered(tacit_ctx *cx, look *l, const tacit_hierarchy_spec *spec,
                                  const tacit_values *values, size_t *n)
{
    const tacit_column *c = tacit_table_column(l->table, l->j);
    bool *lacking = NULL;
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, l->out, "uncovered", list));
    TACIT_TRY(tacit_scratch(cx, (size_t)values->n + 1, sizeof *lacking, &lacking));
    TACIT_TRY(tacit_hierarchy_lacks(cx, spec, c, lacking));
    for (uint32_t v = 0; v < values->n; v++) {
        if (lacking[v] && ++*n <= MOST_LABELS)
            TACIT_TRY(tacit_json_add(cx, list, value_json(c, values->row[v])));
    }
    return TACIT_OK;
}

static tacit_status tell_values(tacit_ctx *cx, look *l)
{
    const tacit_column *c = tacit_table_column(l->table, l->j);
    const tacit_plan_hierarchy *h = hierarchy_of(l->w->plan, tacit_column_name(c));
    const bool number = (tacit_column_type(c) & TACIT_TYPE_CATEGORY) == 0;
    tacit_values values;
    size_t lacking = 0;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    l->out = json_pack("{s:s, s:s, s:I, s:I, s:I}", "column", tacit_column_name(c), "type",
                       tacit_type_name(tacit_column_type(c)), "records",
                       (json_int_t)tacit_column_length(c), "missing",
                       (json_int_t)tacit_column_missing(c), "distinct", (json_int_t)values.n);
    TACIT_TRY(tacit_json_put(cx, l->w->record, "values", l->out));
    TACIT_TRY(put_values(cx, l, c, &values));
    if (number && values.n > 1)
        TACIT_TRY(put_intervals(cx, l, c, &values));
    if (h == NULL)
        return TACIT_OK;
    tacit_stage(cx, "Looking at the levels of %s", tacit_column_name(c));
    TACIT_TRY(put_uncovered(cx, l, &h->spec, &values, &lacking));
    return lacking == 0 ? put_levels(cx, l, &h->spec) : TACIT_OK;
}

/* Load the keys and the column. */
static tacit_status load_column(tacit_ctx *cx, look *l, tacit_data *data, const char *column)
{
    tacit_select keys = { 0 };
    size_t *at = NULL;
    const size_t j = tacit_data_find(data, column);
    if (j == data->schema.n)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The data has no column '%s'.", column);
    TACIT_TRY(tacit_work_columns(cx, l->w, data, TACIT_ROLE_KEY, &keys));
    TACIT_TRY(tacit_scratch(cx, keys.n + 1, sizeof *at, &at));
    size_t n = 0;
    for (size_t k = 0; k < keys.n; k++)
        if (keys.at[k] != j)
            at[n++] = keys.at[k];
    at[n] = j;
    l->j = n;
    return tacit_data_load(cx, data, &(tacit_select){ .n = n + 1, .at = at }, &l->table);
}

static tacit_status run_values(tacit_ctx *cx, tacit_work *w)
{
    look l = { .w = w };
    tacit_data *data = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    tacit_status status = load_column(cx, &l, data, tacit_arg_text(&w->ask->args, COLUMN));
    tacit_data_close(data);
    if (status == TACIT_OK) {
        tacit_work_set_roles(w, l.table);
        status = tell_values(cx, &l);
    }
    tacit_table_free(l.table);
    return status;
}

/* ---- records ---- */

/* A record of the page: where it stands in the data, and how many share its keys. */
typedef struct shown {
    size_t row, rank;
    uint64_t size;
} shown;

/* The page: its records by their rows, and where a scan is. */
typedef struct page {
    shown at[PAGE];
    size_t n, next, seen;
    json_t *rows; /* by rank */
    size_t first; /* rank of the first */
} page;

/* Find the records of the page: those whose keys at most `below` - 1 share, the fewest first. */
static tacit_status find_page(tacit_ctx *cx, const tacit_classes *c, uint64_t below, page *p,
                              uint64_t *n)
{
    size_t *start = NULL, total = 0;
    TACIT_TRY(tacit_scratch(cx, (size_t)below, sizeof *start, &start));
    for (size_t g = 0; g < c->n; g++)
        if (c->size[g] < below)
            start[c->size[g]] += (size_t)c->size[g];
    for (size_t s = 0; s < below; s++) {
        const size_t here = start[s];
        start[s] = total;
        total += here;
    }
    for (size_t i = 0; i < c->rows; i++) {
        const uint64_t size = c->size[c->of_row[i]];
        const size_t rank = size < below ? start[size]++ : total;
        if (rank >= p->first && rank < p->first + PAGE && rank < total)
            p->at[p->n++] = (shown){ .row = i, .rank = rank, .size = size };
    }
    *n = total;
    return TACIT_OK;
}

static tacit_status put_record(tacit_ctx *cx, page *p, const shown *s, const tacit_table *chunk)
{
    char text[32];
    json_t *row = json_pack("[I, I]", (json_int_t)s->row + 1, (json_int_t)s->size);
    for (size_t j = 0; j < tacit_table_columns(chunk); j++) {
        const tacit_column *c = tacit_table_column(chunk, j);
        const size_t i = s->row - p->seen;
        TACIT_TRY(tacit_json_add(cx, row,
                                 tacit_column_is_missing(c, i)
                                     ? json_null()
                                     : json_string(tacit_column_text(c, i, text))));
    }
    return json_array_set_new(p->rows, s->rank - p->first, row) == 0 ? TACIT_OK
                                                                     : tacit_fail_memory(cx);
}

static tacit_status take_chunk(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    page *p = user;
    const size_t end = p->seen + tacit_table_rows(chunk);
    for (; p->next < p->n && p->at[p->next].row < end; p->next++)
        TACIT_TRY(put_record(cx, p, &p->at[p->next], chunk));
    p->seen = end;
    return TACIT_OK;
}

static tacit_status tell_page(tacit_ctx *cx, tacit_work *w, tacit_data *data, page *p, uint64_t n)
{
    json_t *o = json_pack("{s:I, s:i, s:[], s:[]}", "records", (json_int_t)n, "page", PAGE,
                          "columns", "rows");
    json_t *columns = json_object_get(o, "columns");
    TACIT_TRY(tacit_json_put(cx, w->record, "records", o));
    for (size_t j = 0; j < data->schema.n; j++)
        TACIT_TRY(tacit_json_add(cx, columns, json_string(data->schema.field[j].name)));
    p->rows = json_object_get(o, "rows");
    for (size_t i = 0; i < p->n; i++)
        TACIT_TRY(tacit_json_add(cx, p->rows, json_null()));
    return data->engine->scan(cx, data, NULL, &(tacit_sink){ .take = take_chunk, .user = p });
}

static tacit_status look_at_records(tacit_ctx *cx, tacit_work *w, tacit_data *data,
                                    tacit_table **keys)
{
    tacit_select columns = { 0 };
    tacit_classes *classes = NULL;
    page p = { .first = PAGE * (size_t)(tacit_arg_integer(&w->ask->args, NUMBER) - 1) };
    uint64_t n = 0;
    TACIT_TRY(tacit_work_columns(cx, w, data, TACIT_ROLE_KEY, &columns));
    if (columns.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Without keys no record is alone with them.");
    TACIT_TRY(tacit_data_load(cx, data, &columns, keys));
    tacit_class_spec spec = { .count = columns.n, .weight = columns.n };
    tacit_work_set_roles(w, *keys);
    TACIT_TRY(tacit_table_with_role(cx, *keys, TACIT_ROLE_KEY, &spec.keys));
    TACIT_TRY(tacit_classes_new(cx, *keys, &spec, &classes));
    const tacit_status found =
        find_page(cx, classes, (uint64_t)tacit_arg_integer(&w->ask->args, BELOW), &p, &n);
    tacit_classes_free(classes);
    TACIT_TRY(found);
    return tell_page(cx, w, data, &p, n);
}

static tacit_status run_records(tacit_ctx *cx, tacit_work *w)
{
    tacit_data *data = NULL;
    tacit_table *keys = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status status = look_at_records(cx, w, data, &keys);
    tacit_table_free(keys);
    tacit_data_close(data);
    return status;
}

/* ---- the tasks ---- */

static const tacit_param VALUES[] = {
    [COLUMN] = { .name = "column", .type = TACIT_PARAM_COLUMN, .help = "whose values" },
    TACIT_PARAM_END
};

const tacit_task tacit_look_values = {
    .section = { .about = { .name = "values",
                            .title = "Values",
                            .summary = "tell the values of a column",
                            .params = VALUES } },
    .needs = TACIT_PART_DATA,
    .run = run_values,
};

static const tacit_param RECORDS[] = {
    [BELOW] = { .name = "below",
                .type = TACIT_PARAM_INTEGER,
                .preset = 2,
                .min = 2,
                .max = 1000,
                .help = "records whose keys fewer than so many records share" },
    [NUMBER] = { .name = "page",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 1,
                 .min = 1,
                 .max = 1e9,
                 .help = "which page, from 1" },
    TACIT_PARAM_END
};

const tacit_task tacit_look_records = {
    .section = { .about = { .name = "records",
                            .title = "Records",
                            .summary = "show records that few others share the keys of",
                            .params = RECORDS } },
    .needs = TACIT_PART_DATA,
    .run = run_records,
};
