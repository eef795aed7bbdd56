/*
 * loss_axis.c - losses by axis, and what suppressing a class adds to each.
 *
 * With G and S the factors of loss.c, n the records with a value, D the values of the domain,
 * s the share of the domain that a record's label stands for, h = level / highest level, f(v)
 * the records with value v and f(x) those with label x at the level:
 *   granularity          sum over kept records of G s, over suppressed ones of s + S (1 - s)
 *                        (G = 1) or of 1 (S = 1), as a place between the least, G n / D, and n
 *   precision            (G h kept + S suppressed) / n; 1 minus Sweeney's (2002) precision
 *   monotone_precision   G h; suppression does not count
 *   height               the level; suppression does not count
 *   monotone_entropy     G sum over v of f(v) log2(f(x) / f(v)), suppression does not count
 *   non_uniform_entropy  the same, and S times the entropy of the labels of the suppressed
 *                        records among themselves, in bits, for all of them
 *   normalized_entropy   the last by sum over v of f(v) log2(n / f(v))
 * These are ARX's; at balance 0.5 granularity and precision are the figures that the
 * utilities `loss_metric` (numbers: values, on the hierarchy's domain) and `precision` give
 * for the output.  The utility `non_uniform_entropy` has a suppressed record lose all that its
 * label still tells, log2(n / f(x)); ARX, and so the score, only what labels tell the
 * suppressed apart.  Without suppression the two agree.
 *
 * Bounds: what a record costs never falls with the level: shares and f(x) only grow.  A
 * suppressed record costs at least what it would kept in all kinds but precision with S < G h;
 * there the bound is min(G h, S), below what either costs.  So base bounds the score of the
 * node and of all above, and is met where nothing is suppressed.
 *
 * A score is O(classes + marked classes * axes).
 */
#include <math.h>
#include <omp.h>
#include <stdatomic.h>

#include "micro/search/loss_own.h"

enum { MOST_ROOMS = 64 };

struct tacit_loss_rooms {
    size_t n;
    atomic_flag busy[MOST_ROOMS];
    double *count[MOST_ROOMS]; /* of each label of any level; 0 between uses */
};

bool tacit_loss_is_by_axis(const tacit_loss *loss)
{
    switch (loss->spec.kind) {
    case TACIT_LOSS_GRANULARITY:
    case TACIT_LOSS_PRECISION:
    case TACIT_LOSS_MONOTONE_PRECISION:
    case TACIT_LOSS_MONOTONE_ENTROPY:
    case TACIT_LOSS_NON_UNIFORM_ENTROPY:
    case TACIT_LOSS_NORMALIZED_ENTROPY:
    case TACIT_LOSS_HEIGHT:
        return true;
    default:
        return false;
    }
}

/* Whether the entropy of suppressed labels counts. */
static bool counts_labels(const tacit_loss *loss)
{
    return loss->spec.kind == TACIT_LOSS_NON_UNIFORM_ENTROPY ||
           loss->spec.kind == TACIT_LOSS_NORMALIZED_ENTROPY;
}

bool tacit_loss_is_separable(const tacit_loss *loss)
{
    return tacit_loss_is_by_axis(loss) &&
           !(loss->spec.kind == TACIT_LOSS_PRECISION && loss->suppress < loss->general);
}

/* ---- tables ---- */

/* Whether missing values share their label at level l with others. */
static bool is_joined(const tacit_axis *x, size_t l)
{
    return x->missing < x->labels[0] && x->labels[l] == 1;
}

static void fill_granularity(const tacit_loss *loss, const tacit_axis *x, tacit_loss_axis *a)
{
    const double G = loss->general, S = loss->suppress, n = a->present;
    const double least = G * n / x->domain, range = n - least;
    for (size_t l = 0; range > 0.0 && l < x->levels; l++) {
        double sum = 0.0;
        for (uint32_t y = 0; y < x->labels[l]; y++) {
            const double share = x->share[l][y];
            sum += a->count[l][y] * share;
            a->extra[l][y] = (G < 1.0 ? 1.0 - G * share : S * (1.0 - share)) / range;
        }
        a->base[l] = fmax(0.0, (G * sum - least) / range);
        a->bound[l] = a->base[l];
    }
}

static void fill_precision(const tacit_loss *loss, const tacit_axis *x, tacit_loss_axis *a)
{
    static const double ROUNDING = 1e-12; /* of a sum over suppressed records */
    const double highest = x->levels > 1 ? x->levels - 1.0 : 1.0;
    for (size_t l = 0; a->present > 0.0 && l < x->levels; l++) {
        a->base[l] = loss->general * (double)l / highest;
        a->bound[l] = loss->suppress < loss->general
                          ? fmin(a->base[l], loss->suppress * (1.0 - ROUNDING))
                          : a->base[l];
        for (uint32_t y = 0; y < x->labels[l]; y++)
            a->extra[l][y] = (loss->suppress - a->base[l]) / a->present;
    }
}

/* What a level more is of the highest one, for precision. */
static double share_of_level(const tacit_loss *loss, const tacit_axis *x, const tacit_loss_axis *a)
{
    return a->present > 0.0 && x->levels > 1 ? loss->general / (x->levels - 1.0) : 0.0;
}

/* A loss by the level alone, `unit` for each. */
static void fill_levels(const tacit_axis *x, double unit, tacit_loss_axis *a)
{
    for (size_t l = 0; l < x->levels; l++) {
        a->base[l] = unit * (double)l;
        a->bound[l] = a->base[l];
    }
}

/* sum over v of f(v) log2(f(x) / f(v)) is the difference of two sums. */
static void fill_entropy(const tacit_loss *loss, const tacit_axis *x, tacit_loss_axis *a)
{
    double values = 0.0;
    for (uint32_t v = 0; v < x->labels[0]; v++)
        values += tacit_loss_x_log2(a->count[0][v]);
    a->most = loss->spec.kind == TACIT_LOSS_NORMALIZED_ENTROPY
                  ? tacit_loss_x_log2(a->present) - values
                  : 1.0;
    for (size_t l = 1; a->most > 0.0 && l < x->levels; l++) {
        double labels = 0.0;
        for (uint32_t y = 0; y < x->labels[l]; y++)
            labels += tacit_loss_x_log2(a->count[l][y]);
        a->base[l] = fmax(0.0, loss->general * (labels - values) / a->most);
        a->bound[l] = a->base[l];
    }
}

/* Records without a value: where they have a label of their own they cost nothing, where
 * they share the only label all count in proportion. */
static void spare_missing(const tacit_search_space *s, const tacit_axis *x, tacit_loss_axis *a)
{
    for (size_t l = 0; x->missing < x->labels[0] && l < x->levels; l++) {
        double *extra = &a->extra[l][x->label[l][x->missing]];
        *extra = is_joined(x, l) ? *extra * a->present / (double)s->records : 0.0;
    }
}

/* Room for as many threads as there are. */
static tacit_status make_rooms(tacit_ctx *cx, tacit_loss *loss)
{
    const int threads = omp_get_max_threads();
    size_t most = 1;
    for (size_t a = 0; a < loss->s->n_axes; a++)
        for (size_t l = 0; l < loss->s->axis[a].levels; l++)
            most = loss->s->axis[a].labels[l] > most ? loss->s->axis[a].labels[l] : most;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *loss->rooms, &loss->rooms));
    loss->rooms->n = threads < 1 ? 1 : threads > MOST_ROOMS ? MOST_ROOMS : (size_t)threads;
    for (size_t r = 0; r < loss->rooms->n; r++) {
        atomic_flag_clear(&loss->rooms->busy[r]);
        TACIT_TRY(tacit_scratch(cx, most, sizeof(double), &loss->rooms->count[r]));
    }
    return TACIT_OK;
}

tacit_status tacit_loss_fill_axes(tacit_ctx *cx, tacit_loss *loss)
{
    for (size_t i = 0; i < loss->s->n_axes; i++) {
        const tacit_axis *x = &loss->s->axis[i];
        tacit_loss_axis *a = &loss->axis[i];
        if (loss->spec.kind == TACIT_LOSS_GRANULARITY)
            fill_granularity(loss, x, a);
        else if (loss->spec.kind == TACIT_LOSS_PRECISION)
            fill_precision(loss, x, a);
        else if (loss->spec.kind == TACIT_LOSS_MONOTONE_PRECISION)
            fill_levels(x, share_of_level(loss, x, a), a);
        else if (loss->spec.kind == TACIT_LOSS_HEIGHT)
            fill_levels(x, 1.0, a);
        else
            fill_entropy(loss, x, a);
        spare_missing(loss->s, x, a);
    }
    return counts_labels(loss) ? make_rooms(cx, loss) : TACIT_OK;
}

/* ---- scores ---- */

/* Claim a room; there is one for each thread, unless there are very many. */
static size_t claim(tacit_loss_rooms *rooms)
{
    for (size_t r = 0;; r = (r + 1) % rooms->n)
        if (!atomic_flag_test_and_set_explicit(&rooms->busy[r], memory_order_acquire))
            return r;
}

static void give_back(tacit_loss_rooms *rooms, size_t r)
{
    atomic_flag_clear_explicit(&rooms->busy[r], memory_order_release);
}

/* Entropy of the labels of axis a among the marked records, in bits, times the records. */
static double suppressed_entropy(const tacit_loss *loss, size_t a, const tacit_class_list *list,
                                 const bool *marked, uint32_t skip)
{
    const size_t r = claim(loss->rooms);
    double *count = loss->rooms->count[r], all = 0.0, sum = 0.0;
    for (size_t g = 0; g < list->n; g++) {
        const uint32_t y = marked[g] ? tacit_space_label(loss->s, list, a, g) : skip;
        if (y != skip)
            count[y] += (double)list->size[g];
    }
    for (size_t g = 0; g < list->n; g++) {
        const uint32_t y = marked[g] ? tacit_space_label(loss->s, list, a, g) : skip;
        if (y == skip)
            continue;
        all += count[y];
        sum += tacit_loss_x_log2(count[y]);
        count[y] = 0.0;
    }
    give_back(loss->rooms, r);
    return fmax(0.0, tacit_loss_x_log2(all) - sum);
}

/* Add what the marked classes cost beyond their labels. */
static void add_extra(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                      const bool *marked, double *by_axis)
{
    const tacit_search_space *s = loss->s;
    for (size_t g = 0; g < list->n; g++) {
        if (!marked[g])
            continue;
        for (size_t a = 0; a < s->n_axes; a++)
            by_axis[a] += (double)list->size[g] *
                          loss->axis[a].extra[level[a]][tacit_space_label(s, list, a, g)];
    }
    for (size_t a = 0; a < s->n_axes; a++)
        by_axis[a] = fmax(0.0, by_axis[a]);
}

void tacit_loss_of_axes(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                        const bool *marked, double *by_axis)
{
    const tacit_search_space *s = loss->s;
    for (size_t a = 0; a < s->n_axes; a++)
        by_axis[a] = loss->axis[a].base[level[a]];
    if (marked == NULL || loss->spec.kind == TACIT_LOSS_HEIGHT ||
        loss->spec.kind == TACIT_LOSS_MONOTONE_PRECISION ||
        loss->spec.kind == TACIT_LOSS_MONOTONE_ENTROPY)
        return;
    if (!counts_labels(loss)) {
        add_extra(loss, level, list, marked, by_axis);
        return;
    }
    for (size_t a = 0; a < s->n_axes; a++) {
        const tacit_axis *x = &s->axis[a];
        const bool apart = x->missing < x->labels[0] && !is_joined(x, level[a]);
        const uint32_t skip = apart ? x->label[level[a]][x->missing] : UINT32_MAX;
        if (loss->axis[a].most > 0.0)
            by_axis[a] += loss->suppress * suppressed_entropy(loss, a, list, marked, skip) /
                          loss->axis[a].most;
    }
}
