/*
 * tradeoff.c - how often an attacker must be wrong: the trade-off curve, for display.
 *
 * Dong, Roth and Su (2022), Gaussian differential privacy: of all tests whether a person is in the
 * data that raise a false alarm with probability a, the best misses the person with probability
 * f(a) = max over e >= 0 of max(0, 1 - delta(e) - exp(e) a, exp(-e) (1 - delta(e) - a)).
 * delta(e) is from the distribution of the privacy loss (masses.h).  Without a curve f is 0, as if
 * nothing were protected.
 */
#include <math.h>

#include "privacy/accountant/accountant.h"
#include "privacy/accountant/masses.h"

/* Points of the curve, and of the e that it is the envelope over. */
enum { POINTS = 101, KNOTS = 200 };

/* How small a delta is still of interest in a picture, and the step of the grid. */
#define LEAST_DELTA 1e-6
#define STEP 1e-3

/* The least e >= 0 beyond which delta is of no interest, both ways. */
static double last_e(const tacit_masses masses[2])
{
    const double e = fmax(tacit_masses_epsilon(&masses[0], LEAST_DELTA),
                          tacit_masses_epsilon(&masses[1], LEAST_DELTA));
    return isfinite(e) ? e : 0.0;
}

static tacit_status draw(tacit_ctx *cx, const tacit_args *args, const tacit_spending *spent,
                         tacit_curve_points *out)
{
    (void)args;
    tacit_masses masses[2];
    out->n = POINTS;
    TACIT_TRY(tacit_scratch(cx, POINTS, sizeof *out->x, &out->x));
    TACIT_TRY(tacit_scratch(cx, POINTS, sizeof *out->y, &out->y));
    for (size_t i = 0; i < POINTS; i++)
        out->x[i] = (double)i / (POINTS - 1);
    for (size_t i = 0; i < spent->n; i++)
        if (!tacit_loss_has_curve(&spent->loss[i]))
            return TACIT_OK;
    for (tacit_direction way = TACIT_WAY_REMOVE; way <= TACIT_WAY_ADD; way++)
        TACIT_TRY(tacit_masses_make(cx, spent, way, STEP, LEAST_DELTA, &masses[way]));
    const double end = last_e(masses);
    for (int k = 0; k <= KNOTS; k++) {
        const double e = end * k / KNOTS;
        const double left =
            1 - fmax(tacit_masses_delta(&masses[0], e), tacit_masses_delta(&masses[1], e));
        for (size_t i = 0; i < POINTS; i++)
            out->y[i] =
                fmax(out->y[i], fmax(left - exp(e) * out->x[i], exp(-e) * (left - out->x[i])));
    }
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_accountant tacit_accountant_tradeoff = {
    .about = { .name = "tradeoff",
               .title = "Trade-off curve",
               .summary =
                   "How often an attacker must miss a person, by how often he raises a false "
                   "alarm.",
               .source = "Dong, Roth and Su (2022), Gaussian differential privacy",
               .params = PARAMS },
    .draw = draw,
};
