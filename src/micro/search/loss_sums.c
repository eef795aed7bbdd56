/*
 * loss_sums.c - scores from a few sums over the classes of a node, without the classes.
 *
 * What suppression adds to the loss of an axis is linear in the suppressed records with a
 * value, n, and the sum of their shares, s, or is the entropy of their labels (loss_axis.c):
 *   granularity  (n - G s) / range if G < 1, else S (n - s) / range
 *   precision    (S - base) n / records with a value
 *   entropies    S entropy / most
 * Kinds of one number are sums over kept classes (loss_class.c); sums of ln areas over kept
 * records are those over all, which the levels tell, less those over suppressed ones.
 */
#include "micro/search/loss_sums.h"

#include <math.h>

#include "micro/search/loss_own.h"

/* What suppression adds to axis `a` at level `l`. */
static double extra_of(const tacit_loss *loss, size_t a, size_t l, const tacit_loss_sums *s)
{
    const tacit_loss_axis *t = &loss->axis[a];
    const double G = loss->general, S = loss->suppress;
    const double range = t->present - G * t->present / loss->s->axis[a].domain;
    switch (loss->spec.kind) {
    case TACIT_LOSS_GRANULARITY:
        if (!(range > 0.0))
            return 0.0;
        return (G < 1.0 ? s->present[a] - G * s->share[a] : S * (s->present[a] - s->share[a])) /
               range;
    case TACIT_LOSS_PRECISION:
        return t->present > 0.0 ? (S - t->base[l]) * s->present[a] / t->present : 0.0;
    case TACIT_LOSS_NON_UNIFORM_ENTROPY:
    case TACIT_LOSS_NORMALIZED_ENTROPY:
        return t->most > 0.0 ? S * s->entropy[a] / t->most : 0.0;
    default:
        return 0.0;
    }
}

/* Sum of ln areas over all records. */
static double log_area_of_all(const tacit_loss *loss, const uint8_t *level)
{
    const double n = (double)loss->s->records;
    double sum = 0.0;
    for (size_t a = 0; a < loss->s->n_axes; a++) {
        const size_t l = level[a];
        const bool one = loss->s->axis[a].labels[l] == 1; /* missing values have it too */
        sum += n * (one ? loss->axis[a].log_area[l][0] : loss->axis[a].mean_log[l]);
    }
    return sum;
}

/* What the kept classes add. */
static double kept_of(const tacit_loss *loss, const uint8_t *level, const tacit_loss_sums *s)
{
    const double n = (double)loss->s->records;
    switch (loss->spec.kind) {
    case TACIT_LOSS_ENTROPY:
        return loss->log_domain > 0.0
                   ? loss->general * fmax(0.0, log_area_of_all(loss, level) - s->log_area) /
                         loss->log_domain
                   : 0.0;
    case TACIT_LOSS_DISCERNIBILITY:
        return s->squares;
    case TACIT_LOSS_MONOTONE_DISCERNIBILITY:
        return s->all_squares;
    case TACIT_LOSS_AMBIGUITY:
        return s->area;
    case TACIT_LOSS_KL_DIVERGENCE:
        return (log_area_of_all(loss, level) - s->log_area) / n / log(2.0) - s->size_log;
    case TACIT_LOSS_CLASSIFICATION:
        return loss->general * s->misplaced / n;
    default:
        return 0.0;
    }
}

double tacit_loss_score_sums(const tacit_loss *loss, const uint8_t *level,
                             const tacit_loss_sums *sums, double *by_axis)
{
    double own[TACIT_MOST_AXES];
    double *v = by_axis != NULL ? by_axis : own;
    if (tacit_loss_is_by_axis(loss)) {
        for (size_t a = 0; a < loss->s->n_axes; a++)
            v[a] = loss->axis[a].base[level[a]] +
                   (sums->suppressed > 0.0 ? extra_of(loss, a, level[a], sums) : 0.0);
        return tacit_loss_join(loss, v);
    }
    for (size_t a = 0; a < loss->s->n_axes; a++)
        v[a] = NAN;
    if (loss->s->records == 0)
        return 0.0;
    const bool all = loss->spec.kind == TACIT_LOSS_MONOTONE_DISCERNIBILITY;
    return tacit_loss_finish(loss,
                             &(tacit_loss_kept){ .kept = kept_of(loss, level, sums),
                                                 .classes = sums->classes,
                                                 .suppressed = all ? 0.0 : sums->suppressed });
}
