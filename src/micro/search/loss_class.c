/*
 * loss_class.c - losses that are one number for the classes.
 *
 * With N records, n_g those of class g, A_g the number of combinations of values that its
 * labels stand for (the product over axes of share * D), A that of all combinations, and G and
 * S the factors of loss.c; sums over kept classes g, R the suppressed records:
 *   entropy_loss            G sum n_g ln A_g / ln A + S R    (Wan and others 2015), up to N
 *   discernibility          sum n_g^2 + N R                  (Bayardo and Agrawal 2005)
 *   monotone_discernibility sum over all classes of n_g^2
 *   average_class_size      N / (S classes + (G if R > 0)): suppressed records are one class
 *   ambiguity               sum n_g A_g + R A                (Goldberger and Tassa 2010)
 *   kl_divergence           sum over cells c of p_c log2(p_c / q_c), p_c its share of records
 *                           and q_c that of its class spread evenly over A_g; suppressed
 *                           records are one class of area A  (Machanavajjhala and others 2007)
 *   publisher_payout        G sum n_g (benefit - payout_g) + S R benefit: loss_payout.c
 *   classification          (G sum (n_g - most frequent value) + S R) / N   (Iyengar 2002);
 *                           a missing value of the target is a value of its own
 * All are ARX's but two: ARX sums kl_divergence over records instead of cells, so that a cell
 * of c records counts c times as much as it does in the divergence; and classification is that
 * of the utility `classification_metric`.  The utilities `discernibility` and
 * `average_class_size` give the same, the latter without the class of suppressed records.
 * Only entropy_loss, publisher_payout, average_class_size and classification heed the balance.
 *
 * Bounds from levels alone, for a node and all above, where areas only grow and labels become
 * fewer; suppression costs more than labels do, except for entropy_loss and classification,
 * where S < G: a record that costs x in 0 ... G kept costs at least x S / G:
 *   entropy_loss            the sum is linear in the axes: G N sum of mean ln areas / ln A
 *   publisher_payout        that of entropy_loss for each unit of the benefit
 *   discernibility          N^2 / (product of label numbers), at least N (Cauchy-Schwarz)
 *   average_class_size      by the largest number of classes
 *   ambiguity               N exp(sum of mean ln areas) (means: arithmetic and geometric)
 *   kl_divergence           sum of mean log2 areas - entropy of cells: the classes' is >= 0
 *   classification          that of the cells: joining classes never lowers it
 *
 * A score is O(classes * axes), without axes for those that need no areas.
 */
#include <math.h>

#include "micro/search/loss_own.h"

double tacit_loss_log_area(const tacit_loss *loss, const uint8_t *level,
                           const tacit_class_list *list, size_t g)
{
    double sum = 0.0;
    for (size_t a = 0; a < loss->s->n_axes; a++)
        sum += loss->axis[a].log_area[level[a]][tacit_space_label(loss->s, list, a, g)];
    return sum;
}

double tacit_loss_misplaced(const tacit_class_list *list, size_t target, size_t g)
{
    const tacit_search_pairs *p = &list->pairs[target];
    uint64_t known = 0, mode = 0;
    for (size_t i = p->start[g]; i < p->start[g + 1]; i++) {
        known += p->count[i];
        mode = p->count[i] > mode ? p->count[i] : mode;
    }
    const uint64_t missing = list->size[g] - known;
    return (double)(list->size[g] - (missing > mode ? missing : mode));
}

double tacit_loss_x_log2(double x)
{
    return x > 0.0 ? x * log2(x) : 0.0;
}

void tacit_loss_fill_classes(tacit_loss *loss)
{
    const tacit_class_list *cells = &loss->s->cells;
    const double n = (double)loss->s->records;
    const double cheapest = fmin(loss->general, loss->suppress);
    for (size_t g = 0; g < cells->n && n > 0.0; g++) {
        if (loss->spec.kind == TACIT_LOSS_KL_DIVERGENCE)
            loss->least += tacit_loss_x_log2((double)cells->size[g] / n); /* minus the entropy */
        else if (loss->spec.kind == TACIT_LOSS_CLASSIFICATION)
            loss->least += cheapest * tacit_loss_misplaced(cells, loss->spec.target, g) / n;
    }
}

/* What a kept class adds. */
static double class_loss(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                         size_t g)
{
    const double size = (double)list->size[g], n = (double)loss->s->records;
    switch (loss->spec.kind) {
    case TACIT_LOSS_ENTROPY:
        return loss->log_domain > 0.0
                   ? loss->general * size * tacit_loss_log_area(loss, level, list, g) /
                         loss->log_domain
                   : 0.0;
    case TACIT_LOSS_DISCERNIBILITY:
    case TACIT_LOSS_MONOTONE_DISCERNIBILITY:
        return size * size;
    case TACIT_LOSS_AMBIGUITY:
        return size * exp(tacit_loss_log_area(loss, level, list, g));
    case TACIT_LOSS_KL_DIVERGENCE:
        return size / n * tacit_loss_log_area(loss, level, list, g) / log(2.0) -
               tacit_loss_x_log2(size / n);
    case TACIT_LOSS_CLASSIFICATION:
        return loss->general * tacit_loss_misplaced(list, loss->spec.target, g) / n;
    case TACIT_LOSS_PUBLISHER_PAYOUT:
        return loss->general * size *
               (loss->prices.benefit - tacit_loss_payout_of(loss, level, list, g));
    default:
        return 0.0;
    }
}

static double average_size(const tacit_loss *loss, double classes, bool suppressed)
{
    const double weighed = classes * loss->suppress + (suppressed ? loss->general : 0.0);
    return weighed > 0.0 ? (double)loss->s->records / weighed : INFINITY;
}

/* What the suppressed records cost together. */
static double suppressed_loss(const tacit_loss *loss, double suppressed)
{
    const double n = (double)loss->s->records;
    switch (loss->spec.kind) {
    case TACIT_LOSS_ENTROPY:
        return loss->suppress * suppressed;
    case TACIT_LOSS_DISCERNIBILITY:
        return n * suppressed;
    case TACIT_LOSS_AMBIGUITY:
        return suppressed * exp(loss->log_domain);
    case TACIT_LOSS_KL_DIVERGENCE:
        return suppressed / n * loss->log_domain / log(2.0) - tacit_loss_x_log2(suppressed / n);
    case TACIT_LOSS_CLASSIFICATION:
        return loss->suppress * suppressed / n;
    case TACIT_LOSS_PUBLISHER_PAYOUT:
        return loss->suppress * suppressed * loss->prices.benefit;
    default:
        return 0.0;
    }
}

double tacit_loss_finish(const tacit_loss *loss, const tacit_loss_kept *s)
{
    if (loss->s->records == 0)
        return 0.0;
    if (loss->spec.kind == TACIT_LOSS_CLASS_SIZE)
        return average_size(loss, s->classes, s->suppressed > 0.0);
    const double sum = s->kept + (s->suppressed > 0.0 ? suppressed_loss(loss, s->suppressed) : 0.0);
    if (loss->spec.kind == TACIT_LOSS_KL_DIVERGENCE)
        return fmax(0.0, sum + loss->least);
    return sum;
}

double tacit_loss_of_classes(const tacit_loss *loss, const uint8_t *level,
                             const tacit_class_list *list, const bool *marked)
{
    const bool all = loss->spec.kind == TACIT_LOSS_MONOTONE_DISCERNIBILITY;
    tacit_loss_kept s = { 0 };
    for (size_t g = 0; g < list->n; g++) {
        const bool out = !all && marked != NULL && marked[g];
        s.suppressed += out ? (double)list->size[g] : 0.0;
        if (out || list->size[g] == 0)
            continue;
        s.kept += class_loss(loss, level, list, g);
        s.classes += 1.0;
    }
    return tacit_loss_finish(loss, &s);
}

/* The most classes that a node can have. */
static double most_classes(const tacit_loss *loss, const uint8_t *level)
{
    const double cells = (double)loss->s->cells.n;
    double product = 1.0;
    for (size_t a = 0; a < loss->s->n_axes && product < cells; a++)
        product *= loss->s->axis[a].labels[level[a]];
    return fmax(1.0, fmin(product, cells));
}

static double bound(const tacit_loss *loss, const uint8_t *level)
{
    const double n = (double)loss->s->records, classes = most_classes(loss, level);
    double area = 0.0;
    for (size_t a = 0; a < loss->s->n_axes; a++)
        area += loss->axis[a].mean_log[level[a]];
    if (loss->s->records == 0)
        return 0.0;
    const double worth = loss->spec.kind == TACIT_LOSS_ENTROPY ? 1.0 : loss->prices.benefit;
    switch (loss->spec.kind) {
    case TACIT_LOSS_ENTROPY:
    case TACIT_LOSS_PUBLISHER_PAYOUT:
        return loss->log_domain > 0.0
                   ? fmin(loss->general, loss->suppress) * n * worth * area / loss->log_domain
                   : 0.0;
    case TACIT_LOSS_DISCERNIBILITY:
    case TACIT_LOSS_MONOTONE_DISCERNIBILITY:
        return fmax(n, n * n / classes);
    case TACIT_LOSS_CLASS_SIZE:
        return fmin(average_size(loss, classes, false), average_size(loss, classes - 1.0, true));
    case TACIT_LOSS_AMBIGUITY:
        return n * exp(area);
    case TACIT_LOSS_KL_DIVERGENCE:
        return fmax(0.0, area / log(2.0) + loss->least);
    default:
        return loss->least;
    }
}

double tacit_loss_bound_of_classes(const tacit_loss *loss, const uint8_t *level)
{
    static const double ROUNDING = 1e-12; /* sums in another order than the score's */
    const double b = bound(loss, level);
    return b - ROUNDING * fmax(b, loss->log_domain);
}
