/*
 * ask.c - a question as private statistics, and what each of them spends.
 *
 * Aggregates that one statistic tells share it: variance and deviation of a column, quantiles of a
 * column.  The epsilon of a question is split evenly among its statistics, in whole steps of 1e-9
 * that are rounded down, so that what they spend adds up exactly to no more than is booked.
 */
#include <math.h>

#include "privacy/accountant/units.h"
#include "query/mode/dp/own.h"

/* ---- statistics ---- */

static const tacit_statistic *statistic_for(tacit_aggregate_kind kind)
{
    switch (kind) {
    case TACIT_AGGREGATE_COUNT:
    case TACIT_AGGREGATE_PERSONS:
        return &tacit_statistic_count;
    case TACIT_AGGREGATE_SUM:
        return &tacit_statistic_sum;
    case TACIT_AGGREGATE_MEAN:
        return &tacit_statistic_mean;
    case TACIT_AGGREGATE_VARIANCE:
    case TACIT_AGGREGATE_DEVIATION:
        return &tacit_statistic_variance;
    case TACIT_AGGREGATE_QUANTILE:
        return &tacit_statistic_quantiles;
    case TACIT_AGGREGATE_SLOPE:
        return &tacit_statistic_regression;
    case TACIT_AGGREGATE_CORRELATION:
        return &tacit_dp_correlation;
    case TACIT_AGGREGATE_VARIANCE_ALL:
    case TACIT_AGGREGATE_DEVIATION_ALL:
    case TACIT_AGGREGATE_LEAST:
    case TACIT_AGGREGATE_LARGEST:
    case TACIT_AGGREGATES:
        break;
    }
    TACIT_ASSERT(false);
    return NULL;
}

static size_t columns_of(tacit_aggregate_kind kind)
{
    const bool pair = kind == TACIT_AGGREGATE_SLOPE || kind == TACIT_AGGREGATE_CORRELATION,
               none = kind == TACIT_AGGREGATE_COUNT || kind == TACIT_AGGREGATE_PERSONS;
    return pair ? 2 : none ? 0 : 1;
}

/* Whether aggregate `a` is told from the statistic. */
static bool is_told_from(const tacit_dp_statistic *s, const tacit_aggregate *a)
{
    const size_t n = columns_of(a->kind);
    return s->question.statistic == statistic_for(a->kind) &&
           s->persons == (a->kind == TACIT_AGGREGATE_PERSONS) && (n < 1 || s->of[0] == a->column) &&
           (n < 2 || s->of[1] == a->other);
}

/* Which figure of its statistic aggregate number `i` is, if `before` of them were told from it:
 * the slope comes after the intercept, the deviation after the variance. */
static size_t figure_of(tacit_aggregate_kind kind, size_t before)
{
    return kind == TACIT_AGGREGATE_QUANTILE
               ? before
               : kind == TACIT_AGGREGATE_SLOPE || kind == TACIT_AGGREGATE_DEVIATION;
}

static tacit_status begin_statistic(tacit_ctx *cx, const tacit_dp_plan *p, const tacit_aggregate *a,
                                    tacit_dp_statistic *out)
{
    const tacit_query_schema *schema = p->job->query->schema;
    const tacit_statistic *s = statistic_for(a->kind);
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_param_count(s->about.params), sizeof *at, &at));
    tacit_args_preset(s->about.params, at, &out->args);
    out->persons = a->kind == TACIT_AGGREGATE_PERSONS;
    out->of[0] = a->column;
    out->of[1] = a->other;
    for (size_t k = 0; k < columns_of(a->kind); k++)
        out->domain[k] = &schema->column[out->of[k]].domain;
    out->question = (tacit_question){ .statistic = s,
                                      .args = &out->args,
                                      .promise = out->persons ? &p->once : &p->promise,
                                      .of = out->domain,
                                      .n_of = columns_of(a->kind) };
    return TACIT_OK;
}

/* One quantile more, whose orders grow because aggregates are sorted. */
static tacit_status add_order(tacit_ctx *cx, tacit_dp_statistic *s, double share)
{
    tacit_value *at = &s->args.at[tacit_param_find(s->args.params, "at")];
    double *order = NULL;
    TACIT_TRY(tacit_scratch(cx, at->n + 1, sizeof *order, &order));
    for (size_t i = 0; i < at->n; i++)
        order[i] = at->reals[i];
    order[at->n] = share;
    *at = (tacit_value){ .given = true, .n = at->n + 1, .reals = order };
    return TACIT_OK;
}

static tacit_status take_aggregate(tacit_ctx *cx, tacit_dp_plan *p, size_t i)
{
    const tacit_aggregate *a = &p->job->query->aggregate[i];
    size_t k = 0, before = 0;
    while (k < p->n && !is_told_from(&p->statistic[k], a))
        k++;
    for (size_t j = 0; j < i; j++)
        before += p->place[j].statistic == k;
    if (k == p->n)
        TACIT_TRY(begin_statistic(cx, p, a, &p->statistic[p->n++]));
    p->place[i] = (tacit_dp_place){ k, figure_of(a->kind, before) };
    return a->kind == TACIT_AGGREGATE_QUANTILE ? add_order(cx, &p->statistic[k], a->share)
                                               : TACIT_OK;
}

/* ---- the budget ---- */

double tacit_dp_epsilon(const tacit_mode_job *job)
{
    return job->query->epsilon > 0 ? job->query->epsilon
                                   : tacit_arg_real(job->args, TACIT_DP_EPSILON);
}

double tacit_dp_cost(const tacit_mode_job *job)
{
    return tacit_units_real(tacit_units_down(tacit_dp_epsilon(job)));
}

/* Whole steps of 1e-9 within what is booked. */
static uint64_t steps_of(const tacit_mode_job *job)
{
    const tacit_u128 steps = (tacit_u128)TACIT_SHARE_STEPS;
    return (uint64_t)(tacit_units_down(tacit_dp_epsilon(job)) * steps / TACIT_UNITS_ONE);
}

/* What a settled question spends, in steps. */
static uint64_t spent_by(const tacit_question *q)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < q->n_parts; i++)
        sum +=
            q->part[i].loss.times * (uint64_t)llrint(q->part[i].loss.epsilon * TACIT_SHARE_STEPS);
    return sum;
}

/* Whether each part of a question has a step of its own. */
static bool is_enough(const tacit_question *q, double steps)
{
    bool enough = true;
    for (size_t i = 0; i < q->n_parts; i++) {
        const tacit_part *part = &q->part[i];
        const uint64_t times = part->times * (part->chooses ? q->promise->groups : 1);
        enough = enough && steps * part->share / (double)times >= 1;
    }
    return enough;
}

static tacit_status settle(tacit_ctx *cx, tacit_dp_plan *p)
{
    const uint64_t steps = steps_of(p->job), each = steps / p->n;
    uint64_t spent = 0;
    for (size_t k = 0; k < p->n; k++) {
        tacit_question *q = &p->statistic[k].question;
        TACIT_TRY(tacit_question_prepare(cx, q));
        if (!is_enough(q, (double)each))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: its epsilon is too little to be split among so many "
                              "answers; say more, or ask for less at once.");
        TACIT_TRY(tacit_question_settle(cx, q, (double)each / TACIT_SHARE_STEPS));
        spent += spent_by(q);
    }
    TACIT_ASSERT(spent <= steps);
    return TACIT_OK;
}

/* ---- the whole ---- */

static tacit_status check(tacit_ctx *cx, const tacit_mode_job *job)
{
    const double epsilon = tacit_dp_epsilon(job), most = tacit_arg_real(job->args, TACIT_DP_MOST);
    const bool several = tacit_arg_integer(job->args, TACIT_DP_RECORDS) > 1 ||
                         tacit_arg_integer(job->args, TACIT_DP_GROUPS) > 1;
    if (!(epsilon >= 1e-6 && epsilon <= most))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The question: epsilon is from 0.000001 to %g, the most that the policy "
                          "lets one question spend.",
                          most);
    if (several && job->query->schema->person == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The policy: 'groups' and 'records' of the mode dp are about persons "
                          "with several records; name the column that tells whose a record is as "
                          "'person'.");
    for (size_t i = 0; i < job->query->n_aggregates; i++) {
        const tacit_aggregate *a = &job->query->aggregate[i];
        if (a->kind == TACIT_AGGREGATE_QUANTILE && !(a->share >= 0.001 && a->share <= 0.999))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The question: the mode dp answers quantiles from 0.001 to 0.999.");
    }
    return TACIT_OK;
}

/* How many integers the cells of all statistics are. */
static tacit_status check_size(tacit_ctx *cx, const tacit_dp_plan *p)
{
    size_t width = 0;
    for (size_t k = 0; k < p->n; k++)
        width += p->statistic[k].question.width;
    return width <= TACIT_SCAN_MOST / (p->job->query->cells + 1)
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_INPUT,
                            "The question: it has more groups than can be answered with these "
                            "aggregates; ask for fewer groups, or without quantiles.");
}

tacit_status tacit_dp_plan_of(tacit_ctx *cx, const tacit_mode_job *job, tacit_dp_plan *out)
{
    const tacit_query *q = job->query;
    const uint64_t groups = (uint64_t)tacit_arg_integer(job->args, TACIT_DP_GROUPS);
    TACIT_TRY(check(cx, job));
    *out = (tacit_dp_plan){ .job = job };
    out->promise = (tacit_privacy_promise){
        .groups = groups < q->cells ? groups : q->cells,
        .records = (uint64_t)tacit_arg_integer(job->args, TACIT_DP_RECORDS),
        .confidence = tacit_arg_real(job->args, TACIT_DP_CONFIDENCE),
    };
    out->once = out->promise;
    out->once.records = 1;
    TACIT_TRY(tacit_scratch(cx, q->n_aggregates, sizeof *out->statistic, &out->statistic));
    TACIT_TRY(tacit_scratch(cx, q->n_aggregates, sizeof *out->place, &out->place));
    for (size_t i = 0; i < q->n_aggregates; i++)
        TACIT_TRY(take_aggregate(cx, out, i));
    TACIT_TRY(settle(cx, out));
    return check_size(cx, out);
}
