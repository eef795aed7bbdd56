/*
 * numeric.c - the numeric columns that measures of numeric risk look at.
 */
#include "micro/risk/numbers/numeric.h"

#include <math.h>
#include <string.h>

static bool is_numeric(const tacit_table *t, size_t j)
{
    return (tacit_column_type(tacit_table_column(t, j)) & TACIT_TYPE_NUMBER) != 0;
}

/* Whether column j counts if no columns are named. */
static bool is_default(const tacit_subject *s, size_t j)
{
    const tacit_table *t = tacit_subject_table(s);
    const unsigned not = TACIT_ROLE_WEIGHT | TACIT_ROLE_LINKS | TACIT_ROLE_IDENTIFIER;
    return is_numeric(t, j) && (tacit_table_roles(t, j) & not ) == 0 &&
           j != tacit_subject_weight_column(s) && j != tacit_subject_count_column(s);
}

/* The numeric column of the original called as column j, or NULL. */
static const tacit_column *find_original(const tacit_subject *s, size_t j)
{
    const tacit_table *t = tacit_subject_extra_of(s)->original;
    const size_t at =
        tacit_table_find(t, tacit_column_name(tacit_table_column(tacit_subject_table(s), j)));
    return at < tacit_table_columns(t) && is_numeric(t, at) ? tacit_table_column(t, at) : NULL;
}

static void add_column(const tacit_subject *s, size_t j, tacit_numeric *out)
{
    if (out->original != NULL)
        out->original[out->n] = find_original(s, j);
    if (out->original == NULL || out->original[out->n] != NULL)
        out->masked[out->n++] = tacit_table_column(tacit_subject_table(s), j);
}

static tacit_status add_named(tacit_ctx *cx, const char *who, const tacit_subject *s,
                              const char *name, tacit_numeric *out)
{
    const tacit_table *t = tacit_subject_table(s);
    const size_t j = tacit_table_find(t, name), before = out->n;
    if (j == tacit_table_columns(t))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' cannot find column '%s'.", who, name);
    if (!is_numeric(t, j))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' looks at numeric columns; column '%s' is %s.",
                          who, name, tacit_type_name(tacit_column_type(tacit_table_column(t, j))));
    for (size_t c = 0; c < out->n; c++)
        if (strcmp(tacit_column_name(out->masked[c]), name) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT, "'columns' of '%s' names '%s' twice.", who,
                              name);
    add_column(s, j, out);
    if (out->n == before)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' needs column '%s' as numbers in the original too.", who, name);
    return TACIT_OK;
}

tacit_status tacit_numeric_of(tacit_ctx *cx, const char *who, const tacit_subject *s,
                              const tacit_value *columns, bool original, tacit_numeric *out)
{
    const tacit_table *t = tacit_subject_table(s);
    tacit_numeric found = { .rows = tacit_table_rows(t) };
    const size_t room = tacit_table_columns(t) + 1;
    TACIT_TRY(tacit_scratch(cx, room, sizeof *found.masked, &found.masked));
    if (original)
        TACIT_TRY(tacit_scratch(cx, room, sizeof *found.original, &found.original));
    for (size_t i = 0; columns->given && i < columns->n; i++)
        TACIT_TRY(add_named(cx, who, s, columns->texts[i], &found));
    for (size_t j = 0; !columns->given && j < tacit_table_columns(t); j++)
        if (is_default(s, j))
            add_column(s, j, &found);
    *out = found;
    return TACIT_OK;
}

static bool is_complete(const tacit_numeric *numeric, size_t i)
{
    for (size_t c = 0; c < numeric->n; c++)
        if (tacit_column_is_missing(numeric->masked[c], i) ||
            (numeric->original != NULL && tacit_column_is_missing(numeric->original[c], i)))
            return false;
    return true;
}

/* Scale column c of the points so that squares stay finite: by a power of 2, which is exact. */
static void tame(tacit_numeric_points *points, size_t c)
{
    double most = 0.0;
    for (size_t i = 0; i < points->n; i++) {
        most = fmax(most, fabs(points->masked[i * points->p + c]));
        if (points->original != NULL)
            most = fmax(most, fabs(points->original[i * points->p + c]));
    }
    if (most <= 1e100)
        return;
    for (size_t i = 0; i < points->n; i++) {
        points->masked[i * points->p + c] = ldexp(points->masked[i * points->p + c], -800);
        if (points->original != NULL)
            points->original[i * points->p + c] = ldexp(points->original[i * points->p + c], -800);
    }
}

tacit_status tacit_numeric_complete(tacit_ctx *cx, const tacit_numeric *numeric,
                                    tacit_numeric_points *out)
{
    tacit_numeric_points points = { .p = numeric->n };
    for (size_t i = 0; i < numeric->rows; i++)
        points.n += is_complete(numeric, i);
    const size_t room = points.n * points.p;
    TACIT_TRY(tacit_scratch(cx, room, sizeof *points.masked, &points.masked));
    if (numeric->original != NULL)
        TACIT_TRY(tacit_scratch(cx, room, sizeof *points.original, &points.original));
    for (size_t i = 0, k = 0; i < numeric->rows; i++) {
        if (!is_complete(numeric, i))
            continue;
        for (size_t c = 0; c < points.p; c++, k++) {
            points.masked[k] = tacit_column_number(numeric->masked[c], i);
            if (numeric->original != NULL)
                points.original[k] = tacit_column_number(numeric->original[c], i);
        }
    }
    for (size_t c = 0; c < points.p; c++)
        tame(&points, c);
    *out = points;
    return TACIT_OK;
}
