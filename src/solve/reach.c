/*
 * reach.c - how far one variable can go, by the solver that suits the size.
 */
#include "solve/reach.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "solve/network.h"
#include "solve/lp.h"

/* A tableau of more numbers than this loses to a sparse basis. */
static const size_t DENSE = 40000;

struct tacit_reach {
    tacit_network *flow;  /* or NULL, and then: */
    tacit_tableau *dense; /* or NULL, and then: */
    tacit_lp *sparse;
    const double *low, *high;
    double *weight; /* of each row, as the sparse solver gave them */
    const double *point;
    size_t m, aim; /* rows; the column that has a cost */
};

static tacit_status make_sparse(tacit_ctx *cx, const tacit_sparse *a, tacit_reach *r)
{
    double *zero = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    const size_t n = a->n_rows > a->n_columns ? a->n_rows : a->n_columns;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *zero, &zero));
    TACIT_TRY(
        tacit_lp_new(cx, &(tacit_lp_columns){ a->n_columns, zero, r->low, r->high }, &r->sparse));
    const tacit_status status = tacit_lp_add_rows(cx, r->sparse, a, zero, zero);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status fill(tacit_ctx *cx, const tacit_sparse *a, tacit_reach *r)
{
    if (a->n_rows * (a->n_rows + a->n_columns) <= DENSE)
        return tacit_tableau_new(cx, a, r->low, r->high, &r->dense);
    TACIT_TRY(tacit_alloc(cx, a->n_rows, sizeof *r->weight, &r->weight));
    return make_sparse(cx, a, r);
}

static tacit_status make(tacit_ctx *cx, const tacit_sparse *a, const tacit_reach *begun,
                         tacit_reach **out)
{
    tacit_reach *r = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *r, &r));
    *r = *begun;
    const tacit_status status = r->flow != NULL ? TACIT_OK : fill(cx, a, r);
    if (status == TACIT_OK)
        *out = r;
    else
        tacit_reach_free(r);
    return status;
}

tacit_status tacit_reach_new(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                             const double *high, tacit_reach **out)
{
    tacit_reach r = { .low = low, .high = high, .m = a->n_rows };
    TACIT_TRY(tacit_network_new(cx, a, low, high, &r.flow));
    return make(cx, a, &r, out);
}

tacit_status tacit_reach_new_general(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                                     const double *high, tacit_reach **out)
{
    return make(cx, a, &(tacit_reach){ .low = low, .high = high, .m = a->n_rows }, out);
}

tacit_status tacit_reach_new_dense(tacit_ctx *cx, const tacit_sparse *a, const double *low,
                                   const double *high, tacit_reach **out)
{
    tacit_reach *r = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *r, &r));
    *r = (tacit_reach){ .low = low, .high = high, .m = a->n_rows };
    *out = r;
    return tacit_tableau_new(cx, a, low, high, &r->dense);
}

void tacit_reach_free(tacit_reach *r)
{
    if (r == NULL)
        return;
    tacit_lp_free(r->sparse);
    tacit_free(r->weight);
    tacit_free(r);
}

/* The bound of y_k in direction `way` is brought in to `enough` while it is pushed. */
static tacit_status push_sparse(tacit_ctx *cx, tacit_reach *r, size_t k, int way, double enough,
                                double *out)
{
    tacit_lp_outcome outcome = TACIT_LP_OPTIMAL;
    const double low = way < 0 ? fmax(r->low[k], -enough) : r->low[k];
    const double high = way > 0 ? fmin(r->high[k], enough) : r->high[k];
    tacit_lp_cost(r->sparse, r->aim, 0);
    tacit_lp_cost(r->sparse, k, -way);
    r->aim = k;
    tacit_lp_bound(r->sparse, k, low, high);
    TACIT_TRY(tacit_lp_solve(cx, r->sparse, true, &outcome));
    TACIT_ASSERT(outcome == TACIT_LP_OPTIMAL); /* 0 is feasible, and all is bounded */
    r->point = tacit_lp_point(r->sparse);
    for (size_t i = 0; i < r->m; i++)
        r->weight[i] = -way * tacit_lp_prices(r->sparse)[i];
    tacit_lp_bound(r->sparse, k, r->low[k], r->high[k]);
    *out = fmax(0, way * r->point[k]);
    return TACIT_OK;
}

tacit_status tacit_reach_push(tacit_ctx *cx, tacit_reach *r, size_t k, int way, double enough,
                              double *out)
{
    if (r->flow != NULL) {
        r->point = tacit_network_point(r->flow);
        return tacit_network_push(cx, r->flow, k, way, enough, out);
    }
    if (r->dense == NULL)
        return push_sparse(cx, r, k, way, enough, out);
    r->point = tacit_tableau_point(r->dense);
    return tacit_tableau_push(cx, r->dense, k, way, enough, out);
}

const double *tacit_reach_point(const tacit_reach *r)
{
    return r->point;
}

void tacit_reach_prices(const tacit_reach *r, size_t k, double *g)
{
    if (r->flow != NULL)
        tacit_network_prices(r->flow, g);
    else if (r->dense != NULL)
        tacit_tableau_prices(r->dense, k, g);
    else
        for (size_t i = 0; i < r->m; i++)
            g[i] = r->weight[i];
}
