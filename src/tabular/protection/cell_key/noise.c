/*
 * noise.c - what is shown of a cell, by its key.
 *
 * Counts: with n records, weights W together and the key c, (n + v(min(n, n_max), c)) W / n is
 * shown (Fraser and Wooton 2005; Meindl and Enderle 2019 for weights).
 *
 * Sums (Thompson, Broadfoot and Elazar 2013; Giessing 2016; as the R package cellKey 1.0 has
 * it): beginning with the sum X, the noise of the j-th largest contribution x_j is added one after
 * the other,
 *   X <- X + d (sign v) (mu + |v|),   d = x_j m(x_j) e_j,   v = v(X / d, c_j),
 * where m is `small` below the point f and
 *   m(x) = l (1 + ((s x - l f) / (l f)) (2 f / (f + x))^q)
 * from there on, which falls from s, `small`, to l, `large`; e_j are the factors, mu the extra for
 * sensitive cells, and v between two sizes is interpolated.  X never changes its sign; where |X| <
 * |d|, d is X.  Contributions below the separation point get v itself, by the table for small
 * cells.  c_1 is the key, its first digit put behind the last unless `same_key`; c_2 is c_1 with
 * its first digit behind the last, and so on.  O(1) a cell.
 */
#include "tabular/protection/cell_key/noise.h"

#include <math.h>

double tacit_noise_key(uint64_t sum, uint64_t unit, uint64_t whole)
{
    const uint64_t all = whole > 0 ? whole : unit;
    return (double)(sum % all) / (double)all; /* correctly rounded, as bounds in files are */
}

double tacit_noise_count(const tacit_ptable *t, const tacit_noise_cell *c)
{
    const uint64_t n = c->tally->n;
    if (n == 0)
        return 0;
    const double key = tacit_noise_key(c->key, c->unit, t->whole);
    const double v = tacit_ptable_value(&t->part[TACIT_PTABLE_ALL], tacit_ptable_count(t, n), key);
    return ((double)n + v) * (c->tally->count / (double)n);
}

/* ---- keys of contributions ---- */

/* The digits of a key behind the point, without zeros at the end. */
typedef struct digits {
    uint64_t number, unit;
} digits;

static digits digits_of(uint64_t sum, uint64_t unit)
{
    digits d = { sum % unit, unit };
    while (d.number % 10 == 0 && d.unit > 10) {
        d.number /= 10;
        d.unit /= 10;
    }
    return d;
}

static digits turn(digits d)
{
    const uint64_t rest = d.unit / 10;
    return (digits){ d.number % rest * 10 + d.number / rest, d.unit };
}

/* ---- sums ---- */

void tacit_sum_noise_prepare(tacit_sum_noise *n)
{
    const tacit_ptable_part *small = &n->table.part[TACIT_PTABLE_SMALL];
    double squares = 0;
    for (size_t j = 0; j < n->n; j++)
        squares += n->factor[j] * n->factor[j];
    n->separation = 0;
    if (small->n > 0) {
        const tacit_ptable_moments m = tacit_ptable_moments_of(small, small->n - 1);
        n->separation = sqrt(m.variance + m.mean * m.mean) / (sqrt(squares) * n->small);
    }
}

/* The value for a size between those of the table; it is 0 at 0. */
static double interpolate(const tacit_ptable_part *part, double size, double key)
{
    size_t k = 0;
    while (k < part->n && part->size[k] < size)
        k++;
    if (k == part->n)
        return tacit_ptable_value(part, k - 1, key);
    const double below = k > 0 ? part->size[k - 1] : 0;
    const double share = (size - below) / (part->size[k] - below);
    const double low = k > 0 ? tacit_ptable_value(part, k - 1, key) : 0;
    return (1 - share) * low + share * tacit_ptable_value(part, k, key);
}

static double share_of(const tacit_sum_noise *n, double x)
{
    const double large = n->large * n->point;
    return n->large *
           (1 + (n->small * x - large) / large * pow(2 * n->point / (n->point + x), n->power));
}

/* The unit of the noise of contribution `j`, |x|. */
static double unit_of(const tacit_sum_noise *n, size_t j, double x)
{
    if (x < n->separation)
        return 1;
    if (!n->flexible)
        return x * n->small * n->factor[j];
    return x < n->point ? x * n->small : x * share_of(n, x) * n->factor[j];
}

/* What contribution `j`, `x`, changes of the sum so far. */
static double change_of(const tacit_sum_noise *n, const tacit_noise_cell *c, size_t j, double x,
                        double so_far, double key)
{
    const double sum = fabs(so_far);
    bool small = fabs(x) < n->separation;
    double unit = unit_of(n, j, fabs(x));
    if (sum < unit) {
        unit = sum;
        if (sum / (n->small * n->factor[j]) < n->separation) {
            if (j > 0 || !n->flexible)
                return 0;
            unit = 1;
            small = true;
        }
    }
    if (!(unit > 0))
        return 0;
    const bool parity = n->table.part[TACIT_PTABLE_EVEN].n > 0;
    const tacit_ptable_kind kind = small                  ? TACIT_PTABLE_SMALL
                                   : !parity              ? TACIT_PTABLE_ALL
                                   : c->tally->n % 2 == 0 ? TACIT_PTABLE_EVEN
                                                          : TACIT_PTABLE_ODD;
    const double v = interpolate(&n->table.part[kind], sum / unit, key);
    const double size = unit * ((c->sensitive ? n->extra : 0) + fabs(v));
    return copysign(v < 0 ? fmin(size, sum) : size, v < 0 ? -so_far : so_far);
}

/* The j-th contribution that noise is made from; false if there is none. */
static bool contribution(const tacit_sum_noise *n, const tacit_cell_tally *t, size_t j, double *x)
{
    if (n->magnifier == TACIT_MAGNIFIER_LARGEST) {
        *x = j < t->n_top ? t->top[j].size * t->top[j].weight : 0;
        return j < t->n_top;
    }
    *x = n->magnifier == TACIT_MAGNIFIER_SUM ? t->sum : t->sum / t->count;
    return j == 0;
}

double tacit_noise_sum(const tacit_sum_noise *n, const tacit_noise_cell *c)
{
    double sum = c->tally->sum, x = 0;
    digits key = digits_of(c->key, c->unit);
    for (size_t j = 0; j < n->n && contribution(n, c->tally, j, &x); j++) {
        if (j > 0 || !n->same_key)
            key = turn(key);
        if (fabs(sum) > 0)
            sum += change_of(n, c, j, x, sum, (double)key.number / (double)key.unit);
    }
    return sum;
}
