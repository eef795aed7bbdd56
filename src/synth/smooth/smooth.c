/*
 * smooth.c - numbers near those of donors.
 *
 * Values that at least MAX(10, 1 %) of the records share are atoms and stay: zeros, codes, round
 * amounts.  Of the others, within the pool that a row drew from:
 *   between  a number evenly between the donor's and one of its two neighbours in the pool; at the
 *            ends of the pool, the neighbour in the column
 *   kernel   m + (x - m + h e) / sqrt(1 + h^2 / s^2), with m and s of the pool's values, e normal
 * and h = 0.9 min(s, r / 1.34) n^(-1/5) with r the distance of the quartiles (Silverman 1986,
 * Density estimation, 3.31 and 6.15): the mean and the variance of the pool stay as they are, which
 * a plain kernel would widen, and where a few amounts are large the others keep near their donors'.
 * Where half of a pool is one value, `between` takes its place.  No number lies beyond the second
 * smallest and second largest of the column, so that no extreme is told; what falls beyond is
 * reflected.  Numbers have the decimals of the column, and lie on its grid of round numbers if
 * their donor does and at least half of the column does.  A number that breaks a constraint gives
 * way to the donor's.  A bandwidth of the whole column would blur what depends on other columns, so
 * there is none.
 */
#include "synth/smooth/smooth.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/quantile.h"
#include "synth/cells.h"

enum { ATOM_RECORDS = 10, ATOM_PART = 100, SMALL = 64 };

/* The column, and the pools that rows drew from. */
typedef struct field {
    const tacit_synth_part *part;
    const tacit_synth_pools *pools;
    double *x;           /* the number of each record of the part, NAN if it is an atom */
    double low, high;    /* what numbers may be */
    double grid;         /* of round numbers; 0: none */
    const double *all;   /* those of the column that are no atoms, upwards ... */
    size_t n;            /* ... and how many they are */
    size_t *start, *end; /* of each pool that is used: its numbers in `sorted`, upwards */
    double *sorted;
    double *mean, *spread; /* of each pool, and ... */
    double *middle;        /* ... min(s, r / 1.34) */
} field;

static bool is_atom(const tacit_synth_part *part, size_t i)
{
    const uint64_t n = part->count[part->value[i]];
    return n >= ATOM_RECORDS && n * ATOM_PART >= part->rows;
}

/* ---- the column ---- */

static bool is_on(double x, double grid)
{
    return fabs(x / grid - round(x / grid)) < 1e-9;
}

/* The widest grid that at least half of the numbers are on, coarser than their decimals. */
static double find_grid(const double *x, size_t n, double unit)
{
    static const double steps[] = { 1000, 500, 100, 50, 10, 5 };
    for (size_t k = 0; unit > 0.0 && k < sizeof steps / sizeof steps[0]; k++) {
        size_t on = 0;
        for (size_t i = 0; i < n; i++)
            on += is_on(x[i], steps[k] * unit);
        if (2 * on >= n)
            return steps[k] * unit;
    }
    return 0.0;
}

static tacit_status look_at_column(tacit_ctx *cx, field *f)
{
    const tacit_synth_part *part = f->part;
    const double unit = part->coding->scale > 0.0 ? 1.0 / part->coding->scale : 0.0;
    double *all = NULL;
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *f->x, &f->x));
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *all, &all));
    for (size_t i = 0; i < part->rows; i++) {
        const size_t record = part->record != NULL ? part->record[i] : i;
        f->x[i] = is_atom(part, i) ? NAN : tacit_column_number(part->coding->column, record);
        if (!isnan(f->x[i]))
            all[f->n++] = f->x[i];
    }
    TACIT_TRY(tacit_sort_reals(cx, all, f->n));
    f->all = all;
    f->low = f->n > 1 ? all[1] : 0.0;
    f->high = f->n > 1 ? all[f->n - 2] : 0.0;
    f->grid = find_grid(all, f->n, unit);
    return TACIT_OK;
}

/* ---- the pools ---- */

static void sort_few(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double now = x[i];
        size_t k = i;
        for (; k > 0 && x[k - 1] > now; k--)
            x[k] = x[k - 1];
        x[k] = now;
    }
}

/* The numbers of pool q, upwards, with their mean and standard deviation. */
static tacit_status look_at_pool(tacit_ctx *cx, field *f, size_t q)
{
    const uint32_t *order = f->pools->order + f->pools->first[q];
    double *x = f->sorted + f->start[q], sum = 0.0, squares = 0.0;
    size_t n = 0;
    for (size_t i = 0; i < f->pools->rows[q]; i++)
        if (!isnan(f->x[order[i]]))
            x[n++] = f->x[order[i]];
    if (n < SMALL)
        sort_few(x, n);
    else
        TACIT_TRY(tacit_sort_reals(cx, x, n));
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    f->mean[q] = n > 0 ? sum / (double)n : 0.0;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - f->mean[q]) * (x[i] - f->mean[q]);
    f->spread[q] = n > 0 ? sqrt(squares / (double)n) : 0.0;
    f->middle[q] = n > 0 ? (tacit_quantile(x, n, 0.75) - tacit_quantile(x, n, 0.25)) / 1.34 : 0.0;
    f->middle[q] = fmin(f->middle[q], f->spread[q]);
    f->end[q] = f->start[q] + n;
    return TACIT_OK;
}

static tacit_status look_at_pools(tacit_ctx *cx, field *f)
{
    const size_t n = f->pools->n;
    size_t room = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->start, &f->start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->end, &f->end));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->mean, &f->mean));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->spread, &f->spread));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->middle, &f->middle));
    for (size_t d = 0; d < f->part->draws; d++)
        f->end[f->pools->of[d]] = 1;
    for (size_t q = 0; q < n; q++) {
        f->start[q] = room;
        room += f->end[q] > 0 ? f->pools->rows[q] : 0;
    }
    TACIT_TRY(tacit_scratch(cx, room, sizeof *f->sorted, &f->sorted));
    for (size_t q = 0; q < n; q++)
        if (f->end[q] > 0)
            TACIT_TRY(look_at_pool(cx, f, q));
    return TACIT_OK;
}

/* ---- numbers ---- */

/* How many of the numbers are below `x`, or with `with` not above it. */
static size_t count_below(const double *all, size_t n, double x, bool with)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (with ? all[mid] <= x : all[mid] < x)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Evenly between x and its neighbour above or below. */
static double between(const field *f, size_t q, double x, tacit_rng *rng)
{
    const double *pool = f->sorted + f->start[q];
    const size_t n = f->end[q] - f->start[q];
    const bool up = tacit_rng_below(rng, 2) == 1;
    const double *list = pool;
    size_t at = count_below(pool, n, x, up), most = n;
    if (up ? at == n : at == 0) { /* the end of the pool: the neighbour in the column */
        list = f->all;
        most = f->n;
        at = count_below(f->all, f->n, x, up);
    }
    if (up ? at == most : at == 0)
        return x;
    const double other = up ? list[at] : list[at - 1];
    return x + tacit_rng_uniform(rng) * (other - x);
}

static double kernel(const field *f, size_t q, double x, tacit_rng *rng)
{
    const double m = f->mean[q], s = f->spread[q];
    const double n = (double)(f->end[q] - f->start[q]);
    if (!(f->middle[q] > 0.0))
        return between(f, q, x, rng);
    const double h = 0.9 * f->middle[q] * pow(n, -0.2);
    return m + (x - m + h * tacit_rng_normal(rng)) / sqrt(1.0 + h * h / (s * s));
}

static double reflect(const field *f, double x)
{
    if (x < f->low)
        x = 2.0 * f->low - x;
    if (x > f->high)
        x = 2.0 * f->high - x;
    return fmin(fmax(x, f->low), f->high);
}

/* The number for draw d instead of its donor's `x`. */
static double number_for(const field *f, size_t d, double x, tacit_rng *rng)
{
    const size_t q = f->pools->of[d];
    double y =
        f->pools->smooth == TACIT_SMOOTH_BETWEEN ? between(f, q, x, rng) : kernel(f, q, x, rng);
    y = reflect(f, y);
    if (f->grid > 0.0 && is_on(x, f->grid))
        y = round(y / f->grid) * f->grid;
    return tacit_synth_round(f->part->coding, y);
}

/* Whether a number may stand in the row of draw d. */
static bool may_stand(const field *f, size_t d, double y)
{
    tacit_fence_row at;
    if (f->part->fence == NULL)
        return true;
    tacit_fence_look(f->part->fence, f->part->row != NULL ? f->part->row[d] : d, &at);
    return tacit_fence_allows_number(f->part->fence, &at, y);
}

tacit_status tacit_smooth_settle(tacit_ctx *cx, const tacit_column *column,
                                 const tacit_specials *specials, const tacit_args **args,
                                 tacit_tells *tells)
{
    const size_t i = tacit_param_find((*args)->params, "smooth");
    TACIT_TRY(tacit_coding_tells(cx, column, specials, tells));
    if (i >= (*args)->n || tacit_arg_choice(*args, i) != TACIT_SMOOTH_AUTO)
        return TACIT_OK;
    return tacit_args_with(
        cx, *args, i, *tells == TACIT_TELLS_MANY ? TACIT_SMOOTH_BETWEEN : TACIT_SMOOTH_NONE, args);
}

static bool asks_for(size_t how)
{
    return how != TACIT_SMOOTH_NONE && how != TACIT_SMOOTH_AUTO;
}

bool tacit_smooth_is_asked(const tacit_args *args)
{
    const size_t i = tacit_param_find(args->params, "smooth");
    return i < args->n && asks_for(tacit_arg_choice(args, i));
}

tacit_status tacit_synth_smooth(tacit_ctx *cx, const tacit_synth_part *part,
                                const tacit_synth_pools *pools, const tacit_rng *rng,
                                tacit_synth_drawn *out)
{
    field f = { .part = part, .pools = pools };
    if (!part->coding->ordered || part->states || !asks_for(pools->smooth))
        return TACIT_OK;
    TACIT_TRY(look_at_column(cx, &f));
    TACIT_TRY(look_at_pools(cx, &f));
#pragma omp parallel for schedule(static)
    for (size_t d = 0; d < part->draws; d++) {
        tacit_rng own = tacit_rng_fork_number(rng, d);
        if (out->donor[d] == TACIT_SYNTH_OWN || isnan(f.x[out->donor[d]]) || f.n < 3)
            continue;
        const double y = number_for(&f, d, f.x[out->donor[d]], &own);
        if (!may_stand(&f, d, y))
            continue;
        out->number[d] = y;
        out->donor[d] = TACIT_SYNTH_OWN;
    }
    return TACIT_OK;
}
