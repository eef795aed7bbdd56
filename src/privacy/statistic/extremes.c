/*
 * extremes.c - about the least and the largest value of a column, in each group.
 *
 * The least value itself belongs to one person, and no noise within the bounds would hide it.  What
 * can be told is a value with about t records at or below it, where t is what the choice may be off
 * by: it is chosen among candidates (candidates.h) by max(0, below - t, t - (below + equal)), with
 * permute and flip; and the same from above.  With t = scale (log candidates + log(2 / miss)) the
 * values are those of records, neither beyond all, with the stated confidence together (McSherry
 * and Talwar 2007), so that [lower bound, value] holds the least value of the data, and of any
 * population that it is a sample of, and no more than 2 t records are beyond.  A group that may
 * have no t records, by a noisy count, gets the bounds as its interval.  The sparse vector
 * technique answers the same with noise twice: on the threshold, and on every count.
 */
#include <math.h>

#include "privacy/statistic/candidates.h"

enum { CANDIDATES = TACIT_STATISTIC_OF + 1 };

static const tacit_param PARAMS[] = { TACIT_PARAMS_OF_ALL, [TACIT_STATISTIC_OF] = TACIT_PARAM_OF,
                                      [CANDIDATES] = TACIT_PARAM_CANDIDATES, TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    tacit_quantile_candidates *ranks = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *ranks, &ranks));
    *ranks = tacit_candidates_of(q->of[0], (size_t)tacit_arg_integer(q->args, CANDIDATES), false);
    q->own = ranks;
    q->width = 1 + tacit_candidates_width(ranks);
    tacit_question_part(
        q, &(tacit_part){
               .name = "count", .n = 1, .sensitivity = 1, .moved = 1, .times = 1, .share = 0.1 });
    tacit_question_part(q, &(tacit_part){ .name = "values",
                                          .chooses = true,
                                          .first = 1,
                                          .n = ranks->n,
                                          .sensitivity = 1,
                                          .moved = 1,
                                          .times = 2,
                                          .share = 0.9 });
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    cell[0]++;
    tacit_candidates_add(q->own, x[0], cell + 1);
}

/* About how many records are beyond. */
static double error(const tacit_question *q, const char **unit)
{
    *unit = "records beyond, about";
    return 1 + floor(tacit_part_short(&q->part[1], 1, (1 - q->promise->confidence) / 2));
}

/* Whether there are, as sure as intervals are, as many records as it takes. */
static tacit_status is_known(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                             tacit_keystream *stream, bool *out)
{
    const char *unit = NULL;
    tacit_i128 *noisy = NULL;
    TACIT_TRY(tacit_part_run(cx, &q->part[0], stream, cell, &noisy));
    *out = (double)noisy[0] - tacit_part_within(&q->part[0], q->promise->confidence) >=
           error(q, &unit);
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const tacit_quantile_candidates *ranks = q->own;
    tacit_i128 *score = NULL;
    size_t chosen[2] = { 0 };
    bool known = false;
    const char *unit = NULL;
    const double target = error(q, &unit);
    TACIT_TRY(is_known(cx, q, cell, stream, &known));
    TACIT_TRY(tacit_scratch(cx, ranks->n, sizeof *score, &score));
    for (int down = 0; down < 2; down++) {
        tacit_tail_scores(ranks, cell + 1, (tacit_i128)target, down, score);
        TACIT_TRY(tacit_part_choose(cx, &q->part[1], stream, score, ranks->n, &chosen[down]));
    }
    const double least = tacit_candidates_value(ranks, 2 * chosen[0]),
                 most = tacit_candidates_value(ranks, 2 * (ranks->n - 1 - chosen[1]));
    TACIT_TRY(tacit_answers_new(cx, 2, out));
    const double lower = tacit_candidates_value(ranks, 0),
                 upper = tacit_candidates_value(ranks, 2 * (ranks->n - 1));
    out->at[0] = (tacit_answer){ "least", least, lower, known ? least : upper };
    out->at[1] = (tacit_answer){ "largest", most, known ? most : lower, upper };
    return TACIT_OK;
}

const tacit_statistic tacit_statistic_extremes = {
    .about = { .name = "extremes",
               .title = "Extremes",
               .summary = "About the least and the largest value of a column.",
               .source = "McSherry and Talwar (2007), Mechanism design via differential privacy; "
                         "McKenna and Sheldon (2020), Permute-and-flip",
               .params = PARAMS },
    .of = TACIT_OF_NUMBER,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
