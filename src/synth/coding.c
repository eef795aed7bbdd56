/*
 * coding.c - columns as predictors.
 */
#include "synth/coding.h"

#include <math.h>

#include "base/sort.h"
#include "table/values.h"

enum { BINS = 256, LEVELS = 1000, RARE = 5, FEW_VALUES = 10, ZERO_PART = 10 };

/* Numbers that so many records have, or fewer, are their own; columns where so many records have
 * such lead to persons, and to many where that part of all has. */
enum { OWN_RECORDS = 2, OWN_LEAST = 50, OWN_PART = 5 };

/* Decimals that are looked for, and how far from a whole number counts as one. */
enum { MOST_DECIMALS = 6 };
static const double NEARLY = 1e-9;

/* ---- states ---- */

/* The number of value `v`. */
static double number_of(const tacit_coding *c, const tacit_values *values, uint32_t v)
{
    return tacit_column_number(c->column, values->row[v]);
}

static bool is_listed(const tacit_specials *specials, double x)
{
    for (size_t i = 0; i < specials->n; i++)
        if (!(specials->number[i] < x) && !(specials->number[i] > x))
            return true;
    return false;
}

/* Whether 0 is common beside many other values. */
static bool is_heap_of_zeros(const tacit_values *values, double x, uint32_t v, size_t rows)
{
    return !(x < 0.0) && !(x > 0.0) && values->n > FEW_VALUES &&
           values->count[v] * ZERO_PART > rows;
}

/* Number the states of the values and of missing: 0 for a value. */
static tacit_status find_states(tacit_ctx *cx, const tacit_values *values,
                                const tacit_specials *specials, tacit_coding *c, uint16_t **out)
{
    const size_t rows = tacit_column_length(c->column);
    uint16_t *state = NULL;
    TACIT_TRY(tacit_scratch(cx, (size_t)values->n + 1, sizeof *state, &state));
    c->states = 1;
    for (uint32_t v = 0; c->ordered && v < values->n; v++) {
        const double x = number_of(c, values, v);
        const bool zero = is_heap_of_zeros(values, x, v, rows);
        if ((!zero && !is_listed(specials, x)) || c->states == UINT16_MAX - 1)
            continue;
        c->zero = c->zero || (zero && !is_listed(specials, x));
        state[v] = (uint16_t)c->states++;
    }
    c->specials = c->states - 1;
    if (c->ordered && tacit_column_missing(c->column) > 0)
        state[values->n] = (uint16_t)c->states++;
    *out = state;
    return TACIT_OK;
}

static void put_states(const tacit_values *values, const uint16_t *of, tacit_coding *c,
                       uint16_t *state)
{
    for (size_t i = 0; c->states > 1 && i < tacit_column_length(c->column); i++)
        state[i] = of[values->of[i]];
    c->state = c->states > 1 ? state : NULL;
}

/* ---- numbers ---- */

/* Bins of the values in state 0, by their share of the records that have one. */
static void bin_numbers(const tacit_values *values, const uint16_t *state, tacit_coding *c,
                        double *edge, uint16_t *bin)
{
    uint64_t all = 0, below = 0;
    uint32_t amounts = 0;
    size_t last = SIZE_MAX;
    for (uint32_t v = 0; v < values->n; v++) {
        all += state[v] == 0 ? values->count[v] : 0;
        amounts += state[v] == 0;
    }
    for (uint32_t v = 0; v < values->n; v++) {
        if (state[v] != 0)
            continue;
        const size_t own = (size_t)(below * BINS / all);
        if (amounts <= BINS || own != last)
            edge[c->levels++] = number_of(c, values, v);
        last = own;
        bin[v] = (uint16_t)(c->levels - 1);
        below += values->count[v];
    }
    c->missing = c->states > 1 || c->levels == 0;
    for (uint32_t v = 0; v <= values->n; v++)
        if (c->missing && (v == values->n || state[v] != 0))
            bin[v] = (uint16_t)c->levels;
    c->levels += c->missing;
}

static bool has_decimals(const tacit_column *c, double scale)
{
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        const double x = tacit_column_is_missing(c, i) ? 0.0 : tacit_column_number(c, i) * scale;
        if (fabs(x - round(x)) > NEARLY * fmax(1.0, fabs(x)))
            return false;
    }
    return true;
}

/* Ten to the power of the decimals that all numbers of the column have; 0 if those are many. */
static double find_scale(const tacit_column *c)
{
    double scale = 1.0;
    if (tacit_column_type(c) != TACIT_TYPE_REAL)
        return scale; /* codes and whole numbers */
    for (int d = 0; d <= MOST_DECIMALS; d++, scale *= 10.0)
        if (has_decimals(c, scale))
            return scale;
    return 0.0;
}

/* ---- categories ---- */

/* Whether value `a` is at least as common as `b`. */
static bool is_commoner(const void *user, uint32_t a, uint32_t b)
{
    const uint64_t *count = user;
    return count[a] >= count[b];
}

/* Codes of the values: rare ones share the last but that of missing. */
static tacit_status code_categories(tacit_ctx *cx, const tacit_values *values, tacit_coding *c,
                                    uint16_t *bin)
{
    uint32_t *order = NULL;
    bool *own = NULL;
    uint32_t kept = 0, next = 0;
    TACIT_TRY(tacit_scratch(cx, values->n, sizeof *own, &own));
    TACIT_TRY(tacit_sort_by(cx, values->n, is_commoner, values->count, &order));
    for (; kept < values->n && kept < LEVELS && values->count[order[kept]] >= RARE; kept++)
        own[order[kept]] = true;
    for (uint32_t v = 0; v < values->n; v++)
        bin[v] = (uint16_t)(own[v] ? next++ : kept);
    c->levels = kept + (kept < values->n);
    bin[values->n] = (uint16_t)c->levels;
    c->levels += tacit_column_missing(c->column) > 0;
    return TACIT_OK;
}

/* ---- both ---- */

tacit_status tacit_coding_of(tacit_ctx *cx, const tacit_column *column,
                             const tacit_specials *specials, tacit_coding *out)
{
    const size_t rows = tacit_column_length(column);
    tacit_coding c = { .column = column,
                       .ordered = tacit_column_type(column) != TACIT_TYPE_CATEGORY };
    uint16_t *code = NULL, *state = NULL, *bin = NULL, *states = NULL;
    double *edge = NULL;
    tacit_values values;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, c.ordered ? rows : 0, sizeof *state, &state));
    TACIT_TRY(tacit_scratch(cx, BINS + 1, sizeof *edge, &edge));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_values_of(cx, column, &values));
    TACIT_TRY(find_states(cx, &values, specials, &c, &states));
    TACIT_TRY(tacit_scratch(cx, (size_t)values.n + 1, sizeof *bin, &bin));
    if (c.ordered)
        bin_numbers(&values, states, &c, edge, bin);
    else
        TACIT_TRY(code_categories(cx, &values, &c, bin));
    put_states(&values, states, &c, state);
    for (size_t i = 0; i < rows; i++)
        code[i] = bin[values.of[i]];
    tacit_scratch_release(cx, mark);
    c.scale = find_scale(column);
    c.code = code;
    c.edge = edge;
    *out = c;
    return TACIT_OK;
}

tacit_status tacit_coding_tells(tacit_ctx *cx, const tacit_column *column,
                                const tacit_specials *specials, tacit_tells *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_coding c = { .column = column,
                       .ordered = tacit_column_type(column) != TACIT_TYPE_CATEGORY };
    tacit_values values;
    uint16_t *states = NULL;
    uint64_t all = 0, own = 0;
    *out = TACIT_TELLS_NOBODY;
    if (!c.ordered)
        return TACIT_OK;
    TACIT_TRY(tacit_values_of(cx, column, &values));
    TACIT_TRY(find_states(cx, &values, specials, &c, &states));
    for (uint32_t v = 0; v < values.n; v++) {
        all += states[v] == 0 ? values.count[v] : 0;
        own += states[v] == 0 && values.count[v] <= OWN_RECORDS ? values.count[v] : 0;
    }
    if (own >= OWN_LEAST)
        *out = own * OWN_PART >= all ? TACIT_TELLS_MANY : TACIT_TELLS_SOME;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

uint16_t tacit_coding_bin(const tacit_coding *c, double x)
{
    size_t low = 0, high = c->levels - c->missing;
    while (high - low > 1) {
        const size_t mid = low + (high - low) / 2;
        if (c->edge[mid] <= x)
            low = mid;
        else
            high = mid;
    }
    return (uint16_t)low;
}

/* ---- texts that name ---- */

tacit_status tacit_coding_check(tacit_ctx *cx, const tacit_column *c)
{
    /* The part of the records that the values of a text may be, before it is taken for an id. */
    enum { ID_PART = 2, ID_VALUES = 50 };
    const size_t mark = tacit_scratch_mark(cx), rows = tacit_column_length(c);
    uint32_t n = 0;
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    TACIT_TRY(tacit_values_count(cx, c, &n));
    tacit_scratch_release(cx, mark);
    if (n < ID_VALUES || (size_t)n * ID_PART <= rows)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Column '%s' has %u texts in %zu records: texts that name persons would be "
                      "copied; give it the role 'identifier', or group its texts before.",
                      tacit_column_name(c), (unsigned)n, rows);
}
