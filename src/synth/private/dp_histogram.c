/*
 * dp_histogram.c - records by a histogram of each column, counted with noise.
 *
 * Every column is counted by itself with discrete Laplace noise and an equal share of epsilon
 * (Dwork, McSherry, Nissim and Smith 2006; Wasserman and Zhou 2010 have it with bins of numbers).
 * The nearest counts that are not negative and have the right sum are dealt out in a random order
 * for each column: columns are independent, so nothing is told of how they go together.
 *
 * Within a bin numbers are drawn evenly, which is the law that rejection sampling below a histogram
 * has.  Pure privacy.  A missing value is a value like others.  O(rows * columns).
 */
#include "stats/graph/deal.h"
#include "synth/generator.h"
#include "synth/private/private.h"

static const tacit_param PARAMS[] = { [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
                                      [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
                                      [TACIT_DP_RECORDS] = TACIT_DP_PARAM_RECORDS,
                                      TACIT_PARAM_END };

/* Count each column; a clique each, which share nothing. */
static tacit_status count_all(tacit_ctx *cx, const tacit_private_job *job, tacit_junction *tree,
                              tacit_belief *belief, size_t *rows)
{
    const tacit_private_table *t = job->data;
    const double epsilon = tacit_arg_real(job->args, TACIT_DP_EPSILON) / (double)t->columns;
    tacit_private_total total = { 0 };
    tacit_i128 *count = NULL;
    int64_t *told = NULL;
    for (size_t j = 0; j < t->columns; j++) {
        TACIT_TRY(tacit_private_count(cx, t, TACIT_SCOPE_OF(j), &count));
        TACIT_TRY(tacit_purse_laplace(cx, job->purse, epsilon, count, t->size[j], &told));
        TACIT_TRY(tacit_private_reals(cx, told, t->size[j], &belief->table[j]));
        tacit_private_total_add(&total, belief->table[j], t->size[j],
                                tacit_purse_variance(job->purse));
        tree->clique[j] = TACIT_SCOPE_OF(j);
    }
    *rows = tacit_private_total_rows(job, &total);
    for (size_t j = 0; j < t->columns; j++)
        TACIT_TRY(tacit_private_project(cx, belief->table[j], t->size[j], (double)*rows));
    return TACIT_OK;
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    tacit_junction tree = { .n = job->data->columns };
    tacit_belief belief = { .size = job->data->size, .tree = &tree };
    const tacit_rng own = tacit_rng_fork(&job->rng, "deal");
    size_t rows = 0;
    TACIT_TRY(tacit_purse_new(cx, tacit_arg_real(job->args, TACIT_DP_EPSILON), 0.0,
                              job->data->columns, job->purse));
    TACIT_TRY(count_all(cx, job, &tree, &belief, &rows));
    TACIT_TRY(tacit_private_room(cx, job->data, job->rows > 0 ? job->rows : rows, out));
    return tacit_graph_deal(cx, &belief, out->rows, &own, out->code);
}

const tacit_generator tacit_generator_dp_histogram = {
    .about = { .name = "dp_histogram",
               .title = "Private histograms",
               .summary = "Makes every column by itself from its histogram with Laplace noise; "
                          "columns are independent.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis; Wasserman and Zhou (2010), A "
                         "statistical framework for differential privacy",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
