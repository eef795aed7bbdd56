/*
 * sheet.c - the cells of a sheet as a table.
 *
 * The first row names the columns, unless the options say that it does not.  A column is of whole
 * numbers, reals or dates if all its cells are such; numbers beside texts are texts, and so are
 * truth values (TRUE, FALSE) and times of a day.  Formulas count with the values that were computed
 * and saved.  What has no one meaning is refused by its place: an error, a formula that was never
 * computed, cells that are merged, an empty row within the table.  O(cells).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/csv_rules.h"
#include "engine/xlsx/own.h"

enum { NAME_BYTES = 16 };

typedef enum kind { NUMBER, SHARED, TEXT, TRUTH, MISTAKE } kind;

/* A column on its way: all cells as texts, and what types they leave open. */
typedef struct column {
    tacit_builder *cells;
    const char *name;
    unsigned types;
    uint32_t known; /* texts that were looked at */
} column;

typedef struct reading {
    tacit_ctx *cx;
    const tacit_source *source;
    const tacit_xlsx_book *book;
    column *column;
    size_t n, room;
    uint64_t row;  /* the one that is read, from 1 */
    uint64_t rows; /* that were put into the columns */
    bool named;    /* the first row was taken */
    size_t at;     /* the column of the cell, from 0 */
    size_t filled; /* columns of this row that were put */
    bool any;      /* this row has a cell */
    kind kind;
    bool dated, inside, computed; /* of the cell; within v or t; there is a formula */
    tacit_buffer value;
} reading;

/* ---- places ---- */

/* The name of a cell, such as AB7. */
static const char *place(const reading *r, char out[NAME_BYTES])
{
    char letters[8];
    size_t n = 0, at = r->at + 1;
    for (; at > 0 && n < sizeof letters; at = (at - 1) / 26)
        letters[n++] = (char)('A' + (at - 1) % 26);
    size_t to = 0;
    while (n > 0)
        out[to++] = letters[--n];
    snprintf(out + to, NAME_BYTES - to, "%u", (unsigned)r->row);
    return out;
}

static tacit_status fail_cell(const reading *r, const char *why)
{
    char name[NAME_BYTES];
    return tacit_fail(r->cx, TACIT_ERR_DATA, "%s, cell %s %s", r->book->zip.about, place(r, name),
                      why);
}

/* The column, from 0, and the row that a reference such as AB7 names; false if it is none. */
static bool read_reference(const char *text, size_t *at, uint64_t *row)
{
    size_t count = 0;
    for (; *text >= 'A' && *text <= 'Z' && count <= TACIT_XLSX_COLUMNS; text++)
        count = 26 * count + (size_t)(*text - 'A') + 1;
    char *last = NULL;
    *row = strtoull(text, &last, 10);
    *at = count - 1;
    return count > 0 && count <= TACIT_XLSX_COLUMNS && last != text && *row > 0 &&
           *row <= TACIT_XLSX_ROWS;
}

/* ---- values ---- */

/* A number of days as a date, with the time of the day where there is one. */
static size_t put_moment(const reading *r, double x, char out[64])
{
    const double days = floor(x);
    const int32_t epoch = r->book->since_1904 ? TACIT_XLSX_EPOCH_1904 : TACIT_XLSX_EPOCH;
    char date[TACIT_NUMBER_BYTES];
    tacit_format_date((int32_t)days - epoch, date);
    const long seconds = lround((x - days) * 86400.0);
    if (seconds == 0)
        return (size_t)snprintf(out, 64, "%s", date);
    return (size_t)snprintf(out, 64, "%s %02ld:%02ld:%02ld", date, seconds / 3600 % 24,
                            seconds / 60 % 60, seconds % 60);
}

/* Whether a number counts days that both Excel and a calendar know. */
static bool is_day(const reading *r, double x)
{
    return x >= (r->book->since_1904 ? 0 : TACIT_XLSX_FIRST) && x < 2958466.0; /* 10000-01-01 */
}

/* The text of a number: its digits, or the date that is shown. */
static tacit_status number_text(const reading *r, char out[64], size_t *n)
{
    double x = 0;
    int64_t whole = 0;
    if (!tacit_parse_real(r->value.text, &x))
        return fail_cell(r, "holds a number that is not one; save the workbook again.");
    if (r->dated && is_day(r, x)) {
        *n = put_moment(r, x, out);
        return TACIT_OK;
    }
    if (tacit_parse_integer(r->value.text, r->value.length, &whole))
        tacit_format_integer(whole, out);
    else if (fabs(x) < 1e15 && floor(x) >= x)
        tacit_format_integer((int64_t)x, out);
    else
        tacit_format_real(x, out);
    *n = strlen(out);
    return TACIT_OK;
}

static tacit_status shared_text(const reading *r, const char **out, size_t *n)
{
    char *end = NULL;
    const unsigned long i = strtoul(r->value.text, &end, 10);
    if (end == r->value.text || i >= r->book->n_shared)
        return fail_cell(r, "names a text that the workbook does not have; save it again.");
    *out = tacit_dict_text(r->book->text, r->book->shared[i]);
    *n = tacit_dict_length(r->book->text, r->book->shared[i]);
    return TACIT_OK;
}

/* Whether the cell can be taken for a value, or for none. */
static tacit_status check_cell(const reading *r)
{
    if (r->kind == MISTAKE && (r->value.length == 0 || strcmp(r->value.text, "#N/A") != 0))
        return fail_cell(r, "holds an error; correct or empty it.");
    if (r->computed && r->value.length == 0 && r->kind != TEXT)
        return fail_cell(r, "has a formula that was never computed; open the workbook in a program "
                            "that computes it, and save it.");
    return TACIT_OK;
}

/* What the cell holds, as a text; nothing if it is empty or #N/A. */
static tacit_status cell_text(reading *r, char room[64], const char **out, size_t *n)
{
    TACIT_TRY(check_cell(r));
    *out = room;
    *n = 0;
    if (r->value.length == 0 || r->kind == MISTAKE)
        return TACIT_OK;
    if (r->kind == SHARED)
        return shared_text(r, out, n);
    if (r->kind == NUMBER)
        return number_text(r, room, n);
    if (r->kind == TRUTH) {
        *n = (size_t)snprintf(room, 64, "%s", r->value.text[0] == '1' ? "TRUE" : "FALSE");
        return TACIT_OK;
    }
    *n = tacit_xlsx_unescape(r->value.text, r->value.length);
    *out = r->value.text;
    return TACIT_OK;
}

/* A cell without a value, or with one of the texts that are said to mean that. */
static bool is_missing(const reading *r, const char *text, size_t n)
{
    const tacit_value *given = tacit_csv_option(r->source->args, TACIT_SOURCE_MISSING);
    for (size_t i = 0; given != NULL && i < given->n; i++)
        if (strlen(given->texts[i]) == n && memcmp(given->texts[i], text, n) == 0)
            return true;
    return n == 0;
}

/* ---- columns ---- */

static tacit_status add_column(reading *r, const char *name)
{
    if (r->n == r->room) {
        const size_t room = r->room > 0 ? 2 * r->room : 64;
        TACIT_TRY(tacit_grow(r->cx, room, sizeof *r->column, &r->column));
        r->room = room;
    }
    char *copy = NULL;
    TACIT_TRY(tacit_scratch_text(r->cx, name, &copy));
    r->column[r->n] = (column){ .name = copy, .types = TACIT_CSV_TYPES };
    TACIT_TRY(tacit_builder_new(r->cx, copy, TACIT_TYPE_CATEGORY, 0, &r->column[r->n].cells));
    r->n++;
    return TACIT_OK;
}

/* Columns that nobody named get numbers for names. */
static tacit_status add_columns(reading *r, size_t n)
{
    while (r->n < n) {
        char name[32];
        snprintf(name, sizeof name, "column%zu", r->n + 1);
        TACIT_TRY(add_column(r, name));
    }
    return TACIT_OK;
}

static tacit_status take_name(reading *r, const char *text, size_t n)
{
    char *name = NULL;
    if (n == 0)
        return TACIT_OK;
    TACIT_TRY(add_columns(r, r->at));
    TACIT_TRY(tacit_scratch_format(r->cx, &name, "%.*s", (int)n, text));
    for (size_t j = 0; j < r->n; j++)
        if (strcmp(r->column[j].name, name) == 0)
            return fail_cell(r, "gives a column the name of another one; rename it.");
    return add_column(r, name);
}

/* Fill up the columns before `at`. */
static tacit_status fill_up(reading *r, size_t at)
{
    for (; r->filled < at; r->filled++)
        TACIT_TRY(tacit_builder_missing(r->cx, r->column[r->filled].cells));
    return TACIT_OK;
}

/* Rule out what a text is not. */
static void look(const reading *r, column *c, const char *text, size_t n)
{
    const uint32_t size = tacit_dict_size(tacit_builder_dict(c->cells));
    if (r->kind == SHARED || r->kind == TEXT || r->kind == TRUTH)
        c->types = 0;
    else if (size > c->known)
        c->types = tacit_csv_types(NULL, text, n, c->types);
    c->known = size;
}

static tacit_status take_value(reading *r, const char *text, size_t n)
{
    if (is_missing(r, text, n))
        return TACIT_OK;
    if (r->at >= r->n && tacit_csv_has_header(r->source->args))
        return fail_cell(r, "stands in a column without a name; name it in the first row.");
    TACIT_ASSERT(r->at < r->n);
    TACIT_TRY(fill_up(r, r->at));
    column *c = &r->column[r->at];
    TACIT_TRY(tacit_builder_text(r->cx, c->cells, text, n));
    look(r, c, text, n);
    r->filled = r->at + 1;
    return TACIT_OK;
}

/* ---- elements ---- */

static tacit_status begin_row(reading *r, const char **attributes)
{
    const char *number = tacit_xml_attribute(attributes, "r");
    const uint64_t row = number != NULL ? strtoull(number, NULL, 10) : r->row + 1;
    if (row <= r->row || row > TACIT_XLSX_ROWS)
        return tacit_fail(r->cx, TACIT_ERR_DATA,
                          "%s: rows do not follow each other; save the workbook again.",
                          r->book->zip.about);
    r->row = row;
    r->at = SIZE_MAX;
    r->any = false;
    r->filled = 0;
    return TACIT_OK;
}

static tacit_status begin_cell(reading *r, const char **attributes)
{
    static const struct {
        const char *name;
        kind kind;
    } kinds[] = { { "n", NUMBER }, { "s", SHARED },  { "str", TEXT }, { "inlineStr", TEXT },
                  { "b", TRUTH },  { "e", MISTAKE }, { "d", TEXT } };
    const char *where = tacit_xml_attribute(attributes, "r"),
               *type = tacit_xml_attribute(attributes, "t"),
               *style = tacit_xml_attribute(attributes, "s");
    const size_t before = r->at;
    uint64_t row = r->row;
    r->at = before + 1; /* SIZE_MAX is before the first */
    if ((where != NULL && !read_reference(where, &r->at, &row)) || row != r->row ||
        (before != SIZE_MAX && r->at <= before) || r->at >= TACIT_XLSX_COLUMNS)
        return tacit_fail(r->cx, TACIT_ERR_DATA,
                          "%s: cells do not follow each other; save the workbook again.",
                          r->book->zip.about);
    const unsigned long s = style != NULL ? strtoul(style, NULL, 10) : 0;
    r->dated = s < r->book->n_styles && r->book->dated[s];
    r->kind = NUMBER;
    for (size_t i = 0; type != NULL && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(type, kinds[i].name) == 0)
            r->kind = kinds[i].kind;
    r->computed = false;
    r->value.length = 0;
    return TACIT_OK;
}

/* The first row, or the first record of a sheet without names, tells how many columns there are. */
static tacit_status end_cell(reading *r)
{
    char room[64];
    const char *text = NULL;
    size_t n = 0;
    TACIT_TRY(cell_text(r, room, &text, &n));
    r->any = r->any || n > 0;
    if (r->named)
        return take_value(r, text, n);
    if (tacit_csv_has_header(r->source->args))
        return take_name(r, text, n);
    TACIT_TRY(add_columns(r, n > 0 ? r->at + 1 : 0));
    return take_value(r, text, n);
}

/* Rows without a cell may follow the table, not stand within it. */
static tacit_status end_row(reading *r)
{
    const bool header = !r->named && tacit_csv_has_header(r->source->args);
    if (!r->any)
        return TACIT_OK;
    if (r->row != r->rows + 1 + (r->named && tacit_csv_has_header(r->source->args)))
        return tacit_fail(r->cx, TACIT_ERR_DATA,
                          "%s: a row before row %llu is empty; the table begins in the first row "
                          "and has no empty one.",
                          r->book->zip.about, (unsigned long long)r->row);
    r->named = true;
    if (header)
        return TACIT_OK;
    r->rows++;
    return fill_up(r, r->n);
}

static tacit_status start(tacit_ctx *cx, void *user, const char *name, const char **attributes)
{
    reading *r = user;
    const char *merged = tacit_xml_attribute(attributes, "ref");
    if (strcmp(name, "row") == 0)
        return begin_row(r, attributes);
    if (strcmp(name, "c") == 0)
        return begin_cell(r, attributes);
    r->computed = r->computed || strcmp(name, "f") == 0;
    r->inside = strcmp(name, "v") == 0 || strcmp(name, "t") == 0;
    if (strcmp(name, "mergeCell") == 0 && merged != NULL)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "%s: cells %s are merged; every column needs a name and every record a "
                          "value of its own, so undo the merging.",
                          r->book->zip.about, merged);
    return TACIT_OK;
}

static tacit_status take(tacit_ctx *cx, void *user, const char *text, size_t n)
{
    reading *r = user;
    return r->inside ? tacit_buffer_bytes(cx, &r->value, text, n) : TACIT_OK;
}

static tacit_status end(tacit_ctx *cx, void *user, const char *name)
{
    reading *r = user;
    (void)cx;
    r->inside = false;
    if (strcmp(name, "c") == 0)
        return end_cell(r);
    return strcmp(name, "row") == 0 ? end_row(r) : TACIT_OK;
}

/* ---- types ---- */

/* Append what text `s` is as a value of the type. */
static tacit_status put_typed(tacit_ctx *cx, tacit_builder *b, tacit_type type, const char *s)
{
    int64_t whole = 0;
    double real = 0;
    int32_t day = 0;
    const size_t n = strlen(s);
    const bool read = type == TACIT_TYPE_INTEGER ? tacit_parse_integer(s, n, &whole)
                      : type == TACIT_TYPE_REAL  ? tacit_csv_real(NULL, s, n, &real)
                                                 : tacit_csv_date(s, n, &day);
    TACIT_ASSERT(read);
    return type == TACIT_TYPE_INTEGER ? tacit_builder_integers(cx, b, &whole, NULL, 1)
           : type == TACIT_TYPE_REAL  ? tacit_builder_reals(cx, b, &real, NULL, 1)
                                      : tacit_builder_dates(cx, b, &day, NULL, 1);
}

/* The column with the type that its cells allow. */
static tacit_status convert(tacit_ctx *cx, const column *c, const tacit_column *from,
                            tacit_column **out)
{
    tacit_builder *b = NULL;
    const tacit_type type = tacit_csv_type(c->types);
    TACIT_TRY(tacit_builder_new(cx, c->name, type, tacit_column_length(from), &b));
    tacit_status status = TACIT_OK;
    for (size_t i = 0; i < tacit_column_length(from) && status == TACIT_OK; i++)
        status =
            tacit_column_is_missing(from, i)
                ? tacit_builder_missing(cx, b)
                : put_typed(cx, b, type,
                            tacit_dict_text(tacit_column_dict(from), tacit_column_codes(from)[i]));
    if (status == TACIT_OK)
        return tacit_builder_finish(cx, b, out);
    tacit_builder_free(b);
    return status;
}

static tacit_status finish(reading *r, column *c, tacit_table *to)
{
    tacit_builder *b = c->cells;
    tacit_column *all = NULL, *typed = NULL;
    const bool text = tacit_csv_type(c->types) == TACIT_TYPE_CATEGORY || c->known == 0 ||
                      tacit_csv_keeps_text(r->source->args, c->name);
    c->cells = NULL;
    TACIT_TRY(tacit_builder_finish(r->cx, b, &all));
    if (text)
        return tacit_table_add(r->cx, to, all);
    const tacit_status status = convert(r->cx, c, all, &typed);
    tacit_column_free(all);
    return status == TACIT_OK ? tacit_table_add(r->cx, to, typed) : status;
}

static tacit_status make_table(reading *r, tacit_table **out)
{
    tacit_table *made = NULL;
    if (r->n == 0)
        return tacit_fail(r->cx, TACIT_ERR_DATA, "%s: the sheet '%s' is empty.", r->book->zip.about,
                          r->book->sheet.name);
    TACIT_TRY(tacit_table_new(r->cx, (size_t)r->rows, &made));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < r->n && status == TACIT_OK; j++)
        status = finish(r, &r->column[j], made);
    if (status == TACIT_OK)
        *out = made;
    else
        tacit_table_free(made);
    return status;
}

tacit_status tacit_xlsx_table(tacit_ctx *cx, const tacit_source *source,
                              const tacit_xlsx_book *book, tacit_table **out)
{
    reading r = { .cx = cx, .source = source, .book = book };
    tacit_status status =
        tacit_xml_parse(cx, &book->zip, book->sheet.part, &(tacit_xml){ start, end, take, &r });
    if (status == TACIT_OK)
        status = make_table(&r, out);
    for (size_t j = 0; j < r.n; j++)
        tacit_builder_free(r.column[j].cells);
    tacit_free(r.column);
    tacit_buffer_free(&r.value);
    return status;
}
