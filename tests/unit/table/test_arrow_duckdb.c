/*
 * test_arrow_duckdb.c - DuckDB, which knows Arrow's structures by itself, reads what is
 * written and writes what is read.
 */
#include "support/arrow.h"

#include <duckdb.h>

typedef struct duck {
    duckdb_database db;
    duckdb_connection con;
} duck;

static duck open_duck(void)
{
    duck d;
    assert_int_equal(duckdb_open(NULL, &d.db), DuckDBSuccess);
    assert_int_equal(duckdb_connect(d.db, &d.con), DuckDBSuccess);
    return d;
}

static void close_duck(duck *d)
{
    duckdb_disconnect(&d->con);
    duckdb_close(&d->db);
}

/* DuckDB's own error, which it must not have. */
static void assert_no_error(duckdb_error_data error)
{
    if (error != NULL && duckdb_error_data_has_error(error))
        fail_msg("%s", duckdb_error_data_message(error));
    duckdb_destroy_error_data(&error);
}

/* A query's chunks as an Arrow stream. */
typedef struct query {
    duckdb_result result;
    duckdb_arrow_options options;
    size_t columns;
} query;

static int query_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    query *q = s->private_data;
    duckdb_logical_type types[16];
    const char *names[16];
    for (idx_t j = 0; j < q->columns; j++) {
        types[j] = duckdb_column_logical_type(&q->result, j);
        names[j] = duckdb_column_name(&q->result, j);
    }
    assert_no_error(duckdb_to_arrow_schema(q->options, types, names, q->columns, out));
    for (idx_t j = 0; j < q->columns; j++)
        duckdb_destroy_logical_type(&types[j]);
    return 0;
}

static int query_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    query *q = s->private_data;
    out->release = NULL;
    duckdb_data_chunk chunk = duckdb_fetch_chunk(q->result);
    if (chunk == NULL)
        return 0;
    assert_no_error(duckdb_data_chunk_to_arrow(q->options, chunk, out));
    duckdb_destroy_data_chunk(&chunk);
    return 0;
}

static void query_release(struct ArrowArrayStream *s)
{
    s->release = NULL;
}

/* The result of `sql` through Arrow. */
static tacit_table *read_query(tacit_ctx *cx, duck *d, const char *sql)
{
    query q = { 0 };
    assert_int_equal(duckdb_query(d->con, sql, &q.result), DuckDBSuccess);
    q.options = duckdb_result_get_arrow_options(&q.result);
    q.columns = duckdb_column_count(&q.result);
    struct ArrowArrayStream stream = { .get_schema = query_schema,
                                       .get_next = query_next,
                                       .release = query_release,
                                       .private_data = &q };
    tacit_table *t = NULL;
    assert_ok(cx, tacit_arrow_read(cx, &stream, &t));
    duckdb_destroy_arrow_options(&q.options);
    duckdb_destroy_result(&q.result);
    return t;
}

static void test_types(void **state)
{
    tacit_ctx *cx = *state;
    duck d = open_duck();
    tacit_table *t =
        read_query(cx, &d,
                   "SELECT * FROM (VALUES "
                   "(1::TINYINT, 2::UBIGINT, 1.5::FLOAT, 12.34::DECIMAL(9,2), true, 'north', "
                   "DATE '2024-02-29', 'b'::ENUM('a', 'b'), TIMESTAMP '2024-02-29 10:15:30'), "
                   "(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), "
                   "(-3, 4, -0.25, -0.01, false, 'a text longer than twelve bytes', "
                   "DATE '1969-12-31', 'a', TIMESTAMP '1969-12-31 23:59:59.5')) "
                   "AS t(a, b, c, d, e, f, g, h, i)");
    assert_cells(t, "a", "1,,-3");
    assert_cells(t, "b", "2,,4");
    assert_cells(t, "c", "1.5,,-0.25");
    assert_cells(t, "d", "12.34,,-0.01");
    assert_cells(t, "e", "true,,false");
    assert_cells(t, "f", "north,,a text longer than twelve bytes");
    assert_cells(t, "g", "2024-02-29,,1969-12-31");
    assert_cells(t, "h", "b,,a");
    assert_cells(t, "i", "2024-02-29T10:15:30,,1969-12-31T23:59:59.500000");
    assert_int_equal(tacit_column_type(column_of(t, "a")), TACIT_TYPE_INTEGER);
    assert_int_equal(tacit_column_type(column_of(t, "d")), TACIT_TYPE_REAL);
    assert_int_equal(tacit_column_type(column_of(t, "g")), TACIT_TYPE_DATE);
    tacit_table_free(t);
    close_duck(&d);
}

/* Many chunks; each third cell is missing, and the texts change with the chunk. */
static void test_many_rows(void **state)
{
    tacit_ctx *cx = *state;
    duck d = open_duck();
    tacit_table *t = read_query(cx, &d,
                                "SELECT CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS x, "
                                "'v' || (i // 1000) AS y FROM range(10000) AS r(i) ORDER BY i");
    assert_int_equal(tacit_table_rows(t), 10000);
    const tacit_column *x = column_of(t, "x"), *y = column_of(t, "y");
    for (size_t i = 0; i < 10000; i++) {
        char text[32], expected[32];
        snprintf(expected, sizeof expected, "v%zu", i / 1000);
        assert_int_equal(tacit_column_is_missing(x, i), i % 3 == 0);
        if (i % 3 != 0)
            assert_int_equal(tacit_column_integers(x)[i], i);
        assert_string_equal(tacit_column_text(y, i, text), expected);
    }
    tacit_table_free(t);
    close_duck(&d);
}

/* Cell i of a vector of DuckDB is cell i of the column. */
static void assert_same_cell(const tacit_column *c, duckdb_vector v, size_t i)
{
    char text[32];
    void *data = duckdb_vector_get_data(v);
    uint64_t *valid = duckdb_vector_get_validity(v);
    const bool present = valid == NULL || duckdb_validity_row_is_valid(valid, i);
    assert_int_equal(tacit_column_is_missing(c, i), !present);
    if (!present)
        return;
    if (tacit_column_type(c) == TACIT_TYPE_INTEGER)
        assert_int_equal(((int64_t *)data)[i], tacit_column_integers(c)[i]);
    else if (tacit_column_type(c) == TACIT_TYPE_REAL)
        assert_memory_equal((double *)data + i, tacit_column_reals(c) + i, sizeof(double));
    else if (tacit_column_type(c) == TACIT_TYPE_DATE)
        assert_int_equal(((duckdb_date *)data)[i].days, tacit_column_dates(c)[i]);
    else {
        duckdb_string_t *s = (duckdb_string_t *)data + i;
        const char *expected = tacit_column_text(c, i, text);
        assert_int_equal(duckdb_string_t_length(*s), strlen(expected));
        assert_memory_equal(duckdb_string_t_data(s), expected, strlen(expected));
    }
}

/* Give `t` to DuckDB as a chunk the caller destroys. */
static duckdb_data_chunk give(tacit_ctx *cx, duck *d, const tacit_table *t)
{
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray rows;
    duckdb_arrow_converted_schema types = NULL;
    duckdb_data_chunk chunk = NULL;
    assert_ok(cx, tacit_arrow_write(cx, t, &stream));
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_int_equal(stream.get_next(&stream, &rows), 0);
    stream.release(&stream);
    assert_no_error(duckdb_schema_from_arrow(d->con, &schema, &types));
    assert_no_error(duckdb_data_chunk_from_arrow(d->con, &rows, types, &chunk));
    assert_int_equal(duckdb_data_chunk_get_size(chunk), tacit_table_rows(t));
    duckdb_destroy_arrow_converted_schema(&types);
    if (rows.release != NULL)
        rows.release(&rows);
    schema.release(&schema);
    return chunk;
}

static void assert_same_cells(const tacit_table *t, duckdb_data_chunk chunk)
{
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        for (size_t i = 0; i < tacit_table_rows(t); i++)
            assert_same_cell(tacit_table_column(t, j), duckdb_data_chunk_get_vector(chunk, j), i);
}

static void test_numbers(void **state)
{
    tacit_ctx *cx = *state;
    duck d = open_duck();
    tacit_rng rng = tacit_rng_seed(12);
    for (size_t k = 0; k < 20; k++) {
        tacit_table *t =
            random_table(cx, &rng, "a:i,b:r,d:d", 1 + (size_t)tacit_rng_below(&rng, 2000),
                         1 + tacit_rng_below(&rng, 50), k % 2 == 0 ? 0.2 : 0.0);
        duckdb_data_chunk chunk = give(cx, &d, t);
        assert_same_cells(t, chunk);
        duckdb_destroy_data_chunk(&chunk);
        tacit_table_free(t);
    }
    close_duck(&d);
}

/* Dictionaries: DuckDB keeps them as such until the rows are in a table of its own. */
static void test_categories(void **state)
{
    tacit_ctx *cx = *state;
    duck d = open_duck();
    tacit_rng rng = tacit_rng_seed(13);
    tacit_table *t = random_table(cx, &rng, "a:i,c:c,e:c", 2000, 40, 0.2);
    duckdb_data_chunk chunk = give(cx, &d, t);
    duckdb_appender to = NULL;
    duckdb_result result;
    assert_int_equal(duckdb_query(d.con, "CREATE TABLE t(a BIGINT, c VARCHAR, e VARCHAR)", NULL),
                     DuckDBSuccess);
    assert_int_equal(duckdb_appender_create(d.con, NULL, "t", &to), DuckDBSuccess);
    assert_int_equal(duckdb_append_data_chunk(to, chunk), DuckDBSuccess);
    assert_int_equal(duckdb_appender_destroy(&to), DuckDBSuccess);
    duckdb_destroy_data_chunk(&chunk);
    assert_int_equal(duckdb_query(d.con, "SELECT a, c || '', e || '' FROM t", &result),
                     DuckDBSuccess);
    chunk = duckdb_fetch_chunk(result);
    assert_int_equal(duckdb_data_chunk_get_size(chunk), 2000);
    assert_same_cells(t, chunk);
    duckdb_destroy_data_chunk(&chunk);
    duckdb_destroy_result(&result);
    tacit_table_free(t);
    close_duck(&d);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_types),
        with_context(test_many_rows),
        with_context(test_numbers),
        with_context(test_categories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
