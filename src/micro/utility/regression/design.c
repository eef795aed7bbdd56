/*
 * design.c - a response and predictors of both tables as matrices.
 *
 * The categories of a column are those of either table, so that both tables have the same
 * columns in the same order; a category that one of them lacks gives a constant column there.
 */
#include "micro/utility/regression/design.h"

#include <string.h>

enum { MOST_LEVELS = 50 };

/* A column of the data and the columns of the design it becomes. */
typedef struct term {
    const tacit_match *match;
    bool category;
    tacit_coded coded;           /* of a category */
    uint32_t place[MOST_LEVELS]; /* of each value: its place in the order of texts */
    uint32_t reference;          /* the place of the value without a column */
    size_t first, columns;
} term;

typedef struct terms {
    tacit_paired paired; /* predictors, then the response */
    term *at;
} terms;

/* ---- which columns ---- */

/* Find the predictors and after them the response. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *response,
                                 const tacit_value *predictors, tacit_paired *out)
{
    const char *name = response->text;
    const tacit_value one = { .given = true, .n = 1, .texts = &name };
    tacit_paired y, x, all = { 0 };
    TACIT_TRY(tacit_paired_of(cx, "regression", pair, &one, TACIT_TYPE_ANY, &y));
    TACIT_TRY(tacit_paired_of(cx, "regression", pair, predictors,
                              predictors->given ? TACIT_TYPE_ANY : TACIT_TYPE_NUMBER, &x));
    TACIT_TRY(tacit_scratch(cx, x.n + 1, sizeof *all.match, &all.match));
    for (size_t c = 0; c < x.n; c++) {
        const bool same = x.match[c].before == y.match[0].before;
        if (same && predictors->given)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'regression' is given '%s' as response and as predictor.", name);
        if (!same)
            all.match[all.n++] = x.match[c];
    }
    if (all.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'regression' needs at least one predictor.");
    all.match[all.n++] = y.match[0];
    *out = all;
    return TACIT_OK;
}

/* Order the values by text, so that nothing depends on the order of records. */
static void place_values(term *t)
{
    for (uint32_t v = 0; v < t->coded.missing; v++) {
        t->place[v] = 0;
        for (uint32_t u = 0; u < t->coded.missing; u++)
            t->place[v] += strcmp(t->coded.text[u], t->coded.text[v]) < 0;
    }
}

/* The value that most rows of the original have, the first by text among equals. */
static void find_reference(term *t)
{
    size_t count[MOST_LEVELS] = { 0 };
    for (size_t i = 0; i < t->coded.rows_before; i++)
        if (t->coded.before[i] < t->coded.missing)
            count[t->place[t->coded.before[i]]]++;
    t->reference = 0;
    for (uint32_t v = 1; v < t->coded.missing; v++)
        t->reference = count[v] > count[t->reference] ? v : t->reference;
}

static tacit_status make_term(tacit_ctx *cx, const tacit_match *m, term *t)
{
    const char *name = tacit_column_name(m->before);
    const bool before = tacit_column_type(m->before) == TACIT_TYPE_CATEGORY;
    const bool after = tacit_column_type(m->after) == TACIT_TYPE_CATEGORY;
    *t = (term){ .match = m, .category = before, .columns = 1 };
    if (before != after)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'regression' cannot use column '%s': it is %s in the original and %s in "
                          "the protected data.",
                          name, tacit_type_name(tacit_column_type(m->before)),
                          tacit_type_name(tacit_column_type(m->after)));
    if (!before)
        return TACIT_OK;
    TACIT_TRY(tacit_coded_of(cx, m, &t->coded));
    if (t->coded.missing > MOST_LEVELS || t->coded.missing == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'regression' takes categories of 1 to %d values; column '%s' has %zu.",
                          (int)MOST_LEVELS, name, (size_t)t->coded.missing);
    t->columns = t->coded.missing - 1;
    place_values(t);
    find_reference(t);
    return TACIT_OK;
}

/* A response that is a category must have two values; the second by text is 1. */
static tacit_status check_response(tacit_ctx *cx, term *y)
{
    y->reference = 0;
    if (y->category && y->coded.missing != 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'regression' needs a response that is a number or a category of two "
                          "values; column '%s' has %zu values.",
                          tacit_column_name(y->match->before), (size_t)y->coded.missing);
    return TACIT_OK;
}

static tacit_status name_columns(tacit_ctx *cx, const terms *all, size_t k, char ***out)
{
    char **name = NULL;
    TACIT_TRY(tacit_scratch(cx, k + 1, sizeof *name, &name));
    for (size_t c = 0; c + 1 < all->paired.n; c++) {
        const term *t = &all->at[c];
        const char *own = tacit_column_name(t->match->before);
        for (size_t v = 0; v < t->columns; v++)
            TACIT_TRY(t->category ? tacit_scratch_format(cx, &name[t->first + v],
                                                         "%s, category %zu", own, v + 1)
                                  : tacit_scratch_text(cx, own, &name[t->first]));
    }
    *out = name;
    return TACIT_OK;
}

/* ---- matrices ---- */

/* Fill the design's columns of one term for the kept rows. */
static void fill_term(const term *t, bool after, const bool *keep, size_t width, double *x)
{
    const tacit_column *c = after ? t->match->after : t->match->before;
    const uint32_t *code = after ? t->coded.after : t->coded.before;
    for (size_t i = 0, row = 0; i < tacit_column_length(c); i++) {
        if (!keep[i])
            continue;
        double *own = x + row++ * width + t->first;
        const uint32_t place = t->category ? t->place[code[i]] : 0;
        if (!t->category)
            own[0] = tacit_column_number(c, i);
        else if (place != t->reference)
            own[place - (place > t->reference)] = 1.0;
    }
}

static tacit_status fill_side(tacit_ctx *cx, const terms *all, bool after, size_t width,
                              tacit_design_side *out)
{
    const tacit_match *first = &all->paired.match[0];
    const size_t rows = tacit_column_length(after ? first->after : first->before);
    tacit_design_side s = { 0 };
    bool *keep = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *keep, &keep));
    for (size_t i = 0; i < rows; i++) {
        keep[i] = true;
        for (size_t c = 0; c < all->paired.n && keep[i]; c++)
            keep[i] = !tacit_column_is_missing(
                after ? all->paired.match[c].after : all->paired.match[c].before, i);
        s.n += keep[i];
    }
    s.left_out = rows - s.n;
    TACIT_TRY(tacit_scratch(cx, s.n * width, sizeof *s.x, &s.x));
    for (size_t c = 0; c < all->paired.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, all->paired.n));
        fill_term(&all->at[c], after, keep, width, s.x);
    }
    *out = s;
    return TACIT_OK;
}

tacit_status tacit_design_of(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *response,
                             const tacit_value *predictors, tacit_design *out)
{
    terms all;
    tacit_design d = { 0 };
    TACIT_TRY(find_columns(cx, pair, response, predictors, &all.paired));
    TACIT_TRY(tacit_scratch(cx, all.paired.n, sizeof *all.at, &all.at));
    for (size_t c = 0; c < all.paired.n; c++) {
        TACIT_TRY(make_term(cx, &all.paired.match[c], &all.at[c]));
        all.at[c].first = d.k;
        d.k += c + 1 < all.paired.n ? all.at[c].columns : 0;
    }
    term *y = &all.at[all.paired.n - 1];
    TACIT_TRY(check_response(cx, y));
    d.logistic = y->category;
    TACIT_TRY(name_columns(cx, &all, d.k, &d.name));
    TACIT_TRY(fill_side(cx, &all, false, d.k + 1, &d.before));
    TACIT_TRY(fill_side(cx, &all, true, d.k + 1, &d.after));
    *out = d;
    return TACIT_OK;
}
