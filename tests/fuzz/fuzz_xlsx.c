/*
 * fuzz_xlsx.c - any bytes are a workbook or refused: as an archive, and as the sheet of a whole
 * one, so that checksums do not keep them out.
 */
#include "fuzz.h"

#include <string.h>

#include "engine/xlsx/own.h"

#define BOOK "<workbook xmlns:r='r'><sheets><sheet name='a' r:id='a'/></sheets></workbook>"
#define LINKS "<a><Relationship Id='a' Target='worksheets/sheet1.xml'/></a>"
#define STYLES "<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"
#define SHARED "<sst><si><t>a</t></si><si><t>b</t></si></sst>"

/* Every cell of what was read is there. */
static void read_book(tacit_ctx *cx, const char *path)
{
    const tacit_source source = { .uri = path };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    tacit_status status = tacit_data_open(cx, &source, &data);
    if (status == TACIT_OK)
        status = tacit_data_load(cx, data, NULL, &t);
    fuzz_check_status(cx, status);
    for (size_t j = 0; t != NULL && j < tacit_table_columns(t); j++)
        FUZZ_CHECK(tacit_column_length(tacit_table_column(t, j)) == tacit_table_rows(t));
    tacit_table_free(t);
    tacit_data_close(data);
}

static void write_book(tacit_ctx *cx, const char *path, const uint8_t *data, size_t n)
{
    static const char *const parts[][2] = { { "xl/workbook.xml", BOOK },
                                            { "xl/_rels/workbook.xml.rels", LINKS },
                                            { "xl/styles.xml", STYLES },
                                            { "xl/sharedStrings.xml", SHARED } };
    tacit_zip_writer *w = NULL;
    FUZZ_CHECK(tacit_zip_create(cx, path, path, &w) == TACIT_OK);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        FUZZ_CHECK(tacit_zip_begin(cx, w, parts[i][0]) == TACIT_OK);
        FUZZ_CHECK(tacit_zip_put(cx, w, parts[i][1], strlen(parts[i][1])) == TACIT_OK);
    }
    FUZZ_CHECK(tacit_zip_begin(cx, w, "xl/worksheets/sheet1.xml") == TACIT_OK);
    FUZZ_CHECK(tacit_zip_put(cx, w, (const char *)data, n) == TACIT_OK);
    FUZZ_CHECK(tacit_zip_end(cx, w) == TACIT_OK);
    FUZZ_CHECK(tacit_zip_close(cx, w) == TACIT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    tacit_ctx *cx = tacit_ctx_new();
    const char *path = fuzz_file(data, n, ".xlsx");
    if (n > 0 && data[0] == '<')
        write_book(cx, path, data, n);
    read_book(cx, path);
    tacit_ctx_free(cx);
    return 0;
}
