/*
 * write.c - rows into an Excel workbook of one sheet called data.
 *
 * Texts stand in their cells, so that rows are written as they come.  The workbook has no
 * properties: no author, no program, no time.  What Excel cannot hold exactly is refused: whole
 * numbers beyond 2^53, texts of more than 32,767 characters, more rows or columns than a sheet
 * has.  Days before 1900-03-01, which Excel miscounts, are written as texts.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/xlsx/own.h"

enum { BLOCK = 1 << 16, TICK_ROWS = 4096, DATE_STYLE = 1 };

static const char HEAD[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
#define MAIN "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define RELATIONS "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define PACKAGE "http://schemas.openxmlformats.org/package/2006/"
#define TYPES "application/vnd.openxmlformats-officedocument.spreadsheetml."

/* The parts that every workbook of ours has. */
static const struct {
    const char *name, *text;
} PARTS[] = {
    { "[Content_Types].xml",
      "<Types xmlns=\"" PACKAGE "content-types\">"
      "<Default Extension=\"rels\" "
      "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
      "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
      "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" TYPES "sheet.main+xml\"/>"
      "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"" TYPES "worksheet+xml\"/>"
      "<Override PartName=\"/xl/styles.xml\" ContentType=\"" TYPES "styles+xml\"/></Types>" },
    { "_rels/.rels", "<Relationships xmlns=\"" PACKAGE "relationships\">"
                     "<Relationship Id=\"rId1\" Type=\"" RELATIONS "/officeDocument\" "
                     "Target=\"xl/workbook.xml\"/></Relationships>" },
    { "xl/workbook.xml", "<workbook xmlns=\"" MAIN "\" xmlns:r=\"" RELATIONS "\"><sheets>"
                         "<sheet name=\"data\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>" },
    { "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"" PACKAGE "relationships\">"
      "<Relationship Id=\"rId1\" Type=\"" RELATIONS "/worksheet\" "
      "Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" Type=\"" RELATIONS
      "/styles\" Target=\"styles.xml\"/></Relationships>" },
    { "xl/styles.xml",
      "<styleSheet xmlns=\"" MAIN "\"><numFmts count=\"1\">"
      "<numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>"
      "<fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
      "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
      "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
      "<borders count=\"1\"><border/></borders>"
      "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" "
      "borderId=\"0\"/></cellStyleXfs><cellXfs count=\"2\">"
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
      "<xf numFmtId=\"164\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
      "applyNumberFormat=\"1\"/></cellXfs><cellStyles count=\"1\">"
      "<cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>" },
};

typedef struct writer {
    tacit_zip_writer *zip;
    const char *target;
    tacit_buffer xml;
    uint64_t row; /* that were written */
} writer;

static tacit_status flush(tacit_ctx *cx, writer *w, size_t least)
{
    if (w->xml.length < least || w->xml.length == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_zip_put(cx, w->zip, w->xml.text, w->xml.length));
    w->xml.length = 0;
    return TACIT_OK;
}

/* ---- cells ---- */

/* How many characters, as Excel counts them, a text has: units of UTF-16. */
static size_t count_units(const char *text, size_t n)
{
    size_t units = 0;
    for (size_t i = 0; i < n; i++)
        units += (text[i] & 0xc0) == 0x80 ? 0u : (text[i] & 0xf8) == 0xf0 ? 2u : 1u;
    return units;
}

static tacit_status put_text(tacit_ctx *cx, writer *w, const char *text, size_t n)
{
    if (count_units(text, n) > TACIT_XLSX_TEXT)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: a text has more than 32,767 characters, which Excel cannot hold; "
                          "write .csv or .parquet.",
                          w->target);
    TACIT_TRY(tacit_buffer_text(cx, &w->xml, "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">"));
    TACIT_TRY(tacit_xlsx_escape(cx, &w->xml, text, n));
    return tacit_buffer_text(cx, &w->xml, "</t></is></c>");
}

static tacit_status put_whole(tacit_ctx *cx, writer *w, int64_t x)
{
    const int64_t most = INT64_C(9007199254740992); /* 2^53 */
    if (x > most || x < -most)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: a whole number is beyond 2^53, which Excel cannot hold; write .csv "
                          "or .parquet.",
                          w->target);
    return tacit_buffer_format(cx, &w->xml, "<c><v>%lld</v></c>", (long long)x);
}

static tacit_status put_real(tacit_ctx *cx, writer *w, double x)
{
    char text[TACIT_NUMBER_BYTES];
    tacit_format_real(x, text);
    return tacit_buffer_format(cx, &w->xml, "<c><v>%s</v></c>", text);
}

static tacit_status put_date(tacit_ctx *cx, writer *w, int32_t day)
{
    char text[TACIT_NUMBER_BYTES];
    const int64_t number = (int64_t)day + TACIT_XLSX_EPOCH;
    if (number >= TACIT_XLSX_FIRST && number < 2958466)
        return tacit_buffer_format(cx, &w->xml, "<c s=\"%d\"><v>%lld</v></c>", DATE_STYLE,
                                   (long long)number);
    tacit_format_date(day, text);
    return put_text(cx, w, text, strlen(text));
}

static tacit_status put_cell(tacit_ctx *cx, writer *w, const tacit_column *c, size_t i)
{
    if (tacit_column_is_missing(c, i))
        return tacit_buffer_text(cx, &w->xml, "<c/>");
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        return put_whole(cx, w, tacit_column_integers(c)[i]);
    case TACIT_TYPE_REAL:
        return put_real(cx, w, tacit_column_reals(c)[i]);
    case TACIT_TYPE_DATE:
        return put_date(cx, w, tacit_column_dates(c)[i]);
    case TACIT_TYPE_CATEGORY:
        break;
    }
    const uint32_t code = tacit_column_codes(c)[i];
    return put_text(cx, w, tacit_dict_text(tacit_column_dict(c), code),
                    tacit_dict_length(tacit_column_dict(c), code));
}

/* ---- rows ---- */

static tacit_status begin_row(tacit_ctx *cx, writer *w)
{
    if (++w->row > TACIT_XLSX_ROWS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: a sheet of Excel has 1,048,576 rows at most; write .csv or "
                          ".parquet.",
                          w->target);
    if (w->row % TICK_ROWS == 0)
        TACIT_TRY(tacit_tick(cx, w->row, 0));
    return tacit_buffer_text(cx, &w->xml, "<row>");
}

static tacit_status put_names(tacit_ctx *cx, writer *w, const tacit_table *shape)
{
    TACIT_TRY(begin_row(cx, w));
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        const char *name = tacit_column_name(tacit_table_column(shape, j));
        TACIT_TRY(put_text(cx, w, name, strlen(name)));
    }
    return tacit_buffer_text(cx, &w->xml, "</row>");
}

static tacit_status put_chunk(tacit_ctx *cx, writer *w, const tacit_table *chunk)
{
    for (size_t i = 0; i < tacit_table_rows(chunk); i++) {
        TACIT_TRY(begin_row(cx, w));
        for (size_t j = 0; j < tacit_table_columns(chunk); j++)
            TACIT_TRY(put_cell(cx, w, tacit_table_column(chunk, j), i));
        TACIT_TRY(tacit_buffer_text(cx, &w->xml, "</row>"));
        TACIT_TRY(flush(cx, w, BLOCK));
    }
    return TACIT_OK;
}

static tacit_status put_sheet(tacit_ctx *cx, writer *w, const tacit_rows *rows)
{
    TACIT_TRY(tacit_zip_begin(cx, w->zip, "xl/worksheets/sheet1.xml"));
    TACIT_TRY(
        tacit_buffer_format(cx, &w->xml, "%s<worksheet xmlns=\"" MAIN "\"><sheetData>", HEAD));
    TACIT_TRY(put_names(cx, w, rows->shape));
    for (;;) {
        tacit_table *chunk = NULL;
        TACIT_TRY(rows->next(cx, rows->user, &chunk));
        if (chunk == NULL)
            break;
        const tacit_status status = put_chunk(cx, w, chunk);
        tacit_table_free(chunk);
        TACIT_TRY(status);
    }
    TACIT_TRY(tacit_buffer_text(cx, &w->xml, "</sheetData></worksheet>"));
    return flush(cx, w, 0);
}

static tacit_status put_all(tacit_ctx *cx, writer *w, const tacit_rows *rows)
{
    const size_t n = tacit_table_columns(rows->shape);
    if (n == 0 || n > TACIT_XLSX_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: a sheet of Excel has 1 to 16,384 columns; write .csv or .parquet.",
                          w->target);
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        TACIT_TRY(tacit_zip_begin(cx, w->zip, PARTS[i].name));
        TACIT_TRY(tacit_zip_put(cx, w->zip, HEAD, sizeof HEAD - 1));
        TACIT_TRY(tacit_zip_put(cx, w->zip, PARTS[i].text, strlen(PARTS[i].text)));
    }
    TACIT_TRY(put_sheet(cx, w, rows));
    return tacit_zip_end(cx, w->zip);
}

tacit_status tacit_xlsx_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                              const char *path)
{
    writer w = { .target = target };
    TACIT_TRY(tacit_zip_create(cx, target, path, &w.zip));
    const tacit_status status = put_all(cx, &w, rows);
    const tacit_status closed = tacit_zip_close(cx, w.zip);
    tacit_buffer_free(&w.xml);
    return status != TACIT_OK ? status : closed;
}
