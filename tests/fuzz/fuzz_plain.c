/*
 * fuzz_plain.c - any bytes are a plain text file that loads, or is not plain; without a
 * database, so that many more are tried than by fuzz_csv.c.
 */
#include "fuzz.h"

#include <string.h>

#include "engine/csv/file.h"

/* Read every cell. */
static void read_cells(const tacit_table *t)
{
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        size_t missing = 0;
        FUZZ_CHECK(tacit_column_length(c) == tacit_table_rows(t));
        for (size_t i = 0; i < tacit_column_length(c); i++) {
            char room[32];
            const size_t n = strlen(tacit_column_text(c, i, room));
            FUZZ_CHECK((n == 0) == tacit_column_is_missing(c, i));
            missing += n == 0;
        }
        FUZZ_CHECK(missing == tacit_column_missing(c));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const tacit_source source = { .uri = fuzz_file(data, n, ".csv") };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_csv_file file;
    tacit_table *t = NULL;
    bool plain = false;
    tacit_status status = tacit_csv_file_open(cx, &source, &file, &plain);
    if (status == TACIT_OK && plain)
        status = tacit_csv_file_read(cx, &file, NULL, &t, &plain);
    fuzz_check_status(cx, status);
    FUZZ_CHECK((t != NULL) == (status == TACIT_OK && plain));
    if (t != NULL)
        read_cells(t);
    tacit_table_free(t);
    tacit_csv_file_close(&file);
    tacit_ctx_free(cx);
    return 0;
}
