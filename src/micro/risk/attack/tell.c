/*
 * tell.c - how well attacks went: rates with their intervals.
 *
 * Rates are the centres of Wilson intervals, so that a rate is never exactly 0 or 1; risk and
 * advantage follow from the rates (stats/wilson.h).  Credits of ties make successes that are
 * not whole numbers; the interval is then that of the binomial and errs to the wide side.
 */
#include "micro/risk/attack/attack.h"

#include <math.h>

#include "stats/counts/wilson.h"

/* A figure while its name, title and definition are put together. */
typedef struct telling {
    tacit_ctx *cx;
    const tacit_attack_words *words;
    tacit_result *result;
} telling;

static tacit_status add(const telling *t, const tacit_figure *figure)
{
    char *name = NULL, *title = NULL;
    tacit_figure own = *figure;
    TACIT_TRY(tacit_scratch_format(t->cx, &name, "%s%s", t->words->prefix, figure->name));
    TACIT_TRY(tacit_scratch_format(t->cx, &title, "%s%s", figure->title, t->words->title));
    own.name = name;
    own.title = title;
    return tacit_result_add_figure(t->cx, t->result, &own);
}

static tacit_status add_counts(const telling *t, const tacit_attack *a)
{
    char *definition = NULL;
    TACIT_TRY(add(t, &(tacit_figure){ .name = "guesses",
                                      .title = "Guesses made",
                                      .value = a->made,
                                      .unit = TACIT_UNIT_COUNT,
                                      .definition = "attacks on persons of the original in which "
                                                    "a guess was made" }));
    TACIT_TRY(tacit_scratch_format(t->cx, &definition, "a guess is right if %s; ties share credit",
                                   t->words->success));
    return add(t, &(tacit_figure){ .range = &TACIT_RANGE_LOSS,
                                   .name = "successes",
                                   .title = "Right guesses",
                                   .value = a->right,
                                   .unit = TACIT_UNIT_NUMBER,
                                   .definition = definition });
}

static tacit_status add_rates(const telling *t, tacit_rate attack, tacit_rate baseline)
{
    char *definition = NULL;
    TACIT_TRY(add(t, &(tacit_figure){ .range = &TACIT_RANGE_RISK,
                                      .name = "attack_rate",
                                      .title = "Rate of right guesses",
                                      .value = attack.value,
                                      .unit = TACIT_UNIT_PROBABILITY,
                                      .definition = "right guesses of guesses made, the centre of "
                                                    "the Wilson interval" }));
    TACIT_TRY(
        tacit_scratch_format(t->cx, &definition, "rate of an attacker who %s", t->words->naive));
    return add(t, &(tacit_figure){ .range = &TACIT_RANGE_RISK,
                                   .name = "baseline_rate",
                                   .title = "Rate of naive guesses",
                                   .value = baseline.value,
                                   .unit = TACIT_UNIT_PROBABILITY,
                                   .definition = definition });
}

/* A share of what is left above another rate, with the ends of its interval. */
static tacit_status add_excess(const telling *t, const tacit_figure *figure, tacit_excess e)
{
    char *low = NULL, *high = NULL, *low_title = NULL, *high_title = NULL;
    tacit_figure own = *figure;
    own.range = &TACIT_RANGE_RISK;
    own.unit = TACIT_UNIT_PROBABILITY;
    own.value = e.value;
    TACIT_TRY(add(t, &own));
    TACIT_TRY(tacit_scratch_format(t->cx, &low, "%s_low", figure->name));
    TACIT_TRY(tacit_scratch_format(t->cx, &high, "%s_high", figure->name));
    TACIT_TRY(tacit_scratch_format(t->cx, &low_title, "%s, at least", figure->title));
    TACIT_TRY(tacit_scratch_format(t->cx, &high_title, "%s, at most", figure->title));
    own.name = low;
    own.title = low_title;
    own.value = e.low;
    own.definition = "lower end of the interval, the errors of both rates propagated";
    TACIT_TRY(add(t, &own));
    own.name = high;
    own.title = high_title;
    own.value = e.high;
    own.definition = "upper end of the interval, the errors of both rates propagated";
    return add(t, &own);
}

static tacit_status add_risk(const telling *t, tacit_rate attack, tacit_rate control)
{
    TACIT_TRY(add(t, &(tacit_figure){ .range = &TACIT_RANGE_RISK,
                                      .name = "control_rate",
                                      .title = "Rate of right guesses on the control",
                                      .value = control.value,
                                      .unit = TACIT_UNIT_PROBABILITY,
                                      .definition = "the same attack on persons who are not in "
                                                    "the original" }));
    return add_excess(t,
                      &(tacit_figure){ .name = "risk",
                                       .title = "Risk",
                                       .definition = "(a - c) / (1 - c), a the rate on the "
                                                     "original and c that on the control, cut "
                                                     "off at 0" },
                      tacit_excess_of(attack, control));
}

/* One of the attackers: what its rate is called, and the rate. */
typedef struct attacker {
    const char *name;
    double made, right;
    tacit_rate rate;
} attacker;

static tacit_status tabulate(const telling *t, const attacker *a, size_t n)
{
    static const char *const columns[] = { "attack", "guesses",  "right",  "share right",
                                           "rate",   "at least", "at most" };
    char *name = NULL, *title = NULL;
    json_t *table = NULL;
    TACIT_TRY(tacit_scratch_format(t->cx, &name, "%srates", t->words->prefix));
    TACIT_TRY(tacit_scratch_format(t->cx, &title, "Rates of right guesses%s", t->words->title));
    TACIT_TRY(tacit_result_table(t->cx, t->result, name, title, 7, columns, &table));
    for (size_t k = 0; k < n; k++)
        if (a[k].made > 0.0)
            TACIT_TRY(tacit_result_row(t->cx, table, "[s, f, f, f, f, f, f]", a[k].name, a[k].made,
                                       a[k].right, a[k].right / a[k].made, a[k].rate.value,
                                       fmax(a[k].rate.value - a[k].rate.error, 0.0),
                                       fmin(a[k].rate.value + a[k].rate.error, 1.0)));
    return TACIT_OK;
}

static tacit_status draw(const telling *t, const attacker *a, size_t n)
{
    char *name = NULL, *title = NULL;
    json_t *chart = NULL;
    double value[3][3];
    TACIT_ASSERT(n <= 3);
    TACIT_TRY(tacit_scratch_format(t->cx, &name, "%srates", t->words->prefix));
    TACIT_TRY(tacit_scratch_format(t->cx, &title, "Right guesses%s", t->words->title));
    TACIT_TRY(tacit_result_chart(t->cx, t->result, name, title, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(t->cx, chart, "attack", "rate of right guesses, %"));
    for (size_t k = 0; k < n; k++) {
        TACIT_TRY(tacit_result_label(t->cx, chart, a[k].name));
        value[0][k] = 100.0 * fmax(a[k].rate.value - a[k].rate.error, 0.0);
        value[1][k] = 100.0 * a[k].rate.value;
        value[2][k] = 100.0 * fmin(a[k].rate.value + a[k].rate.error, 1.0);
    }
    TACIT_TRY(tacit_result_series(t->cx, chart, "rate", value[1], n));
    TACIT_TRY(tacit_result_series(t->cx, chart, "at least", value[0], n));
    return tacit_result_series(t->cx, chart, "at most", value[2], n);
}

tacit_status tacit_attack_tell(tacit_ctx *cx, const tacit_attack *attack,
                               const tacit_attack_words *words, tacit_result *result)
{
    const telling t = { cx, words, result };
    const double level = words->confidence;
    const attacker a[3] = {
        { "original", attack->made, attack->right,
          tacit_wilson(attack->right, attack->made, level) },
        { "naive", attack->made, attack->baseline,
          tacit_wilson(attack->baseline, attack->made, level) },
        { "control", attack->control_made, attack->control_right,
          tacit_wilson(attack->control_right, attack->control_made, level) },
    };
    const size_t n = attack->control_made > 0.0 ? 3 : 2;
    TACIT_TRY(add_counts(&t, attack));
    TACIT_TRY(add_rates(&t, a[0].rate, a[1].rate));
    TACIT_TRY(add_excess(&t,
                         &(tacit_figure){ .name = "advantage",
                                          .title = "Advantage over naive guesses",
                                          .definition = "(a - b) / (1 - b), a the rate of right "
                                                        "guesses and b that of naive ones, cut "
                                                        "off at 0" },
                         tacit_excess_of(a[0].rate, a[1].rate)));
    if (n == 3)
        TACIT_TRY(add_risk(&t, a[0].rate, a[2].rate));
    TACIT_TRY(tabulate(&t, a, n));
    return attack->made > 0.0 ? draw(&t, a, n) : TACIT_OK;
}

tacit_status tacit_attack_tell_control(tacit_ctx *cx, const tacit_subject *s, tacit_result *result)
{
    if (tacit_subject_extra_of(s)->control != NULL)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "Without a control set, what is learnt of the population and what is "
                             "learnt of single persons cannot be told apart: a rate above the "
                             "naive one is not yet a risk.");
}
