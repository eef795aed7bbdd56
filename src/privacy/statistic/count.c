/*
 * count.c - how many records there are, in each group.
 *
 * The count and discrete noise; the interval holds the count of the data with the stated
 * confidence, by the law of the noise alone (a count is of the data, not of a population).  A
 * record moves it by 1.
 */
#include "privacy/statistic/statistic.h"

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    (void)cx;
    tacit_question_counts(q, "count", 1);
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    (void)q;
    (void)x;
    cell[0]++;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const double within = tacit_part_within(&q->part[0], q->promise->confidence);
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    TACIT_TRY(tacit_answers_new(cx, 1, out));
    out->at[0] = (tacit_answer){ .value = (double)noisy[0],
                                 .low = (double)noisy[0] - within,
                                 .high = (double)noisy[0] + within };
    return TACIT_OK;
}

static double error(const tacit_question *q, const char **unit)
{
    *unit = "records";
    return tacit_part_within(&q->part[0], q->promise->confidence);
}

const tacit_statistic tacit_statistic_count = {
    .about = { .name = "count",
               .title = "Count",
               .summary = "How many records there are.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis",
               .params = TACIT_STATISTIC_PARAMS },
    .of = TACIT_OF_NOTHING,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
