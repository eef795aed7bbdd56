/*
 * look.c - what a decision needs to know of a column, whether or not its rows are in memory.
 *
 * An order statistic is found from the top bits of the numbers downwards: a scan counts the
 * numbers of each value of the next 16 bits among those that share the bits found so far.
 */
#include "micro/method/decision/look.h"

#include <math.h>
#include <string.h>

tacit_status tacit_look_at(tacit_ctx *cx, const tacit_looked *at, tacit_look_take *take, void *user)
{
    const tacit_column *c = tacit_table_column(at->t, at->j);
    return at->look == NULL ? take(cx, user, c)
                            : at->look->scan(cx, at->look->rows, tacit_column_name(c), take, user);
}

tacit_status tacit_look_count(tacit_ctx *cx, const tacit_lookout *look, const tacit_table *shape,
                              const tacit_select *columns, tacit_table **out)
{
    const char **name = NULL;
    TACIT_TRY(tacit_scratch(cx, columns->n, sizeof *name, &name));
    for (size_t c = 0; c < columns->n; c++)
        name[c] = tacit_column_name(tacit_table_column(shape, columns->at[c]));
    TACIT_TRY(look->count(cx, look->rows, name, columns->n, out));
    for (size_t c = 0; c < columns->n; c++)
        tacit_table_set_roles(*out, tacit_table_find(*out, name[c]),
                              tacit_table_roles(shape, columns->at[c]));
    return TACIT_OK;
}

/* ---- order statistics ---- */

enum { STEP = 16, BINS = 1 << STEP };

/* One rank on its way: the bits found so far, and how many numbers of these bits are below. */
typedef struct rank {
    uint64_t bits, left;
    uint64_t *count; /* of each value of the next bits */
} rank;

typedef struct ranks {
    rank of[2];
    unsigned shift; /* of the next bits */
} ranks;

/* Numbers as integers in the same order. */
static uint64_t ordered(double x)
{
    uint64_t bits = 0;
    const double y = x + 0.0; /* no -0 */
    memcpy(&bits, &y, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

static double number_of(uint64_t key)
{
    const uint64_t bits = key >> 63 != 0 ? key ^ UINT64_C(1) << 63 : ~key;
    double x = 0.0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static tacit_status count_bits(tacit_ctx *cx, void *user, const tacit_column *part)
{
    ranks *r = user;
    (void)cx;
    for (size_t i = 0; i < tacit_column_length(part); i++) {
        if (tacit_column_is_missing(part, i))
            continue;
        const uint64_t key = ordered(tacit_column_number(part, i));
        for (size_t k = 0; k < 2; k++)
            if (r->shift + STEP == 64 || key >> (r->shift + STEP) == r->of[k].bits)
                r->of[k].count[key >> r->shift & (BINS - 1)]++;
    }
    return TACIT_OK;
}

/* Go on to the bin in which the rank lies. */
static void narrow(rank *r)
{
    uint64_t bin = 0;
    while (bin + 1 < BINS && r->count[bin] <= r->left)
        r->left -= r->count[bin++];
    r->bits = r->bits << STEP | bin;
    memset(r->count, 0, BINS * sizeof *r->count);
}

/* The numbers of two ranks from 0. */
static tacit_status find_ranks(tacit_ctx *cx, const tacit_looked *at, uint64_t a, uint64_t b,
                               double out[2])
{
    ranks r = { .of = { { .left = a }, { .left = b } } };
    for (size_t k = 0; k < 2; k++)
        TACIT_TRY(tacit_scratch(cx, BINS, sizeof *r.of[k].count, &r.of[k].count));
    for (r.shift = 64; r.shift > 0;) {
        r.shift -= STEP;
        TACIT_TRY(tacit_look_at(cx, at, count_bits, &r));
        for (size_t k = 0; k < 2; k++)
            narrow(&r.of[k]);
    }
    for (size_t k = 0; k < 2; k++)
        out[k] = number_of(r.of[k].bits);
    return TACIT_OK;
}

static tacit_status count_present(tacit_ctx *cx, void *user, const tacit_column *part)
{
    uint64_t *n = user;
    (void)cx;
    *n += tacit_column_length(part) - tacit_column_missing(part);
    return TACIT_OK;
}

tacit_status tacit_look_quantile(tacit_ctx *cx, const tacit_looked *at, double p, double *out,
                                 uint64_t *n)
{
    double x[2] = { 0.0, 0.0 };
    *n = 0;
    *out = 0.0;
    TACIT_TRY(tacit_look_at(cx, at, count_present, n));
    if (*n == 0)
        return TACIT_OK;
    const double place = (double)(*n - 1) * p;
    const uint64_t low = (uint64_t)floor(place), last = *n - 1;
    TACIT_TRY(find_ranks(cx, at, low < last ? low : last, low < last ? low + 1 : last, x));
    *out = low < last ? x[0] + (place - (double)low) * (x[1] - x[0]) : x[0];
    return TACIT_OK;
}

/* ---- moments ---- */

typedef struct sums {
    tacit_moments m;
    double unit, mean; /* what numbers are divided by, and their mean then */
    double sum, squares, slip;
} sums;

static tacit_status find_ends(tacit_ctx *cx, void *user, const tacit_column *part)
{
    tacit_moments *m = &((sums *)user)->m;
    (void)cx;
    for (size_t i = 0; i < tacit_column_length(part); i++) {
        if (tacit_column_is_missing(part, i))
            continue;
        const double x = tacit_column_number(part, i);
        if (m->n++ == 0)
            m->mean = m->least = m->most = x;
        m->least = x < m->least ? x : m->least;
        m->most = x > m->most ? x : m->most;
    }
    return TACIT_OK;
}

static tacit_status add_up(tacit_ctx *cx, void *user, const tacit_column *part)
{
    sums *s = user;
    (void)cx;
    for (size_t i = 0; i < tacit_column_length(part); i++)
        if (!tacit_column_is_missing(part, i))
            s->sum += tacit_column_number(part, i) / s->unit;
    return TACIT_OK;
}

static tacit_status add_squares(tacit_ctx *cx, void *user, const tacit_column *part)
{
    sums *s = user;
    (void)cx;
    for (size_t i = 0; i < tacit_column_length(part); i++) {
        if (tacit_column_is_missing(part, i))
            continue;
        const double d = tacit_column_number(part, i) / s->unit - s->mean;
        s->squares += d * d;
        s->slip += d;
    }
    return TACIT_OK;
}

tacit_status tacit_look_moments(tacit_ctx *cx, const tacit_looked *at, tacit_moments *out)
{
    sums s = { .unit = 1.0 };
    TACIT_TRY(tacit_look_at(cx, at, find_ends, &s));
    if (s.m.n > 0 && s.m.most > s.m.least) {
        const double size = fmax(fabs(s.m.least), fabs(s.m.most)), n = (double)s.m.n;
        if (size > 1e100 || size < 1e-100)
            s.unit = size;
        TACIT_TRY(tacit_look_at(cx, at, add_up, &s));
        s.mean = s.sum / n;
        TACIT_TRY(tacit_look_at(cx, at, add_squares, &s));
        s.m.mean = s.mean * s.unit;
        s.m.sd = s.unit * sqrt(fmax(0.0, s.squares - s.slip * s.slip / n) / (n - 1.0));
    }
    *out = s.m;
    return TACIT_OK;
}
