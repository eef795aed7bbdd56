/*
 * type.c - which types of Arrow are read, and the names of the others.
 *
 * A format is a short text: see "Data type description - format strings" of the Arrow C data
 * interface.
 */
#include <stdio.h>
#include <string.h>

#include "table/arrow/own.h"

enum { DAY_SECONDS = 86400 };

/* Formats that stand for a type without parameters. */
static const struct {
    const char *format;
    tacit_arrow_type type;
} TYPES[] = {
    { "n", { .kind = TACIT_ARROW_NULL } },
    { "b", { .kind = TACIT_ARROW_BOOL } },
    { "c", { .kind = TACIT_ARROW_INTEGER, .bytes = 1, .is_signed = true } },
    { "C", { .kind = TACIT_ARROW_INTEGER, .bytes = 1 } },
    { "s", { .kind = TACIT_ARROW_INTEGER, .bytes = 2, .is_signed = true } },
    { "S", { .kind = TACIT_ARROW_INTEGER, .bytes = 2 } },
    { "i", { .kind = TACIT_ARROW_INTEGER, .bytes = 4, .is_signed = true } },
    { "I", { .kind = TACIT_ARROW_INTEGER, .bytes = 4 } },
    { "l", { .kind = TACIT_ARROW_INTEGER, .bytes = 8, .is_signed = true } },
    { "L", { .kind = TACIT_ARROW_INTEGER, .bytes = 8 } },
    { "e", { .kind = TACIT_ARROW_REAL, .bytes = 2 } },
    { "f", { .kind = TACIT_ARROW_REAL, .bytes = 4 } },
    { "g", { .kind = TACIT_ARROW_REAL, .bytes = 8 } },
    { "u", { .kind = TACIT_ARROW_TEXT, .bytes = 4 } },
    { "U", { .kind = TACIT_ARROW_TEXT, .bytes = 8 } },
    { "vu", { .kind = TACIT_ARROW_TEXT, .bytes = 0 } },
    { "tdD", { .kind = TACIT_ARROW_DATE, .bytes = 4, .is_signed = true, .per_day = 1 } },
    { "tdm",
      { .kind = TACIT_ARROW_DATE, .bytes = 8, .is_signed = true, .per_day = DAY_SECONDS * 1000L } },
};

/* The first characters of formats that are not read, and what people call the type. */
static const struct {
    const char *format, *name;
} OTHERS[] = {
    { "z", "binary" },
    { "Z", "large binary" },
    { "vz", "binary view" },
    { "w:", "fixed binary" },
    { "tt", "time of day" },
    { "tD", "duration" },
    { "ti", "interval" },
    { "+l", "list" },
    { "+L", "large list" },
    { "+vl", "list view" },
    { "+vL", "large list view" },
    { "+w", "fixed list" },
    { "+s", "struct" },
    { "+m", "map" },
    { "+u", "union" },
    { "+r", "run-end encoded" },
};

static const char *name_of(const char *format)
{
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        if (strncmp(format, OTHERS[i].format, strlen(OTHERS[i].format)) == 0)
            return OTHERS[i].name;
    return "unknown";
}

/* d:precision,scale or d:precision,scale,bits */
static bool is_decimal(const char *format, tacit_arrow_type *out)
{
    int precision = 0, scale = 0, bits = 128, used = 0, more = 0;
    if (sscanf(format, "d:%d,%d%n", &precision, &scale, &used) != 2)
        return false;
    if (format[used] != '\0' &&
        (sscanf(format + used, ",%d%n", &bits, &more) != 1 || format[used + more] != '\0'))
        return false;
    if (bits != 32 && bits != 64 && bits != 128 && bits != 256)
        return false;
    if (precision < 1 || precision > 76 || scale < -1000 || scale > 1000)
        return false;
    *out = (tacit_arrow_type){
        .kind = TACIT_ARROW_DECIMAL, .bytes = (unsigned)bits / 8, .is_signed = true, .scale = scale
    };
    return true;
}

/* tsU:ZONE with a unit s, m, u or n */
static bool is_time(const char *format, tacit_arrow_type *out)
{
    static const char units[] = "smun";
    if (strncmp(format, "ts", 2) != 0 || format[2] == '\0' || format[3] != ':')
        return false;
    const char *unit = strchr(units, format[2]);
    if (unit == NULL)
        return false;
    int64_t per_day = DAY_SECONDS;
    for (; unit > units; unit--)
        per_day *= 1000;
    *out = (tacit_arrow_type){ .kind = TACIT_ARROW_TIME,
                               .bytes = 8,
                               .is_signed = true,
                               .per_day = per_day,
                               .zoned = format[4] != '\0' };
    return true;
}

tacit_status tacit_arrow_type_of(tacit_ctx *cx, const struct ArrowSchema *s, const char *column,
                                 tacit_arrow_type *out)
{
    const char *format = s->format != NULL ? s->format : "";
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(format, TYPES[i].format) == 0) {
            *out = TYPES[i].type;
            return TACIT_OK;
        }
    if (is_decimal(format, out) || is_time(format, out))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Column '%s' is of Arrow's type %s, which cannot be read; numbers, texts, "
                      "dates, times and dictionaries of them can.",
                      column, name_of(format));
}

tacit_type tacit_arrow_builds(const tacit_arrow_in *in)
{
    if (in->has_dict)
        return TACIT_TYPE_CATEGORY;
    switch (in->type.kind) {
    case TACIT_ARROW_INTEGER:
    case TACIT_ARROW_TIME:
        return TACIT_TYPE_INTEGER;
    case TACIT_ARROW_REAL:
        return TACIT_TYPE_REAL;
    case TACIT_ARROW_DECIMAL:
        return in->type.scale <= 0 ? TACIT_TYPE_INTEGER : TACIT_TYPE_REAL;
    case TACIT_ARROW_DATE:
        return TACIT_TYPE_DATE;
    case TACIT_ARROW_NULL:
    case TACIT_ARROW_BOOL:
    case TACIT_ARROW_TEXT:
        break;
    }
    return TACIT_TYPE_CATEGORY;
}
