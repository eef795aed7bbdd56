/*
 * kin.c - trees whose values keep to the differences between members that the original has.
 *
 * A child is younger than its mother by at least so much, and a second child is not older than the
 * first.  Let x be the value of a member and y that of the head or of the member before.  Over the
 * original records of the part y - x lies in [lo, hi]; a synthetic value must lie in [y - hi, y -
 * lo] for the head's y and for that of the member before.  Donors are drawn as by any tree; where
 * the value breaks a bound, the donor is drawn again among the records of the leaf that keep to it,
 * if there is none among all records, and if no record does, the one that comes nearest is taken.
 * Missing values bind nobody.  O(rows of a leaf) for each value that is drawn again.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "synth/draw.h"
#include "synth/household/own.h"

enum { MOST_KIN = 2 };

/* One relative: bounds of the original, and values of the synthetic rows. */
typedef struct relative {
    double lo, hi;
    const double *x;
    const bool *has;
} relative;

/* The drawing of a part again. */
typedef struct redraw {
    const tacit_synth_part *part;
    const tacit_synth_pools *pools;
    relative kin[MOST_KIN];
    size_t n;
    const tacit_keyed *sorted; /* all records of the part by value */
} redraw;

static size_t record_of(const tacit_synth_part *part, size_t i)
{
    return part->record != NULL ? part->record[i] : i;
}

static double value_of(const tacit_synth_part *part, size_t i)
{
    return tacit_column_number(part->coding->column, record_of(part, i));
}

/* ---- bounds ---- */

static void find_bounds(const tacit_synth_part *part, const tacit_column *y, relative *out)
{
    out->lo = INFINITY;
    out->hi = -INFINITY;
    for (size_t i = 0; i < part->rows; i++) {
        const size_t record = record_of(part, i);
        if (tacit_column_is_missing(y, record))
            continue;
        const double gap = tacit_column_number(y, record) - value_of(part, i);
        out->lo = fmin(out->lo, gap);
        out->hi = fmax(out->hi, gap);
    }
}

/* Whether `c` is called `prefix` and then `name`. */
static bool is_called(const tacit_column *c, const char *prefix, const char *name)
{
    const size_t n = strlen(prefix);
    return strncmp(tacit_column_name(c), prefix, n) == 0 &&
           strcmp(tacit_column_name(c) + n, name) == 0;
}

static tacit_status find_kin(tacit_ctx *cx, redraw *r)
{
    const char *name = tacit_column_name(r->part->coding->column);
    for (size_t k = 0; k < r->part->n_known && r->n < MOST_KIN; k++) {
        const tacit_synth_known *known = &r->part->known[k];
        const tacit_column *y = known->coding->column;
        double *x = NULL;
        bool *has = NULL;
        if (!is_called(y, TACIT_HOME_HEAD, name) && !is_called(y, TACIT_HOME_BEFORE, name))
            continue;
        find_bounds(r->part, y, &r->kin[r->n]);
        if (r->kin[r->n].lo > r->kin[r->n].hi)
            continue;
        TACIT_TRY(tacit_synth_numbers(cx, known, &x, &has));
        r->kin[r->n].x = x;
        r->kin[r->n++].has = has;
    }
    return TACIT_OK;
}

/* Where the value of a synthetic row must lie; if both relatives cannot be kept to, the first. */
static void find_range(const redraw *r, size_t row, double *from, double *to)
{
    *from = -INFINITY;
    *to = INFINITY;
    for (size_t k = 0; k < r->n; k++) {
        const relative *kin = &r->kin[k];
        if (!kin->has[row])
            continue;
        const double low = fmax(*from, kin->x[row] - kin->hi);
        const double high = fmin(*to, kin->x[row] - kin->lo);
        if (low > high)
            return;
        *from = low;
        *to = high;
    }
}

/* ---- drawing again ---- */

static tacit_status sort_values(tacit_ctx *cx, redraw *r)
{
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, r->part->rows, sizeof *a, &a));
    for (size_t i = 0; i < r->part->rows; i++)
        a[i] = (tacit_keyed){ tacit_sort_key_real(value_of(r->part, i)), i };
    TACIT_TRY(tacit_sort_keyed(cx, a, r->part->rows));
    r->sorted = a;
    return TACIT_OK;
}

/* How many of the sorted records are below x, or not above it. */
static size_t count_below(const redraw *r, double x, bool with)
{
    size_t from = 0, to = r->part->rows;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        const double y = value_of(r->part, r->sorted[mid].row);
        if (y < x || (with && y <= x))
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

/* A donor among all records. */
static uint32_t draw_any(const redraw *r, double from, double to, tacit_rng *rng)
{
    const size_t first = count_below(r, from, false), last = count_below(r, to, true);
    if (first < last)
        return (uint32_t)r->sorted[first + (size_t)tacit_rng_below(rng, last - first)].row;
    if (first == 0 ||
        (first < r->part->rows && value_of(r->part, r->sorted[first].row) - to <
                                      from - value_of(r->part, r->sorted[first - 1].row)))
        return (uint32_t)r->sorted[first].row;
    return (uint32_t)r->sorted[first - 1].row;
}

/* A donor among those of the row's pool if one keeps to the range, else among all. */
static uint32_t draw_again(const redraw *r, size_t d, double from, double to, tacit_rng *rng)
{
    const uint32_t q = r->pools->of[d];
    const uint32_t *donor = r->pools->order + r->pools->first[q];
    size_t n = 0;
    for (size_t i = 0; i < r->pools->rows[q]; i++)
        n += value_of(r->part, donor[i]) >= from && value_of(r->part, donor[i]) <= to;
    if (n == 0)
        return draw_any(r, from, to, rng);
    size_t left = (size_t)tacit_rng_below(rng, n) + 1, i = 0;
    for (;; i++) {
        left -= value_of(r->part, donor[i]) >= from && value_of(r->part, donor[i]) <= to;
        if (left == 0)
            return donor[i];
    }
}

static tacit_status repair(tacit_ctx *cx, redraw *r, const tacit_synth_draws *how, uint32_t *donor)
{
    const tacit_rng root = tacit_rng_fork(&how->rng, "kin");
    TACIT_TRY(sort_values(cx, r));
    for (size_t d = 0; d < r->part->draws; d++) {
        double from, to;
        find_range(r, r->part->row != NULL ? r->part->row[d] : d, &from, &to);
        const double x = value_of(r->part, donor[d]);
        if (x >= from && x <= to)
            continue;
        tacit_rng rng = tacit_rng_fork_number(&root, d);
        donor[d] = draw_again(r, d, from, to, &rng);
    }
    return TACIT_OK;
}

static tacit_status draw(tacit_ctx *cx, const tacit_synth_part *part, void *model,
                         const tacit_synth_draws *how, uint32_t *donor)
{
    tacit_synth_pools pools = { 0 };
    tacit_synth_drawn drawn = { .donor = donor };
    redraw r = { .part = part, .pools = &pools };
    TACIT_TRY(tacit_generator_cart.place(cx, part, model, &pools));
    TACIT_TRY(tacit_synth_draw(cx, part, &pools, how, &drawn));
    if (part->states || !part->coding->ordered)
        return TACIT_OK;
    TACIT_TRY(find_kin(cx, &r));
    return r.n > 0 ? repair(cx, &r, how, donor) : TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, const tacit_synth_part *part, void **model)
{
    return tacit_generator_cart.prepare(cx, part, model);
}

static void learn(void *model)
{
    tacit_generator_cart.learn(model);
}

const tacit_generator tacit_home_kin = {
    .about = { .name = "cart" },
    .accepts = TACIT_TYPE_ANY,
    .prepare = prepare,
    .learn = learn,
    .draw = draw,
};
