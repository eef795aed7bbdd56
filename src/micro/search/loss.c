/*
 * loss.c - making losses, aggregating axes, and the counts that all kinds share.
 *
 * ARX's factor between generalisation and suppression is `balance` b: what generalisation
 * costs is multiplied by G = min(1, 2 - 2b), what suppression costs by S = min(1, 2b).
 * Axes are aggregated as prod (1 + w v)^(1/n) - 1, sum(w v) / n, max(w v) or sum(w v), where
 * weights are divided by the largest.  ARX cuts v to ten decimals before; here it is not
 * cut, so that scores differ from ARX's by up to 1e-10 an axis.
 *
 * Records whose key is missing have nothing to lose on that axis and are left out of its
 * loss.  At the level at which all labels are one they cannot be told from others in a
 * class; there suppressed records count in the proportion of those that have a value.
 *
 * Preparing is O(cells * axes + labels of all levels).
 */
#include "micro/search/loss.h"

#include <math.h>

#include "base/memory.h"
#include "micro/search/loss_own.h"

const char *const TACIT_LOSS_CHOICES[] = {
    "granularity",         "precision",          "entropy_loss",     "monotone_entropy",
    "non_uniform_entropy", "normalized_entropy", "discernibility",   "monotone_discernibility",
    "average_class_size",  "ambiguity",          "kl_divergence",    "height",
    "classification",      "monotone_precision", "publisher_payout", NULL
};

_Static_assert(sizeof TACIT_LOSS_CHOICES / sizeof *TACIT_LOSS_CHOICES == TACIT_LOSS_KINDS + 1,
               "each kind has a name");

double tacit_loss_granularity(const tacit_axis *x, double sum, double records)
{
    const double least = records / x->domain;
    return records - least > 0.0 ? (sum - least) / (records - least) : 0.0;
}

/* ---- making ---- */

/* Room for one number for each label of each level. */
static tacit_status make_labels(tacit_ctx *cx, const tacit_axis *x, double ***out)
{
    double **by = NULL;
    TACIT_TRY(tacit_scratch(cx, x->levels, sizeof *by, &by));
    for (size_t l = 0; l < x->levels; l++)
        TACIT_TRY(tacit_scratch(cx, x->labels[l], sizeof **by, &by[l]));
    *out = by;
    return TACIT_OK;
}

static tacit_status make_axis(tacit_ctx *cx, const tacit_axis *x, tacit_loss_axis *a)
{
    TACIT_TRY(make_labels(cx, x, &a->count));
    TACIT_TRY(make_labels(cx, x, &a->log_area));
    TACIT_TRY(make_labels(cx, x, &a->extra));
    TACIT_TRY(tacit_scratch(cx, x->levels, sizeof *a->mean_log, &a->mean_log));
    TACIT_TRY(tacit_scratch(cx, x->levels, sizeof *a->base, &a->base));
    return tacit_scratch(cx, x->levels, sizeof *a->bound, &a->bound);
}

/* Count the records of each label; count[0] is known. */
static void count_labels(const tacit_axis *x, double records, tacit_loss_axis *a)
{
    if (x->missing < x->labels[0])
        a->count[0][x->missing] = 0.0;
    for (uint32_t v = 0; v < x->labels[0]; v++)
        a->present += a->count[0][v];
    for (size_t l = 0; l < x->levels; l++) {
        for (uint32_t v = 0; l > 0 && v < x->labels[0]; v++)
            a->count[l][x->label[l][v]] += a->count[0][v];
        for (uint32_t y = 0; y < x->labels[l]; y++) {
            const double area = x->share[l][y] * x->domain;
            a->log_area[l][y] = area > 1.0 ? log(area) : 0.0;
            a->mean_log[l] += a->count[l][y] * a->log_area[l][y] / records;
        }
    }
}

static tacit_status make_tables(tacit_ctx *cx, tacit_loss *loss)
{
    const tacit_search_space *s = loss->s;
    TACIT_TRY(tacit_scratch(cx, s->n_axes, sizeof *loss->axis, &loss->axis));
    for (size_t a = 0; a < s->n_axes; a++)
        TACIT_TRY(make_axis(cx, &s->axis[a], &loss->axis[a]));
    for (size_t g = 0; g < s->cells.n; g++)
        for (size_t a = 0; a < s->n_axes; a++)
            loss->axis[a].count[0][tacit_space_label(s, &s->cells, a, g)] +=
                (double)s->cells.size[g];
    for (size_t a = 0; a < s->n_axes; a++) {
        count_labels(&s->axis[a], (double)s->records, &loss->axis[a]);
        loss->log_domain += s->axis[a].domain > 1.0 ? log(s->axis[a].domain) : 0.0;
    }
    return TACIT_OK;
}

static tacit_status make_weights(tacit_ctx *cx, tacit_loss *loss)
{
    const double *weight = loss->spec.weight;
    double largest = 0.0;
    TACIT_TRY(tacit_scratch(cx, loss->s->n_axes, sizeof *loss->weight, &loss->weight));
    for (size_t a = 0; a < loss->s->n_axes; a++)
        largest = weight != NULL && weight[a] > largest ? weight[a] : largest;
    for (size_t a = 0; a < loss->s->n_axes; a++)
        loss->weight[a] = largest > 0.0 ? weight[a] / largest : 1.0;
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, tacit_loss *loss)
{
    const double b = loss->spec.balance;
    loss->general = b <= 0.5 ? 1.0 : 2.0 - 2.0 * b;
    loss->suppress = b < 0.5 ? 2.0 * b : 1.0;
    TACIT_TRY(make_weights(cx, loss));
    TACIT_TRY(make_tables(cx, loss));
    if (tacit_loss_is_by_axis(loss))
        return tacit_loss_fill_axes(cx, loss);
    tacit_loss_fill_classes(loss);
    return TACIT_OK;
}

static tacit_status check(tacit_ctx *cx, const tacit_search_space *s, const tacit_loss_spec *spec)
{
    if (!(spec->balance >= 0.0 && spec->balance <= 1.0))
        return tacit_fail(cx, TACIT_ERR_INPUT, "The balance of a loss is between 0 and 1.");
    for (size_t a = 0; spec->weight != NULL && a < s->n_axes; a++)
        if (!(spec->weight[a] >= 0.0 && isfinite(spec->weight[a])))
            return tacit_fail(cx, TACIT_ERR_INPUT, "The weight of key '%s' is not 0 or more.",
                              s->axis[a].name);
    TACIT_ASSERT(spec->kind != TACIT_LOSS_PUBLISHER_PAYOUT || spec->prices != NULL);
    if (spec->kind == TACIT_LOSS_CLASSIFICATION && spec->target >= s->n_sensitive)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The loss of classification needs a column that is to be foretold.");
    return TACIT_OK;
}

tacit_status tacit_loss_new(tacit_ctx *cx, const tacit_search_space *s, const tacit_loss_spec *spec,
                            tacit_loss **out)
{
    tacit_loss *loss = NULL;
    TACIT_TRY(check(cx, s, spec));
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *loss, &loss));
    *loss = (tacit_loss){ .own = tacit_ctx_new(), .s = s, .spec = *spec };
    if (spec->prices != NULL) {
        loss->prices = *spec->prices;
        loss->spec.prices = &loss->prices;
    }
    const tacit_status status = loss->own == NULL ? TACIT_ERR_MEMORY : make(loss->own, loss);
    loss->spec.weight = NULL; /* the caller's */
    if (status != TACIT_OK) {
        tacit_loss_free(loss);
        return tacit_fail_memory(cx);
    }
    *out = loss;
    return TACIT_OK;
}

void tacit_loss_free(tacit_loss *loss)
{
    if (loss == NULL)
        return;
    tacit_ctx_free(loss->own);
    tacit_free(loss);
}

/* ---- scores ---- */

double tacit_loss_join(const tacit_loss *loss, const double *v)
{
    const size_t n = loss->s->n_axes;
    double product = 0.0, sum = 0.0, most = 0.0;
    for (size_t a = 0; a < n; a++) {
        const double x = loss->weight[a] * v[a];
        product += loss->spec.aggregate == TACIT_LOSS_GEOMETRIC ? log1p(x) : 0.0;
        sum += x;
        most = x > most ? x : most;
    }
    switch (loss->spec.aggregate) {
    case TACIT_LOSS_GEOMETRIC:
        return n > 0 ? expm1(product / (double)n) : 0.0;
    case TACIT_LOSS_ARITHMETIC:
        return n > 0 ? sum / (double)n : 0.0;
    case TACIT_LOSS_MAXIMUM:
        return most;
    case TACIT_LOSS_SUM:
        break;
    }
    return sum;
}

double tacit_loss_bound(const tacit_loss *loss, const uint8_t *level)
{
    double v[TACIT_MOST_AXES];
    if (!tacit_loss_is_by_axis(loss))
        return tacit_loss_bound_of_classes(loss, level);
    for (size_t a = 0; a < loss->s->n_axes; a++)
        v[a] = loss->axis[a].bound[level[a]];
    return tacit_loss_join(loss, v);
}

double tacit_loss_score(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                        const bool *marked, double *by_axis)
{
    double own[TACIT_MOST_AXES];
    double *v = by_axis != NULL ? by_axis : own;
    if (tacit_loss_is_by_axis(loss)) {
        tacit_loss_of_axes(loss, level, list, marked, v);
        return tacit_loss_join(loss, v);
    }
    for (size_t a = 0; a < loss->s->n_axes; a++)
        v[a] = NAN;
    return tacit_loss_of_classes(loss, level, list, marked);
}
