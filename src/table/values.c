/*
 * values.c - the distinct values of a column, numbered.
 *
 * Each way of numbering only fills `of`; the first rows and the counts follow from it in
 * one pass.  Integers and dates whose range is not much wider than the column is long are
 * counted in a table of that range; other numbers are sorted.  0 and -0 are one value.  Missing
 * cells have no value.
 */
#include "table/values.h"

#include <string.h>

#include "base/sort.h"
#include "table/wholes.h"

#define MISSING UINT32_MAX

/* Number the marked places of `used` upwards; returns how many there are. */
static uint32_t number_used(uint32_t *used, size_t n)
{
    uint32_t next = 0;
    for (size_t i = 0; i < n; i++)
        used[i] = used[i] != 0 ? next++ : MISSING;
    return next;
}

static tacit_status number_codes(tacit_ctx *cx, const tacit_column *c, uint32_t *of, uint32_t *n)
{
    const uint32_t *code = tacit_column_codes(c);
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    const size_t rows = tacit_column_length(c), codes = tacit_dict_size(tacit_column_dict(c));
    uint32_t *used = NULL;
    TACIT_TRY(tacit_scratch(cx, codes, sizeof *used, &used));
    for (size_t i = 0; i < rows; i++)
        if (tacit_valid_at(valid, i))
            used[code[i]] = 1;
    *n = number_used(used, codes);
    for (size_t i = 0; i < rows; i++)
        of[i] = tacit_valid_at(valid, i) ? used[code[i]] : MISSING;
    return TACIT_OK;
}

/* Number whole numbers from `least` on that span `range` places. */
static tacit_status number_narrow(tacit_ctx *cx, const tacit_wholes *w, int64_t least,
                                  uint64_t range, uint32_t *of, uint32_t *n)
{
    uint32_t *used = NULL;
    TACIT_TRY(tacit_scratch(cx, range, sizeof *used, &used));
    for (size_t i = 0; i < w->n; i++)
        if (tacit_valid_at(w->valid, i))
            used[tacit_whole_at(w, i) - least] = 1;
    *n = number_used(used, range);
    for (size_t i = 0; i < w->n; i++)
        of[i] = tacit_valid_at(w->valid, i) ? used[tacit_whole_at(w, i) - least] : MISSING;
    return TACIT_OK;
}

tacit_status tacit_values_fail(tacit_ctx *cx, const tacit_column *c)
{
    return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has more than %u distinct values.",
                      tacit_column_name(c), TACIT_MOST_VALUES);
}

static tacit_status number_sorted(tacit_ctx *cx, const tacit_column *c, uint32_t *of, uint32_t *n)
{
    const uint64_t *valid = tacit_column_valid(c);
    const size_t rows = tacit_column_length(c), present = rows - tacit_column_missing(c);
    const bool reals = tacit_column_type(c) == TACIT_TYPE_REAL;
    const double *real = reals ? tacit_column_reals(c) : NULL;
    const tacit_wholes w = reals ? (tacit_wholes){ 0 } : tacit_wholes_of(c);
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, present, sizeof *a, &a));
    size_t k = 0;
    for (size_t i = 0; i < rows; i++) {
        of[i] = MISSING;
        if (tacit_valid_at(valid, i))
            a[k++] = (tacit_keyed){ .key = reals ? tacit_sort_key_real(real[i] + 0.0) /* no -0 */
                                                 : tacit_sort_key_integer(tacit_whole_at(&w, i)),
                                    .row = i };
    }
    TACIT_ASSERT(k == present);
    TACIT_TRY(tacit_sort_keyed(cx, a, present));
    uint64_t next = 0;
    for (k = 0; k < present; k++) {
        next += k == 0 || a[k].key != a[k - 1].key;
        if (next > TACIT_MOST_VALUES)
            return tacit_values_fail(cx, c);
        of[a[k].row] = (uint32_t)(next - 1);
    }
    *n = (uint32_t)next;
    return TACIT_OK;
}

static tacit_status number_rows(tacit_ctx *cx, const tacit_column *c, uint32_t *of, uint32_t *n)
{
    const tacit_type type = tacit_column_type(c);
    *n = 0;
    if (type == TACIT_TYPE_CATEGORY)
        return number_codes(cx, c, of, n);
    if (type == TACIT_TYPE_REAL)
        return number_sorted(cx, c, of, n);
    const tacit_wholes w = tacit_wholes_of(c);
    int64_t least = 0;
    uint64_t range = 0;
    return tacit_wholes_narrow(&w, &least, &range) ? number_narrow(cx, &w, least, range, of, n)
                                                   : number_sorted(cx, c, of, n);
}

/* The first row of each code, as long as there are codes without one; returns how many have
 * one. */
static uint32_t first_rows(const uint32_t *code, size_t rows, uint32_t codes, bool *seen,
                           size_t *row)
{
    uint32_t n = 0;
    for (size_t i = 0; i < rows && n < codes; i++)
        if (!seen[code[i]]) {
            seen[code[i]] = true;
            row[code[i]] = i;
            n++;
        }
    return n;
}

/* Count codes in several tables at a time, so that equal neighbours do not wait for each other. */
static tacit_status tally(tacit_ctx *cx, const uint32_t *code, size_t rows, uint32_t codes,
                          uint64_t *count)
{
    enum { TABLES = 4 };
    uint64_t *part = NULL;
    TACIT_TRY(tacit_scratch(cx, codes, TABLES * sizeof *part, &part));
    for (size_t i = 0; i < rows; i++)
        part[code[i] * (size_t)TABLES + i % TABLES]++;
    for (size_t k = 0; k < codes * (size_t)TABLES; k++)
        count[k / TABLES] += part[k];
    return TACIT_OK;
}

/* A category of which no cell is missing and every text occurs: codes are the numbers of values.
 * `*done` is false if it is not like that. */
static tacit_status take_codes(tacit_ctx *cx, const tacit_column *c, tacit_values *out, bool *done)
{
    *done = false;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY || tacit_column_missing(c) > 0)
        return TACIT_OK;
    const size_t rows = tacit_column_length(c);
    const uint32_t *code = tacit_column_codes(c), n = tacit_dict_size(tacit_column_dict(c));
    uint32_t *of = NULL;
    size_t *row = NULL;
    uint64_t *count = NULL;
    bool *seen = NULL;
    const size_t begin = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *seen, &seen));
    *done = first_rows(code, rows, n, seen, row) == n;
    if (*done)
        TACIT_TRY(tally(cx, code, rows, n, count));
    tacit_scratch_release(cx, mark);
    if (!*done) {
        tacit_scratch_release(cx, begin);
        return TACIT_OK;
    }
    if (rows > 0) /* a copy: the column may be gone before the values are */
        memcpy(of, code, rows * sizeof *of);
    *out = (tacit_values){ .n = n, .of = of, .row = row, .count = count };
    return TACIT_OK;
}

tacit_status tacit_values_of(tacit_ctx *cx, const tacit_column *c, tacit_values *out)
{
    const size_t rows = tacit_column_length(c);
    uint32_t *of = NULL, n = 0;
    bool done = false;
    TACIT_TRY(take_codes(cx, c, out, &done));
    if (done)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(number_rows(cx, c, of, &n));
    tacit_scratch_release(cx, mark);

    size_t *row = NULL;
    uint64_t *count = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    for (size_t i = 0; i < rows; i++) {
        if (of[i] == MISSING)
            of[i] = n;
        else if (count[of[i]]++ == 0)
            row[of[i]] = i;
    }
    *out = (tacit_values){ .n = n, .of = of, .row = row, .count = count };
    return TACIT_OK;
}
