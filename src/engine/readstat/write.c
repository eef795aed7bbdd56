/*
 * write.c - writing files of Stata, SPSS and SAS.
 *
 * ReadStat must know the width of texts and the number of rows before the first row,
 * so all chunks are kept until the last has come: the memory is that of the rows,
 * which a caller that hands over chunks of a loaded table holds anyway.  Stata files
 * are of version 118 (Unicode), SPSS files row-compressed (.sav) or zlib-compressed
 * (.zsav), transport files of version 5 where names, titles and texts are short enough
 * and of version 8 otherwise.  The time stamp in the file is fixed, so that equal
 * tables give equal bytes.
 *
 * Missing cells are system missing, for texts empty.  Numbers that the format cannot
 * hold exactly (whole numbers from 2^53, magnitudes beyond its range) are an error.
 */
#include "engine/readstat/write.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

enum {
    STATA_VERSION = 118,
    STATA_COLUMNS_MOST = 32767,
    TRANSPORT_SHORT = 5,
    TRANSPORT_LONG = 8,
    TICK_ROWS = 4096
};

static const double WHOLE_MOST = 9007199254740991.0; /* 2^53 - 1 */
static const double IBM_LEAST = 5.4e-79;             /* smallest of a transport file */

/* ---- collecting ---- */

static void survey_texts(const tacit_column *c, tacit_readstat_out *o)
{
    const tacit_dict *dict = tacit_column_dict(c);
    const uint32_t *code = tacit_column_codes(c);
    const uint64_t *valid = tacit_column_valid(c);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (!tacit_valid_at(valid, i))
            continue;
        const size_t n = tacit_dict_length(dict, code[i]);
        o->width = n > o->width ? n : o->width;
        o->blanks += n > 0 && tacit_dict_text(dict, code[i])[n - 1] == ' ';
    }
}

/* The largest magnitude of a column's numbers; dates are stored as 32-bit integers. */
static double largest(const tacit_readstat_writer *w, tacit_type type)
{
    if (type == TACIT_TYPE_DATE)
        return 2e9;
    return type == TACIT_TYPE_INTEGER ? WHOLE_MOST : w->format->largest;
}

static tacit_status survey_numbers(tacit_ctx *cx, const tacit_readstat_writer *w,
                                   const tacit_column *c, tacit_readstat_out *o)
{
    const bool transport = w->format->family == TACIT_READSTAT_SAS;
    const double most = largest(w, tacit_column_type(c));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        const double x = tacit_column_number(c, i);
        if (fabs(x) > most || (transport && fabs(x) > 0.0 && fabs(x) < IBM_LEAST))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has numbers that a %s file cannot hold exactly.",
                              tacit_column_name(c), w->format->title);
        o->min = x < o->min ? x : o->min;
        o->max = x > o->max ? x : o->max;
    }
    return TACIT_OK;
}

static tacit_status survey_chunk(tacit_ctx *cx, tacit_readstat_writer *w, const tacit_table *t)
{
    TACIT_ASSERT(tacit_table_columns(t) == w->n);
    for (size_t j = 0; j < w->n; j++) {
        const tacit_column *c = tacit_table_column(t, j);
        TACIT_ASSERT(tacit_column_type(c) == tacit_column_type(w->out[j].shape));
        if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
            survey_texts(c, &w->out[j]);
        else
            TACIT_TRY(survey_numbers(cx, w, c, &w->out[j]));
    }
    w->rows += tacit_table_rows(t);
    return tacit_tick(cx, w->rows, 0);
}

/* Take all chunks from the caller. */
static tacit_status collect(tacit_ctx *cx, tacit_readstat_writer *w, const tacit_rows *rows)
{
    for (;;) {
        if (w->n_chunks == w->room) {
            const size_t more = w->room == 0 ? 64 : 2 * w->room;
            TACIT_TRY(tacit_grow(cx, more, sizeof(tacit_table *), &w->chunk));
            w->room = more;
        }
        tacit_table *t = NULL;
        TACIT_TRY(rows->next(cx, rows->user, &t));
        if (t == NULL)
            return TACIT_OK;
        w->chunk[w->n_chunks++] = t;
        TACIT_TRY(survey_chunk(cx, w, t));
    }
}

/* Distinct texts of a column too wide for Stata's fixed width, the empty one first: it
 * stands for missing. */
static tacit_status collect_texts(tacit_ctx *cx, tacit_readstat_writer *w, size_t j)
{
    uint32_t ignored = 0;
    TACIT_TRY(tacit_dict_new(cx, &w->out[j].texts));
    TACIT_TRY(tacit_dict_add(cx, w->out[j].texts, "", 0, &ignored));
    for (size_t k = 0; k < w->n_chunks; k++) {
        const tacit_column *c = tacit_table_column(w->chunk[k], j);
        const tacit_dict *dict = tacit_column_dict(c);
        for (size_t i = 0; i < tacit_column_length(c); i++) {
            const uint32_t code = tacit_column_codes(c)[i];
            if (!tacit_column_is_missing(c, i))
                TACIT_TRY(tacit_dict_add(cx, w->out[j].texts, tacit_dict_text(dict, code),
                                         tacit_dict_length(dict, code), &ignored));
        }
    }
    return TACIT_OK;
}

static tacit_status check_widths(tacit_ctx *cx, tacit_readstat_writer *w)
{
    const size_t most = tacit_readstat_width_most(w->format);
    for (size_t j = 0; j < w->n; j++) {
        if (w->out[j].width <= most)
            continue;
        if (w->format->family != TACIT_READSTAT_STATA)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has texts longer than the %zu bytes that a %s file "
                              "can hold.",
                              tacit_column_name(w->out[j].shape), most, w->format->title);
        TACIT_TRY(collect_texts(cx, w, j));
    }
    return TACIT_OK;
}

/* Rows of texts alone that end in empty rows look like the padding of a transport file. */
static tacit_status check_padding(tacit_ctx *cx, const tacit_readstat_writer *w)
{
    if (w->format->family != TACIT_READSTAT_SAS || w->rows == 0)
        return TACIT_OK;
    size_t k = w->n_chunks;
    while (tacit_table_rows(w->chunk[k - 1]) == 0)
        k--;
    const size_t last = tacit_table_rows(w->chunk[k - 1]) - 1;
    for (size_t j = 0; j < w->n; j++) {
        const tacit_column *c = tacit_table_column(w->chunk[k - 1], j);
        if (tacit_column_type(c) != TACIT_TYPE_CATEGORY || !tacit_column_is_missing(c, last))
            return TACIT_OK;
    }
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "A SAS transport file cannot hold a table of texts whose last row is all "
                      "missing.");
}

/* ---- writing ---- */

static ssize_t put_bytes(const void *bytes, size_t n, void *user)
{
    tacit_readstat_writer *w = user;
    if (w->failed == 0 && fwrite(bytes, 1, n, w->file) != n)
        w->failed = errno == 0 ? EIO : errno;
    return w->failed == 0 ? (ssize_t)n : -1;
}

static tacit_status write_failed(tacit_ctx *cx, const tacit_readstat_writer *w)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Writing file '%s' failed: %s.", w->target,
                      strerror(w->failed));
}

/* Turn what ReadStat says into a status. */
static tacit_status check(tacit_ctx *cx, const tacit_readstat_writer *w, readstat_error_t error)
{
    if (w->failed != 0)
        return write_failed(cx, w);
    if (error == READSTAT_ERROR_MALLOC)
        return tacit_fail_memory(cx);
    if (error != READSTAT_OK)
        return tacit_fail(cx, TACIT_ERR_DATA, "The table cannot be written as a %s file.",
                          w->format->title);
    return TACIT_OK;
}

static readstat_error_t insert_text(const tacit_readstat_writer *w, const tacit_readstat_out *o,
                                    const char *text)
{
    if (o->texts == NULL)
        return readstat_insert_string_value(w->lib, o->variable, text);
    const size_t at = o->first_ref + tacit_dict_find(o->texts, text);
    return readstat_insert_string_ref(w->lib, o->variable,
                                      readstat_get_string_ref(w->lib, (int)at));
}

static readstat_error_t insert_number(const tacit_readstat_writer *w, const tacit_readstat_out *o,
                                      double x)
{
    switch (readstat_variable_get_type(o->variable)) {
    case READSTAT_TYPE_INT8:
        return readstat_insert_int8_value(w->lib, o->variable, (int8_t)x);
    case READSTAT_TYPE_INT16:
        return readstat_insert_int16_value(w->lib, o->variable, (int16_t)x);
    case READSTAT_TYPE_INT32:
        return readstat_insert_int32_value(w->lib, o->variable, (int32_t)x);
    default:
        return readstat_insert_double_value(w->lib, o->variable, x);
    }
}

static readstat_error_t insert_cell(const tacit_readstat_writer *w, const tacit_readstat_out *o,
                                    const tacit_column *c, size_t i)
{
    if (tacit_column_is_missing(c, i) && o->texts == NULL)
        return readstat_insert_missing_value(w->lib, o->variable);
    if (tacit_column_is_missing(c, i))
        return insert_text(w, o, "");
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return insert_text(w, o, tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[i]));
    double x = tacit_column_number(c, i);
    if (tacit_column_type(c) == TACIT_TYPE_DATE)
        x = tacit_readstat_from_days(w->format->family, x);
    return insert_number(w, o, x);
}

static tacit_status write_chunk(tacit_ctx *cx, tacit_readstat_writer *w, const tacit_table *t)
{
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        readstat_error_t error = readstat_begin_row(w->lib);
        for (size_t j = 0; j < w->n && error == READSTAT_OK; j++)
            error = insert_cell(w, &w->out[j], tacit_table_column(t, j), i);
        if (error == READSTAT_OK)
            error = readstat_end_row(w->lib);
        TACIT_TRY(check(cx, w, error));
        if (i % TICK_ROWS == 0)
            TACIT_TRY(tacit_tick(cx, (uint64_t)w->lib->current_row, w->rows));
    }
    return TACIT_OK;
}

/* A moment whose local time is the same in all time zones. */
static time_t fixed_time(void)
{
    struct tm noon = { .tm_year = 80, .tm_mday = 1, .tm_hour = 12, .tm_isdst = -1 };
    return mktime(&noon);
}

/* Whether version 5 of the transport format can hold all names, titles and texts. */
static bool is_short(const tacit_readstat_writer *w)
{
    for (size_t j = 0; j < w->n; j++) {
        const char *title = tacit_column_notes_of(w->out[j].shape)->title;
        if (strlen(tacit_column_name(w->out[j].shape)) > 8 || w->out[j].width > 200 ||
            (title != NULL && strlen(title) > 40))
            return false;
    }
    return true;
}

static readstat_error_t begin(tacit_readstat_writer *w)
{
    const long rows = (long)w->rows;
    readstat_writer_set_file_timestamp(w->lib, fixed_time());
    if (w->format->family == TACIT_READSTAT_STATA) {
        readstat_writer_set_file_format_version(w->lib, STATA_VERSION);
        return readstat_begin_writing_dta(w->lib, w, rows);
    }
    if (w->format->family == TACIT_READSTAT_SPSS) {
        const bool zlib = strcmp(w->format->ending, ".zsav") == 0;
        readstat_writer_set_compression(w->lib,
                                        zlib ? READSTAT_COMPRESS_BINARY : READSTAT_COMPRESS_ROWS);
        return readstat_begin_writing_sav(w->lib, w, rows);
    }
    readstat_writer_set_file_format_version(w->lib, is_short(w) ? TRANSPORT_SHORT : TRANSPORT_LONG);
    return readstat_begin_writing_xport(w->lib, w, rows);
}

static tacit_status write_file(tacit_ctx *cx, tacit_readstat_writer *w, const char *path)
{
    w->file = fopen(path, "wbe");
    if (w->file == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "File '%s' cannot be written: %s.", w->target,
                          strerror(errno));
    w->lib = readstat_writer_init();
    if (w->lib == NULL)
        return tacit_fail_memory(cx);
    TACIT_TRY(check(cx, w, readstat_set_data_writer(w->lib, put_bytes)));
    TACIT_TRY(tacit_readstat_declare(cx, w));
    TACIT_TRY(check(cx, w, begin(w)));
    for (size_t k = 0; k < w->n_chunks; k++)
        TACIT_TRY(write_chunk(cx, w, w->chunk[k]));
    TACIT_TRY(check(cx, w, readstat_end_writing(w->lib)));
    FILE *file = w->file;
    w->file = NULL;
    if (fclose(file) != 0) {
        w->failed = errno;
        return write_failed(cx, w);
    }
    return TACIT_OK;
}

/* ---- the whole ---- */

static tacit_status check_shape(tacit_ctx *cx, const tacit_readstat_writer *w,
                                const tacit_table *shape)
{
    if (w->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "A %s file needs at least one column.",
                          w->format->title);
    if (w->n > STATA_COLUMNS_MOST)
        return tacit_fail(cx, TACIT_ERR_DATA, "A %s file can hold %d columns, not %zu.",
                          w->format->title, STATA_COLUMNS_MOST, w->n);
    return tacit_readstat_names_check(cx, w->format, shape);
}

static tacit_status run(tacit_ctx *cx, tacit_readstat_writer *w, const tacit_rows *rows,
                        const char *path)
{
    TACIT_TRY(check_shape(cx, w, rows->shape));
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *w->out, &w->out));
    for (size_t j = 0; j < w->n; j++)
        w->out[j] = (tacit_readstat_out){ .shape = tacit_table_column(rows->shape, j),
                                          .min = INFINITY,
                                          .max = -INFINITY };
    TACIT_TRY(collect(cx, w, rows));
    if (w->rows > INT32_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA, "A %s file can hold at most %d rows.",
                          w->format->title, INT32_MAX);
    TACIT_TRY(check_widths(cx, w));
    TACIT_TRY(check_padding(cx, w));
    return write_file(cx, w, path);
}

static void end_writer(tacit_readstat_writer *w)
{
    for (size_t k = 0; k < w->n_chunks; k++)
        tacit_table_free(w->chunk[k]);
    tacit_free(w->chunk);
    for (size_t j = 0; w->out != NULL && j < w->n; j++)
        tacit_dict_free(w->out[j].texts);
    if (w->lib != NULL)
        readstat_writer_free(w->lib);
    if (w->file != NULL)
        fclose(w->file);
}

tacit_status tacit_readstat_write(tacit_ctx *cx, const tacit_rows *rows, const char *target,
                                  const char *path)
{
    const tacit_readstat_format *format = tacit_readstat_format_find(target);
    if (format == NULL || !format->writable)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "File '%s' cannot be written: of the files of statistical packages, "
                          ".dta, .sav, .zsav and .xpt can.",
                          target);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_readstat_writer w = { .format = format,
                                .target = target,
                                .n = tacit_table_columns(rows->shape) };
    const tacit_status status = run(cx, &w, rows, path);
    end_writer(&w);
    tacit_scratch_release(cx, mark);
    return status;
}
