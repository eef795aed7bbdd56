/*
 * domain.c - what a column may hold, declared beforehand.
 */
#include "privacy/statistic/domain.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { MOST_BINS = 10000 };

/* In the order of tacit_period, which half years are left out of. */
static const char *const PERIODS[] = { "day", "week", "month", "quarter", "year", NULL };

const tacit_param TACIT_DOMAIN_PARAMS[] = {
    [TACIT_DOMAIN_LOWER] = { .name = "lower",
                             .type = TACIT_PARAM_REAL,
                             .need = TACIT_OPTIONAL,
                             .min = -1e15,
                             .max = 1e15,
                             .importance = TACIT_FIRST,
                             .help = "the least value of a number; smaller ones are moved to it" },
    [TACIT_DOMAIN_UPPER] = { .name = "upper",
                             .type = TACIT_PARAM_REAL,
                             .need = TACIT_OPTIONAL,
                             .min = -1e15,
                             .max = 1e15,
                             .importance = TACIT_FIRST,
                             .help = "the largest value of a number; larger ones are moved to it" },
    [TACIT_DOMAIN_DECIMALS] = { .name = "decimals",
                                .type = TACIT_PARAM_INTEGER,
                                .min = -9,
                                .max = 9,
                                .help = "decimals to which each value is rounded; -3: to "
                                        "thousands" },
    [TACIT_DOMAIN_MISSING] = { .name = "missing",
                               .type = TACIT_PARAM_REAL,
                               .need = TACIT_OPTIONAL,
                               .min = -1e15,
                               .max = 1e15,
                               .help = "what a missing number counts as; without it its record "
                                       "does not count" },
    [TACIT_DOMAIN_BREAKS] = { .name = "breaks",
                              .type = TACIT_PARAM_REALS,
                              .need = TACIT_OPTIONAL,
                              .min = -1e15,
                              .max = 1e15,
                              .help = "where bins of a number begin, between its bounds" },
    [TACIT_DOMAIN_BINS] = { .name = "bins",
                            .type = TACIT_PARAM_INTEGER,
                            .need = TACIT_OPTIONAL,
                            .min = 1,
                            .max = MOST_BINS,
                            .help = "how many bins of equal width, instead of breaks" },
    [TACIT_DOMAIN_VALUES] = { .name = "values",
                              .type = TACIT_PARAM_TEXTS,
                              .need = TACIT_OPTIONAL,
                              .help = "all values of a category that count; they are public" },
    [TACIT_DOMAIN_FROM] = { .name = "from",
                            .type = TACIT_PARAM_TEXT,
                            .need = TACIT_OPTIONAL,
                            .help = "the first day of dates, as 2020-01-31; earlier ones are moved "
                                    "to it" },
    [TACIT_DOMAIN_TO] = { .name = "to",
                          .type = TACIT_PARAM_TEXT,
                          .need = TACIT_OPTIONAL,
                          .help = "the last day of dates; later ones are moved to it" },
    [TACIT_DOMAIN_BY] = { .name = "by",
                          .type = TACIT_PARAM_CHOICE,
                          .need = TACIT_OPTIONAL,
                          .choices = PERIODS,
                          .help = "the bins of dates; month if not given" },
    [TACIT_DOMAIN_OTHER] = { .name = "other",
                             .type = TACIT_PARAM_TEXT,
                             .need = TACIT_OPTIONAL,
                             .help = "for synthetic data: which of the values stands for those "
                                     "that are not listed; the last if not given" },
    [TACIT_DOMAIN_BLANK] = { .name = "blank",
                             .type = TACIT_PARAM_FLAG,
                             .help = "for synthetic data: cells may be missing, and then are in "
                                     "the synthetic data too" },
    TACIT_PARAM_END
};

/* ---- bins ---- */

double tacit_domain_real(const tacit_domain *d, double steps)
{
    return steps / pow(10.0, d->lattice.decimals);
}

void tacit_domain_edge(const tacit_domain *d, size_t i, char out[TACIT_NUMBER_BYTES])
{
    if (d->date)
        tacit_format_date((int32_t)d->edge[i], out);
    else
        tacit_format_real(tacit_domain_real(d, (double)d->edge[i]), out);
}

/* Bins from [a, b) to [y, z]. */
static tacit_status name_bins(tacit_ctx *cx, tacit_domain *d)
{
    const char **label = NULL;
    TACIT_TRY(tacit_scratch(cx, d->n_bins, sizeof *label, &label));
    for (size_t i = 0; i < d->n_bins; i++) {
        char from[TACIT_NUMBER_BYTES], to[TACIT_NUMBER_BYTES], *text = NULL;
        tacit_domain_edge(d, i, from);
        tacit_domain_edge(d, i + 1, to);
        TACIT_TRY(
            tacit_scratch_format(cx, &text, "[%s, %s%s", from, to, i + 1 < d->n_bins ? ")" : "]"));
        label[i] = text;
    }
    d->label = label;
    return TACIT_OK;
}

/* The breaks that were given, or those of equal bins. */
static tacit_status find_breaks(tacit_ctx *cx, const tacit_domain *d, const tacit_args *args,
                                double **out, size_t *n)
{
    const tacit_value *given = &args->at[TACIT_DOMAIN_BREAKS];
    const size_t bins = tacit_arg_given(args, TACIT_DOMAIN_BINS)
                            ? (size_t)tacit_arg_integer(args, TACIT_DOMAIN_BINS)
                            : 0;
    const double low = tacit_domain_real(d, (double)d->lattice.lower),
                 high = tacit_domain_real(d, (double)d->lattice.upper);
    *n = given->given ? given->n : bins > 0 ? bins - 1 : 0;
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **out, out));
    for (size_t i = 0; i < *n; i++)
        (*out)[i] =
            given->given ? given->reals[i] : low + (high - low) * (double)(i + 1) / (double)bins;
    return TACIT_OK;
}

static tacit_status make_bins(tacit_ctx *cx, const tacit_args *args, tacit_domain *d)
{
    double *breaks = NULL;
    int64_t *edge = NULL;
    size_t n = 0;
    if (!args->at[TACIT_DOMAIN_BREAKS].given && !args->at[TACIT_DOMAIN_BINS].given)
        return TACIT_OK;
    TACIT_TRY(find_breaks(cx, d, args, &breaks, &n));
    if (n >= MOST_BINS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The domain of '%s' can have %d bins at most.",
                          d->column, MOST_BINS);
    TACIT_TRY(tacit_scratch(cx, n + 2, sizeof *edge, &edge));
    edge[0] = d->lattice.lower;
    for (size_t i = 0; i < n; i++) {
        edge[i + 1] = tacit_lattice_place(&d->lattice, breaks[i]);
        if (edge[i + 1] <= edge[i] || edge[i + 1] >= d->lattice.upper)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The breaks of '%s' must grow, by a step of its decimals or more, "
                              "between its bounds.",
                              d->column);
    }
    edge[n + 1] = d->lattice.upper;
    d->edge = edge;
    d->n_bins = n + 1;
    return name_bins(cx, d);
}

/* The last bin that begins at or below, by halves of what is left; which half it is depends on
 * data, so that a branch on it would be guessed wrong every other time. */
size_t tacit_domain_bin(const tacit_domain *d, int64_t steps)
{
    const int64_t *from = d->edge;
    for (size_t left = d->n_bins; left > 1; left -= left / 2)
        from += from[left / 2] <= steps ? left / 2 : 0;
    return (size_t)(from - d->edge);
}

/* ---- dates ---- */

/* Periods from the first day on, of which the first and the last may be cut. */
static tacit_status make_periods(tacit_ctx *cx, int32_t from, int32_t to, tacit_domain *d)
{
    int64_t *edge = NULL;
    const char **label = NULL;
    for (int64_t day = from; day <= to; day = tacit_period_next(d->by, (int32_t)day))
        if (++d->n_bins > MOST_BINS)
            return tacit_fail(cx, TACIT_ERR_INPUT, "The domain of '%s' can have %d bins at most.",
                              d->column, MOST_BINS);
    TACIT_TRY(tacit_scratch(cx, d->n_bins + 1, sizeof *edge, &edge));
    TACIT_TRY(tacit_scratch(cx, d->n_bins, sizeof *label, &label));
    for (size_t i = 0; i < d->n_bins; i++) {
        char name[TACIT_CALENDAR_BYTES], *text = NULL;
        edge[i] = i == 0 ? from : tacit_period_next(d->by, (int32_t)edge[i - 1]);
        tacit_period_label(d->by, (int32_t)edge[i], name);
        TACIT_TRY(tacit_scratch_text(cx, name, &text));
        label[i] = text;
    }
    edge[d->n_bins] = to;
    d->edge = edge;
    d->label = label;
    return TACIT_OK;
}

static tacit_status make_dates(tacit_ctx *cx, const tacit_args *args, tacit_domain *d)
{
    const char *by =
        PERIODS[tacit_arg_given(args, TACIT_DOMAIN_BY) ? tacit_arg_choice(args, TACIT_DOMAIN_BY)
                                                       : (size_t)TACIT_CALENDAR_MONTH];
    int32_t from = 0, to = 0;
    if (!tacit_arg_given(args, TACIT_DOMAIN_FROM) || !tacit_arg_given(args, TACIT_DOMAIN_TO) ||
        !tacit_parse_date(tacit_arg_text(args, TACIT_DOMAIN_FROM), &from) ||
        !tacit_parse_date(tacit_arg_text(args, TACIT_DOMAIN_TO), &to) || from > to)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "The domain of '%s' needs 'from' and 'to', the first and the last day, as "
            "in {from: 2020-01-01, to: 2024-12-31, by: month}.",
            d->column);
    for (size_t i = 0; i < TACIT_DOMAIN_FROM; i++)
        if (args->at[i].given)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The domain of '%s' says '%s' of dates, which have 'from', 'to' and "
                              "'by' alone.",
                              d->column, args->params[i].name);
    d->number = d->date = true;
    d->by = tacit_period_find(by);
    d->lattice = (tacit_value_lattice){ .lower = from, .upper = to, .missing = from };
    return make_periods(cx, from, to, d);
}

/* ---- the whole ---- */

static tacit_status make_number(tacit_ctx *cx, const tacit_args *args, tacit_domain *d)
{
    char *owner = NULL;
    const double low = tacit_arg_real(args, TACIT_DOMAIN_LOWER);
    d->missing_counts = tacit_arg_given(args, TACIT_DOMAIN_MISSING);
    const double bounds[] = { low, tacit_arg_real(args, TACIT_DOMAIN_UPPER),
                              d->missing_counts ? tacit_arg_real(args, TACIT_DOMAIN_MISSING)
                                                : low };
    TACIT_TRY(tacit_scratch_format(cx, &owner, "The domain of '%s'", d->column));
    TACIT_TRY(tacit_lattice_new(cx, owner, (int)tacit_arg_integer(args, TACIT_DOMAIN_DECIMALS),
                                bounds, &d->lattice));
    d->number = true;
    return make_bins(cx, args, d);
}

static tacit_status find_other(tacit_ctx *cx, const tacit_args *args, tacit_domain *d)
{
    d->other = d->n_values > 0 ? d->n_values - 1 : 0;
    if (!tacit_arg_given(args, TACIT_DOMAIN_OTHER))
        return TACIT_OK;
    const char *other = tacit_arg_text(args, TACIT_DOMAIN_OTHER);
    for (d->other = 0; d->other < d->n_values; d->other++)
        if (strcmp(d->value[d->other], other) == 0)
            return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The domain of '%s' says that '%s' stands for others, which is not among its "
                      "values.",
                      d->column, other);
}

static tacit_status make_category(tacit_ctx *cx, const tacit_args *args, tacit_domain *d)
{
    const tacit_value *values = &args->at[TACIT_DOMAIN_VALUES];
    d->n_values = values->given ? values->n : 0;
    d->value = values->texts;
    d->label = values->texts;
    for (size_t i = 0; i < d->n_values; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(d->value[i], d->value[j]) == 0)
                return tacit_fail(cx, TACIT_ERR_INPUT, "The domain of '%s' lists '%s' twice.",
                                  d->column, d->value[i]);
    return find_other(cx, args, d);
}

tacit_status tacit_domain_new(tacit_ctx *cx, const char *column, const tacit_args *args,
                              tacit_domain *out)
{
    const bool lower = tacit_arg_given(args, TACIT_DOMAIN_LOWER),
               upper = tacit_arg_given(args, TACIT_DOMAIN_UPPER),
               values = args->at[TACIT_DOMAIN_VALUES].given;
    const bool parts =
        args->at[TACIT_DOMAIN_BREAKS].given || tacit_arg_given(args, TACIT_DOMAIN_BINS);
    *out = (tacit_domain){ .column = column, .blank = tacit_arg_flag(args, TACIT_DOMAIN_BLANK) };
    if (tacit_arg_given(args, TACIT_DOMAIN_FROM) || tacit_arg_given(args, TACIT_DOMAIN_TO) ||
        tacit_arg_given(args, TACIT_DOMAIN_BY))
        return make_dates(cx, args, out);
    if (lower != upper || (parts && !lower))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The domain of '%s' needs both 'lower' and 'upper': without bounds no "
                          "noise would be enough.",
                          column);
    if (lower && values)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The domain of '%s' has bounds and values; say bounds for a number, "
                          "values for a category.",
                          column);
    return lower ? make_number(cx, args, out) : make_category(cx, args, out);
}

size_t tacit_domain_groups(const tacit_domain *d)
{
    return d->number ? d->n_bins : d->n_values;
}
