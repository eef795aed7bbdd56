/*
 * top.c - the most frequent of the declared values of a column, in each group, with their counts.
 *
 * Values are chosen one after another by their counts, with permute and flip among those that are
 * left (peeling; Durfee and Rogers 2019, Practical differentially private top-k selection); a
 * person moves all counts the same way, so that half the noise will do.  Then the counts of the
 * chosen get noise of their own.  The interval of each holds the count of the data, by the law of
 * the noise alone; that a value is among the most frequent is as sure as `error` says: values that
 * are left out have at most so many records more.
 */
#include <math.h>
#include <string.h>

#include "privacy/statistic/statistic.h"

enum { K = TACIT_STATISTIC_OF + 1 };

static const tacit_param PARAMS[] = { TACIT_PARAMS_OF_ALL, [TACIT_STATISTIC_OF] = TACIT_PARAM_OF,
                                      [K] = { .name = "k",
                                              .type = TACIT_PARAM_INTEGER,
                                              .preset = 5,
                                              .min = 1,
                                              .max = 1000,
                                              .importance = TACIT_FIRST,
                                              TACIT_USEFUL_LOG(1, 100, "values"),
                                              .help = "how many values" },
                                      TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    uint64_t k = (uint64_t)tacit_arg_integer(q->args, K);
    q->width = tacit_domain_groups(q->of[0]);
    if (k > q->width && !tacit_arg_given(q->args, K))
        k = q->width;
    if (k > q->width)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The top %llu of '%s' were asked for, which has %zu declared values.",
                          (unsigned long long)k, q->of[0]->column, q->width);
    tacit_question_part(q, &(tacit_part){ .name = "values",
                                          .chooses = true,
                                          .monotone = true,
                                          .n = q->width,
                                          .sensitivity = 1,
                                          .moved = 1,
                                          .times = k,
                                          .share = 0.7 });
    tacit_question_part(q, &(tacit_part){ .name = "counts",
                                          .n = (size_t)k,
                                          .sensitivity = 1,
                                          .moved = 1,
                                          .times = 1,
                                          .share = 0.3 });
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    (void)q;
    cell[x[0]]++;
}

/* The chosen values: their numbers, and their exact counts. */
static tacit_status choose(tacit_ctx *cx, const tacit_question *q, tacit_i128 *left,
                           tacit_keystream *stream, size_t *chosen)
{
    size_t *which = NULL, n = q->width;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *which, &which));
    for (size_t i = 0; i < n; i++)
        which[i] = i;
    for (size_t k = 0; k < q->part[1].n; k++, n--) {
        size_t at = 0;
        TACIT_TRY(tacit_part_choose(cx, &q->part[0], stream, left, n, &at));
        chosen[k] = which[at];
        which[at] = which[n - 1];
        left[at] = left[n - 1];
    }
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const size_t k = q->part[1].n;
    const double within = tacit_part_within(&q->part[1], q->promise->confidence);
    size_t *chosen = NULL;
    tacit_i128 *left = NULL, *count = NULL, *noisy = NULL;
    TACIT_TRY(tacit_scratch(cx, k, sizeof *chosen, &chosen));
    TACIT_TRY(tacit_scratch(cx, k, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, q->width, sizeof *left, &left));
    memcpy(left, cell, q->width * sizeof *left);
    TACIT_TRY(choose(cx, q, left, stream, chosen));
    for (size_t i = 0; i < k; i++)
        count[i] = cell[chosen[i]];
    TACIT_TRY(tacit_part_run(cx, &q->part[1], stream, count, &noisy));
    TACIT_TRY(tacit_answers_new(cx, k, out));
    for (size_t i = 0; i < k; i++)
        out->at[i] = (tacit_answer){ .at = q->of[0]->label[chosen[i]],
                                     .value = (double)noisy[i],
                                     .low = (double)noisy[i] - within,
                                     .high = (double)noisy[i] + within };
    return TACIT_OK;
}

/* By how many records one that is left out may be more frequent. */
static double error(const tacit_question *q, const char **unit)
{
    *unit = "records that one left out may have more";
    return floor(
        tacit_part_short(&q->part[0], 1, (1 - q->promise->confidence) / (double)q->part[0].times));
}

const tacit_statistic tacit_statistic_top = {
    .about = { .name = "top",
               .title = "Most frequent values",
               .summary = "The most frequent of the declared values of a column, with counts.",
               .source = "Durfee and Rogers (2019), Practical differentially private top-k "
                         "selection with pay-what-you-get composition; McKenna and Sheldon (2020), "
                         "Permute-and-flip",
               .params = PARAMS },
    .of = TACIT_OF_BINS,
    .tells_which = true,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
