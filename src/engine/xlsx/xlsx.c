/*
 * xlsx.c - the driver for Excel workbooks.
 *
 * A sheet is read when it is opened and held in memory.
 */
#include "engine/csv_rules.h"
#include "engine/held.h"
#include "engine/xlsx/own.h"

static bool is_workbook(const char *uri)
{
    return tacit_name_ends(uri, ".xlsx") || tacit_name_ends(uri, ".xlsm");
}

static bool writes(const char *uri)
{
    return tacit_name_ends(uri, ".xlsx");
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_value *sheet = tacit_csv_option(source->args, TACIT_SOURCE_SHEET);
    tacit_xlsx_book book;
    tacit_table *table = NULL;
    tacit_status status =
        tacit_xlsx_book_open(cx, source, sheet != NULL ? sheet->text : NULL, &book);
    if (status == TACIT_OK)
        status = tacit_xlsx_table(cx, source, &book, &table);
    tacit_xlsx_book_close(&book);
    tacit_scratch_release(cx, mark);
    TACIT_TRY(status);
    return tacit_held_new(cx, &tacit_engine_xlsx, source->uri, table, out);
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_xlsx = {
    .about = { .name = "xlsx",
               .title = "Excel workbooks",
               .summary = "Reads a sheet of an Excel workbook, and writes one without any trace of "
                          "who wrote it.",
               .source = "ECMA-376 (2016), Office Open XML, 5th edition, part 1",
               .params = PARAMS },
    .endings = ".xlsx .xlsm",
    .reads = is_workbook,
    .writes = writes,
    .open = open_data,
    .close = tacit_held_close,
    .scan = tacit_held_scan,
    .load = tacit_held_load,
    .group = tacit_held_group,
    .write = tacit_xlsx_write,
};
