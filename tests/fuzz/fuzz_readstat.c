/*
 * fuzz_readstat.c - any bytes are frames that the parent of the parsing child takes
 * apart: a schema, then rows, or a refusal with a message.
 *
 * fuzz_stat.c goes through the child; this one stands in for a child that was taken
 * over by the file it parses.  The first byte of the input chooses the format.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "engine/readstat/file.h"

static const char *const URIS[] = { "a.dta", "a.sav", "a.xpt" };

/* The file whose schema is yet to come. */
static tacit_readstat_file *new_file(tacit_ctx *cx, const char *uri)
{
    tacit_readstat_file *f = NULL;
    FUZZ_CHECK(tacit_alloc(cx, 1, sizeof *f, &f) == TACIT_OK);
    FUZZ_CHECK(tacit_copy_text(cx, uri, &f->uri) == TACIT_OK);
    f->job =
        (tacit_readstat_job){ .fd = -1, .uri = f->uri, .format = tacit_readstat_format_find(uri) };
    return f;
}

/* What was accepted must be whole. */
static void check_table(const tacit_readstat_file *f, const tacit_table *t)
{
    FUZZ_CHECK(tacit_table_rows(t) == f->rows && tacit_table_columns(t) == f->n);
    for (size_t j = 0; j < f->n; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        FUZZ_CHECK(tacit_column_length(c) == f->rows);
        for (size_t i = 0; i < f->rows && f->rows < 100000; i++) {
            char room[32];
            FUZZ_CHECK(strlen(tacit_column_text(c, i, room)) <= TACIT_READSTAT_TEXT_MOST);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n == 0)
        return 0;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_readstat_file *f = new_file(cx, URIS[data[0] % 3]);
    tacit_readstat_pipe p = { .job = &f->job,
                              .fd = open(fuzz_file(data + 1, n - 1, ".frames"), O_RDONLY) };
    FUZZ_CHECK(p.fd >= 0);
    tacit_table *t = NULL;
    tacit_status status = tacit_readstat_file_read(cx, f, &p);
    if (status == TACIT_OK)
        status = tacit_readstat_rows(cx, f, NULL, NULL, &p, &t);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK)
        check_table(f, t);
    tacit_readstat_pipe_close(&p);
    tacit_table_free(t);
    tacit_readstat_file_free(f);
    tacit_ctx_free(cx);
    return 0;
}
