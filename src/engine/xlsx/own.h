/*
 * own.h - the parts of a workbook, read and written.
 *
 * An .xlsx file is a ZIP archive of XML parts (ECMA-376, Office Open XML).
 */
#ifndef TACIT_ENGINE_XLSX_OWN_H
#define TACIT_ENGINE_XLSX_OWN_H

#include "base/text.h"
#include "engine/engine.h"
#include "engine/input.h"

/* What a sheet can hold. */
enum { TACIT_XLSX_ROWS = 1048576, TACIT_XLSX_COLUMNS = 16384, TACIT_XLSX_TEXT = 32767 };

/* Days from Excel's day 0 (1899-12-30) to 1970-01-01, and from 1904-01-01, day 0 of old Macs. */
enum { TACIT_XLSX_EPOCH = 25569, TACIT_XLSX_EPOCH_1904 = 24107 };

/* Days before 1900-03-01 have other numbers in Excel, which takes 1900 for a leap year. */
enum { TACIT_XLSX_FIRST = 61 };

/* ---- archives ---- */

/* A part of an archive. */
typedef struct tacit_zip_part {
    const char *name;
    uint64_t at; /* its local header */
    uint64_t packed, bytes;
    uint32_t crc;
    bool deflated;
} tacit_zip_part;

typedef struct tacit_zip {
    tacit_input in;
    const char *about; /* for messages */
    tacit_zip_part *part;
    size_t n;
} tacit_zip;

/* Open the archive at `path`; its directory is in scratch memory.  Encrypted files, parts that
 * unpack to far more than they have, and archives of more than 4 GB are refused.  Ended by
 * tacit_input_close(&zip->in), also on failure. */
tacit_status tacit_zip_open(tacit_ctx *cx, const char *path, const char *about, tacit_zip *out);

/* The part called `name` (letters of any case), or NULL. */
const tacit_zip_part *tacit_zip_find(const tacit_zip *zip, const char *name);

/* Unpack a part and hand its bytes on in blocks; its length and checksum are looked at. */
typedef struct tacit_zip_sink {
    tacit_status (*take)(tacit_ctx *cx, void *user, const char *bytes, size_t n, bool last);
    void *user;
} tacit_zip_sink;
tacit_status tacit_zip_read(tacit_ctx *cx, const tacit_zip *zip, const tacit_zip_part *part,
                            const tacit_zip_sink *sink);

/* ---- XML ---- */

/* What is told of a part while it is parsed: elements without their prefixes, the text of an
 * element.  `attributes` are name, value, ..., NULL. */
typedef struct tacit_xml {
    tacit_status (*start)(tacit_ctx *cx, void *user, const char *name, const char **attributes);
    tacit_status (*end)(tacit_ctx *cx, void *user, const char *name);
    tacit_status (*text)(tacit_ctx *cx, void *user, const char *text, size_t n);
    void *user;
} tacit_xml;

/* Parse a part. */
tacit_status tacit_xml_parse(tacit_ctx *cx, const tacit_zip *zip, const tacit_zip_part *part,
                             const tacit_xml *told);

/* The attribute called `name`, whatever its prefix, or NULL. */
const char *tacit_xml_attribute(const char **attributes, const char *name);

/* ---- workbooks ---- */

typedef struct tacit_xlsx_sheet {
    const char *name;
    const tacit_zip_part *part;
} tacit_xlsx_sheet;

/* What is in a workbook besides the cells. */
typedef struct tacit_xlsx_book {
    tacit_zip zip;
    tacit_xlsx_sheet sheet; /* the one that is asked for */
    bool since_1904;
    bool *dated; /* of each style: numbers are days */
    size_t n_styles;
    tacit_dict *text; /* shared ones by their codes in `shared` */
    uint32_t *shared;
    size_t n_shared, room;
} tacit_xlsx_book;

/* Read all that is needed to read the sheet called `name`, or the first one if it is NULL.  Ended
 * by tacit_xlsx_book_close(), also on failure. */
tacit_status tacit_xlsx_book_open(tacit_ctx *cx, const tacit_source *source, const char *name,
                                  tacit_xlsx_book *out);
void tacit_xlsx_book_close(tacit_xlsx_book *book);

/* Read the cells of the sheet as a table. */
tacit_status tacit_xlsx_table(tacit_ctx *cx, const tacit_source *source,
                              const tacit_xlsx_book *book, tacit_table **out);

/* Take the escapes _xHHHH_ of a text away, in place; its length. */
size_t tacit_xlsx_unescape(char *text, size_t n);

/* Append a text as XML, with escapes for what XML cannot hold. */
tacit_status tacit_xlsx_escape(tacit_ctx *cx, tacit_buffer *b, const char *text, size_t n);

/* ---- writing ---- */

/* An archive that is being written. */
typedef struct tacit_zip_writer tacit_zip_writer;
tacit_status tacit_zip_create(tacit_ctx *cx, const char *target, const char *path,
                              tacit_zip_writer **out);

/* Begin a part, append to it, and end the archive; times and names of persons are nowhere. */
tacit_status tacit_zip_begin(tacit_ctx *cx, tacit_zip_writer *w, const char *name);
tacit_status tacit_zip_put(tacit_ctx *cx, tacit_zip_writer *w, const char *bytes, size_t n);
tacit_status tacit_zip_end(tacit_ctx *cx, tacit_zip_writer *w);

/* Close and free.  Accepts NULL. */
tacit_status tacit_zip_close(tacit_ctx *cx, tacit_zip_writer *w);

/* The driver's call. */
tacit_status tacit_xlsx_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                              const char *path);

#endif
