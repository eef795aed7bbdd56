/*
 * loss_metric.c - how coarse the released key values are, after Iyengar (2002).
 *
 * The loss of a cell is (M_B - 1) / (M - 1) for a category, M_B being the number of original
 * values that it covers and M the number there are, and (high - low) / (U - L) for numbers
 * and dates, with the ends of the released interval within the domain [L, U].  A suppressed
 * cell loses 1, an unchanged one 0; in a column of one value nothing can be lost.  The loss
 * of a column is the mean over its cells, LM (Iyengar) their sum over columns, in [0, keys];
 * granularity, as ARX reports it, is 1 minus their mean.
 *
 * The geometric mean over columns is prod (1 + loss)^(1 / columns) - 1.
 *
 * Values are those that occur in the original; L and U are its least and greatest value
 * unless `domain` gives them.  With `values: hierarchy` M and M_B count the values of the
 * column's hierarchy, also those that do not occur, for numbers too: the mean is then ARX's
 * normalised Loss, (share - 1 / D) / (1 - 1 / D) with D = M, for columns with a hierarchy.  Cells
 * that are missing in the original do not count.  Only what is released is needed where labels can
 * be read (cover.h).  O(rows + labels).
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "micro/utility/generalised/losses.h"

enum { NUMBERS, DOMAIN_OF, VALUES };
enum { BY_RANGE, BY_VALUES };
enum { OCCURRING, OF_HIERARCHY };

static const char *const WAYS[] = { "range", "values", NULL };

static const char *const SOURCES[] = { "occurring", "hierarchy", NULL };

static const tacit_param PARAMS[] = {
    [NUMBERS] = { .name = "numbers",
                  .type = TACIT_PARAM_CHOICE,
                  .preset = BY_RANGE,
                  .choices = WAYS,
                  .help = "whether the loss of numbers and dates is by range or, as for "
                          "categories, by the values covered" },
    [DOMAIN_OF] = { .name = "domain",
                    .type = TACIT_PARAM_LISTS,
                    .need = TACIT_OPTIONAL,
                    .help = "column: [least, greatest] possible value; else those that occur" },
    [VALUES] = { .name = "values",
                 .type = TACIT_PARAM_CHOICE,
                 .preset = OCCURRING,
                 .choices = SOURCES,
                 .help = "whether the values that occur count or, where a column has a hierarchy, "
                         "those of the hierarchy, for numbers and dates too" },
    TACIT_PARAM_END
};

/* The range that the loss of a column is measured by. */
typedef struct domain {
    bool by_range;
    bool by_weight; /* values of the hierarchy */
    double low, high;
} domain;

static double cell_loss(const tacit_cover *c, const tacit_cover_set *s, const void *user)
{
    const domain *d = user;
    const bool single = d->by_range    ? !(d->low < d->high)
                        : d->by_weight ? !(c->domain > 1.0)
                                       : c->values.n < 2;
    if (s->how == TACIT_COVER_VALUE || single)
        return 0.0;
    if (s->how == TACIT_COVER_SUPPRESSED)
        return 1.0;
    if (d->by_weight)
        return (s->weight - 1.0) / (c->domain - 1.0);
    if (!d->by_range)
        return (s->n - 1.0) / (c->values.n - 1.0);
    const double low = fmax(s->low, d->low), high = fmin(s->high, d->high);
    return high > low ? (high / 2.0 - low / 2.0) / (d->high / 2.0 - d->low / 2.0) : 0.0;
}

static bool read_value(const tacit_column *c, const char *text, double *out)
{
    int32_t days = 0;
    if (tacit_column_type(c) != TACIT_TYPE_DATE)
        return tacit_parse_real(text, out);
    const bool read = tacit_parse_date(text, &days);
    *out = days;
    return read;
}

static tacit_status read_domain(tacit_ctx *cx, const tacit_column *c, const tacit_group *g,
                                domain *out)
{
    domain d = { .by_range = true };
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY || g->n != 2 ||
        !read_value(c, g->member[0], &d.low) || !read_value(c, g->member[1], &d.high) ||
        !(d.low < d.high))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'domain' of loss_metric needs the least and the greatest value of "
                          "column '%s', which must be of numbers or dates.",
                          g->label);
    if (d.low > out->low || d.high < out->high)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'domain' of loss_metric does not hold all original values of column "
                          "'%s'.",
                          g->label);
    *out = d;
    return TACIT_OK;
}

/* The domain of a column: by `domain` if it is there, else its least and greatest value. */
static tacit_status domain_of(tacit_ctx *cx, const tacit_args *args, const tacit_cover *c,
                              domain *out)
{
    const tacit_value *given = &args->at[DOMAIN_OF];
    const char *name = tacit_column_name(c->before);
    const bool by_weight = tacit_arg_choice(args, VALUES) == OF_HIERARCHY && c->has_hierarchy;
    *out = (domain){ .by_range = c->number != NULL, .by_weight = by_weight };
    if (c->values.n == 0)
        return TACIT_OK;
    if (c->number != NULL) {
        out->low = c->number[0];
        out->high = c->number[c->values.n - 1];
    }
    for (size_t g = 0; given->given && g < given->n; g++)
        if (strcmp(given->groups[g].label, name) == 0)
            TACIT_TRY(read_domain(cx, c->before, &given->groups[g], out));
    out->by_weight = by_weight;
    out->by_range = out->by_range && !by_weight && tacit_arg_choice(args, NUMBERS) == BY_RANGE;
    return TACIT_OK;
}

static tacit_status figures(tacit_ctx *cx, const tacit_losses *l, tacit_result *result)
{
    const double mean = tacit_losses_mean(l);
    double sum = 0.0, logs = 0.0, columns = 0.0;
    for (size_t c = 0; c < l->n; c++) {
        const double own = l->cover[c].cells > 0.0 ? l->sum[c] / l->cover[c].cells : 0.0;
        sum += own;
        logs += log1p(own);
        columns += l->cover[c].cells > 0.0 ? 1.0 : 0.0;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "mean", "Mean loss", mean,
                                  TACIT_UNIT_SHARE,
                                  "mean over key columns of the mean over cells of (values covered "
                                  "- 1) / (values - 1) or interval / range; suppressed is 1"));
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_LOSS, "sum", "Loss metric", isnan(mean) ? NAN : sum,
        TACIT_UNIT_NUMBER, "sum over key columns of the mean loss of a cell (Iyengar's LM)"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "geometric",
                                  "Geometric mean loss", isnan(mean) ? NAN : expm1(logs / columns),
                                  TACIT_UNIT_SHARE,
                                  "prod (1 + mean loss of the column)^(1 / key columns) - 1"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_KEPT, "granularity", "Granularity",
                               1.0 - mean, TACIT_UNIT_SHARE, "1 - mean loss");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    tacit_losses l;
    TACIT_TRY(tacit_losses_new(cx, pair, &l));
    for (size_t c = 0; c < l.n; c++) {
        domain d;
        TACIT_TRY(domain_of(cx, args, &l.cover[c], &d));
        l.sum[c] = tacit_losses_by_set(&l.cover[c], cell_loss, &d);
        l.most[c] = l.cover[c].cells;
    }
    TACIT_TRY(figures(cx, &l, result));
    return tacit_losses_tell(cx, &l, result);
}

const tacit_measure tacit_utility_loss_metric = {
    .about = { .name = "loss_metric",
               .title = "Loss metric",
               .summary = "How much of the range of each key the released values cover.",
               .source = "Iyengar (2002), Transforming data to satisfy privacy constraints",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .traits = TACIT_MEASURE_COMMON,
    .run = measure,
};
