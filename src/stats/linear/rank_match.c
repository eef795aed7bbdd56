/*
 * rank_match.c - the normal correlation behind a rank correlation of numbers with ties.
 *
 * Without ties a rank correlation rho belongs to the normal correlation 2 sin(pi rho / 6) (Pearson
 * 1907).  Ties weaken it.  The mean rank of a column is a function g of a normal variable, with a
 * step at each threshold between two values; if g = sum a_k h_k and the other's is sum b_k h_k, h_k
 * the normalised Hermite polynomials, their correlation is sum a_k b_k r^k for normal variables of
 * correlation r (Mehler 1866), which grows with r and is solved by halving.  A step of height s at
 * t adds s h_{k-1}(t) phi(t) / sqrt(k) to a_k.  The sum is cut after 200 terms, which leaves an
 * error that counts only beyond |r| = 0.99.
 */
#include "stats/linear/rank_match.h"

#include <math.h>

#include "stats/counts/wilson.h"

static const double PI = 3.14159265358979323846;
static const double MOST = 0.999;
static const double TIED = 0.99; /* of the deviation is left */
enum { HALVINGS = 50 };

/* Add a step of this height at t. */
static void add_step(double *term, double t, double height)
{
    double before = 0.0, now = 1.0; /* h_{k-2}, h_{k-1} */
    const double density = exp(-0.5 * t * t) / sqrt(2.0 * PI);
    for (size_t k = 1; k <= TACIT_RANK_TERMS; k++) {
        term[k - 1] += height * density * now / sqrt((double)k);
        const double next = (t * now - sqrt((double)(k - 1)) * before) / sqrt((double)k);
        before = now;
        now = next;
    }
}

void tacit_rank_law_of(const uint64_t *count, size_t n, tacit_rank_law *out)
{
    double total = 0.0, below = 0.0, squares = 0.0;
    *out = (tacit_rank_law){ 0 };
    for (size_t v = 0; v < n; v++)
        total += (double)count[v];
    for (size_t v = 0; v < n; v++) { /* mean ranks as shares of the records */
        const double share = (double)count[v] / total, rank = below + 0.5 * share - 0.5;
        squares += share * rank * rank;
        below += share;
        if (v + 1 < n)
            add_step(out->term, tacit_normal_quantile(fmin(below, 1.0 - 1e-16)),
                     0.5 * (share + (double)count[v + 1] / total));
    }
    for (size_t k = 0; k < TACIT_RANK_TERMS; k++)
        out->term[k] = n > 1 ? out->term[k] / sqrt(squares) : 0.0;
    out->tied = sqrt(12.0 * squares) < TIED;
}

static double rank_correlation(const tacit_rank_law *a, const tacit_rank_law *b, double r)
{
    double sum = 0.0;
    for (size_t k = TACIT_RANK_TERMS; k-- > 0;)
        sum = (sum + a->term[k] * b->term[k]) * r;
    return sum;
}

double tacit_rank_match(const tacit_rank_law *a, const tacit_rank_law *b, double rho)
{
    if (!a->tied && !b->tied)
        return 2.0 * sin(PI * rho / 6.0);
    double low = -MOST, high = MOST;
    if (!(a->term[0] > 0.0) || !(b->term[0] > 0.0))
        return 0.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (rank_correlation(a, b, middle) < rho)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}
