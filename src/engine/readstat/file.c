/*
 * file.c - the schema of a statistical package's file, from its first pass.
 *
 * A numeric column is a DATE if its display format is one and all its values are days
 * from 0001-01-01 to 9999-12-31; an INTEGER if its values are whole, below 2^53 in
 * magnitude, and its storage, format or value labels speak for it; otherwise REAL.
 * Date-times become REAL seconds since 1970-01-01 00:00, with a warning.  Texts are
 * categories.  SAS knows one numeric type and mostly no format: there whole values are
 * INTEGER unless the format shows decimals.
 *
 * Missing values of all kinds are missing; that some carried a tag or were defined by
 * the user is told in a warning, once a column.  Cost: one parse of the file.
 */
#include "engine/readstat/file.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

enum { LABEL_BYTES_MOST = 256 << 20, FIRST_DAY = -719162, LAST_DAY = 2932896 };

static const double WHOLE_MOST = 9007199254740991.0; /* 2^53 - 1: exact as a double */

void tacit_readstat_file_free(tacit_readstat_file *f)
{
    if (f == NULL)
        return;
    for (size_t j = 0; j < f->n; j++) {
        tacit_free(f->column[j].name);
        tacit_free(f->column[j].title);
        tacit_free(f->column[j].format);
    }
    for (size_t s = 0; s < f->n_sets; s++) {
        for (size_t i = 0; i < f->set[s].n; i++) {
            tacit_free((void *)(uintptr_t)f->set[s].label[i].value);
            tacit_free((void *)(uintptr_t)f->set[s].label[i].text);
        }
        tacit_free(f->set[s].label);
    }
    tacit_free(f->set);
    tacit_dict_free(f->set_names);
    tacit_free(f->column);
    tacit_free(f->field);
    tacit_free(f->uri);
    if (f->job.fd >= 0)
        close(f->job.fd);
    tacit_free(f);
}

/* An owned, NUL-terminated copy of the next text of a frame. */
static tacit_status copy_text(tacit_ctx *cx, tacit_readstat_frame *frame, char **out)
{
    size_t n = 0;
    const char *at = tacit_readstat_text(frame, &n);
    TACIT_TRY(tacit_alloc(cx, n + 1, 1, out));
    memcpy(*out, at, n);
    return TACIT_OK;
}

/* Fail if the frame was not what it should be, or has bytes left over. */
static tacit_status check_frame(tacit_ctx *cx, const tacit_readstat_file *f,
                                const tacit_readstat_frame *frame)
{
    if (frame->not_text)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "File '%s' has names or labels that are not valid UTF-8.", f->uri);
    if (frame->bad || frame->left > 0)
        return tacit_readstat_damaged(cx, &f->job);
    return TACIT_OK;
}

/* The position of the label set whose name is next in the frame. */
static tacit_status find_set(tacit_ctx *cx, tacit_readstat_file *f, tacit_readstat_frame *frame,
                             uint32_t *out)
{
    size_t n = 0;
    const char *name = tacit_readstat_text(frame, &n);
    TACIT_TRY(tacit_dict_add(cx, f->set_names, name, n, out));
    if (*out < f->n_sets)
        return TACIT_OK;
    const size_t more = f->n_sets == 0 ? 16 : 2 * f->n_sets;
    TACIT_TRY(tacit_grow(cx, more, sizeof *f->set, &f->set));
    memset(f->set + f->n_sets, 0, (more - f->n_sets) * sizeof *f->set);
    f->n_sets = more;
    return TACIT_OK;
}

static tacit_status take_variable(tacit_ctx *cx, tacit_readstat_file *f,
                                  tacit_readstat_frame *frame)
{
    if (f->n >= TACIT_READSTAT_COLUMNS_MOST)
        return tacit_readstat_damaged(cx, &f->job);
    if (f->n == f->room) {
        const size_t more = f->room == 0 ? 64 : 2 * f->room;
        TACIT_TRY(tacit_grow(cx, more, sizeof *f->column, &f->column));
        f->room = more;
    }
    tacit_readstat_column *c = &f->column[f->n++];
    *c = (tacit_readstat_column){ .text = tacit_readstat_u8(frame) != 0 };
    c->stored_whole = tacit_readstat_u8(frame) != 0;
    TACIT_TRY(copy_text(cx, frame, &c->name));
    TACIT_TRY(copy_text(cx, frame, &c->title));
    TACIT_TRY(copy_text(cx, frame, &c->format));
    TACIT_TRY(find_set(cx, f, frame, &c->set));
    return check_frame(cx, f, frame);
}

/* Append a label whose value and text the set then owns. */
static tacit_status keep_label(tacit_ctx *cx, tacit_readstat_set *s, char *value, char *text)
{
    tacit_status status = TACIT_OK;
    if (s->n == s->room) {
        const size_t more = s->room == 0 ? 8 : 2 * s->room;
        status = tacit_grow(cx, more, sizeof *s->label, &s->label);
        s->room = status == TACIT_OK ? more : s->room;
    }
    if (status != TACIT_OK) {
        tacit_free(value);
        tacit_free(text);
        return status;
    }
    s->label[s->n++] = (tacit_label){ .value = value, .text = text };
    return TACIT_OK;
}

static tacit_status take_label(tacit_ctx *cx, tacit_readstat_file *f, tacit_readstat_frame *frame)
{
    f->label_bytes += frame->left;
    if (f->label_bytes > LABEL_BYTES_MOST)
        return tacit_readstat_damaged(cx, &f->job);
    uint32_t set = 0;
    TACIT_TRY(find_set(cx, f, frame, &set));
    const bool text = tacit_readstat_u8(frame) != 0;
    const double x = tacit_readstat_f64(frame);
    char *value = NULL, *shown = NULL;
    TACIT_TRY(copy_text(cx, frame, &value));
    if (!text) {
        char number[TACIT_NUMBER_BYTES];
        tacit_format_real(x, number);
        tacit_free(value);
        TACIT_TRY(tacit_copy_text(cx, number, &value));
    }
    const tacit_status status = copy_text(cx, frame, &shown);
    if (status != TACIT_OK) {
        tacit_free(value);
        return status;
    }
    TACIT_TRY(keep_label(cx, &f->set[set], value, shown));
    return check_frame(cx, f, frame);
}

static tacit_status take_stats(tacit_ctx *cx, tacit_readstat_file *f, size_t j,
                               tacit_readstat_frame *frame)
{
    if (j >= f->n)
        return tacit_readstat_damaged(cx, &f->job);
    tacit_readstat_stats *s = &f->column[j].stats;
    s->min = tacit_readstat_f64(frame);
    s->max = tacit_readstat_f64(frame);
    s->whole = tacit_readstat_u8(frame) != 0;
    s->whole_days = tacit_readstat_u8(frame) != 0;
    s->tagged = tacit_readstat_u64(frame);
    s->strange = tacit_readstat_u64(frame);
    return check_frame(cx, f, frame);
}

/* Names must tell columns apart and be fit to print. */
static tacit_status check_names(tacit_ctx *cx, const tacit_readstat_file *f, tacit_dict *seen)
{
    for (size_t j = 0; j < f->n; j++) {
        const char *name = f->column[j].name;
        bool plain = name[0] != '\0';
        for (const char *at = name; *at != '\0'; at++)
            plain = plain && (unsigned char)*at >= 0x20 && *at != 0x7f;
        if (!plain)
            return tacit_readstat_damaged(cx, &f->job);
        uint32_t code = 0;
        TACIT_TRY(tacit_dict_add(cx, seen, name, strlen(name), &code));
        if (code != j)
            return tacit_fail(cx, TACIT_ERR_DATA, "File '%s' has two columns named '%s'.", f->uri,
                              name);
    }
    return TACIT_OK;
}

/* Whether all values of a date column are days of years 1 to 9999. */
static bool are_days(const tacit_readstat_file *f, const tacit_readstat_column *c)
{
    const tacit_readstat_family family = f->job.format->family;
    if (c->stats.min > c->stats.max)
        return true;
    const bool whole = family == TACIT_READSTAT_SPSS ? c->stats.whole_days : c->stats.whole;
    return whole && tacit_readstat_days(family, c->stats.min) >= FIRST_DAY &&
           tacit_readstat_days(family, c->stats.max) <= LAST_DAY;
}

static void decide_type(const tacit_readstat_file *f, tacit_readstat_column *c)
{
    const tacit_readstat_family family = f->job.format->family;
    c->meaning = TACIT_READSTAT_PLAIN;
    c->type = TACIT_TYPE_CATEGORY;
    if (c->text)
        return;
    c->meaning = tacit_readstat_meaning_of(family, c->format);
    if (c->meaning == TACIT_READSTAT_DATE && are_days(f, c)) {
        c->type = TACIT_TYPE_DATE;
        return;
    }
    if (c->meaning == TACIT_READSTAT_DATE) /* SPSS dates may carry a time of day */
        c->meaning = family == TACIT_READSTAT_SPSS && !c->stats.whole_days ? TACIT_READSTAT_DATETIME
                                                                           : TACIT_READSTAT_PLAIN;
    const bool wanted =
        c->stored_whole || f->set[c->set].n > 0 || tacit_readstat_says_whole(family, c->format);
    const bool possible =
        c->stats.min > c->stats.max ||
        (c->stats.whole && c->stats.min >= -WHOLE_MOST && c->stats.max <= WHOLE_MOST);
    const bool whole = c->meaning == TACIT_READSTAT_PLAIN && wanted && possible;
    c->type = whole ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
}

static void warn_column(tacit_ctx *cx, const tacit_readstat_column *c)
{
    if (c->stats.tagged > 0)
        tacit_warn(cx,
                   "Column '%s' has %llu tagged or user-defined missing values; they are read as "
                   "missing and their kind is not kept.",
                   c->name, (unsigned long long)c->stats.tagged);
    if (c->stats.strange > 0)
        tacit_warn(cx, "Column '%s' has %llu %s.", c->name, (unsigned long long)c->stats.strange,
                   c->text ? "texts that are not UTF-8; they are read as Windows-1252"
                           : "values that are not finite numbers; they are read as missing");
    if (c->meaning == TACIT_READSTAT_DATETIME)
        tacit_warn(cx,
                   "Column '%s' holds date-times; they are read as seconds since 1970-01-01 00:00.",
                   c->name);
}

/* Types and fields, once all columns and labels are known. */
static tacit_status finish_schema(tacit_ctx *cx, tacit_readstat_file *f)
{
    tacit_dict *seen = NULL;
    TACIT_TRY(tacit_dict_new(cx, &seen));
    const tacit_status status = check_names(cx, f, seen);
    tacit_dict_free(seen);
    TACIT_TRY(status);
    TACIT_TRY(tacit_alloc(cx, f->n, sizeof *f->field, &f->field));
    for (size_t j = 0; j < f->n; j++) {
        decide_type(f, &f->column[j]);
        warn_column(cx, &f->column[j]);
        f->field[j] = (tacit_field){ .name = f->column[j].name,
                                     .type = f->column[j].type,
                                     .notes = tacit_readstat_file_notes(f, j) };
    }
    f->data.schema = (tacit_schema){ .n = f->n, .field = f->field };
    return TACIT_OK;
}

tacit_status tacit_readstat_file_read(tacit_ctx *cx, tacit_readstat_file *f, tacit_readstat_pipe *p)
{
    TACIT_TRY(tacit_dict_new(cx, &f->set_names));
    size_t counted = 0;
    for (;;) {
        tacit_readstat_frame frame;
        TACIT_TRY(tacit_readstat_pipe_next(cx, p, &frame));
        uint64_t rows = 0;
        switch (frame.type) {
        case TACIT_READSTAT_VARIABLE:
            TACIT_TRY(take_variable(cx, f, &frame));
            break;
        case TACIT_READSTAT_LABEL:
            TACIT_TRY(take_label(cx, f, &frame));
            break;
        case TACIT_READSTAT_STATS:
            TACIT_TRY(take_stats(cx, f, counted++, &frame));
            break;
        case TACIT_READSTAT_END:
            TACIT_TRY(tacit_readstat_end(cx, &f->job, &frame, &rows));
            f->rows = (size_t)rows;
            if (counted != f->n || (f->n == 0 && rows > 0))
                return tacit_readstat_damaged(cx, &f->job);
            return finish_schema(cx, f);
        default:
            return tacit_readstat_damaged(cx, &f->job);
        }
    }
}

tacit_status tacit_readstat_file_survey(tacit_ctx *cx, tacit_readstat_file *f)
{
    tacit_readstat_pipe p;
    TACIT_TRY(tacit_readstat_pipe_open(cx, &f->job, &p));
    const tacit_status status = tacit_readstat_file_read(cx, f, &p);
    tacit_readstat_pipe_close(&p);
    return status;
}

tacit_column_notes tacit_readstat_file_notes(const tacit_readstat_file *f, size_t j)
{
    const tacit_readstat_column *c = &f->column[j];
    const tacit_readstat_set *s = &f->set[c->set];
    const bool labelled = c->type != TACIT_TYPE_DATE;
    return (tacit_column_notes){ .title = c->title[0] == '\0' ? NULL : c->title,
                                 .labels = labelled ? s->label : NULL,
                                 .n_labels = labelled ? s->n : 0 };
}
