/*
 * tell.c - intervals in the units of the data.
 *
 * Sums, minima and maxima are rounded outwards to whole steps, and all ends to the next
 * floating-point number outwards, so that the truth stays inside.
 */
#include <math.h>

#include "query/mode/camouflage/own.h"
#include "query/place.h"

/* By which slopes are stretched, so that whole steps of the polytope are fine enough. */
#define STRETCH 0x1p20

/* Two ends and their middle; the value that is shown tells no more than they do. */
static tacit_query_told between(double low, double high)
{
    const double least = nextafter(low, -(double)INFINITY),
                 most = nextafter(high, (double)INFINITY);
    return (tacit_query_told){ least / 2 + most / 2, least, most };
}

/* Ends that are whole numbers, exact as far as doubles go. */
static tacit_query_told between_whole(tacit_i128 low, tacit_i128 high, double unit)
{
    const tacit_i128 exact = (tacit_i128)1 << 53;
    if (low < -exact || high > exact || unit < 1)
        return between((double)low * unit, (double)high * unit);
    return (tacit_query_told){ ((double)low + (double)high) / 2 * unit, (double)low * unit,
                               (double)high * unit };
}

static tacit_i128 floor_divide(tacit_i128 a, tacit_i128 b)
{
    return a / b - (a % b < 0);
}

tacit_camouflage_range tacit_hidden_record(const tacit_hidden *h, size_t column, uint32_t i)
{
    const uint32_t at = (uint32_t)(h->block[column] * h->data->rows + i);
    return tacit_camouflage_sum(h->polytope, &(tacit_camouflage_set){ &at, 1 });
}

/* ---- counts ---- */

/* The bin of a number of steps, which is moved into the bounds. */
static size_t bin_of(const tacit_domain *d, tacit_i128 steps)
{
    const tacit_i128 low = steps < d->lattice.lower ? d->lattice.lower : steps;
    return tacit_domain_bin(d, (int64_t)(low > d->lattice.upper ? d->lattice.upper : low));
}

tacit_query_told tacit_hidden_count(const tacit_hidden *h, size_t column, const bool *in,
                                    const tacit_hidden_set *set)
{
    const tacit_domain *d = &h->schema->column[column].domain;
    const tacit_i128 scale = (tacit_i128)h->scale;
    size_t surely = 0, perhaps = 0;
    for (size_t e = 0; e < set->n; e++) {
        bool all = true, any = false;
        if (h->data->steps[column][set->row[e]] == TACIT_NOT_PLACED)
            continue;
        const tacit_camouflage_range r = tacit_hidden_record(h, column, set->row[e]);
        const size_t last = bin_of(d, floor_divide(r.most, scale));
        for (size_t g = bin_of(d, -floor_divide(-r.least, scale)); g <= last; g++) {
            all = all && in[g];
            any = any || in[g];
        }
        surely += all;
        perhaps += any;
    }
    return (tacit_query_told){ ((double)surely + (double)perhaps) / 2, (double)surely,
                               (double)perhaps };
}

/* ---- the others ---- */

/* A confidential column over records that have it. */
typedef struct asked {
    const tacit_hidden *h;
    const tacit_aggregate *a;
    tacit_camouflage_set set;
    double unit; /* of a step of the polytope */
    double *x;   /* of a slope: the public column, around its first value */
} asked;

static tacit_status find_set(tacit_ctx *cx, const tacit_hidden_set *set, asked *q)
{
    const tacit_hidden *h = q->h;
    const bool slope = q->a->kind == TACIT_AGGREGATE_SLOPE;
    const int64_t *own = h->data->steps[q->a->column], *other = h->data->steps[q->a->other];
    int64_t first = TACIT_NOT_PLACED;
    uint32_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, set->n + 1, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, set->n + 1, sizeof *q->x, &q->x));
    for (size_t e = 0; e < set->n; e++) {
        const uint32_t i = set->row[e];
        if (own[i] == TACIT_NOT_PLACED || (slope && other[i] == TACIT_NOT_PLACED))
            continue;
        first = slope && first == TACIT_NOT_PLACED ? other[i] : first;
        q->x[q->set.n] = slope ? (double)(other[i] - first) / STRETCH : 0;
        at[q->set.n++] = (uint32_t)(h->block[q->a->column] * h->data->rows + i);
    }
    q->set.at = at;
    return TACIT_OK;
}

static tacit_query_told tell_whole(const asked *q, const tacit_camouflage_range *r)
{
    const tacit_i128 scale = (tacit_i128)q->h->scale;
    return between_whole(floor_divide(r->least, scale), -floor_divide(-r->most, scale),
                         q->unit * (double)q->h->scale);
}

static tacit_query_told tell_fine(const asked *q, const tacit_camouflage_range *r)
{
    return between((double)r->least * q->unit, (double)r->most * q->unit);
}

static tacit_status tell_quantile(tacit_ctx *cx, const asked *q, tacit_query_told *out)
{
    const double at = q->a->share * (double)(q->set.n - 1), part = at - floor(at);
    const size_t below = (size_t)floor(at) + 1, above = below < q->set.n ? below + 1 : below;
    const size_t low[] = { below, below }, high[] = { above, above };
    tacit_camouflage_range one, two;
    TACIT_TRY(tacit_camouflage_order(cx, q->h->polytope, &q->set, low, &one));
    TACIT_TRY(tacit_camouflage_order(cx, q->h->polytope, &q->set, high, &two));
    *out = between(((1 - part) * (double)one.least + part * (double)two.least) * q->unit,
                   ((1 - part) * (double)one.most + part * (double)two.most) * q->unit);
    return TACIT_OK;
}

static tacit_status tell_variance(tacit_ctx *cx, const asked *q, tacit_query_told *out)
{
    const bool all =
        q->a->kind == TACIT_AGGREGATE_VARIANCE_ALL || q->a->kind == TACIT_AGGREGATE_DEVIATION_ALL;
    const bool root =
        q->a->kind == TACIT_AGGREGATE_DEVIATION || q->a->kind == TACIT_AGGREGATE_DEVIATION_ALL;
    const double n = (double)q->set.n, by = all ? 1 : n / (n - 1), unit = q->unit * q->unit * by;
    tacit_camouflage_range r;
    if (!all && q->set.n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_camouflage_variance(cx, q->h->polytope, &q->set, &r));
    const double low = (double)r.least * unit * (1 - 1e-15),
                 high = (double)r.most * unit * (1 + 1e-15);
    *out = root ? between(sqrt(low), sqrt(high)) : between(low, high);
    out->low = fmax(0, out->low);
    return TACIT_OK;
}

static tacit_status tell_slope(tacit_ctx *cx, const asked *q, tacit_query_told *out)
{
    const double step = tacit_domain_real(&q->h->schema->column[q->a->other].domain, 1);
    tacit_camouflage_range r;
    bool spread = false;
    for (size_t e = 1; !spread && e < q->set.n; e++)
        spread = fabs(q->x[e]) > 0;
    if (!spread)
        return TACIT_OK; /* SQL has NULL, as everybody knows: x is public */
    TACIT_TRY(tacit_camouflage_slope(cx, q->h->polytope, &q->set, q->x, &r));
    *out = between((double)r.least * q->unit / step / STRETCH,
                   (double)r.most * q->unit / step / STRETCH);
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const asked *q, tacit_query_told *out)
{
    tacit_camouflage_range r;
    switch (q->a->kind) {
    case TACIT_AGGREGATE_SUM:
        r = tacit_camouflage_sum(q->h->polytope, &q->set);
        *out = tell_whole(q, &r);
        return TACIT_OK;
    case TACIT_AGGREGATE_MEAN:
        r = tacit_camouflage_mean(q->h->polytope, &q->set);
        *out = tell_fine(q, &r);
        return TACIT_OK;
    case TACIT_AGGREGATE_LARGEST:
        TACIT_TRY(tacit_camouflage_max(cx, q->h->polytope, &q->set, &r));
        *out = tell_whole(q, &r);
        return TACIT_OK;
    case TACIT_AGGREGATE_LEAST:
        TACIT_TRY(tacit_camouflage_min(cx, q->h->polytope, &q->set, &r));
        *out = tell_whole(q, &r);
        return TACIT_OK;
    case TACIT_AGGREGATE_QUANTILE:
        return tell_quantile(cx, q, out);
    case TACIT_AGGREGATE_SLOPE:
        return tell_slope(cx, q, out);
    default:
        return tell_variance(cx, q, out);
    }
}

tacit_status tacit_hidden_tell(tacit_ctx *cx, const tacit_hidden *h, const tacit_aggregate *a,
                               const tacit_hidden_set *set, tacit_query_told *out)
{
    asked q = { .h = h,
                .a = a,
                .unit =
                    tacit_domain_real(&h->schema->column[a->column].domain, 1) / (double)h->scale };
    TACIT_TRY(find_set(cx, set, &q));
    return q.set.n == 0 ? TACIT_OK : tell(cx, &q, out);
}
