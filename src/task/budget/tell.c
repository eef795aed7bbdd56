/*
 * tell.c - what a budget buys, for people.
 *
 * What can an attacker come to believe?  By Bayes his odds that a person is in the data, or has
 * some property, grow or shrink by at most exp(epsilon), but with probability delta (Wasserman and
 * Zhou 2010; Dwork and Roth 2014).  A group of k persons is protected by k epsilon.
 */
#include "task/budget/tell.h"

#include <math.h>

static const tacit_param NO_PARAMS[] = { TACIT_PARAM_END };

/* Everything that is told of. */
typedef struct story {
    tacit_ctx *cx;
    const tacit_whatif *q;
    const tacit_plan_release *one;
    double persons;
    double each, all; /* epsilons of one and of all releases, by the best accountant */
} story;

static tacit_status begin_result(const story *s, const char *name, const char *title,
                                 json_t *results, tacit_result **out)
{
    const tacit_entry entry = { .name = name, .title = title, .source = "", .params = NO_PARAMS };
    const tacit_args none = { .params = NO_PARAMS };
    TACIT_TRY(tacit_result_new(s->cx, "budget", &entry, &none, out));
    return tacit_json_add(s->cx, results, *out);
}

/* ---- costs ---- */

enum { MOST_POINTS = 12 };

/* After how many releases the picture has a point, from the first to the last. */
static size_t choose_points(uint64_t releases, uint64_t at[MOST_POINTS])
{
    const size_t n = releases < MOST_POINTS ? (size_t)releases : MOST_POINTS;
    for (size_t i = 0; i < n; i++)
        at[i] = n == 1 ? 1 : 1 + (uint64_t)((double)i * (double)(releases - 1) / (double)(n - 1));
    return n;
}

static tacit_status draw_costs(const story *s, tacit_result *r)
{
    uint64_t at[MOST_POINTS];
    double cost[MOST_POINTS];
    json_t *chart = NULL;
    const size_t n = choose_points(s->q->releases, at);
    TACIT_TRY(tacit_result_chart(s->cx, r, "costs", "What releases cost together",
                                 TACIT_CHART_LINES, &chart));
    TACIT_TRY(tacit_result_axes(s->cx, chart, "releases", "epsilon of all together"));
    for (size_t i = 0; i < n; i++) {
        char label[TACIT_NUMBER_BYTES];
        tacit_format_integer((int64_t)at[i], label);
        TACIT_TRY(tacit_result_label(s->cx, chart, label));
    }
    for (size_t k = 0; k < tacit_accountant_catalog.n; k++) {
        const tacit_accountant *who = (const void *)tacit_accountant_catalog.entry[k];
        bool known = who->epsilon != NULL;
        for (size_t i = 0; known && i < n; i++) {
            TACIT_TRY(tacit_whatif_cost(s->cx, s->q, s->one, at[i], who, &cost[i]));
            known = isfinite(cost[i]);
        }
        if (known)
            TACIT_TRY(tacit_result_series(s->cx, chart, who->about.title, cost, n));
    }
    return TACIT_OK;
}

/* A number, or null where there is none. */
static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static tacit_status tell_costs(const story *s, json_t *results)
{
    static const char *const heads[] = { "Accountant", "One release", "All releases" };
    tacit_result *r = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(s, "costs", "What it costs", results, &r));
    TACIT_TRY(tacit_result_figure(s->cx, r, "total", "epsilon of all releases together", s->all,
                                  TACIT_UNIT_NUMBER, "by the accountant that shows the least",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(s->cx, r, "each", "epsilon of each release", s->each,
                                  TACIT_UNIT_NUMBER, "at the delta of all together",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        s->cx, r, "delta", "delta of all together", s->q->delta, TACIT_UNIT_NUMBER,
        "the probability with which the promise may not hold", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_table(s->cx, r, "accountants", "epsilon by each accountant", 3, heads,
                                 &table));
    for (size_t k = 0; k < tacit_accountant_catalog.n; k++) {
        const tacit_accountant *who = (const void *)tacit_accountant_catalog.entry[k];
        double each = 0.0, all = 0.0;
        if (who->epsilon == NULL)
            continue;
        TACIT_TRY(tacit_whatif_cost(s->cx, s->q, s->one, 1, who, &each));
        TACIT_TRY(tacit_whatif_cost(s->cx, s->q, s->one, s->q->releases, who, &all));
        TACIT_TRY(
            tacit_result_row(s->cx, table, "[s,o,o]", who->about.title, number(each), number(all)));
    }
    TACIT_TRY(tacit_result_note(s->cx, r,
                                "All of them are right, so the least one counts. One that shows "
                                "nothing does not know this noise, or needs a delta."));
    return draw_costs(s, r);
}

/* ---- noise ---- */

static tacit_status tell_noise(const story *s, json_t *results)
{
    const bool laplace = s->q->noise == TACIT_NOISE_LAPLACE;
    tacit_result *r = NULL;
    TACIT_TRY(begin_result(s, "noise", "The noise that follows", results, &r));
    TACIT_TRY(tacit_result_figure(
        s->cx, r, "within", "95 of 100 answers are within", s->one->within, TACIT_UNIT_NUMBER,
        "of the true value, in steps of the lattice", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(s->cx, r, "spread", "standard deviation", s->one->spread,
                                  TACIT_UNIT_NUMBER, "of the noise, in steps of the lattice",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(s->cx, r, "scale", laplace ? "scale" : "sigma", s->one->scale,
                                  TACIT_UNIT_NUMBER,
                                  laplace ? "of discrete Laplace noise: sensitivity over epsilon"
                                          : "of discrete Gaussian noise, in steps of the lattice",
                                  .better = TACIT_BETTER_LOWER));
    if (laplace)
        return TACIT_OK;
    return tacit_result_figure(s->cx, r, "rho", "rho of each release",
                               1 / (2 * s->one->loss.sigma * s->one->loss.sigma), TACIT_UNIT_NUMBER,
                               "what the mechanism discrete_gaussian is asked for",
                               .better = TACIT_BETTER_LOWER);
}

/* ---- odds ---- */

/* Probabilities by which the picture goes. */
enum { PRIORS = 21 };

static tacit_status draw_odds(const story *s, tacit_result *r)
{
    const double epsilon[] = { 0, s->each * s->persons, s->all * s->persons };
    static const char *const names[] = { "without any release", "after one release",
                                         "after all releases" };
    double after[PRIORS];
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(s->cx, r, "odds", "What an attacker can come to believe",
                                 TACIT_CHART_LINES, &chart));
    TACIT_TRY(
        tacit_result_axes(s->cx, chart, "probability before", "probability afterwards, at most"));
    for (int i = 0; i < PRIORS; i++) {
        char label[TACIT_NUMBER_BYTES];
        tacit_format_real((double)i * 5 / 100, label);
        TACIT_TRY(tacit_result_label(s->cx, chart, label));
    }
    for (size_t k = 0; k < 3; k++) {
        for (int i = 0; i < PRIORS; i++)
            after[i] = tacit_whatif_posterior((double)i / (PRIORS - 1), epsilon[k]);
        TACIT_TRY(tacit_result_series(s->cx, chart, names[k], after, PRIORS));
    }
    return TACIT_OK;
}

static tacit_status tell_odds(const story *s, json_t *results)
{
    static const double priors[] = { 0.0001, 0.001, 0.01, 0.1, 0.5, 0.9 };
    static const char *const heads[] = { "Believed before", "After one release, at most",
                                         "After all, at most", "After all, at least" };
    const double each = s->each * s->persons, all = s->all * s->persons;
    tacit_result *r = NULL;
    json_t *table = NULL;
    TACIT_TRY(begin_result(s, "odds", "What an attacker can come to believe", results, &r));
    TACIT_TRY(tacit_result_figure(s->cx, r, "factor", "odds grow or shrink by at most", exp(all),
                                  TACIT_UNIT_NUMBER,
                                  "the factor exp(epsilon) of all releases together, but with "
                                  "probability delta",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_table(s->cx, r, "posterior",
                                 "Probability that a person is in the data, or has some property",
                                 4, heads, &table));
    for (size_t i = 0; i < sizeof priors / sizeof priors[0]; i++)
        TACIT_TRY(tacit_result_row(
            s->cx, table, "[f,f,f,f]", priors[i], tacit_whatif_posterior(priors[i], each),
            tacit_whatif_posterior(priors[i], all), tacit_whatif_posterior(priors[i], -all)));
    TACIT_TRY(
        tacit_result_note(s->cx, r,
                          "That is what the releases say of the person beyond what they would "
                          "say if the person were not in the data; what is true of everybody "
                          "is learnt all the same."));
    if (s->persons > 1)
        TACIT_TRY(tacit_result_note(s->cx, r, "For %.0f persons together: epsilon times %.0f.",
                                    s->persons, s->persons));
    return draw_odds(s, r);
}

/* ---- trade-off ---- */

static tacit_status tell_tradeoff(const story *s, json_t *results)
{
    const tacit_entry *entry = &tacit_accountant_tradeoff.about;
    const tacit_args none = { .params = entry->params };
    tacit_privacy_loss loss = s->one->loss;
    const tacit_spending spent = { &loss, 1 };
    tacit_curve_points curve;
    tacit_result *r = NULL;
    json_t *chart = NULL;
    TACIT_TRY(begin_result(s, "tradeoff", "How often an attacker must be wrong", results, &r));
    TACIT_TRY(tacit_result_chart(s->cx, r, "tradeoff",
                                 "Whether a person is in the data: misses by false alarms",
                                 TACIT_CHART_LINES, &chart));
    TACIT_TRY(
        tacit_result_axes(s->cx, chart, "share of false alarms", "share of misses, at least"));
    for (int again = 0; again < 2; again++) {
        loss.times = again == 0 ? 1 : s->q->releases;
        TACIT_TRY(tacit_accountant_tradeoff.draw(s->cx, &none, &spent, &curve));
        for (size_t i = 0; again == 0 && i < curve.n; i++) {
            char label[TACIT_NUMBER_BYTES];
            tacit_format_real(curve.x[i], label);
            TACIT_TRY(tacit_result_label(s->cx, chart, label));
        }
        TACIT_TRY(tacit_result_series(s->cx, chart,
                                      again == 0 ? "after one release" : "after all releases",
                                      curve.y, curve.n));
    }
    TACIT_TRY(tacit_result_figure(s->cx, r, "misses", "misses at 5% of false alarms, at least",
                                  curve.y[curve.n / 20], TACIT_UNIT_SHARE,
                                  "of all persons who are in the data, after all releases",
                                  .better = TACIT_BETTER_HIGHER));
    return tacit_result_note(s->cx, r,
                             "Of every test whether a person is in the data, whoever makes it and "
                             "whatever else he knows.");
}

tacit_status tacit_budget_tell(tacit_ctx *cx, json_t *record, const tacit_whatif *q,
                               const tacit_plan_release *one, uint64_t persons)
{
    static const tacit_account_part part = {
        .name = "budget",
        .title = "What the budget buys",
        .lead = "Nothing here looks at data: it holds for any data that is answered about in this "
                "way.",
        .open = true,
    };
    story s = { .cx = cx, .q = q, .one = one, .persons = (double)persons };
    json_t *results = NULL;
    TACIT_TRY(tacit_whatif_cost(cx, q, one, 1, NULL, &s.each));
    TACIT_TRY(tacit_whatif_cost(cx, q, one, q->releases, NULL, &s.all));
    TACIT_TRY(tacit_account_section(cx, record, &part, &results));
    TACIT_TRY(tell_costs(&s, results));
    TACIT_TRY(tell_noise(&s, results));
    TACIT_TRY(tell_odds(&s, results));
    return tell_tradeoff(&s, results);
}
