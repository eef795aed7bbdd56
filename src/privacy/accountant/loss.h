/*
 * loss.h - what one private answer can give away, as accountants need to know it.
 *
 * A mechanism tells for two data sets that differ in one person; a loss says how far its outputs
 * can tell them apart.  Its curve is delta(e), the least delta at which one answer is (e,
 * delta)-private (the hockey-stick divergence of the worst pair of neighbours).
 *
 *   Laplace    discrete, of parameter epsilon, where a person moves the value by `steps` steps of
 * the lattice.  One step is the worst that epsilon allows, as randomised response. Gaussian   of
 * standard deviation sigma, in sensitivities; discrete on a lattice of which a person moves `steps`
 * steps, or the continuous one if that is 0. range      the loss lies in an interval of length
 * epsilon: the exponential mechanism. approximate  whatever is (epsilon, delta)-private.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_LOSS_H
#define TACIT_PRIVACY_ACCOUNTANT_LOSS_H

#include "base/context.h"

typedef enum tacit_privacy_loss_kind {
    TACIT_LOSS_LAPLACE = 0,
    TACIT_LOSS_GAUSSIAN,
    TACIT_LOSS_RANGE,
    TACIT_LOSS_APPROXIMATE
} tacit_privacy_loss_kind;

typedef struct tacit_privacy_loss {
    tacit_privacy_loss_kind kind;
    double epsilon, delta; /* not of a Gaussian */
    double sigma;          /* of a Gaussian */
    double steps;          /* of Laplace, >= 1, and Gaussian */
    double rate;           /* of a Poisson sample that it is run on, in (0, 1] */
    uint64_t times;        /* how many answers with this loss */
} tacit_privacy_loss;

/* So many steps that a discrete Laplace law is the continuous one to 12 digits. */
#define TACIT_LOSS_FINE 0x1p40

/* The worst loss of `times` answers that are epsilon-private. */
tacit_privacy_loss tacit_loss_pure(double epsilon, uint64_t times);

/* The curve of one answer, ready to be looked up. */
typedef struct tacit_curve {
    tacit_privacy_loss loss;
    const double *tail; /* of a discrete Gaussian: P(X >= x) for x = -most ... most + 1 */
    int64_t most;
} tacit_curve;

/* The standard deviation of a discrete Gaussian, in steps, beyond which there is no curve. */
enum { TACIT_CURVE_MOST_SIGMA = 1 << 14 };

/* Whether the loss has a curve. */
bool tacit_loss_has_curve(const tacit_privacy_loss *loss);

/* Make the curve of a loss that has one, in scratch memory.  O(sigma) for a discrete Gaussian. */
tacit_status tacit_curve_make(tacit_ctx *cx, const tacit_privacy_loss *loss, tacit_curve *out);

/* Which of two neighbours has the person: curves of samples are not the same both ways. */
typedef enum tacit_direction { TACIT_WAY_REMOVE = 0, TACIT_WAY_ADD } tacit_direction;

/* delta at e >= 0. */
double tacit_curve_delta(const tacit_curve *curve, tacit_direction way, double e);

/* The least e >= 0 with a delta of at most `delta` > 0, both ways; rounded up. */
double tacit_curve_epsilon(const tacit_curve *curve, double delta);

#endif
