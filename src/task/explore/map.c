/*
 * map.c - a risk-utility map of ways to mask keys and numbers.
 *
 * Each way is a plan that is carried out on all records by the runner that will carry out the one
 * that is chosen (task/rehearsal.h), so that its figures are those that `tacit protect` gives. Risk
 * is that of the worst attacker who fits the method, unless another is asked for (map_measures.c;
 * Duncan, Keller-McNulty and Stokes 2001, the R-U confidentiality map; Nin, Herranz and Torra 2008
 * on attackers who know the method).  The frontier is of the ways that keep what the plan requires.
 */
#include "task/explore/map_clock.h"

#include <math.h>
#include <string.h>

#include "run/account.h"

/* Of more than MANY records ways are compared on a sample first: of fewer that saves nothing. */
enum { MANY = 100000, SAMPLE = 20000 };

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

static void choose(const tacit_map_ask *ask, const tacit_map_ways *ways, tacit_map_choice *c)
{
    const tacit_map_way *way = ways->at;
    const size_t n = ways->n;
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

static tacit_status explore(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask, double began,
                            json_t *keep)
{
    const uint64_t rows = tacit_table_rows(w->data);
    tacit_map_frame f;
    tacit_map_ways ways;
    tacit_map_choice c = { 0 };
    TACIT_TRY(tacit_map_open(cx, w, ask, keep, &f));
    f.began = began;
    f.sample = ask->sample < UINT64_MAX ? ask->sample : rows > MANY ? SAMPLE : 0;
    f.sample = f.sample < rows ? f.sample : 0;
    TACIT_TRY(tacit_map_list(cx, &f, &ways));
    TACIT_TRY(tacit_map_search(cx, &f, &ways, &c.stopped));
    TACIT_TRY(tacit_map_frontier(cx, &ways, &c.knee));
    choose(ask, &ways, &c);
    TACIT_TRY(tacit_map_tell(cx, w, ask, &ways, &c));
    if (c.best == ways.n)
        w->verdict = TACIT_VERDICT_FAILS;
    return c.best < ways.n && ask->best != NULL ? write_best(cx, w, ask->best, ways.at[c.best].text)
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

/* Fail unless what is to be explored are keys, by their role, and numbers. */
static tacit_status check_columns(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask)
{
    const tacit_value *keys = ask->columns[TACIT_MAP_KEYS];
    const tacit_value *numbers = ask->columns[TACIT_MAP_NUMBERS];
    for (size_t i = 0; i < numbers->n; i++) {
        const size_t j = tacit_table_find(w->data, numbers->texts[i]);
        if (j == tacit_table_columns(w->data) ||
            (tacit_column_type(tacit_table_column(w->data, j)) & TACIT_TYPE_NUMBER) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'numbers' of explore are columns of numbers, which '%s' is not.",
                              numbers->texts[i]);
        for (size_t k = 0; k < keys->n; k++)
            if (strcmp(keys->texts[k], numbers->texts[i]) == 0)
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "'%s' stands under 'keys' and under 'numbers' of explore; it is "
                                  "masked as one of them.",
                                  keys->texts[k]);
    }
    for (size_t i = 0; i < keys->n; i++) {
        const size_t j = tacit_table_find(w->data, keys->texts[i]);
        if (j == tacit_table_columns(w->data) ||
            (tacit_table_roles(w->data, j) & TACIT_ROLE_KEY) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'keys' of explore have the role of a key, which '%s' has not.",
                              keys->texts[i]);
    }
    return TACIT_OK;
}

/* Fail unless what is mixed are losses with weights. */
static tacit_status check_mix(tacit_ctx *cx, const tacit_map_ask *ask)
{
    for (size_t i = 0; i < ask->mix->n; i++) {
        const tacit_group *g = &ask->mix->groups[i];
        double weight = 0.0;
        size_t k = 0;
        while (TACIT_MAP_LOSSES[k] != NULL && strcmp(TACIT_MAP_LOSSES[k], g->label) != 0)
            k++;
        if (TACIT_MAP_LOSSES[k] == NULL || g->n != 1 || !tacit_parse_real(g->member[0], &weight) ||
            !(weight > 0.0 && weight <= 1e6))
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'mix' of explore names losses, each with one weight above 0, such as "
                "{propensity: [1], overlap: [2]}; '%s' is not such.",
                g->label);
    }
    return TACIT_OK;
}

/* Fail unless risk and loss are of what is free. */
static tacit_status check_scales(tacit_ctx *cx, const tacit_map_ask *ask)
{
    const bool keys = ask->columns[TACIT_MAP_KEYS]->n > 0;
    const bool numbers = ask->columns[TACIT_MAP_NUMBERS]->n > 0;
    const bool of_numbers = ask->risk >= TACIT_MAP_DR && ask->risk <= TACIT_MAP_INTERVAL;
    if ((of_numbers && !numbers) || (ask->risk == TACIT_MAP_PROSECUTOR && !keys))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The risk '%s' of explore is one of %s, of which "
                          "none are free.",
                          TACIT_MAP_RISKS[ask->risk], of_numbers ? "numbers" : "keys");
    if ((ask->loss == TACIT_MAP_IL || ask->loss == TACIT_MAP_IL_CAPPED) && !numbers)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The loss '%s' of explore is one of numbers, of "
                          "which none are free.",
                          TACIT_MAP_LOSSES[ask->loss]);
    return check_mix(cx, ask);
}

tacit_status tacit_map_explore(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask)
{
    const double began = tacit_map_now();
    json_t *keep = json_array();
    if (keep == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = check_scales(cx, ask);
    if (status == TACIT_OK)
        status = tacit_work_load(cx, w);
    if (status == TACIT_OK)
        status = tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true);
    if (status == TACIT_OK)
        status = check_columns(cx, w, ask);
    if (status == TACIT_OK)
        status = choose_seed(cx, w);
    if (status == TACIT_OK)
        status = explore(cx, w, ask, began, keep);
    json_decref(keep);
    return status;
}
