/*
 * fuzz_csv.c - any bytes are a CSV file that loads or is refused with a message; and if we
 * read it by ourselves, DuckDB reads the same cells.
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "engine/csv/file.h"

static void check_same(const tacit_table *a, const tacit_table *b)
{
    FUZZ_CHECK(tacit_table_columns(a) == tacit_table_columns(b));
    FUZZ_CHECK(tacit_table_rows(a) == tacit_table_rows(b));
    for (size_t j = 0; j < tacit_table_columns(a); j++) {
        const tacit_column *x = tacit_table_column(a, j), *y = tacit_table_column(b, j);
        FUZZ_CHECK(tacit_column_type(x) == tacit_column_type(y));
        for (size_t i = 0; i < tacit_table_rows(a); i++) {
            char p[32], q[32];
            FUZZ_CHECK(tacit_column_is_missing(x, i) == tacit_column_is_missing(y, i));
            FUZZ_CHECK(strcmp(tacit_column_text(x, i, p), tacit_column_text(y, i, q)) == 0);
        }
    }
}

/* Compare `own`, read by ourselves, with what DuckDB reads. */
static void check_duckdb(tacit_ctx *cx, const tacit_source *source, const tacit_table *own)
{
    tacit_data *data = NULL;
    tacit_table *duck = NULL;
    tacit_status status = tacit_engine_duckdb.open(cx, source, &data);
    if (status == TACIT_OK)
        status = tacit_data_load(cx, data, NULL, &duck);
    FUZZ_CHECK(status == TACIT_OK);
    check_same(own, duck);
    tacit_table_free(duck);
    tacit_data_close(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const tacit_source source = { .uri = fuzz_file(data, n, ".csv") };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_csv_file file;
    tacit_table *own = NULL;
    bool plain = false;
    tacit_status status = tacit_csv_file_open(cx, &source, &file, &plain);
    if (status == TACIT_OK && plain)
        status = tacit_csv_file_read(cx, &file, NULL, &own, &plain);
    fuzz_check_status(cx, status);
    tacit_csv_file_close(&file);
    if (own != NULL)
        check_duckdb(cx, &source, own);
    else
        fuzz_load(source.uri);
    tacit_table_free(own);
    tacit_ctx_free(cx);
    return 0;
}
