/*
 * histogram.c - how many records there are in each bin, or with each value, of a column.
 *
 * The counts of all bins are one answer: a record is in one of them.  The interval of each holds
 * the count of the data, by the law of the noise alone.  A value that is not declared is in no bin.
 */
#include "privacy/statistic/statistic.h"

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    (void)cx;
    tacit_question_counts(q, "counts", tacit_domain_groups(q->of[0]));
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    (void)q;
    cell[x[0]]++;
}

static double error(const tacit_question *q, const char **unit)
{
    *unit = "records";
    return tacit_part_within(&q->part[0], q->promise->confidence);
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const char *unit = NULL;
    const double within = error(q, &unit);
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    TACIT_TRY(tacit_answers_new(cx, q->width, out));
    for (size_t i = 0; i < q->width; i++)
        out->at[i] = (tacit_answer){ .at = q->of[0]->label[i],
                                     .value = (double)noisy[i],
                                     .low = (double)noisy[i] - within,
                                     .high = (double)noisy[i] + within };
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_histogram = {
    .about = { .name = "histogram",
               .title = "Histogram",
               .summary = "How many records there are in each bin, or with each value.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis",
               .params = TACIT_STATISTIC_OF_PARAMS },
    .of = TACIT_OF_BINS,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
