/*
 * multinomial.c - logistic and multinomial regression whose coefficients are always finite.
 *
 * P(class k) is proportional to exp(x'beta_k), beta_0 = 0.
 *
 * Jointly: Newton's method on the log likelihood less |beta|^2 / (2 n), intercepts left out: next
 * to nothing, but enough where classes can be told apart without error (le Cessie and van
 * Houwelingen 1992, Ridge estimators in logistic regression).
 *
 * Apart: class k against the first in the rows of both (Begg and Gray 1984, Calculation of
 * polychotomous logistic regression parameters using individualized regressions), with Firth's
 * penalty (1993, Bias reduction of maximum likelihood estimates), half the log determinant of the
 * information, which with one factor adds 1/2 to each count.  Its score is
 * sum (y - p + h (1/2 - p)) x, h the diagonal of the hat matrix (Heinze and Schemper 2002, A
 * solution to the problem of separation in logistic regression).
 */
#include "stats/model/multinomial.h"

#include <math.h>
#include <string.h>

#include "stats/linear/linear_algebra.h"

static const double MOST_UNKNOWNS = 2000.0, MOST_PRODUCTS = 2e9, APART_RIDGE = 1e-8;

tacit_multinomial_way tacit_multinomial_usual(const tacit_linear_design *design, size_t classes)
{
    const double others = (double)classes - 1.0;
    const double entries = others * ((double)design->terms + 1.0);
    const bool small = others * (double)tacit_linear_columns(design) <= MOST_UNKNOWNS &&
                       (double)design->rows * entries * entries <= MOST_PRODUCTS;
    return classes != 2 && small ? TACIT_MULTINOMIAL_JOINT : TACIT_MULTINOMIAL_APART;
}

tacit_status tacit_multinomial_for(tacit_ctx *cx, const tacit_linear_design *design, size_t classes,
                                   tacit_multinomial_way way, tacit_multinomial *out)
{
    tacit_multinomial m = {
        .design = design, .classes = classes, .columns = tacit_linear_columns(design), .way = way
    };
    TACIT_ASSERT(classes > 0);
    const size_t all = (classes - 1) * m.columns;
    const bool apart = way == TACIT_MULTINOMIAL_APART;
    TACIT_TRY(tacit_scratch(cx, all, sizeof *m.beta, &m.beta));
    TACIT_TRY(tacit_scratch(cx, classes, sizeof *m.share, &m.share));
    TACIT_TRY(tacit_newton_for(cx, apart ? m.columns : all, &m.newton));
    TACIT_TRY(tacit_scratch(cx, apart ? m.columns * m.columns : 0, sizeof *m.inverse, &m.inverse));
    TACIT_TRY(tacit_linear_entries_for(cx, design, &m.row));
    *out = m;
    return TACIT_OK;
}

void tacit_multinomial_shares(const tacit_multinomial *m, const double *beta,
                              const tacit_linear_entries *row, double *share)
{
    double most = 0.0, sum = 0.0;
    share[0] = 0.0;
    for (size_t k = 1; k < m->classes; k++) {
        share[k] = tacit_linear_product(row, beta + (k - 1) * m->columns);
        most = fmax(most, share[k]);
    }
    for (size_t k = 0; k < m->classes; k++)
        sum += share[k] = exp(share[k] - most);
    for (size_t k = 0; k < m->classes; k++)
        share[k] /= sum;
}

static double ridge_of(const tacit_multinomial *m)
{
    const double n = (double)m->design->rows;
    return m->way == TACIT_MULTINOMIAL_JOINT ? 1.0 / n : APART_RIDGE * n;
}

/* Half the ridge times the squares of all coefficients but intercepts. */
static double penalty(const tacit_multinomial *m, const double *beta)
{
    double sum = 0.0;
    for (size_t j = 0; j < m->newton.n; j++)
        sum += j % m->columns == 0 ? 0.0 : beta[j] * beta[j];
    return 0.5 * ridge_of(m) * sum;
}

static void add_penalty(const tacit_multinomial *m, const double *beta, double *gradient, double *h)
{
    for (size_t j = 0; j < m->newton.n; j++) {
        if (j % m->columns == 0)
            continue;
        if (gradient != NULL)
            gradient[j] -= ridge_of(m) * beta[j];
        h[j * m->newton.n + j] += ridge_of(m);
    }
}

/* ---- jointly ---- */

static double joint_height(void *of, const double *beta)
{
    tacit_multinomial *m = of;
    double sum = 0.0;
    for (size_t i = 0; i < m->design->rows; i++) {
        tacit_linear_row(m->design, i, &m->row);
        tacit_multinomial_shares(m, beta, &m->row, m->share);
        sum += log(m->share[m->label[i]]);
    }
    return isfinite(sum) ? sum - penalty(m, beta) : -INFINITY;
}

/* Add what the row at hand tells about classes k >= l, counted without the first, to the lower
 * triangle of their block of `h`, which is symmetric. */
static void add_pair(const tacit_multinomial *m, size_t k, size_t l, double *h)
{
    const tacit_linear_entries *r = &m->row;
    const size_t p = m->columns, all = m->newton.n;
    const double weight = m->share[k + 1] * ((k == l ? 1.0 : 0.0) - m->share[l + 1]);
    for (size_t a = 0; a < r->n; a++) {
        double *line = h + (k * p + r->at[a]) * all + l * p;
        const double x = weight * r->x[a];
        for (size_t b = 0; b <= a; b++)
            line[r->at[b]] += x * r->x[b];
    }
}

/* Complete the block that begins at `h` from its lower triangle. */
static void mirror_block(const tacit_multinomial *m, double *h)
{
    const size_t p = m->columns, all = m->newton.n;
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < a; b++)
            h[b * all + a] = h[a * all + b];
}

/* Complete the blocks of classes k > l. */
static void mirror_pairs(const tacit_multinomial *m, double *h)
{
    const size_t p = m->columns, all = m->newton.n;
    for (size_t k = 1; k + 1 < m->classes; k++)
        for (size_t l = 0; l < k; l++)
            mirror_block(m, h + k * p * all + l * p);
}

static void joint_slopes(void *of, const double *beta, double *gradient, double *h)
{
    tacit_multinomial *m = of;
    const tacit_linear_entries *r = &m->row;
    for (size_t i = 0; i < m->design->rows; i++) {
        tacit_linear_row(m->design, i, &m->row);
        tacit_multinomial_shares(m, beta, &m->row, m->share);
        for (size_t k = 0; k + 1 < m->classes; k++) {
            const double off = (m->label[i] == k + 1 ? 1.0 : 0.0) - m->share[k + 1];
            for (size_t a = 0; a < r->n; a++)
                gradient[k * m->columns + r->at[a]] += off * r->x[a];
            for (size_t l = 0; l <= k; l++)
                add_pair(m, k, l, h);
        }
    }
    mirror_pairs(m, h);
    add_penalty(m, beta, gradient, h);
}

/* ---- apart ---- */

/* Take up row i if it is of one of the classes at work, and say how probable the later one is. */
static bool take_row(tacit_multinomial *m, size_t i, const double *beta, double *p)
{
    if (m->label[i] != 0 && m->label[i] != m->at)
        return false;
    tacit_linear_row(m->design, i, &m->row);
    *p = 1.0 / (1.0 + exp(-tacit_linear_product(&m->row, beta)));
    return true;
}

/* The information with the ridge, in the lower triangle of `h`; returns the log likelihood. */
static double inform(tacit_multinomial *m, const double *beta, double *h)
{
    double sum = 0.0, p = 0.0;
    memset(h, 0, m->columns * m->columns * sizeof *h);
    for (size_t i = 0; i < m->design->rows; i++) {
        if (!take_row(m, i, beta, &p))
            continue;
        sum += log(m->label[i] != 0 ? p : 1.0 - p);
        tacit_linear_square(&m->row, p * (1.0 - p), h, m->columns);
    }
    add_penalty(m, beta, NULL, h);
    return sum;
}

static double apart_height(void *of, const double *beta)
{
    tacit_multinomial *m = of;
    const double likelihood = inform(m, beta, m->inverse);
    if (!isfinite(likelihood) || !tacit_cholesky(m->inverse, m->columns, 0.0))
        return -INFINITY;
    return likelihood + 0.5 * tacit_log_determinant(m->inverse, m->columns) - penalty(m, beta);
}

/* x'V x of the row at hand. */
static double leverage(const tacit_multinomial *m)
{
    const tacit_linear_entries *r = &m->row;
    double sum = 0.0;
    for (size_t a = 0; a < r->n; a++)
        for (size_t b = 0; b < r->n; b++)
            sum += r->x[a] * r->x[b] * m->inverse[r->at[a] * m->columns + r->at[b]];
    return sum;
}

static void apart_slopes(void *of, const double *beta, double *gradient, double *h)
{
    tacit_multinomial *m = of;
    double p = 0.0;
    inform(m, beta, m->inverse);
    memcpy(h, m->inverse, m->columns * m->columns * sizeof *h);
    const bool known = tacit_inverse_positive(m->inverse, m->columns, 0.0);
    for (size_t i = 0; known && i < m->design->rows; i++) {
        if (!take_row(m, i, beta, &p))
            continue;
        const double hat = p * (1.0 - p) * leverage(m);
        const double off = (m->label[i] != 0 ? 1.0 : 0.0) - p + hat * (0.5 - p);
        for (size_t a = 0; a < m->row.n; a++)
            gradient[m->row.at[a]] += off * m->row.x[a];
    }
    for (size_t j = 1; j < m->columns; j++)
        gradient[j] -= ridge_of(m) * beta[j];
}

/* ---- both ---- */

static tacit_hill hill_of(tacit_multinomial *m)
{
    return m->way == TACIT_MULTINOMIAL_JOINT ? (tacit_hill){ m, joint_height, joint_slopes }
                                             : (tacit_hill){ m, apart_height, apart_slopes };
}

void tacit_multinomial_fit(tacit_multinomial *m, const uint16_t *label)
{
    const tacit_hill hill = hill_of(m);
    m->label = label;
    TACIT_ASSERT(m->design->rows > 0);
    if (m->way == TACIT_MULTINOMIAL_JOINT && m->classes > 1) {
        tacit_newton_climb(&m->newton, &hill);
        memcpy(m->beta, m->newton.at, m->newton.n * sizeof *m->beta);
        return;
    }
    for (m->at = 1; m->at < m->classes; m->at++) {
        memset(m->newton.at, 0, m->columns * sizeof *m->newton.at);
        tacit_newton_climb(&m->newton, &hill);
        memcpy(m->beta + (m->at - 1) * m->columns, m->newton.at, m->columns * sizeof *m->beta);
    }
}

/* Draws of the coefficients that begin at `first`. */
static void draw_some(tacit_multinomial *m, const tacit_rng *rng, size_t n, size_t first,
                      double *beta)
{
    const tacit_hill hill = hill_of(m);
    const size_t all = (m->classes - 1) * m->columns;
    memcpy(m->newton.at, m->beta + first, m->newton.n * sizeof *m->newton.at);
    tacit_newton_factor(&m->newton, &hill, TACIT_WEAK_PRIOR);
    for (size_t s = 0; s < n; s++) {
        const tacit_rng set = tacit_rng_fork_number(rng, s);
        tacit_rng own = tacit_rng_fork_number(&set, first);
        tacit_newton_draw(&m->newton, &own, beta + s * all + first);
    }
}

void tacit_multinomial_draw(tacit_multinomial *m, const tacit_rng *rng, size_t n, double *beta)
{
    const size_t step = m->newton.n > 0 ? m->newton.n : 1;
    m->at = 1;
    for (size_t first = 0; first < (m->classes - 1) * m->columns; first += step, m->at++)
        draw_some(m, rng, n, first, beta);
}
