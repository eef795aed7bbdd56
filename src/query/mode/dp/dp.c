/*
 * dp.c - answers with differential privacy under a budget.
 *
 * Every answer is epsilon-private for persons: with all records of any one person added or taken
 * away, no outcome gets more than exp(epsilon) times as likely (Dwork, McSherry, Nissim and Smith
 * 2006).  What all answers of a data set give away is the sum of their epsilons, whoever asked and
 * however the questions followed from earlier answers; the ledger keeps it within the policy's
 * limit.  An answer that is stored is told again at no cost.
 *
 * Why an answer is private.  Let D and D' differ in person p.  Conditions and groups are declared,
 * so that whether a question is about a record, and in which cell, depends on that record alone.
 * Of every person at most `groups` cells count and at most `records` records in each: the first
 * ones in an order T that was drawn when the data was loaded, for each person independently
 * (person.h).  Given T the exact cells are a sum over persons of what T leaves of each, so those of
 * D and D' differ by what T leaves of p: `records` records in each of `groups` cells.  That is what
 * the noise of all cells together is drawn for (statistic.h), so that given T the answer is
 * private; and as T was drawn from no value of the data, it is so without knowing T, for any number
 * of answers with the same T.  Choosing for each question anew what counts is sound because the
 * choice looks at no other person; one choice for all questions would leave those with conditions
 * less.  COUNT(DISTINCT person) takes one record of a person in a cell.
 *
 * Statistics of one question split its epsilon (ask.c).  Groups do not: a person is in so many of
 * them.  Values are integers of declared lattices.  Noise is drawn exactly, from the system, before
 * the data is looked at and with some to spare, so that the time that it takes tells little of the
 * noise that is used; choices of quantiles are drawn as they come.  No answer is refused because
 * of what the data is: groups that nobody is in get noise too.  What follows from noisy integers
 * (means, roots, intervals, rounding) looks at nothing else.  Missing values are left out.
 *
 * O(records * (columns + aggregates)) in one pass (scan.h), and the noise of each cell.
 */
#include <math.h>

#include "query/mode/dp/dp.h"

#include "base/memory.h"
#include "privacy/mechanism/reserve.h"
#include "query/mode/dp/own.h"

/* Answers that there is noise for at least, most of which is thrown away. */
enum { SPARE = 16 };

static const tacit_param PARAMS[] = {
    [TACIT_DP_EPSILON] = { .name = "epsilon",
                           .type = TACIT_PARAM_REAL,
                           .preset = 0.1,
                           .min = 1e-6,
                           .max = 100,
                           .importance = TACIT_FIRST,
                           TACIT_USEFUL_LOG(0.01, 1, NULL),
                           .help = "what a question spends unless its asker says otherwise" },
    [TACIT_DP_MOST] = { .name = "most",
                        .type = TACIT_PARAM_REAL,
                        .preset = 1,
                        .min = 1e-6,
                        .max = 100,
                        .importance = TACIT_FIRST,
                        TACIT_USEFUL_LOG(0.1, 10, NULL),
                        .help = "the most that an asker may let one question spend" },
    [TACIT_DP_RECORDS] = { .name = "records",
                           .type = TACIT_PARAM_INTEGER,
                           .preset = 1,
                           .min = 1,
                           .max = 1e6,
                           TACIT_USEFUL_LOG(1, 100, "records"),
                           .help = "how many records of a person count in each group, chosen at "
                                   "random" },
    [TACIT_DP_GROUPS] = { .name = "groups",
                          .type = TACIT_PARAM_INTEGER,
                          .preset = 1,
                          .min = 1,
                          .max = 1e6,
                          TACIT_USEFUL_LOG(1, 100, "groups"),
                          .help = "in how many groups of a question a person counts, chosen at "
                                  "random" },
    [TACIT_DP_CONFIDENCE] = { .name = "confidence",
                              .type = TACIT_PARAM_REAL,
                              .preset = 0.95,
                              .min = 0.5,
                              .max = 0.9999,
                              TACIT_USEFUL(0.8, 0.99, NULL),
                              .help = "with which each range holds the truth" },
    TACIT_PARAM_END
};

/* ---- noise ---- */

static void free_noise(tacit_dp_plan *p)
{
    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < p->statistic[k].question.n_parts; i++)
            tacit_reserve_free(p->statistic[k].question.part[i].reserve);
}

/* Draw the noise of everything that adds; the caller frees it, also after a failure. */
static tacit_status draw_noise(tacit_ctx *cx, tacit_dp_plan *p, tacit_keystream *stream)
{
    const size_t cells = p->job->query->cells, answers = cells > SPARE ? cells : SPARE;
    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < p->statistic[k].question.n_parts; i++) {
            tacit_part *part = &p->statistic[k].question.part[i];
            part->request.args = &part->args;
            if (!part->chooses)
                TACIT_TRY(tacit_reserve_new(cx, part->mechanism, &part->request, stream, answers,
                                            &part->reserve));
        }
    return TACIT_OK;
}

/* ---- answers ---- */

/* The figures of all statistics for one cell. */
static tacit_status tell_cell(tacit_ctx *cx, const tacit_dp_plan *p, const tacit_query_fold *fold,
                              tacit_keystream *stream, size_t cell, tacit_query_told *told)
{
    tacit_answers *figures = NULL;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *figures, &figures));
    for (size_t k = 0; k < p->n; k++) {
        const tacit_question *q = &p->statistic[k].question;
        TACIT_TRY(q->statistic->answer(cx, q, fold[k].cell + cell * q->width, stream, &figures[k]));
    }
    for (size_t i = 0; i < p->job->query->n_aggregates; i++) {
        const tacit_dp_place *at = &p->place[i];
        TACIT_ASSERT(at->figure < figures[at->statistic].n);
        const tacit_answer a = tacit_answer_round(&figures[at->statistic].at[at->figure]);
        told[i] = (tacit_query_told){ a.value, a.low, a.high };
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, tacit_dp_plan *p, const tacit_query_data *data,
                         tacit_keystream *stream, tacit_query_answer *out)
{
    const tacit_query *q = p->job->query;
    tacit_query_fold *fold = NULL;
    TACIT_TRY(draw_noise(cx, p, stream));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *fold, &fold));
    for (size_t k = 0; k < p->n; k++)
        fold[k] = (tacit_query_fold){ .question = &p->statistic[k].question,
                                      .of = { p->statistic[k].of[0], p->statistic[k].of[1] },
                                      .persons = p->statistic[k].persons };
    TACIT_TRY(tacit_query_scan(cx, q, data, &p->promise, fold, p->n));
    for (size_t c = 0; c < q->cells; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tell_cell(cx, p, fold, stream, c, out->told + c * q->n_aggregates));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_dp_answer(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_data *data,
                             tacit_keystream *stream, tacit_query_answer *out)
{
    tacit_dp_plan plan;
    TACIT_TRY(tacit_dp_plan_of(cx, job, &plan));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = tell(cx, &plan, data, stream, out);
    free_noise(&plan);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status scan(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_data *data,
                         tacit_query_answer *out)
{
    tacit_keystream stream;
    TACIT_TRY(tacit_keystream_open(cx, &stream));
    const tacit_status status = tacit_dp_answer(cx, job, data, &stream, out);
    tacit_keystream_close(&stream);
    return status;
}

/* ---- before anything is read ---- */

static tacit_query_cost cost(const tacit_mode_job *job)
{
    return (tacit_query_cost){ .amount = tacit_dp_cost(job) };
}

/* Of the first count that is asked for. */
static tacit_status error(tacit_ctx *cx, const tacit_mode_job *job, double *out)
{
    tacit_dp_plan plan;
    TACIT_TRY(tacit_dp_plan_of(cx, job, &plan));
    *out = NAN;
    for (size_t k = plan.n; k-- > 0;)
        if (plan.statistic[k].question.statistic == &tacit_statistic_count)
            *out = tacit_part_spread(&plan.statistic[k].question.part[0]);
    return TACIT_OK;
}

/* What the answer depends on besides what is asked. */
static tacit_status settle(tacit_ctx *cx, const tacit_mode_job *job, tacit_buffer *words)
{
    char epsilon[TACIT_NUMBER_BYTES], confidence[TACIT_NUMBER_BYTES];
    tacit_dp_plan plan;
    TACIT_TRY(tacit_dp_plan_of(cx, job, &plan));
    tacit_format_real(tacit_dp_epsilon(job), epsilon);
    tacit_format_real(plan.promise.confidence, confidence);
    return tacit_buffer_format(cx, words, " epsilon %s groups %lld records %lld confidence %s",
                               epsilon, (long long)tacit_arg_integer(job->args, TACIT_DP_GROUPS),
                               (long long)tacit_arg_integer(job->args, TACIT_DP_RECORDS),
                               confidence);
}

const tacit_mode tacit_mode_dp = {
    .about = { .name = "dp",
               .title = "Differential privacy",
               .summary = "adds noise that is drawn exactly, and spends epsilon until the limit is "
                          "reached.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis",
               .params = PARAMS },
    .answers = 1u << TACIT_AGGREGATE_COUNT | 1u << TACIT_AGGREGATE_PERSONS |
               1u << TACIT_AGGREGATE_SUM | 1u << TACIT_AGGREGATE_MEAN |
               1u << TACIT_AGGREGATE_VARIANCE | 1u << TACIT_AGGREGATE_DEVIATION |
               1u << TACIT_AGGREGATE_QUANTILE | 1u << TACIT_AGGREGATE_SLOPE |
               1u << TACIT_AGGREGATE_CORRELATION,
    .kind = TACIT_ANSWER_NOISE,
    .unit = TACIT_SPENDS_EPSILON,
    .bounds = true,
    .tells = "Noise for which the answer is epsilon-private for every person, with the range that "
             "holds the truth with the stated confidence.",
    .lacks = "What the data says of many persons together is not hidden, and the promise for all "
             "answers is the sum of their epsilons: the limit.",
    .settle = settle,
    .cost = cost,
    .error = error,
    .scan = scan,
};
