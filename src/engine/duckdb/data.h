/*
 * data.h - a source that DuckDB reads, for the files of this driver.
 */
#ifndef TACIT_ENGINE_DUCKDB_DATA_H
#define TACIT_ENGINE_DUCKDB_DATA_H

#include "base/text.h"
#include "engine/duckdb/session.h"
#include "engine/dialect.h"
#include "engine/gather.h"
#include "engine/input.h"

/* One column as it is fetched.  The cells of a text file are fetched as text and read here, so
 * that a code such as 00123 is seen and kept as text. */
typedef struct tacit_duck_column {
    char *name;
    tacit_type type;
} tacit_duck_column;

typedef struct tacit_duck_data {
    tacit_data base;
    tacit_duckdb session;
    char *uri;
    const char *path;       /* of the file */
    tacit_input input;      /* the file, unless it is a database */
    const tacit_args *args; /* of the source, or NULL */
    bool is_csv, inferred_all;
    char delimiter;
    tacit_encoding encoding; /* of a text file */
    tacit_duck_column *column;
    tacit_field *field;
    size_t n;
    tacit_buffer relation; /* SQL for the rows: read_csv(...), a table, ... */
    size_t retype;         /* column found to need text, or n */
    size_t folds;          /* so many were begun */
} tacit_duck_data;

/* Find columns and types of a text file, and set `relation`.  `all` looks at every row
 * instead of the first ones. */
tacit_status tacit_duck_csv_open(tacit_ctx *cx, tacit_duck_data *d);
tacit_status tacit_duck_csv_infer(tacit_ctx *cx, tacit_duck_data *d, bool all);

/* Make room for `n` columns. */
tacit_status tacit_duck_columns(tacit_ctx *cx, tacit_duck_data *d, size_t n);

/* Append the expression that fetches column j as BIGINT, DOUBLE, DATE or VARCHAR; of a text file
 * always as VARCHAR. */
tacit_status tacit_duck_expression(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                                   tacit_buffer *sql);

/* Append an expression that SQL can cast to a number, for the numbers of column j. */
tacit_status tacit_duck_number(tacit_ctx *cx, const tacit_duck_data *d, size_t j,
                               tacit_buffer *sql);

/* The only number of the only row of the result of `sql`. */
tacit_status tacit_duck_count(tacit_ctx *cx, tacit_duck_data *d, const char *sql, int64_t *out);

/* Find columns and types of Parquet, JSON or a database's table, and set `relation`.  No name is
 * changed and no number rounded in silence. */
tacit_status tacit_duck_parquet_open(tacit_ctx *cx, tacit_duck_data *d);
tacit_status tacit_duck_json_open(tacit_ctx *cx, tacit_duck_data *d);
tacit_status tacit_duck_table_open(tacit_ctx *cx, tacit_duck_data *d, const char *address);

/* All rows of a query as one table, or chunk by chunk. */
tacit_status tacit_duck_fetch_table(tacit_ctx *cx, tacit_duck_data *d, const tacit_fetch *fetch,
                                    tacit_table **out);
tacit_status tacit_duck_fetch_chunks(tacit_ctx *cx, tacit_duck_data *d, const tacit_fetch *fetch,
                                     const tacit_sink *sink);

/* Make sure of the types of a text file by looking at all of it, once. */
tacit_status tacit_duck_settle(tacit_ctx *cx, tacit_duck_data *d);

/* After a failure: whether reading again may help, types having been changed. */
tacit_status tacit_duck_retry(tacit_ctx *cx, tacit_duck_data *d, tacit_status status, bool *again);

/* The driver's calls. */
tacit_status tacit_duck_group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                              size_t weight, tacit_table **out);
tacit_status tacit_duck_add_up(tacit_ctx *cx, tacit_data *data, const tacit_select *keys,
                               const tacit_sum *sums, size_t n, tacit_table **out);
tacit_status tacit_duck_fold(tacit_ctx *cx, tacit_data *data, const tacit_fold *fold,
                             tacit_table **out);
tacit_status tacit_duck_range(tacit_ctx *cx, tacit_data *data, size_t column,
                              tacit_column_range *out);
tacit_status tacit_duck_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                              const char *path);

/* Append `COPY (` `query` `) TO path (format)` for the ending of `target`. */
tacit_status tacit_duck_copy(tacit_ctx *cx, tacit_buffer *sql, const char *query,
                             const char *target, const char *path);

#endif
