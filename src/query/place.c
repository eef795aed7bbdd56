/*
 * place.c - cells of a table as numbers.
 */
#include "query/place.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "table/values.h"

/* The text of cell i of a category. */
static const char *text_at(const tacit_column *c, size_t i)
{
    return tacit_dict_text(tacit_column_dict(c), tacit_column_codes(c)[i]);
}

/* Cell i of a column as a day; NAN if it is none, as plain numbers are. */
static double day_at(const tacit_column *c, size_t i)
{
    int32_t day = 0;
    if (tacit_column_is_missing(c, i))
        return NAN;
    if (tacit_column_type(c) == TACIT_TYPE_DATE)
        return tacit_column_number(c, i);
    const bool is =
        tacit_column_type(c) == TACIT_TYPE_CATEGORY && tacit_parse_day(text_at(c, i), &day);
    return is ? (double)day : NAN;
}

/* Cell i of a column as a number; NAN if it is none. */
static double number_at(const tacit_column *c, size_t i)
{
    double x = NAN;
    if (tacit_column_is_missing(c, i))
        return NAN;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return tacit_column_number(c, i);
    return tacit_parse_real(text_at(c, i), &x) ? x : NAN;
}

void tacit_place_steps(const tacit_domain *d, size_t n, const double *x, int64_t *out)
{
    tacit_lattice_place_all(&d->lattice, n, x, out);
    for (size_t i = 0; !d->missing_counts && i < n; i++)
        out[i] = isfinite(x[i]) ? out[i] : TACIT_NOT_PLACED;
}

enum { BLOCK = 512 };

void tacit_place_numbers(const tacit_domain *d, const tacit_column *c, int64_t *out)
{
    const size_t n = tacit_column_length(c);
    double x[BLOCK];
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t some = n - first < BLOCK ? n - first : BLOCK;
        for (size_t i = 0; i < some; i++)
            x[i] = d->date ? day_at(c, first + i) : number_at(c, first + i);
        tacit_place_steps(d, some, x, out + first);
    }
}

/* The number of a text among the values. */
static tacit_status code_of(tacit_ctx *cx, tacit_dict *values, bool grows, const char *text,
                            int64_t *out)
{
    uint32_t code = tacit_dict_find(values, text);
    if (code == tacit_dict_size(values) && grows)
        TACIT_TRY(tacit_dict_add(cx, values, text, strlen(text), &code));
    *out = code < tacit_dict_size(values) ? (int64_t)code : TACIT_NOT_PLACED;
    return TACIT_OK;
}

tacit_status tacit_place_codes(tacit_ctx *cx, tacit_dict *values, bool grows, const tacit_column *c,
                               int64_t *out)
{
    tacit_values distinct = { 0 };
    int64_t *code = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &distinct));
    TACIT_TRY(tacit_scratch(cx, distinct.n + 1, sizeof *code, &code));
    for (uint32_t v = 0; v < distinct.n; v++) {
        char room[32];
        TACIT_TRY(
            code_of(cx, values, grows, tacit_column_text(c, distinct.row[v], room), &code[v]));
    }
    code[distinct.n] = TACIT_NOT_PLACED;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        out[i] = code[distinct.of[i]];
    return TACIT_OK;
}

tacit_status tacit_place_values(tacit_ctx *cx, const tacit_domain *d, tacit_dict **out)
{
    TACIT_TRY(tacit_dict_new(cx, out));
    for (size_t i = 0; i < d->n_values; i++) {
        uint32_t code = 0;
        TACIT_TRY(tacit_dict_add(cx, *out, d->value[i], strlen(d->value[i]), &code));
    }
    return TACIT_OK;
}
