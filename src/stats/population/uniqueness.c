/*
 * uniqueness.c - estimators of the number of population uniques.
 *
 * Zayatz (1991): the probability that a sample unique is a population unique is estimated
 * by Bayes' rule, taking the shares c_i / u of the sample for those of the population:
 * P = c_1 h(1) / sum_i c_i h(i), where h(i) is the hypergeometric probability that a class
 * of i shows one record in the sample; U = c_1 P / p.
 *
 * Slide negative binomial (Chen and Keller-McNulty 1998): F - 1 is negative binomial with
 * parameters a and b for each of the K classes of the population.  With d = (1 - p)(1 - b)
 * the sample has K p (b / (1 - d))^a (1 + a d / (1 - d)) classes of one record and
 * K p^2 a (1 - b) b^a (2 - (1 - a) d) / (2 (1 - d)^(a + 2)) of two in expectation; a and b
 * equate these to c_1 and c_2, K is Shlosser's estimator (third form of Haas and Stokes
 * 1998), and U = K b^a.  Solved in log a and logit b by Newton's method with halved steps
 * from many starting points.
 *
 * Ewens: u = sum_{i<n} theta / (theta + i), U = N theta / (N + theta - 1).  It is the limit
 * of the Poisson-gamma model (Bethlehem, Keller and Pannekoek 1990), in which the
 * frequencies of K possible key combinations have mean n / K and variance
 * (n / K)(1 + n beta): U = N (1 + N beta)^-(1 + alpha), alpha = 1 / (K beta).
 *
 * Decision rule of Dankar, El Emam, Neisa and Roffey (2012): Pitman for p <= 0.1, else the
 * smaller of Zayatz and slide negative binomial; Zayatz in place of what has no solution.
 */
#include "stats/population/uniqueness.h"

#include <math.h>

const char *const TACIT_UNIQUENESS_CHOICES[] = { "dankar", "zayatz",  "pitman", "snb",
                                                 "ewens",  "poisson", NULL };

double tacit_size_count(const tacit_size_counts *c, uint64_t i)
{
    double count = 0.0;
    for (size_t s = 0; s < c->n && c->size[s] <= i; s++)
        count = c->size[s] == i ? c->count[s] : 0.0;
    return count;
}

static tacit_uniqueness found(tacit_uniqueness_method method, double uniques)
{
    return (tacit_uniqueness){ .converged = true, .uniques = uniques, .used = method };
}

static tacit_uniqueness not_found(tacit_uniqueness_method method)
{
    return (tacit_uniqueness){ .converged = false, .uniques = NAN, .used = method };
}

/* ---- Zayatz ---- */

/* h(i) = i p prod_{j=0}^{i-2} (N - n - j) / (N - 1 - j); the factor p cancels. */
static tacit_uniqueness zayatz(const tacit_size_counts *c, const tacit_uniqueness_frame *frame)
{
    const double N = frame->population, n = c->records, one = tacit_size_count(c, 1);
    double sum = 0.0, product = 1.0;
    uint64_t at = 1;
    for (size_t s = 0; s < c->n && product > 0.0; s++) {
        for (; at < c->size[s] && product > 0.0; at++) {
            const double j = (double)(at - 1), left = N - n - j;
            product *= left > 0.0 ? left / (N - 1.0 - j) : 0.0;
        }
        sum += c->count[s] * (double)c->size[s] * product;
    }
    return found(TACIT_UNIQUENESS_ZAYATZ, one * (one / sum) * N / n);
}

/* ---- slide negative binomial ---- */

/* Shlosser's estimator of the number of classes of the population. */
static double shlosser(const tacit_size_counts *c, double p)
{
    double first = 0.0, second = 0.0, third = 0.0, fourth = 0.0;
    for (size_t s = 0; s < c->n; s++) {
        const double i = (double)c->size[s], count = c->count[s], stay = pow(1.0 - p, i);
        first += i * p * p * pow(1.0 - p * p, i - 1.0) * count;
        second += (pow(1.0 - p * p, i) - stay) * count;
        third += stay * count;
        fourth += i * p * pow(1.0 - p, i - 1.0) * count;
    }
    return c->classes +
           tacit_size_count(c, 1) * (first / second) * (third / fourth) * (third / fourth);
}

/* What the two equations are about. */
typedef struct snb {
    double p;
    double log1, log2; /* logs of c_1 / K and c_2 / K */
} snb;

/* Where Newton's method stands: x = log a, y = logit b; the errors of the equations and
 * their derivatives. */
typedef struct snb_point {
    double x, y;
    double e1, e2;
    double e1x, e1y, e2x, e2y;
} snb_point;

static snb_point snb_at(const snb *m, double x, double y)
{
    const double a = exp(x), b = 1.0 / (1.0 + exp(-y)), q = 1.0 / (1.0 + exp(y));
    const double r = 1.0 - m->p, d = r * q, e = m->p + r * b; /* e = 1 - d */
    const double slide = log(b / e), two = 2.0 - (1.0 - a) * d;
    snb_point z = { .x = x, .y = y };
    z.e1 = log(m->p) + a * slide + log1p(a * d / e) - m->log1;
    z.e2 = 2.0 * log(m->p) + x + log(q / 2.0) + a * slide - 2.0 * log(e) + log(two) - m->log2;
    z.e1x = a * (slide + d / (e + a * d));
    z.e2x = a * (1.0 / a + slide + d / two);
    z.e1y = b * q * (a * (1.0 / b - r / e) + (r - a * r) / (e + a * d) - r / e);
    z.e2y = b * q * (-1.0 / q + a / b - (a + 2.0) * r / e + (1.0 - a) * r / two);
    return z;
}

static double snb_error(const snb_point *z)
{
    return hypot(z->e1, z->e2);
}

/* One step, halved until the error shrinks; false if it does not. */
static bool snb_step(const snb *m, snb_point *z)
{
    enum { HALVINGS = 40 };
    static const double LONGEST = 4.0;
    const double det = z->e1x * z->e2y - z->e1y * z->e2x;
    double dx = (z->e1y * z->e2 - z->e2y * z->e1) / det;
    double dy = (z->e2x * z->e1 - z->e1x * z->e2) / det;
    const double length = hypot(dx, dy);
    if (!isfinite(length))
        return false;
    const double cut = length > LONGEST ? LONGEST / length : 1.0;
    dx *= cut;
    dy *= cut;
    for (int i = 0; i < HALVINGS; i++, dx *= 0.5, dy *= 0.5) {
        const snb_point next = snb_at(m, z->x + dx, z->y + dy);
        if (snb_error(&next) < snb_error(z)) {
            *z = next;
            return true;
        }
    }
    return false;
}

static bool snb_newton(const snb *m, snb_point *z)
{
    enum { STEPS = 300 };
    static const double ENOUGH = 1e-10;
    for (int i = 0; i < STEPS && snb_step(m, z); i++)
        continue;
    return isfinite(snb_error(z)) && snb_error(z) < ENOUGH;
}

static tacit_uniqueness slide_negative_binomial(const tacit_size_counts *c,
                                                const tacit_uniqueness_frame *frame)
{
    static const double A[] = { 0.5, 0.1, 1.0, 0.02, 3.0, 10.0 };
    static const double B[] = { 0.1, 0.5, 0.01, 0.9, 0.001 };
    enum { STARTS_A = sizeof A / sizeof A[0], STARTS_B = sizeof B / sizeof B[0] };
    const double p = c->records / frame->population, K = shlosser(c, p);
    const double one = tacit_size_count(c, 1), two = tacit_size_count(c, 2);
    const snb m = { .p = p, .log1 = log(one / K), .log2 = log(two / K) };
    if (!isfinite(K) || two <= 0.0)
        return not_found(TACIT_UNIQUENESS_SNB);
    for (size_t i = 0; i < STARTS_A * STARTS_B; i++) {
        const double b = B[i % STARTS_B];
        snb_point z = snb_at(&m, log(A[i / STARTS_B]), log(b / (1.0 - b)));
        if (snb_newton(&m, &z))
            return found(TACIT_UNIQUENESS_SNB, K * exp(-exp(z.x) * log1p(exp(-z.y))));
    }
    return not_found(TACIT_UNIQUENESS_SNB);
}

/* ---- Ewens and Poisson-gamma ---- */

static tacit_uniqueness ewens(const tacit_size_counts *c, const tacit_uniqueness_frame *frame)
{
    enum { HALVINGS = 200 };
    double low = -40.0, high = 40.0;
    if (!(c->classes > 1.0) || !(c->classes < c->records))
        return not_found(TACIT_UNIQUENESS_EWENS);
    for (int i = 0; i < HALVINGS && high - low > 1e-15 * fabs(low); i++) {
        const double middle = 0.5 * (low + high), theta = exp(middle);
        if (theta * tacit_harmonic(theta, c->records) < c->classes)
            low = middle;
        else
            high = middle;
    }
    const double theta = exp(0.5 * (low + high)), N = frame->population;
    return found(TACIT_UNIQUENESS_EWENS, N * theta / (N + theta - 1.0));
}

static tacit_uniqueness poisson_gamma(const tacit_size_counts *c,
                                      const tacit_uniqueness_frame *frame)
{
    const double K = frame->cells, N = frame->population, mean = c->records / K;
    double squares = 0.0;
    for (size_t s = 0; s < c->n; s++)
        squares += c->count[s] * (double)c->size[s] * (double)c->size[s];
    const double variance = squares / K - mean * mean;
    const double beta = (variance / mean - 1.0) / c->records;
    if (!(K > 1.0) || !(beta > 0.0))
        return not_found(TACIT_UNIQUENESS_POISSON);
    const double alpha = 1.0 / (K * beta);
    return found(TACIT_UNIQUENESS_POISSON, N * exp(-(1.0 + alpha) * log1p(N * beta)));
}

/* ---- choosing ---- */

static tacit_uniqueness dankar(const tacit_size_counts *c, const tacit_uniqueness_frame *frame)
{
    static const double SMALL = 0.1;
    const tacit_uniqueness plain = zayatz(c, frame);
    if (c->records <= SMALL * frame->population) {
        const tacit_uniqueness pitman = tacit_uniqueness_pitman(c, frame);
        return pitman.converged ? pitman : plain;
    }
    const tacit_uniqueness slide = slide_negative_binomial(c, frame);
    return slide.converged && slide.uniques <= plain.uniques ? slide : plain;
}

tacit_uniqueness tacit_uniqueness_of(tacit_uniqueness_method method, const tacit_size_counts *c,
                                     const tacit_uniqueness_frame *frame)
{
    const double one = tacit_size_count(c, 1);
    if (!(one > 0.0) || frame->population <= c->records)
        return found(method, one);
    switch (method) {
    case TACIT_UNIQUENESS_ZAYATZ:
        return zayatz(c, frame);
    case TACIT_UNIQUENESS_PITMAN:
        return tacit_uniqueness_pitman(c, frame);
    case TACIT_UNIQUENESS_SNB:
        return slide_negative_binomial(c, frame);
    case TACIT_UNIQUENESS_EWENS:
        return ewens(c, frame);
    case TACIT_UNIQUENESS_POISSON:
        return poisson_gamma(c, frame);
    case TACIT_UNIQUENESS_DANKAR:
    case TACIT_UNIQUENESS_METHODS:
        break;
    }
    return dankar(c, frame);
}
