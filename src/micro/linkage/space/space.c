/*
 * space.c - records of two tables as points of one space.
 *
 * Gower (1971), A general coefficient of similarity and some of its properties, for mixed
 * columns; the squared Euclidean distance of standardised columns with 1 for each nominal
 * disagreement after Domingo-Ferrer and Torra (2001), Disclosure control methods and
 * information loss for microdata.
 *
 * A coordinate is (x - c) / s.  The scale s comes from the first table; c is its mean rounded
 * to a whole number (0 without scaling), which changes no distance and keeps coordinates
 * small, so that little is lost in rounding.  Ordinal categories are those that a row of
 * either table has.  Missing against missing counts 0, against a value 1.  Coordinates
 * beyond 1e150 count as 1e150, so that distances stay finite.
 *
 * O(n) a column, plus sorting for MAD and for ordinal categories.  n (8 p + 4 q) bytes.
 */
#include "micro/linkage/space/space.h"

#include <math.h>

#include "base/sort.h"
#include "micro/linkage/space_order.h"
#include "stats/moments.h"
#include "stats/quantile.h"

const char *const TACIT_METRIC_CHOICES[] = { "euclidean", "gower", NULL };
const char *const TACIT_SCALING_CHOICES[] = { "sd", "range", "mad", "none", NULL };

/* Median absolute deviation, comparable to the standard deviation of normal data. */
static const double MAD_TO_SD = 1.4826;

/* Coordinates are cut off here; numbers whose squares would not be finite are shrunk by a
 * power of 2, which is exact. */
static const double MOST = 1e150, SHRINK = 0x1p-600;

/* ---- coordinates ---- */

/* What a column's values are multiplied by, what is taken off, and what divides. */
typedef struct scale {
    double shrink, centre, by;
} scale;

/* The factor that makes the squares of `x` finite. */
static double shrink_of(const double *x, size_t n)
{
    double most = 0.0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most > MOST ? SHRINK : 1.0;
}

static tacit_status mad_of(tacit_ctx *cx, double *x, size_t n, double *out)
{
    TACIT_TRY(tacit_sort_reals(cx, x, n));
    const double median = tacit_quantile(x, n, 0.5);
    for (size_t i = 0; i < n; i++)
        x[i] = fabs(x[i] - median);
    TACIT_TRY(tacit_sort_reals(cx, x, n));
    *out = MAD_TO_SD * tacit_quantile(x, n, 0.5);
    return TACIT_OK;
}

/* The scale of column `c` of the first table. */
static tacit_status scale_of(tacit_ctx *cx, const tacit_column *c, tacit_scaling scaling,
                             scale *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL, by = 0.0;
    size_t n = 0;
    *out = (scale){ 1.0, 0.0, 1.0 };
    if (scaling == TACIT_SCALING_NONE)
        return TACIT_OK;
    TACIT_TRY(tacit_column_present(cx, c, &x, &n));
    const double shrink = shrink_of(x, n);
    for (size_t i = 0; i < n; i++)
        x[i] *= shrink;
    TACIT_TRY(tacit_sort_reals(cx, x, n)); /* sums do not depend on the order of the file */
    const tacit_moments m = tacit_moments_of(x, n);
    if (scaling == TACIT_SCALING_RANGE)
        by = m.most - m.least;
    else if (scaling == TACIT_SCALING_MAD && n > 0)
        TACIT_TRY(mad_of(cx, x, n, &by));
    if (scaling != TACIT_SCALING_RANGE && !(by > 0.0))
        by = m.sd;
    *out = (scale){ shrink, rint(m.mean), m.most > m.least && by > 0.0 ? by : 1.0 };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Write column `c` as a coordinate: one every `step` numbers. */
static void fill_numbers(const tacit_column *c, scale s, double *x, size_t step)
{
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        x[i * step] = NAN;
        if (tacit_column_is_missing(c, i))
            continue;
        const double value = (tacit_column_number(c, i) * s.shrink - s.centre) / s.by;
        x[i * step] = fmax(-MOST, fmin(MOST, value));
    }
}

static void fill_ranks(const tacit_column *c, const double *rank, double *x, size_t step)
{
    for (size_t i = 0; i < tacit_column_length(c); i++)
        x[i * step] = tacit_column_is_missing(c, i) ? NAN : rank[tacit_column_codes(c)[i]];
}

/* ---- codes ---- */

/* Codes for the texts of a dictionary by their ranks, so that they do not depend on which
 * text comes first in a file. */
static tacit_status code_ranks(tacit_ctx *cx, const double *rank, size_t categories, uint32_t n,
                               uint32_t **out)
{
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    for (uint32_t code = 0; code < n; code++)
        (*out)[code] = (uint32_t)lrint(rank[code] * ((double)categories - 1.0));
    return TACIT_OK;
}

/* Write column `c`, codes mapped by `map`. */
static void fill_codes(const tacit_column *c, const uint32_t *map, uint32_t *code, size_t step)
{
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        code[i * step] =
            tacit_column_is_missing(c, i) ? TACIT_CODE_MISSING : map[tacit_column_codes(c)[i]];
    }
}

/* ---- both ---- */

/* The space while it is filled. */
typedef struct filling {
    const tacit_space_spec *spec;
    double *x[2];
    uint32_t *code[2];
    size_t p, q;           /* of the space */
    size_t next_x, next_q; /* coordinate and code to fill next */
} filling;

static const tacit_column *left(const tacit_space_spec *spec, size_t c)
{
    return tacit_table_column(spec->table_a, spec->a.at[c]);
}

static const tacit_column *right(const tacit_space_spec *spec, size_t c)
{
    return tacit_table_column(spec->table_b, spec->b.at[c]);
}

static bool is_category(const tacit_column *c)
{
    return tacit_column_type(c) == TACIT_TYPE_CATEGORY;
}

static bool is_nominal(const tacit_space_spec *spec, size_t c)
{
    return is_category(left(spec, c)) && (spec->ordinal == NULL || !spec->ordinal[c]);
}

static tacit_status fill_nominal(tacit_ctx *cx, filling *f, size_t c)
{
    const tacit_column *a = left(f->spec, c), *b = right(f->spec, c);
    const uint32_t n_a = tacit_dict_size(tacit_column_dict(a)),
                   n_b = tacit_dict_size(tacit_column_dict(b));
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *map_a = NULL, *map_b = NULL;
    tacit_order order;
    TACIT_TRY(tacit_order_of(cx, a, b, &order));
    TACIT_TRY(code_ranks(cx, order.a, order.categories, n_a, &map_a));
    TACIT_TRY(code_ranks(cx, order.b, order.categories, n_b, &map_b));
    fill_codes(a, map_a, f->code[0] + f->next_q, f->q);
    fill_codes(b, map_b, f->code[1] + f->next_q, f->q);
    tacit_scratch_release(cx, mark);
    f->next_q++;
    return TACIT_OK;
}

static tacit_status fill_coordinate(tacit_ctx *cx, filling *f, size_t c)
{
    const tacit_column *a = left(f->spec, c), *b = right(f->spec, c);
    double *x = f->x[0] + f->next_x, *y = f->x[1] + f->next_x;
    f->next_x++;
    if (is_category(a)) {
        tacit_order order;
        TACIT_TRY(tacit_order_of(cx, a, b, &order));
        fill_ranks(a, order.a, x, f->p);
        fill_ranks(b, order.b, y, f->p);
        return TACIT_OK;
    }
    const bool gower = f->spec->metric == TACIT_METRIC_GOWER;
    scale s;
    TACIT_TRY(scale_of(cx, a, gower ? TACIT_SCALING_RANGE : f->spec->scaling, &s));
    fill_numbers(a, s, x, f->p);
    fill_numbers(b, s, y, f->p);
    return TACIT_OK;
}

static tacit_status check_spec(tacit_ctx *cx, const tacit_space_spec *spec)
{
    TACIT_ASSERT(spec->a.n == spec->b.n);
    for (size_t c = 0; c < spec->a.n; c++)
        if (is_category(left(spec, c)) != is_category(right(spec, c)))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' cannot be compared: it is %s in one table and %s in the "
                              "other.",
                              tacit_column_name(left(spec, c)),
                              tacit_type_name(tacit_column_type(left(spec, c))),
                              tacit_type_name(tacit_column_type(right(spec, c))));
    return TACIT_OK;
}

tacit_status tacit_space_of(tacit_ctx *cx, const tacit_space_spec *spec, tacit_space *out)
{
    const size_t rows[2] = { tacit_table_rows(spec->table_a), tacit_table_rows(spec->table_b) };
    filling f = { .spec = spec };
    TACIT_TRY(check_spec(cx, spec));
    for (size_t c = 0; c < spec->a.n; c++)
        f.q += is_nominal(spec, c);
    f.p = spec->a.n - f.q;
    for (size_t side = 0; side < 2; side++) {
        TACIT_TRY(tacit_scratch(cx, rows[side] * f.p, sizeof **f.x, &f.x[side]));
        TACIT_TRY(tacit_scratch(cx, rows[side] * f.q, sizeof **f.code, &f.code[side]));
    }
    for (size_t c = 0; c < spec->a.n; c++)
        TACIT_TRY(is_nominal(spec, c) ? fill_nominal(cx, &f, c) : fill_coordinate(cx, &f, c));
    *out = (tacit_space){ .metric = spec->metric,
                          .p = f.p,
                          .q = f.q,
                          .a = { rows[0], f.x[0], f.code[0] },
                          .b = { rows[1], f.x[1], f.code[1] } };
    return TACIT_OK;
}

/* ---- distances ---- */

/* The part of one coordinate of which a value is missing. */
static double missing_part(double x, double y)
{
    return isnan(x) && isnan(y) ? 0.0 : 1.0;
}

static size_t disagreements(const tacit_space *s, const uint32_t *a, const uint32_t *b)
{
    size_t n = 0;
    for (size_t c = 0; c < s->q; c++)
        n += a[c] != b[c];
    return n;
}

double tacit_space_distance(const tacit_space *s, const tacit_records *from, size_t i,
                            const tacit_records *to, size_t j)
{
    const double *x = from->x + i * s->p, *y = to->x + j * s->p;
    const bool gower = s->metric == TACIT_METRIC_GOWER;
    double sum = 0.0;
    for (size_t c = 0; c < s->p; c++) {
        const double d = x[c] - y[c];
        sum += isnan(d) ? missing_part(x[c], y[c]) : gower ? fabs(d) : d * d;
    }
    sum += (double)disagreements(s, from->code + i * s->q, to->code + j * s->q);
    return gower ? sum / (double)(s->p + s->q) : sum;
}
