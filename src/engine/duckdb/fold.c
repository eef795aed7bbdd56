/*
 * fold.c - what a caller's own code gathers of records, by combinations of keys, where the data is.
 *
 * A GROUP BY with an aggregate function that calls back, so that records do not cross over and what
 * is computed of a value is computed by the same code wherever the data is.  Values of keys are
 * grouped as they are told: as texts, whole numbers or days; a text that is empty is missing.  Keys
 * that are reals, numbers that are written as text and files of text are left to the caller.  A
 * state comes over as hexadecimal digits, a text like others.  O(records).
 */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "engine/duckdb/data.h"
#include "engine/sql.h"

enum { BLOCK = 128 }; /* records that are handed over at once */

/* ---- numbers ---- */

/* A column of numbers in a chunk, by its type. */
static double number_at(tacit_type type, duckdb_vector v, const uint64_t *valid, size_t i)
{
    const void *data = duckdb_vector_get_data(v);
    if (!tacit_valid_at(valid, i))
        return NAN;
    return type == TACIT_TYPE_INTEGER ? (double)((const int64_t *)data)[i]
           : type == TACIT_TYPE_REAL  ? ((const double *)data)[i]
                                      : (double)((const int32_t *)data)[i];
}

static void read_numbers(tacit_type type, duckdb_vector v, size_t first, size_t n, double *out)
{
    const uint64_t *valid = duckdb_vector_get_validity(v);
    for (size_t i = 0; i < n; i++)
        out[i] = number_at(type, v, valid, first + i);
}

static duckdb_logical_type native_type(tacit_type type)
{
    return duckdb_create_logical_type(type == TACIT_TYPE_INTEGER ? DUCKDB_TYPE_BIGINT
                                      : type == TACIT_TYPE_REAL  ? DUCKDB_TYPE_DOUBLE
                                                                 : DUCKDB_TYPE_DATE);
}

/* ---- states ---- */

/* A fold under way. */
typedef struct folding {
    const tacit_fold *fold;
    tacit_type *type; /* of each column of numbers */
    atomic_uint_least64_t states;
} folding;

static idx_t size_of_state(duckdb_function_info info)
{
    const folding *f = duckdb_aggregate_function_get_extra_info(info);
    return f->fold->bytes;
}

static void begin_state(duckdb_function_info info, duckdb_aggregate_state state)
{
    folding *f = duckdb_aggregate_function_get_extra_info(info);
    memset(state, 0, f->fold->bytes);
    atomic_fetch_add_explicit(&f->states, 1, memory_order_relaxed);
}

static bool is_too_much(folding *f)
{
    return atomic_load_explicit(&f->states, memory_order_relaxed) > f->fold->most / f->fold->bytes;
}

static void add_block(const folding *f, duckdb_data_chunk input, size_t first, size_t n,
                      void *const *states)
{
    double room[TACIT_FOLD_NUMBERS][BLOCK];
    const double *x[TACIT_FOLD_NUMBERS];
    for (size_t c = 0; c < f->fold->numbers.n; c++) {
        read_numbers(f->type[c], duckdb_data_chunk_get_vector(input, c), first, n, room[c]);
        x[c] = room[c];
    }
    f->fold->add(f->fold->user, n, x, states + first);
}

static void update(duckdb_function_info info, duckdb_data_chunk input,
                   duckdb_aggregate_state *states)
{
    folding *f = duckdb_aggregate_function_get_extra_info(info);
    const size_t n = duckdb_data_chunk_get_size(input);
    if (is_too_much(f))
        duckdb_aggregate_function_set_error(info, "Out of Memory");
    else
        for (size_t first = 0; first < n; first += BLOCK)
            add_block(f, input, first, n - first < BLOCK ? n - first : BLOCK,
                      (void *const *)states);
}

static void combine(duckdb_function_info info, duckdb_aggregate_state *from,
                    duckdb_aggregate_state *into, idx_t n)
{
    const folding *f = duckdb_aggregate_function_get_extra_info(info);
    for (size_t i = 0; i < n; i++)
        f->fold->merge(f->fold->user, from[i], into[i]);
}

static void tell(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result,
                 idx_t n, idx_t offset)
{
    static const char digits[] = "0123456789abcdef";
    const folding *f = duckdb_aggregate_function_get_extra_info(info);
    char text[2 * TACIT_FOLD_BYTES];
    for (size_t i = 0; i < n; i++) {
        const unsigned char *state = (const unsigned char *)states[i];
        for (size_t b = 0; b < f->fold->bytes; b++) {
            text[2 * b] = digits[state[b] >> 4];
            text[2 * b + 1] = digits[state[b] & 15];
        }
        duckdb_vector_assign_string_element_len(result, offset + i, text, 2 * f->fold->bytes);
    }
    tacit_wipe(text, sizeof text);
}

/* ---- functions of SQL ---- */

/* A key whose numbers are mapped. */
typedef struct mapping {
    const tacit_fold_key *key;
    tacit_type type;
} mapping;

static void map_key(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output)
{
    const mapping *m = duckdb_scalar_function_get_extra_info(info);
    const size_t n = duckdb_data_chunk_get_size(input);
    double x[BLOCK];
    int64_t *out = duckdb_vector_get_data(output);
    duckdb_vector_ensure_validity_writable(output);
    uint64_t *valid = duckdb_vector_get_validity(output);
    for (size_t i = 0; i < n; i++) {
        if (i % BLOCK == 0)
            read_numbers(m->type, duckdb_data_chunk_get_vector(input, 0), i,
                         n - i < BLOCK ? n - i : BLOCK, x);
        out[i] = m->key->map(m->key->user, x[i % BLOCK]);
        duckdb_validity_set_row_validity(valid, i, out[i] != TACIT_FOLD_NONE);
    }
}

/* What functions know belongs to the caller: DuckDB frees nothing of it. */
static void keep(void *user)
{
    (void)user;
}

static tacit_status check_registered(tacit_ctx *cx, const tacit_duck_data *d, duckdb_state state)
{
    return state == DuckDBSuccess
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_IO, "%s: the embedded engine cannot call back.", d->uri);
}

static tacit_status register_fold(tacit_ctx *cx, tacit_duck_data *d, folding *f)
{
    char name[64];
    duckdb_aggregate_function function = duckdb_create_aggregate_function();
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    snprintf(name, sizeof name, "tacit_fold_%zu", d->folds);
    duckdb_aggregate_function_set_name(function, name);
    for (size_t c = 0; c < f->fold->numbers.n; c++) {
        duckdb_logical_type type = native_type(f->type[c]);
        duckdb_aggregate_function_add_parameter(function, type);
        duckdb_destroy_logical_type(&type);
    }
    duckdb_aggregate_function_set_return_type(function, text);
    duckdb_aggregate_function_set_special_handling(function);
    duckdb_aggregate_function_set_extra_info(function, f, keep);
    duckdb_aggregate_function_set_functions(function, size_of_state, begin_state, update, combine,
                                            tell);
    const duckdb_state state = duckdb_register_aggregate_function(d->session.con, function);
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_aggregate_function(&function);
    return check_registered(cx, d, state);
}

static tacit_status register_key(tacit_ctx *cx, const tacit_duck_data *d, size_t k, mapping *m)
{
    char name[64];
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type number = native_type(m->type), whole = native_type(TACIT_TYPE_INTEGER);
    snprintf(name, sizeof name, "tacit_key_%zu_%zu", d->folds, k);
    duckdb_scalar_function_set_name(function, name);
    duckdb_scalar_function_add_parameter(function, number);
    duckdb_scalar_function_set_return_type(function, whole);
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_extra_info(function, m, keep);
    duckdb_scalar_function_set_function(function, map_key);
    const duckdb_state state = duckdb_register_scalar_function(d->session.con, function);
    duckdb_destroy_logical_type(&whole);
    duckdb_destroy_logical_type(&number);
    duckdb_destroy_scalar_function(&function);
    return check_registered(cx, d, state);
}

/* ---- the query ---- */

/* Key k inside of the GROUP BY; of a text whatever is there, since a test of it would cost more
 * than all else, but byte by byte, whatever the table says of letters that are alike. */
static tacit_status put_key(tacit_ctx *cx, const tacit_duck_data *d, const tacit_fold *fold,
                            size_t k, tacit_buffer *sql)
{
    const size_t j = fold->key[k].column;
    if (fold->key[k].map != NULL) {
        TACIT_TRY(tacit_buffer_format(cx, sql, "tacit_key_%zu_%zu(", d->folds, k));
        TACIT_TRY(tacit_duck_expression(cx, d, j, sql));
        return tacit_buffer_text(cx, sql, ")");
    }
    if (d->column[j].type != TACIT_TYPE_CATEGORY)
        return tacit_duck_expression(cx, d, j, sql);
    TACIT_TRY(tacit_buffer_text(cx, sql, "CAST("));
    TACIT_TRY(tacit_sql_name(cx, sql, d->column[j].name));
    return tacit_buffer_text(cx, sql, " AS VARCHAR) COLLATE \"binary\"");
}

static bool is_text(const tacit_duck_data *d, const tacit_fold_key *key)
{
    return key->map == NULL && d->column[key->column].type == TACIT_TYPE_CATEGORY;
}

static tacit_status put_query(tacit_ctx *cx, const tacit_duck_data *d, const tacit_fold *fold,
                              tacit_buffer *sql)
{
    TACIT_TRY(tacit_buffer_text(cx, sql, "SELECT "));
    for (size_t k = 0; k < fold->n_keys; k++)
        TACIT_TRY(tacit_buffer_format(
            cx, sql, is_text(d, &fold->key[k]) ? "nullif(k%zu, ''), " : "k%zu, ", k));
    TACIT_TRY(tacit_buffer_text(cx, sql, "f FROM (SELECT "));
    for (size_t k = 0; k < fold->n_keys; k++) {
        TACIT_TRY(put_key(cx, d, fold, k, sql));
        TACIT_TRY(tacit_buffer_format(cx, sql, " AS k%zu, ", k));
    }
    TACIT_TRY(tacit_buffer_format(cx, sql, "tacit_fold_%zu(", d->folds));
    for (size_t c = 0; c < fold->numbers.n; c++) {
        TACIT_TRY(tacit_buffer_text(cx, sql, c > 0 ? ", " : ""));
        TACIT_TRY(tacit_duck_expression(cx, d, fold->numbers.at[c], sql));
    }
    TACIT_TRY(tacit_buffer_format(cx, sql, ") AS f FROM %s", d->relation.text));
    for (size_t k = 0; k < fold->n_keys; k++)
        TACIT_TRY(tacit_buffer_format(cx, sql, "%s%zu", k > 0 ? ", " : " GROUP BY ", k + 1));
    return tacit_buffer_text(cx, sql, ")");
}

static tacit_status run_query(tacit_ctx *cx, tacit_duck_data *d, const tacit_fold *fold,
                              tacit_table **out)
{
    static const tacit_select none = { 0 };
    tacit_field *field = NULL;
    tacit_buffer sql = { 0 };
    TACIT_TRY(tacit_scratch(cx, fold->n_keys + 1, sizeof *field, &field));
    for (size_t k = 0; k < fold->n_keys; k++) {
        const tacit_duck_column *c = &d->column[fold->key[k].column];
        field[k] = (tacit_field){ .name = c->name,
                                  .type = fold->key[k].map != NULL ? TACIT_TYPE_INTEGER : c->type };
    }
    field[fold->n_keys] = (tacit_field){ .name = TACIT_FOLD_STATE, .type = TACIT_TYPE_CATEGORY };
    tacit_status status = put_query(cx, d, fold, &sql);
    const tacit_fetch fetch = {
        .sql = sql.text, .columns = &none, .extra = field, .n_extra = fold->n_keys + 1
    };
    if (status == TACIT_OK)
        status = tacit_duck_fetch_table(cx, d, &fetch, out);
    tacit_buffer_free(&sql);
    return status;
}

/* ---- the fold ---- */

static bool can_fold(const tacit_duck_data *d, const tacit_fold *fold)
{
    bool can =
        !d->is_csv && fold->bytes <= TACIT_FOLD_BYTES && fold->numbers.n <= TACIT_FOLD_NUMBERS;
    for (size_t k = 0; k < fold->n_keys; k++) {
        const tacit_type type = d->column[fold->key[k].column].type;
        can = can && type != (fold->key[k].map != NULL ? TACIT_TYPE_CATEGORY : TACIT_TYPE_REAL);
    }
    for (size_t c = 0; c < fold->numbers.n; c++)
        can = can && d->column[fold->numbers.at[c]].type != TACIT_TYPE_CATEGORY;
    return can;
}

/* A query that was not read to its end, as one that only asks for types, leaves a transaction open,
 * in which functions would be registered and forgotten; one that was ends it. */
static tacit_status end_transaction(tacit_ctx *cx, tacit_duck_data *d)
{
    return tacit_duckdb_run(cx, &d->session, "SELECT 0", d->uri);
}

static tacit_status register_all(tacit_ctx *cx, tacit_duck_data *d, const tacit_fold *fold)
{
    folding *f = NULL;
    mapping *m = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    TACIT_TRY(tacit_scratch(cx, fold->numbers.n, sizeof *f->type, &f->type));
    TACIT_TRY(tacit_scratch(cx, fold->n_keys, sizeof *m, &m));
    f->fold = fold;
    for (size_t c = 0; c < fold->numbers.n; c++)
        f->type[c] = d->column[fold->numbers.at[c]].type;
    TACIT_TRY(end_transaction(cx, d));
    TACIT_TRY(register_fold(cx, d, f));
    for (size_t k = 0; k < fold->n_keys; k++) {
        m[k] = (mapping){ &fold->key[k], d->column[fold->key[k].column].type };
        if (fold->key[k].map != NULL)
            TACIT_TRY(register_key(cx, d, k, &m[k]));
    }
    return TACIT_OK;
}

tacit_status tacit_duck_fold(tacit_ctx *cx, tacit_data *data, const tacit_fold *fold,
                             tacit_table **out)
{
    tacit_duck_data *d = (tacit_duck_data *)data;
    *out = NULL;
    if (!can_fold(d, fold))
        return TACIT_OK;
    TACIT_TRY(register_all(cx, d, fold));
    const tacit_status status = run_query(cx, d, fold, out);
    d->folds++;
    return status == TACIT_ERR_MEMORY ? TACIT_OK : status;
}
