/*
 * public.c - the public tables of a policy: what they tell of a column's declared values.
 *
 * They are read when the policy is; only rows whose key is a declared value count.  O(rows +
 * columns * values log values).
 */
#include <string.h>

#include "gateway/declare.h"
#include "plan/statistics.h"
#include "query/levels.h"
#include "query/place.h"
#include "run/session.h"
#include "table/values.h"

/* A public table on its way. */
typedef struct reading {
    const tacit_plan_public_table *from;
    tacit_problems *problems;
    const tacit_table *table;
    size_t key;             /* position of the key in the table */
    size_t *row;            /* of each declared value; the number of rows: none */
    tacit_query_column *of; /* the column whose values they are */
} reading;

/* ---- rows ---- */

/* Say so if a key is there twice: which row would count? */
static bool is_unique(const reading *r, const tacit_values *keys)
{
    const tacit_column *c = tacit_table_column(r->table, r->key);
    for (size_t i = 0; i < tacit_table_rows(r->table); i++)
        if (keys->of[i] < keys->n && keys->row[keys->of[i]] != i) {
            tacit_problem(r->problems, r->from->place, TACIT_PROBLEM_DUPLICATE,
                          "row %zu of '%s' has the same '%s' as row %zu; a key stands once in a "
                          "public table.",
                          i + 1, r->from->name, tacit_column_name(c), keys->row[keys->of[i]] + 1);
            return false;
        }
    return true;
}

/* The row of each declared value. */
static tacit_status find_rows(tacit_ctx *cx, reading *r, const tacit_values *keys)
{
    const tacit_column *c = tacit_table_column(r->table, r->key);
    const tacit_domain *d = &r->of->domain;
    tacit_dict *values = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n_values, sizeof *r->row, &r->row));
    for (size_t v = 0; v < d->n_values; v++)
        r->row[v] = tacit_table_rows(r->table);
    tacit_status status = tacit_place_values(cx, d, &values);
    for (size_t k = 0; status == TACIT_OK && k < keys->n; k++) {
        char room[32];
        const uint32_t v = tacit_dict_find(values, tacit_column_text(c, keys->row[k], room));
        if (v < d->n_values)
            r->row[v] = keys->row[k];
    }
    tacit_dict_free(values);
    return status;
}

/* ---- columns ---- */

/* What column `j` of the table says of each value. */
static tacit_status add_column(tacit_ctx *cx, const reading *r, size_t j)
{
    const tacit_column *c = tacit_table_column(r->table, j);
    const size_t n = r->of->domain.n_values;
    const char **text = NULL;
    char *name = NULL;
    TACIT_TRY(tacit_scratch_text(cx, tacit_column_name(c), &name));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *text, &text));
    for (size_t v = 0; v < n; v++) {
        char room[32], *kept = NULL;
        if (r->row[v] == tacit_table_rows(r->table) || tacit_column_is_missing(c, r->row[v]))
            continue;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c, r->row[v], room), &kept));
        text[v] = kept;
    }
    return tacit_query_add_level(cx, text, name, r->from->name, r->of);
}

static tacit_status add_columns(tacit_ctx *cx, reading *r, const tacit_values *keys,
                                tacit_query_public *out)
{
    const size_t n = r->of->domain.n_values;
    bool *has = NULL;
    TACIT_TRY(find_rows(cx, r, keys));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *has, &has));
    for (size_t v = 0; v < n; v++)
        has[v] = r->row[v] < tacit_table_rows(r->table);
    out->has = has;
    for (size_t j = 0; j < tacit_table_columns(r->table); j++)
        TACIT_TRY(add_column(cx, r, j));
    return TACIT_OK;
}

static tacit_status read_rows(tacit_ctx *cx, reading *r, tacit_query_public *out)
{
    tacit_values keys = { 0 };
    r->key = tacit_table_find(r->table, out->key);
    if (r->key == tacit_table_columns(r->table)) {
        tacit_problem(r->problems, r->from->place, TACIT_PROBLEM_UNKNOWN_COLUMN,
                      "'%s' has no column '%s', which is said to be its key.", r->from->name,
                      out->key);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(r->table, r->key), &keys));
    return is_unique(r, &keys) ? add_columns(cx, r, &keys, out) : TACIT_OK;
}

/* ---- the whole ---- */

/* The column whose values the keys are; the number of columns, and a problem, if there is none. */
static size_t find_column(const tacit_query_schema *schema, const tacit_plan_public_table *from,
                          tacit_problems *problems)
{
    const tacit_args *args = &from->args;
    const char *name = tacit_arg_text(
        args, tacit_arg_given(args, TACIT_PUBLIC_COLUMN) ? TACIT_PUBLIC_COLUMN : TACIT_PUBLIC_KEY);
    size_t j = 0;
    while (j < schema->n && strcmp(schema->column[j].domain.column, name) != 0)
        j++;
    if (j < schema->n && schema->column[j].domain.n_values > 0)
        return j;
    tacit_problem(problems, from->place, TACIT_PROBLEM_UNKNOWN_COLUMN,
                  "'%s' tells something of the values of '%s', which must be declared under "
                  "'domains' as {values: [...]}; if that column has another name than the key, say "
                  "'column'.",
                  from->name, name);
    return schema->n;
}

static tacit_status read_public(tacit_ctx *cx, const tacit_work *w, reading *r,
                                tacit_query_public *out)
{
    const tacit_source source = {
        .uri = tacit_arg_text(&r->from->args, TACIT_PUBLIC_DATA),
        .memory = w->memory,
        .store = w->session != NULL ? w->session->tables : NULL,
    };
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    tacit_status status = tacit_data_load(cx, data, NULL, &table);
    tacit_data_close(data);
    r->table = table;
    if (status == TACIT_OK)
        status = read_rows(cx, r, out);
    tacit_table_free(table);
    return status;
}

tacit_status tacit_policy_publics(tacit_ctx *cx, const tacit_work *w, tacit_problems *problems,
                                  tacit_query_column *column, tacit_query_schema *schema)
{
    const tacit_plan *plan = w->plan;
    tacit_query_public *all = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_publics, sizeof *all, &all));
    schema->publics = all;
    for (size_t i = 0; i < plan->n_publics; i++) {
        const tacit_plan_public_table *from = &plan->publics[i];
        const size_t j = find_column(schema, from, problems);
        reading r = { .from = from, .problems = problems, .of = &column[j] };
        if (j == schema->n)
            continue;
        tacit_query_public *public = &all[schema->n_publics++];
        *public = (tacit_query_public){ .name = from->name,
                                        .key = tacit_arg_text(&from->args, TACIT_PUBLIC_KEY),
                                        .column = j };
        TACIT_TRY(read_public(cx, w, &r, public));
    }
    return TACIT_OK;
}
