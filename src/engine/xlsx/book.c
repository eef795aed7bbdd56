/*
 * book.c - what is in a workbook besides the cells: its sheets, shared texts, and which styles
 * show a number as a date.
 *
 * A number is a date if the format of its style is one of the numbered formats for dates or has a
 * letter for days or years outside quotes and brackets (ECMA-376, 18.8.30).
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "engine/xlsx/own.h"

enum { SHEETS_MOST = 1024, FORMATS_MOST = 4096, STYLES_MOST = 65536, SHARED_MOST = 1 << 28 };

static tacit_status fail_part(tacit_ctx *cx, const tacit_xlsx_book *book)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "%s lacks a part that every Excel workbook (.xlsx) has; save it again.",
                      book->zip.about);
}

static tacit_status pass_text(tacit_ctx *cx, void *user, const char *text, size_t n)
{
    (void)cx;
    (void)user;
    (void)text;
    (void)n;
    return TACIT_OK;
}

static tacit_status pass_end(tacit_ctx *cx, void *user, const char *name)
{
    (void)cx;
    (void)user;
    (void)name;
    return TACIT_OK;
}

/* ---- sheets ---- */

/* The sheets of a workbook on their way. */
typedef struct listing {
    tacit_xlsx_book *book;
    const char *wanted; /* or NULL */
    const char *id;     /* of the sheet that was found */
    size_t n;
} listing;

static tacit_status list_sheet(tacit_ctx *cx, void *user, const char *name, const char **attributes)
{
    listing *l = user;
    char *copy = NULL;
    const char *own = tacit_xml_attribute(attributes, "name"),
               *state = tacit_xml_attribute(attributes, "state"),
               *id = tacit_xml_attribute(attributes, "id"),
               *old = tacit_xml_attribute(attributes, "date1904");
    if (strcmp(name, "workbookPr") == 0)
        l->book->since_1904 = old != NULL && (strcmp(old, "1") == 0 || strcmp(old, "true") == 0);
    if (strcmp(name, "sheet") != 0 || own == NULL || id == NULL || l->n >= SHEETS_MOST)
        return TACIT_OK;
    const bool hidden = state != NULL && strcmp(state, "visible") != 0;
    l->n += !hidden;
    if (l->id != NULL || (l->wanted != NULL ? strcmp(l->wanted, own) != 0 : hidden))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_text(cx, own, &copy));
    l->book->sheet.name = copy;
    TACIT_TRY(tacit_scratch_text(cx, id, &copy));
    l->id = copy;
    return TACIT_OK;
}

/* Find the part that the sheet is in. */
static tacit_status find_target(tacit_ctx *cx, void *user, const char *name,
                                const char **attributes)
{
    listing *l = user;
    char *path = NULL;
    const char *id = tacit_xml_attribute(attributes, "Id"),
               *target = tacit_xml_attribute(attributes, "Target");
    if (strcmp(name, "Relationship") != 0 || id == NULL || target == NULL || strcmp(id, l->id) != 0)
        return TACIT_OK;
    TACIT_TRY(target[0] == '/' ? tacit_scratch_text(cx, target + 1, &path)
                               : tacit_scratch_format(cx, &path, "xl/%s", target));
    l->book->sheet.part = tacit_zip_find(&l->book->zip, path);
    return TACIT_OK;
}

static tacit_status find_sheet(tacit_ctx *cx, const char *wanted, tacit_xlsx_book *book)
{
    const tacit_zip_part *all = tacit_zip_find(&book->zip, "xl/workbook.xml");
    const tacit_zip_part *links = tacit_zip_find(&book->zip, "xl/_rels/workbook.xml.rels");
    listing l = { .book = book, .wanted = wanted };
    if (all == NULL || links == NULL)
        return fail_part(cx, book);
    TACIT_TRY(
        tacit_xml_parse(cx, &book->zip, all, &(tacit_xml){ list_sheet, pass_end, pass_text, &l }));
    if (l.id == NULL && wanted != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s has no sheet called '%s'.", book->zip.about,
                          wanted);
    if (l.id == NULL)
        return fail_part(cx, book);
    TACIT_TRY(tacit_xml_parse(cx, &book->zip, links,
                              &(tacit_xml){ find_target, pass_end, pass_text, &l }));
    if (book->sheet.part == NULL)
        return fail_part(cx, book);
    if (wanted == NULL && l.n > 1)
        tacit_warn(cx,
                   "%s has %zu sheets; the first one, '%s', is read (say 'sheet' under data "
                   "for another).",
                   book->zip.about, l.n, book->sheet.name);
    return TACIT_OK;
}

/* ---- styles ---- */

/* Formats that show dates, and the styles that have them. */
typedef struct formats {
    tacit_xlsx_book *book;
    long *id; /* of formats of this workbook that are for dates */
    size_t n;
    bool styles; /* within the list of styles of cells */
} formats;

static bool is_date_code(const char *code)
{
    bool quoted = false, bracket = false;
    for (const char *c = code; *c != '\0'; c++) {
        if (*c == '\\' && c[1] != '\0') {
            c++;
            continue;
        }
        quoted ^= *c == '"';
        bracket = *c == '[' || (bracket && *c != ']');
        if (!quoted && !bracket && strchr("dDyY", *c) != NULL)
            return true;
    }
    return false;
}

static bool is_date_format(const formats *f, long id)
{
    static const struct {
        long from, to;
    } dates[] = { { 14, 17 }, { 22, 22 }, { 27, 31 }, { 36, 36 }, { 50, 54 }, { 57, 58 } };
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++)
        if (id >= dates[i].from && id <= dates[i].to)
            return true;
    for (size_t i = 0; i < f->n; i++)
        if (f->id[i] == id)
            return true;
    return false;
}

static tacit_status take_style(tacit_ctx *cx, void *user, const char *name, const char **attributes)
{
    formats *f = user;
    const char *id = tacit_xml_attribute(attributes, "numFmtId"),
               *code = tacit_xml_attribute(attributes, "formatCode");
    const long number = id != NULL ? strtol(id, NULL, 10) : 0;
    (void)cx;
    if (strcmp(name, "numFmt") == 0 && code != NULL && is_date_code(code) && f->n < FORMATS_MOST)
        f->id[f->n++] = number;
    f->styles = f->styles || strcmp(name, "cellXfs") == 0;
    if (f->styles && strcmp(name, "xf") == 0 && f->book->n_styles < STYLES_MOST)
        f->book->dated[f->book->n_styles++] = is_date_format(f, number);
    return TACIT_OK;
}

static tacit_status end_style(tacit_ctx *cx, void *user, const char *name)
{
    formats *f = user;
    (void)cx;
    f->styles = f->styles && strcmp(name, "cellXfs") != 0;
    return TACIT_OK;
}

static tacit_status read_styles(tacit_ctx *cx, tacit_xlsx_book *book)
{
    const tacit_zip_part *part = tacit_zip_find(&book->zip, "xl/styles.xml");
    formats f = { .book = book };
    if (part == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, FORMATS_MOST, sizeof *f.id, &f.id));
    TACIT_TRY(tacit_scratch(cx, STYLES_MOST, sizeof *book->dated, &book->dated));
    return tacit_xml_parse(cx, &book->zip, part,
                           &(tacit_xml){ take_style, end_style, pass_text, &f });
}

/* ---- shared texts ---- */

typedef struct sharing {
    tacit_xlsx_book *book;
    tacit_buffer text;
    bool inside;   /* of t */
    bool phonetic; /* how a text is said, which is no part of it */
} sharing;

static tacit_status start_shared(tacit_ctx *cx, void *user, const char *name,
                                 const char **attributes)
{
    sharing *s = user;
    (void)cx;
    (void)attributes;
    if (strcmp(name, "si") == 0)
        s->text.length = 0;
    s->phonetic = s->phonetic || strcmp(name, "rPh") == 0;
    s->inside = strcmp(name, "t") == 0;
    return TACIT_OK;
}

static tacit_status take_shared(tacit_ctx *cx, void *user, const char *text, size_t n)
{
    sharing *s = user;
    return s->inside && !s->phonetic ? tacit_buffer_bytes(cx, &s->text, text, n) : TACIT_OK;
}

static tacit_status end_shared(tacit_ctx *cx, void *user, const char *name)
{
    sharing *s = user;
    tacit_xlsx_book *b = s->book;
    s->inside = false;
    s->phonetic = s->phonetic && strcmp(name, "rPh") != 0;
    if (strcmp(name, "si") != 0)
        return TACIT_OK;
    if (b->n_shared == b->room) {
        const size_t room = b->room > 0 ? 2 * b->room : 1024;
        if (room > SHARED_MOST)
            return tacit_fail(cx, TACIT_ERR_DATA, "%s has too many texts.", b->zip.about);
        TACIT_TRY(tacit_grow(cx, room, sizeof *b->shared, &b->shared));
        b->room = room;
    }
    const size_t n = s->text.length > 0 ? tacit_xlsx_unescape(s->text.text, s->text.length) : 0;
    return tacit_dict_add(cx, b->text, n > 0 ? s->text.text : "", n, &b->shared[b->n_shared++]);
}

static tacit_status read_shared(tacit_ctx *cx, tacit_xlsx_book *book)
{
    const tacit_zip_part *part = tacit_zip_find(&book->zip, "xl/sharedStrings.xml");
    sharing s = { .book = book };
    TACIT_TRY(tacit_dict_new(cx, &book->text));
    if (part == NULL)
        return TACIT_OK;
    const tacit_status status = tacit_xml_parse(
        cx, &book->zip, part, &(tacit_xml){ start_shared, end_shared, take_shared, &s });
    tacit_buffer_free(&s.text);
    return status;
}

/* ---- all of it ---- */

tacit_status tacit_xlsx_book_open(tacit_ctx *cx, const tacit_source *source, const char *name,
                                  tacit_xlsx_book *out)
{
    *out = (tacit_xlsx_book){ 0 };
    TACIT_TRY(tacit_zip_open(cx, tacit_source_path(source), source->uri, &out->zip));
    TACIT_TRY(find_sheet(cx, name, out));
    TACIT_TRY(read_styles(cx, out));
    return read_shared(cx, out);
}

void tacit_xlsx_book_close(tacit_xlsx_book *book)
{
    tacit_input_close(&book->zip.in);
    tacit_dict_free(book->text);
    tacit_free(book->shared);
}
