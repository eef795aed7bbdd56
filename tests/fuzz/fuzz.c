/*
 * fuzz.c - what the fuzzers share.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"

static char path[256];

static void remove_file(void)
{
    if (path[0] != '\0')
        unlink(path);
}

const char *fuzz_file(const uint8_t *data, size_t n, const char *ending)
{
    const char *folder = getenv("TMPDIR");
    if (path[0] == '\0')
        FUZZ_CHECK(atexit(remove_file) == 0);
    else
        unlink(path);
    const int length = snprintf(path, sizeof path, "%s/fuzz-%ld%s",
                                folder == NULL ? "/tmp" : folder, (long)getpid(), ending);
    FUZZ_CHECK(length > 0 && (size_t)length < sizeof path);
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL);
    FUZZ_CHECK(fwrite(data, 1, n, file) == n);
    FUZZ_CHECK(fclose(file) == 0);
    return path;
}

void fuzz_check_status(const tacit_ctx *cx, tacit_status status)
{
    FUZZ_CHECK(status == TACIT_OK || tacit_message(cx)[0] != '\0');
}

/* Read every cell of `t`. */
static void read_table(const tacit_table *t)
{
    size_t bytes = 0;
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        size_t missing = 0;
        FUZZ_CHECK(tacit_column_length(c) == tacit_table_rows(t));
        for (size_t i = 0; i < tacit_column_length(c); i++) {
            char room[32];
            bytes += strlen(tacit_column_text(c, i, room));
            missing += tacit_column_is_missing(c, i);
        }
        FUZZ_CHECK(missing == tacit_column_missing(c));
    }
    FUZZ_CHECK(bytes < SIZE_MAX);
}

void fuzz_load(const char *uri)
{
    const tacit_source source = { .uri = uri };
    tacit_ctx *cx = tacit_ctx_new();
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    tacit_status status = tacit_data_open(cx, &source, &data);
    if (status == TACIT_OK)
        status = tacit_data_load(cx, data, NULL, &table);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK)
        read_table(table);
    tacit_table_free(table);
    tacit_data_close(data);
    tacit_ctx_free(cx);
}
