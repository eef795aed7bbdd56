/*
 * map.c - a risk-utility map of ways to mask numbers.
 *
 * Each way is a plan that is carried out on all records by the runner that will carry out the one
 * that is chosen (task/rehearsal.h), so that its figures are those that `tacit protect` gives. Risk
 * is that of the worst attacker who fits the method, unless another is asked for: linkage by
 * distance and by probability, interval disclosure, and the attack of whoever knows the method
 * (Duncan, Keller-McNulty and Stokes 2001, the R-U confidentiality map; Nin, Herranz and Torra 2008
 * on attackers who know the method).  The frontier is of the ways that keep what the plan requires.
 *
 * The order of ways is fixed: a limit of time or of trials only cuts the end off.
 */
#include "task/explore/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "plan/edit/edit.h"
#include "run/account.h"
#include "stats/frontier.h"
#include "task/tasks.h"
#include "task/rehearsal.h"

const char *const TACIT_MAP_RISKS[] = { [TACIT_MAP_WORST] = "worst",
                                        [TACIT_MAP_LINKAGE] = "linkage",
                                        [TACIT_MAP_DR] = "dr",
                                        [TACIT_MAP_DFT] = "dft",
                                        [TACIT_MAP_DISTANCE] = "distance_linkage",
                                        [TACIT_MAP_PROBABILISTIC] = "probabilistic_linkage",
                                        [TACIT_MAP_INTERVAL] = "interval",
                                        NULL };
const char *const TACIT_MAP_LOSSES[] = { [TACIT_MAP_PROPENSITY] = "propensity",
                                         [TACIT_MAP_IL] = "il",
                                         [TACIT_MAP_IL_CAPPED] = "il_capped",
                                         NULL };
const char *const TACIT_MAP_FIGURE_NAMES[TACIT_MAP_FIGURES] = {
    "dld",    "pld",   "id",           "il",        "il_capped", "dr",
    "dr_dft", "score", "score_capped", "score_dft", "pmse",      "attack",
};

/* ---- one trial ---- */

/* Set a key of the text; `value` (stolen) NULL removes it. */
static tacit_status set(tacit_ctx *cx, const char **text, const char *key, json_t *value)
{
    return tacit_plan_set(cx, text, &(tacit_plan_path){ 1, &key }, value);
}

/* Take files that steps would write out of the text. */
static tacit_status drop_files(tacit_ctx *cx, const tacit_plan *plan, const char **text)
{
    for (size_t i = 0; i < plan->n_steps; i++) {
        const tacit_entry *about = &plan->step[i].method->about;
        char at[24];
        (void)snprintf(at, sizeof at, "%zu", i);
        for (const tacit_param *p = about->params; !plan->step[i].added && p->name != NULL; p++) {
            const char *const path[] = { "steps", at, about->name, p->name };
            if (p->type == TACIT_PARAM_OUTPUT && plan->step[i].args.at[p - about->params].given)
                TACIT_TRY(tacit_plan_set(cx, text, &(tacit_plan_path){ 4, path }, NULL));
        }
    }
    return TACIT_OK;
}

/* The plan of a trial: on the data in memory, into memory, with the measures of the map. */
static tacit_status trial_text(tacit_ctx *cx, const tacit_work *w, const tacit_map_way *way,
                               const char **out)
{
    static const char *const gone[] = { "report", "custodian_report", "certificate", "sql",
                                        "write",  "protect" };
    *out = way->text;
    TACIT_TRY(drop_files(cx, w->plan, out));
    TACIT_TRY(set(cx, out, "data", json_string("memory:data")));
    TACIT_TRY(set(cx, out, "output", json_string("memory:trial")));
    TACIT_TRY(set(cx, out, "measures", json_deep_copy(way->measures)));
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        TACIT_TRY(set(cx, out, gone[i], NULL));
    return TACIT_OK;
}

static double figure_of(const json_t *results, const char *name, const char *figure)
{
    const json_t *r = NULL, *f = NULL;
    size_t i = 0, k = 0;
    json_array_foreach(results, i, r)
    {
        if (strcmp(json_string_value(json_object_get(r, "name")), name) != 0)
            continue;
        json_array_foreach(json_object_get(r, "figures"), k, f)
        {
            const json_t *value = json_object_get(f, "value");
            if (strcmp(json_string_value(json_object_get(f, "name")), figure) == 0)
                return json_is_number(value) ? json_number_value(value) : NAN;
        }
    }
    return NAN;
}

/* The figures of a trial; risks and losses in per cent become shares. */
static void take_figures(const json_t *record, tacit_map_way *way)
{
    const json_t *risks = json_object_get(json_object_get(record, "after"), "risks");
    const bool noise = way->attack != NULL && strcmp(way->attack, "noise_attack") == 0;
    for (size_t i = 0; i < TACIT_MAP_F_PMSE; i++)
        way->figure[i] = figure_of(risks, "disclosure_score", TACIT_MAP_FIGURE_NAMES[i]) / 100.0;
    way->figure[TACIT_MAP_F_PMSE] =
        figure_of(json_object_get(record, "utility"), "propensity", "pmse");
    way->figure[TACIT_MAP_F_ATTACK] =
        way->attack == NULL ? NAN
                            : figure_of(risks, way->attack, noise ? "linked" : "reidentified");
}

/* The largest of some risks, and whose it is. */
static void take_risk(enum tacit_map_risk asked, tacit_map_way *way)
{
    const double *f = way->figure;
    const struct {
        double risk;
        const char *by;
        unsigned of; /* bits of what is asked */
    } attackers[] = {
        { f[TACIT_MAP_F_DLD], "distance",
          1U << TACIT_MAP_WORST | 1U << TACIT_MAP_LINKAGE | 1U << TACIT_MAP_DISTANCE },
        { f[TACIT_MAP_F_PLD], "probabilistic",
          1U << TACIT_MAP_WORST | 1U << TACIT_MAP_LINKAGE | 1U << TACIT_MAP_PROBABILISTIC },
        { f[TACIT_MAP_F_ATTACK], way->attack, 1U << TACIT_MAP_WORST | 1U << TACIT_MAP_LINKAGE },
        { f[TACIT_MAP_F_ID], "interval", 1U << TACIT_MAP_WORST | 1U << TACIT_MAP_INTERVAL },
        { f[TACIT_MAP_F_DR], "DR", 1U << TACIT_MAP_DR },
        { f[TACIT_MAP_F_DR_DFT], "DR of DFT", 1U << TACIT_MAP_DFT },
    };
    way->risk = NAN;
    for (size_t i = 0; i < sizeof attackers / sizeof attackers[0]; i++)
        if ((attackers[i].of >> asked & 1U) != 0 && isfinite(attackers[i].risk) &&
            !(attackers[i].risk <= way->risk)) {
            way->risk = attackers[i].risk;
            way->by = attackers[i].by;
        }
}

/* Propensity is divided by its largest value, that of files that can be told apart. */
static void take_loss(enum tacit_map_loss asked, const json_t *record, tacit_map_way *way)
{
    const double was = json_number_value(json_object_get(json_object_get(record, "data"), "rows"));
    const double is =
        json_number_value(json_object_get(json_object_get(record, "protected"), "rows"));
    const double share = is / (was + is);
    way->loss = asked == TACIT_MAP_PROPENSITY
                    ? way->figure[TACIT_MAP_F_PMSE] / (share * (1.0 - share))
                : asked == TACIT_MAP_IL ? way->figure[TACIT_MAP_F_IL]
                                        : way->figure[TACIT_MAP_F_IL_CAPPED];
}

static void take_trial(const tacit_map_ask *ask, const json_t *record, tacit_map_way *way)
{
    take_figures(record, way);
    take_risk(ask->risk, way);
    take_loss(ask->loss, record, way);
    way->done = isfinite(way->risk) && isfinite(way->loss);
    way->holds = way->done && json_is_true(json_object_get(record, "released"));
    way->keeps = way->holds && way->risk <= ask->most_risk && way->loss <= ask->most_loss;
    if (!way->done)
        way->why = "There are too few records, or no numbers, to measure risk and loss.";
}

/* Try a way.  If the work was asked to stop in the middle it was not tried. */
static tacit_status try_way(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask,
                            tacit_session *session, tacit_map_way *way)
{
    const char *text = NULL;
    char *why = NULL;
    json_t *record = NULL;
    TACIT_TRY(trial_text(cx, w, way, &text));
    TACIT_TRY(tacit_rehearsal_run(cx, session, text, &record, &why));
    way->tried = record != NULL || !tacit_is_finishing(cx);
    way->why = why;
    if (record != NULL)
        take_trial(ask, record, way);
    json_decref(record);
    return TACIT_OK;
}

/* ---- all of them ---- */

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Ways are begun while there is time for one as long as the longest was. */
static tacit_status try_ways(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask,
                             tacit_session *session, tacit_map_way *way, size_t n)
{
    const double start = now();
    double longest = 0.0;
    for (size_t i = 0; i < n && i < ask->trials && !tacit_is_finishing(cx); i++) {
        const double from = now();
        if (i > 0 && from - start + longest > ask->seconds)
            break;
        tacit_stage(cx, "Trying %s (%zu of %zu)", way[i].words, i + 1, n);
        TACIT_TRY(try_way(cx, w, ask, session, &way[i]));
        longest = fmax(longest, now() - from);
    }
    return TACIT_OK;
}

static tacit_status find_frontier(tacit_ctx *cx, tacit_map_way *way, size_t n, size_t *knee)
{
    double *x = NULL, *y = NULL;
    bool *on = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *on, &on));
    for (size_t i = 0; i < n; i++) {
        x[i] = way[i].risk;
        y[i] = way[i].loss;
        on[i] = way[i].holds;
    }
    tacit_frontier(x, y, n, on);
    *knee = tacit_frontier_knee(x, y, n, on);
    for (size_t i = 0; i < n; i++)
        way[i].frontier = on[i];
    return TACIT_OK;
}

/* How far a way is from the limits; what does not hold is farther than all that does. */
static double excess(const tacit_map_ask *ask, const tacit_map_way *way)
{
    const double over =
        fmax(way->risk - ask->most_risk, 0.0) + fmax(way->loss - ask->most_loss, 0.0);
    return way->holds ? over : 1e9 + over;
}

/* Of those that keep the limits the one with the least loss; if only the loss is limited, with the
 * least risk.  Equal ones are decided by the other scale. */
static size_t find_kept(const tacit_map_ask *ask, const tacit_map_way *way, size_t n)
{
    const bool by_risk = !isfinite(ask->most_risk) && isfinite(ask->most_loss);
    size_t best = n;
    for (size_t i = 0; i < n; i++) {
        if (!way[i].keeps || !way[i].frontier)
            continue;
        const double a = by_risk ? way[i].risk : way[i].loss;
        if (best == n || a < (by_risk ? way[best].risk : way[best].loss))
            best = i;
    }
    return best;
}

static void choose(const tacit_map_ask *ask, const tacit_map_way *way, size_t n,
                   tacit_map_choice *c)
{
    const bool limited = isfinite(ask->most_risk) || isfinite(ask->most_loss);
    c->best = limited ? find_kept(ask, way, n) : c->knee;
    c->nearest = n;
    for (size_t i = 0; i < n; i++)
        if (way[i].done &&
            (c->nearest == n || excess(ask, &way[i]) < excess(ask, &way[c->nearest])))
            c->nearest = i;
}

static tacit_status write_best(tacit_ctx *cx, tacit_work *w, const char *target, const char *text)
{
    tacit_buffer out = { 0 };
    TACIT_TRY(tacit_json_put(cx, w->record, "outputs", json_array()));
    tacit_status status = tacit_buffer_text(cx, &out, text);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, w, "plan", target, &out);
    tacit_buffer_free(&out);
    return status;
}

/* Try the ways; whoever asks to stop gets the map so far. */
static tacit_status try_all(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask,
                            tacit_map_way *way, size_t n, bool *stopped)
{
    tacit_session *session = NULL;
    TACIT_TRY(tacit_rehearsal_open(cx, w, &session));
    tacit_finish_allow(cx);
    const tacit_status status = try_ways(cx, w, ask, session, way, n);
    *stopped = tacit_finish_end(cx);
    tacit_session_free(session);
    return status;
}

static tacit_status explore(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask, json_t *keep)
{
    tacit_map_way *way = NULL;
    tacit_map_choice c = { 0 };
    size_t n = 0;
    TACIT_TRY(tacit_map_list(cx, w, ask, keep, &way, &n));
    TACIT_TRY(try_all(cx, w, ask, way, n, &c.stopped));
    TACIT_TRY(find_frontier(cx, way, n, &c.knee));
    choose(ask, way, n, &c);
    TACIT_TRY(tacit_map_tell(cx, w, ask, way, n, &c));
    if (c.best == n)
        w->verdict = TACIT_VERDICT_FAILS;
    return c.best < n && ask->best != NULL ? write_best(cx, w, ask->best, way[c.best].text)
                                           : TACIT_OK;
}

/* The plan's seed, or one for all ways: a way may be random where the plan is not. */
static tacit_status choose_seed(tacit_ctx *cx, tacit_work *w)
{
    tacit_task task = *w->task;
    tacit_work own = *w;
    task.draws = true;
    own.task = &task;
    TACIT_TRY(tacit_work_choose_seed(cx, &own));
    w->seed = own.seed;
    return TACIT_OK;
}

/* Fail unless what is to be explored are numbers. */
static tacit_status check_numbers(tacit_ctx *cx, const tacit_table *data, const tacit_value *names)
{
    for (size_t i = 0; i < names->n; i++) {
        const size_t j = tacit_table_find(data, names->texts[i]);
        if (j == tacit_table_columns(data) ||
            (tacit_column_type(tacit_table_column(data, j)) & TACIT_TYPE_NUMBER) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'numbers' of explore are columns of numbers, which '%s' is not.",
                              names->texts[i]);
    }
    return TACIT_OK;
}

tacit_status tacit_map_explore(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask)
{
    json_t *keep = json_array();
    if (keep == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = tacit_work_load(cx, w);
    if (status == TACIT_OK)
        status = tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true);
    if (status == TACIT_OK)
        status = check_numbers(cx, w->data, ask->numbers);
    if (status == TACIT_OK)
        status = choose_seed(cx, w);
    if (status == TACIT_OK)
        status = explore(cx, w, ask, keep);
    json_decref(keep);
    return status;
}
