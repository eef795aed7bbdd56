/*
 * values.c - the distinct values of a column, numbered.
 *
 * Each way of numbering only fills `of`; the first rows and the counts follow from it in
 * one pass.  Integers and dates whose range is not much wider than the column is long are
 * counted in a table of that range; other numbers are sorted, or hashed if it is only asked
 * how many there are.  0 and -0 are one value.  Missing cells have no value.
 */
#include "table/values.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"

enum { NARROW = 65536 };
#define MISSING UINT32_MAX
#define MOST_VALUES (UINT32_MAX - 1)

/* Number the marked places of `used` upwards; returns how many there are. */
static uint32_t number_used(uint32_t *used, size_t n)
{
    uint32_t next = 0;
    for (size_t i = 0; i < n; i++)
        used[i] = used[i] != 0 ? next++ : MISSING;
    return next;
}

/* Cell i of an INTEGER or DATE column. */
static int64_t whole_at(const tacit_column *c, size_t i)
{
    return tacit_column_type(c) == TACIT_TYPE_DATE ? tacit_column_dates(c)[i]
                                                   : tacit_column_integers(c)[i];
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

/* The whole numbers of an INTEGER or DATE column; one of the two is there. */
typedef struct wholes {
    const int64_t *x;
    const int32_t *day;
    const uint64_t *valid; /* NULL if none is missing */
    size_t n;
} wholes;

static wholes wholes_of(const tacit_column *c)
{
    const bool days = tacit_column_type(c) == TACIT_TYPE_DATE;
    return (wholes){ .x = days ? NULL : tacit_column_integers(c),
                     .day = days ? tacit_column_dates(c) : NULL,
                     .valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL,
                     .n = tacit_column_length(c) };
}

static inline int64_t whole_of(const wholes *w, size_t i)
{
    return w->x != NULL ? w->x[i] : w->day[i];
}

/* The least and the greatest whole number that is present; false if there is none. */
static bool find_range(const wholes *w, int64_t *least, int64_t *greatest)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (size_t i = 0; i < w->n; i++) {
        if (!tacit_valid_at(w->valid, i))
            continue;
        const int64_t x = whole_of(w, i);
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    *least = low;
    *greatest = high;
    return low <= high;
}

/* Number whole numbers from `least` on that span `range` places. */
static tacit_status number_narrow(tacit_ctx *cx, const wholes *w, int64_t least, uint64_t range,
                                  uint32_t *of, uint32_t *n)
{
    uint32_t *used = NULL;
    TACIT_TRY(tacit_scratch(cx, range, sizeof *used, &used));
    for (size_t i = 0; i < w->n; i++)
        if (tacit_valid_at(w->valid, i))
            used[whole_of(w, i) - least] = 1;
    *n = number_used(used, range);
    for (size_t i = 0; i < w->n && of != NULL; i++)
        of[i] = tacit_valid_at(w->valid, i) ? used[whole_of(w, i) - least] : MISSING;
    return TACIT_OK;
}

static uint64_t sort_key(const tacit_column *c, size_t i)
{
    if (tacit_column_type(c) == TACIT_TYPE_REAL)
        return tacit_sort_key_real(tacit_column_reals(c)[i] + 0.0); /* -0 becomes 0 */
    return tacit_sort_key_integer(whole_at(c, i));
}

static tacit_status fail_many(tacit_ctx *cx, const tacit_column *c)
{
    return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has more than %u distinct values.",
                      tacit_column_name(c), MOST_VALUES);
}

static tacit_status number_sorted(tacit_ctx *cx, const tacit_column *c, uint32_t *of, uint32_t *n)
{
    const uint64_t *valid = tacit_column_valid(c);
    const size_t rows = tacit_column_length(c), present = rows - tacit_column_missing(c);
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, present, sizeof *a, &a));
    size_t k = 0;
    for (size_t i = 0; i < rows; i++) {
        of[i] = MISSING;
        if (tacit_valid_at(valid, i))
            a[k++] = (tacit_keyed){ .key = sort_key(c, i), .row = i };
    }
    TACIT_ASSERT(k == present);
    TACIT_TRY(tacit_sort_keyed(cx, a, present));
    uint64_t next = 0;
    for (k = 0; k < present; k++) {
        next += k == 0 || a[k].key != a[k - 1].key;
        if (next > MOST_VALUES)
            return fail_many(cx, c);
        of[a[k].row] = (uint32_t)(next - 1);
    }
    *n = (uint32_t)next;
    return TACIT_OK;
}

/* Whether the column's whole numbers lie so close that places for all are affordable. */
static bool is_narrow(const wholes *w, int64_t *least, uint64_t *range)
{
    int64_t greatest = 0;
    if (!find_range(w, least, &greatest))
        return false;
    const uint64_t span = (uint64_t)greatest - (uint64_t)*least;
    *range = span + 1;
    return span < NARROW || span < w->n;
}

static tacit_status number_rows(tacit_ctx *cx, const tacit_column *c, uint32_t *of, uint32_t *n)
{
    const tacit_type type = tacit_column_type(c);
    *n = 0;
    if (type == TACIT_TYPE_CATEGORY)
        return number_codes(cx, c, of, n);
    if (type == TACIT_TYPE_REAL)
        return number_sorted(cx, c, of, n);
    const wholes w = wholes_of(c);
    int64_t least = 0;
    uint64_t range = 0;
    return is_narrow(&w, &least, &range) ? number_narrow(cx, &w, least, range, of, n)
                                         : number_sorted(cx, c, of, n);
}

static tacit_status count_codes(tacit_ctx *cx, const tacit_column *c, uint32_t *out)
{
    const uint32_t *code = tacit_column_codes(c), codes = tacit_dict_size(tacit_column_dict(c));
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    uint8_t *seen = NULL;
    uint32_t n = 0;
    TACIT_TRY(tacit_scratch(cx, codes, sizeof *seen, &seen));
    for (size_t i = 0; i < tacit_column_length(c) && n < codes; i++)
        if (tacit_valid_at(valid, i) && seen[code[i]] == 0) {
            seen[code[i]] = 1;
            n++;
        }
    *out = n;
    return TACIT_OK;
}

/* A set of keys that were seen, half empty at least; 0 marks an empty place. */
typedef struct key_set {
    uint64_t *key;
    size_t places, n;
    bool zero;
} key_set;

static void see(key_set *s, uint64_t key)
{
    if (key == 0) {
        s->n += !s->zero;
        s->zero = true;
        return;
    }
    size_t at = tacit_hash_u64(key) & (s->places - 1);
    while (s->key[at] != 0 && s->key[at] != key)
        at = (at + 1) & (s->places - 1);
    s->n += s->key[at] == 0;
    s->key[at] = key;
}

static tacit_status double_places(tacit_ctx *cx, key_set *s)
{
    key_set wider = { .places = 2 * s->places, .n = s->zero, .zero = s->zero };
    TACIT_TRY(tacit_scratch(cx, wider.places, sizeof *wider.key, &wider.key));
    for (size_t i = 0; i < s->places; i++)
        if (s->key[i] != 0)
            see(&wider, s->key[i]);
    TACIT_ASSERT(wider.n == s->n);
    *s = wider;
    return TACIT_OK;
}

static tacit_status count_hashed(tacit_ctx *cx, const tacit_column *c, uint32_t *out)
{
    enum { FIRST_PLACES = 4096 };
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    key_set s = { .places = FIRST_PLACES };
    TACIT_TRY(tacit_scratch(cx, s.places, sizeof *s.key, &s.key));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (!tacit_valid_at(valid, i))
            continue;
        see(&s, sort_key(c, i));
        if (2 * s.n > s.places)
            TACIT_TRY(double_places(cx, &s));
    }
    if (s.n > MOST_VALUES)
        return fail_many(cx, c);
    *out = (uint32_t)s.n;
    return TACIT_OK;
}

static tacit_status count_values(tacit_ctx *cx, const tacit_column *c, uint32_t *out)
{
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return count_codes(cx, c, out);
    if (tacit_column_type(c) != TACIT_TYPE_REAL) {
        const wholes w = wholes_of(c);
        int64_t least = 0;
        uint64_t range = 0;
        if (is_narrow(&w, &least, &range))
            return number_narrow(cx, &w, least, range, NULL, out);
    }
    return count_hashed(cx, c, out);
}

tacit_status tacit_values_count(tacit_ctx *cx, const tacit_column *c, uint32_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(count_values(cx, c, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
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
