/*
 * input.c - answers from a copy of the records that was perturbed once.
 *
 * Before anything is answered the policy's own steps (noise, PRAM, swapping, microaggregation, ...)
 * make a copy with randomness that follows from the secret, so that it is the same copy for every
 * question; answers are exact of the copy (Traub, Yemini and Wozniakowski 1984 for noise;
 * Muralidhar and Sarathy 2006 for what such data can give).  What the copy protects is what those
 * steps protect, as the same plan under `tacit measure` shows.  O(records * aggregates).
 */
#include <math.h>

#include "query/mode/mode.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static tacit_query_cost cost(const tacit_mode_job *job)
{
    (void)job;
    return (tacit_query_cost){ .amount = 0 };
}

static tacit_status answer(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_sets *sets,
                           tacit_query_answer *out)
{
    const tacit_query *q = job->query;
    for (size_t k = 0; k < q->cells; k++)
        for (size_t a = 0; a < q->n_aggregates; a++) {
            tacit_query_told *told = &out->told[k * q->n_aggregates + a];
            *told = (tacit_query_told){ NAN, NAN, NAN };
            TACIT_TRY(tacit_query_value(cx, sets, &q->aggregate[a], k, &told->value));
        }
    return TACIT_OK;
}

const tacit_mode tacit_mode_input = {
    .about = { .name = "input",
               .title = "Input perturbation",
               .summary =
                   "answers exactly from a copy of the records that the policy's steps made.",
               .source = "Traub, Yemini and Wozniakowski (1984), The statistical security of a "
                         "statistical database",
               .params = PARAMS },
    .answers = (1u << TACIT_AGGREGATES) - 1,
    .kind = TACIT_ANSWER_COPY,
    .keyed = true,
    .copies = true,
    .tells = "Exact of a copy of the records that was perturbed before anything was asked.",
    .lacks = "It protects as well as the policy's steps do, and is as biased as they are.",
    .cost = cost,
    .answer = answer,
};
