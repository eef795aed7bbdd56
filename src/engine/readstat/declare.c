/*
 * declare.c - columns, labels and formats of a file that is being written.
 *
 * Integers are Stata's smallest type that holds them, or doubles shown without
 * decimals; dates are numbers with the package's date format; texts are as wide as the
 * longest.  Titles and labels that a format cannot hold are shortened or left out with
 * a warning that names the column.  O(columns + labels).
 */
#include "engine/readstat/write.h"

#include <string.h>

#include "base/text.h"

enum {
    STATA_TITLE_BYTES = 320,
    SPSS_TITLE_BYTES = 252,
    SAS_TITLE_BYTES = 255,
    STATA_LABEL_BYTES = 32000,
    SPSS_LABEL_BYTES = 120,
    STATA_TITLE_POINTS = 80,
    STATA_WIDTH = 2045,
    LONG_WIDTH = 32767
};

size_t tacit_readstat_width_most(const tacit_readstat_format *format)
{
    return format->family == TACIT_READSTAT_STATA ? STATA_WIDTH : LONG_WIDTH;
}

static size_t title_most(tacit_readstat_family family)
{
    if (family == TACIT_READSTAT_STATA)
        return STATA_TITLE_BYTES;
    return family == TACIT_READSTAT_SPSS ? SPSS_TITLE_BYTES : SAS_TITLE_BYTES;
}

/* The largest n not above `most` bytes and `points` characters at which `text` can be
 * cut without breaking a character. */
static size_t cut_at(const char *text, size_t most, size_t points)
{
    size_t cut = 0, seen = 0;
    for (size_t i = 0; i <= most; i++) {
        if (((unsigned char)text[i] & 0xC0) == 0x80)
            continue;
        cut = i;
        if (text[i] == '\0' || seen++ == points)
            break;
    }
    return cut;
}

/* Copy of `text` cut to what fits, in scratch memory. */
static tacit_status shorten(tacit_ctx *cx, const char *text, size_t most, size_t points, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, text, out));
    (*out)[cut_at(text, most, points)] = '\0';
    return TACIT_OK;
}

static tacit_status set_title(tacit_ctx *cx, const tacit_readstat_writer *w,
                              const tacit_readstat_out *o)
{
    const char *title = tacit_column_notes_of(o->shape)->title;
    if (title == NULL)
        return TACIT_OK;
    const tacit_readstat_family family = w->format->family;
    const size_t points = family == TACIT_READSTAT_STATA ? STATA_TITLE_POINTS : SIZE_MAX;
    char *fit = NULL;
    TACIT_TRY(shorten(cx, title, title_most(family), points, &fit));
    if (strcmp(fit, title) != 0)
        tacit_warn(cx, "The label of column '%s' is shortened: it is too long for a %s file.",
                   tacit_column_name(o->shape), w->format->title);
    readstat_variable_set_label(o->variable, fit);
    return TACIT_OK;
}

/* Add one value label; false if the format cannot hold it. */
static bool add_label(const tacit_readstat_writer *w, const tacit_readstat_out *o,
                      readstat_label_set_t *set, const char *value, const char *text)
{
    if (tacit_column_type(o->shape) == TACIT_TYPE_CATEGORY) {
        if (strlen(value) > o->width || value[0] == '\0')
            return false;
        readstat_label_string_value(set, value, text);
        return true;
    }
    double x = 0.0;
    if (!tacit_parse_real(value, &x))
        return false;
    if (w->format->family != TACIT_READSTAT_STATA) {
        readstat_label_double_value(set, x, text);
        return true;
    }
    const double stata_most = 2147483620.0;
    if (fabs(x) > stata_most || fabs(x - trunc(x)) > 0.0)
        return false;
    readstat_label_int32_value(set, (int32_t)x, text);
    return true;
}

/* The type of a label set of a column, or false if the format has none for it. */
static bool label_type(const tacit_readstat_writer *w, const tacit_readstat_out *o,
                       readstat_type_t *type)
{
    const bool text = tacit_column_type(o->shape) == TACIT_TYPE_CATEGORY;
    if (w->format->family == TACIT_READSTAT_SAS)
        return false;
    if (w->format->family == TACIT_READSTAT_STATA) {
        *type = READSTAT_TYPE_INT32;
        return tacit_column_type(o->shape) == TACIT_TYPE_INTEGER;
    }
    *type = text ? READSTAT_TYPE_STRING : READSTAT_TYPE_DOUBLE;
    return true;
}

static tacit_status set_labels(tacit_ctx *cx, const tacit_readstat_writer *w,
                               const tacit_readstat_out *o)
{
    const tacit_column_notes *notes = tacit_column_notes_of(o->shape);
    if (notes->n_labels == 0)
        return TACIT_OK;
    size_t lost = notes->n_labels, cut = 0;
    readstat_type_t type = READSTAT_TYPE_DOUBLE;
    if (label_type(w, o, &type)) {
        readstat_label_set_t *set =
            readstat_add_label_set(w->lib, type, tacit_column_name(o->shape));
        const size_t most =
            w->format->family == TACIT_READSTAT_STATA ? STATA_LABEL_BYTES : SPSS_LABEL_BYTES;
        for (size_t i = 0; i < notes->n_labels; i++) {
            char *fit = NULL;
            TACIT_TRY(shorten(cx, notes->labels[i].text, most, SIZE_MAX, &fit));
            cut += strcmp(fit, notes->labels[i].text) != 0;
            lost -= add_label(w, o, set, notes->labels[i].value, fit);
        }
        if (lost < notes->n_labels)
            readstat_variable_set_label_set(o->variable, set);
    }
    if (lost > 0)
        tacit_warn(cx,
                   "A %s file cannot hold %zu of the value labels of column '%s'; they are "
                   "left out.",
                   w->format->title, lost, tacit_column_name(o->shape));
    if (cut > 0)
        tacit_warn(cx,
                   "%zu value labels of column '%s' are shortened: they are too long for a "
                   "%s file.",
                   cut, tacit_column_name(o->shape), w->format->title);
    return TACIT_OK;
}

/* Stata's smallest integer type that holds all values, or a double. */
static readstat_type_t stata_type(const tacit_readstat_out *o)
{
    if (tacit_column_type(o->shape) == TACIT_TYPE_DATE)
        return READSTAT_TYPE_INT32;
    if (o->min >= -127.0 && o->max <= 100.0)
        return READSTAT_TYPE_INT8;
    if (o->min >= -32767.0 && o->max <= 32740.0)
        return READSTAT_TYPE_INT16;
    if (o->min >= -2147483647.0 && o->max <= 2147483620.0)
        return READSTAT_TYPE_INT32;
    return READSTAT_TYPE_DOUBLE;
}

/* How numbers are shown: it also tells the types apart when the file is read. */
static const char *number_format(tacit_readstat_family family, tacit_type type)
{
    static const char *const DATES[] = { "%td", "DATE11", "DATE9" };
    if (type == TACIT_TYPE_DATE)
        return DATES[family];
    if (family == TACIT_READSTAT_SPSS)
        return type == TACIT_TYPE_INTEGER ? "F16.0" : "F16.4";
    return NULL;
}

static void declare_number(const tacit_readstat_writer *w, tacit_readstat_out *o)
{
    const tacit_type type = tacit_column_type(o->shape);
    const tacit_readstat_family family = w->format->family;
    const bool stata_whole = family == TACIT_READSTAT_STATA && type != TACIT_TYPE_REAL;
    const readstat_type_t stored = stata_whole ? stata_type(o) : READSTAT_TYPE_DOUBLE;
    o->variable = readstat_add_variable(w->lib, tacit_column_name(o->shape), stored, 0);
    const char *format = number_format(family, type);
    if (stata_whole && stored == READSTAT_TYPE_DOUBLE && type == TACIT_TYPE_INTEGER)
        format = "%20.0f";
    if (format != NULL)
        readstat_variable_set_format(o->variable, format);
}

static void declare_text(const tacit_readstat_writer *w, tacit_readstat_out *o)
{
    const readstat_type_t type = o->texts == NULL ? READSTAT_TYPE_STRING : READSTAT_TYPE_STRING_REF;
    const size_t width = o->width == 0 ? 1 : o->width;
    o->variable = readstat_add_variable(w->lib, tacit_column_name(o->shape), type, width);
    if (o->texts == NULL)
        return;
    o->first_ref = (size_t)w->lib->string_refs_count;
    for (uint32_t code = 0; code < tacit_dict_size(o->texts); code++)
        readstat_add_string_ref(w->lib, tacit_dict_text(o->texts, code));
}

tacit_status tacit_readstat_declare(tacit_ctx *cx, tacit_readstat_writer *w)
{
    for (size_t j = 0; j < w->n; j++) {
        tacit_readstat_out *o = &w->out[j];
        if (tacit_column_type(o->shape) == TACIT_TYPE_CATEGORY)
            declare_text(w, o);
        else
            declare_number(w, o);
        TACIT_TRY(set_title(cx, w, o));
        TACIT_TRY(set_labels(cx, w, o));
        if (o->blanks > 0 && w->format->family != TACIT_READSTAT_STATA)
            tacit_warn(cx, "Texts of column '%s' that end in blanks lose them in a %s file.",
                       tacit_column_name(o->shape), w->format->title);
    }
    return TACIT_OK;
}
