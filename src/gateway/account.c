/*
 * account.c - what a question is booked as: its cost and the limits of the policy.
 *
 * Costs and limits are numbers of what the mode counts: epsilon in the ledger's fixed point,
 * rounded up, or whole cells.  Periods are counted from 1970 by the calendar of UTC; the ledger
 * never goes back to an earlier one, whatever the clock says.
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "gateway/own.h"

/* The argument that limits each scope. */
static const enum tacit_policy_arg LIMITS[TACIT_LEDGER_SCOPES] = {
    [TACIT_LEDGER_DATASET] = TACIT_POLICY_LIMIT,
    [TACIT_LEDGER_ANALYST] = TACIT_POLICY_ANALYST_LIMIT,
    [TACIT_LEDGER_PERIOD] = TACIT_POLICY_PERIOD_LIMIT,
    [TACIT_LEDGER_ANALYST_PERIOD] = TACIT_POLICY_ANALYST_PERIOD_LIMIT,
};

/* The number of the period that it is now. */
static int64_t period_now(const tacit_gateway *g)
{
    struct timespec now = { 0 };
    struct tm day = { 0 };
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)gmtime_r(&now.tv_sec, &day);
    const int64_t days = (int64_t)now.tv_sec / 86400, year = day.tm_year - 70;
    switch ((tacit_policy_period)tacit_arg_choice(&g->ask->args, TACIT_POLICY_PERIOD)) {
    case TACIT_PERIOD_DAY:
        return days;
    case TACIT_PERIOD_WEEK:
        return (days + 3) / 7; /* 1 January 1970 was a Thursday; weeks begin on Mondays */
    case TACIT_PERIOD_MONTH:
        return 12 * year + day.tm_mon;
    case TACIT_PERIOD_YEAR:
        return year;
    }
    return 0;
}

static tacit_ledger_cost limit_of(const tacit_gateway *g, tacit_ledger_scope scope)
{
    tacit_ledger_cost limit = TACIT_LEDGER_ANY;
    if (!tacit_arg_given(&g->ask->args, LIMITS[scope]))
        return limit;
    const double most = tacit_arg_real(&g->ask->args, LIMITS[scope]);
    if (g->policy.mode->unit == TACIT_SPENDS_EPSILON)
        limit.epsilon = tacit_units_down(most);
    else
        limit.count = (uint64_t)floor(most);
    return limit;
}

static tacit_ledger_cost cost_of(const tacit_gateway *g, const tacit_query_cost *cost)
{
    if (g->policy.mode->unit == TACIT_SPENDS_EPSILON)
        return (tacit_ledger_cost){ .epsilon = tacit_units_up(cost->amount),
                                    .delta = tacit_units_up(cost->delta) };
    return (tacit_ledger_cost){ .count = (uint64_t)ceil(cost->amount) };
}

tacit_status tacit_gateway_request(tacit_ctx *cx, const tacit_gateway *g, const char *analyst,
                                   const tacit_query *q, tacit_ledger_request *out)
{
    char *text = NULL;
    *out = (tacit_ledger_request){ .dataset = g->policy.schema.name,
                                   .analyst = analyst,
                                   .period = period_now(g) };
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        out->limit[s] = limit_of(g, (tacit_ledger_scope)s);
    if (q == NULL)
        return TACIT_OK;
    const tacit_mode_job job = { .query = q, .args = g->policy.args };
    const tacit_query_cost cost = g->policy.mode->cost(&job);
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s %s", q->text, q->key));
    out->question = text;
    out->length = strlen(text);
    out->cost = cost_of(g, &cost);
    return TACIT_OK;
}

void tacit_gateway_account(const tacit_gateway *g, const tacit_ledger_request *r,
                           tacit_query_bill *out)
{
    const bool epsilon = g->policy.mode->unit == TACIT_SPENDS_EPSILON;
    out->kept = true;
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++) {
        const tacit_ledger_cost spent =
            tacit_ledger_account_of(g->ledger, (tacit_ledger_scope)s, r).spent;
        const uint64_t used = epsilon ? spent.epsilon : spent.count,
                       most = epsilon ? r->limit[s].epsilon : r->limit[s].count,
                       rest = most > used ? most - used : 0;
        out->of[s] = (tacit_query_account){
            .limited = most != TACIT_UNITS_MOST,
            .spent = epsilon ? tacit_units_shown(tacit_units_real(used)) : (double)used,
            .left = epsilon ? tacit_units_shown(tacit_units_real(rest)) : (double)rest,
        };
    }
}
