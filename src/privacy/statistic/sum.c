/*
 * sum.c - what the values of a column add up to, in each group.
 *
 * Every value is rounded to the column's lattice and moved within its bounds before it is added,
 * so a record moves the sum by at most the bound that is farther from 0.  The interval holds the
 * sum of the moved values with the stated confidence, by the law of the noise alone.  A record
 * without a value adds nothing.
 */
#include "privacy/statistic/statistic.h"

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    (void)cx;
    const tacit_u128 most = tacit_lattice_sensitivity(&q->of[0]->lattice, 1, TACIT_NEIGHBOURS_ADD);
    q->width = 1;
    tacit_question_part(q, &(tacit_part){ .name = "sum",
                                          .n = 1,
                                          .sensitivity = (uint64_t)most,
                                          .moved = 1,
                                          .times = 1,
                                          .share = 1 });
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    (void)q;
    cell[0] += x[0];
}

static void gather(const tacit_question *q, uint64_t n, int64_t sum, tacit_i128 *cell)
{
    (void)q;
    (void)n;
    cell[0] += sum;
}

static double error(const tacit_question *q, const char **unit)
{
    *unit = q->of[0]->column;
    return tacit_domain_real(q->of[0], tacit_part_within(&q->part[0], q->promise->confidence));
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const char *unit = NULL;
    const double within = error(q, &unit);
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    TACIT_TRY(tacit_answers_new(cx, 1, out));
    const double sum = tacit_domain_real(q->of[0], (double)noisy[0]);
    out->at[0] = (tacit_answer){ .value = sum, .low = sum - within, .high = sum + within };
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_sum = {
    .about = { .name = "sum",
               .title = "Sum",
               .summary = "What the values of a column add up to.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis; Casacuberta, Shoemate, Vadhan and "
                         "Wagaman (2022), Widespread underestimation of sensitivity",
               .params = TACIT_STATISTIC_OF_PARAMS },
    .of = TACIT_OF_NUMBER,
    .prepare = prepare,
    .add = add,
    .gather = gather,
    .answer = answer,
    .error = error,
};
