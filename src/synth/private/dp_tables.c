/*
 * dp_tables.c - records by the table of all columns, counted with noise.
 *
 * Every combination of values is counted with discrete Laplace noise (Dwork, McSherry, Nissim and
 * Smith 2006; Barak et al. 2007): scale 1/epsilon if the number of records is secret, since a
 * record more or fewer moves one count by 1, and 2/epsilon if it is public, since another record in
 * the place of one moves two.  Of all counts that are not negative and have the right sum the
 * nearest are dealt out as records; to set negative ones to 0 and scale would put records where
 * there are none, the more the more combinations are empty.
 *
 * Pure privacy.  A missing value is a value like others.  For few columns of few values: a million
 * combinations at most, and good only if most of them have more records than noise.  O(rows *
 * columns + cells log cells).
 */
#include "stats/graph/deal.h"
#include "synth/generator.h"
#include "synth/private/private.h"

enum { MOST_CELLS = 1000000 };

static const tacit_param PARAMS[] = { [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
                                      [TACIT_DP_EPSILON] = TACIT_DP_PARAM_EPSILON,
                                      [TACIT_DP_RECORDS] = TACIT_DP_PARAM_RECORDS,
                                      TACIT_PARAM_END };

static tacit_status deal(tacit_ctx *cx, const tacit_private_job *job, double *count, size_t rows,
                         tacit_private_table *out)
{
    const tacit_junction tree = { .n = 1, .clique = { tacit_scope_first(job->data->columns) } };
    const tacit_belief belief = { .size = job->data->size, .tree = &tree, .table = { count } };
    const tacit_rng own = tacit_rng_fork(&job->rng, "deal");
    TACIT_TRY(tacit_private_room(cx, job->data, job->rows > 0 ? job->rows : rows, out));
    return tacit_graph_deal(cx, &belief, out->rows, &own, out->code);
}

static tacit_status answer(tacit_ctx *cx, const tacit_private_job *job, tacit_private_table *out)
{
    const double epsilon = tacit_arg_real(job->args, TACIT_DP_EPSILON);
    const tacit_scope all = tacit_scope_first(job->data->columns);
    const size_t cells = tacit_scope_cells(job->data->size, all);
    tacit_private_total total = { 0 };
    tacit_i128 *count = NULL;
    int64_t *told = NULL;
    double *real = NULL;
    if (cells > MOST_CELLS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "dp_tables counts every combination of values, %d at most; leave columns "
                          "out, declare fewer values or bins, or take dp_mst or dp_aim.",
                          MOST_CELLS);
    TACIT_TRY(tacit_purse_new(cx, epsilon, 0.0, 1, job->purse));
    TACIT_TRY(tacit_private_count(cx, job->data, all, &count));
    TACIT_TRY(tacit_purse_laplace(cx, job->purse, epsilon, count, cells, &told));
    TACIT_TRY(tacit_private_reals(cx, told, cells, &real));
    tacit_private_total_add(&total, real, cells, tacit_purse_variance(job->purse));
    const size_t rows = tacit_private_total_rows(job, &total);
    TACIT_TRY(tacit_private_project(cx, real, cells, (double)rows));
    return deal(cx, job, real, rows, out);
}

const tacit_generator tacit_generator_dp_tables = {
    .about = { .name = "dp_tables",
               .title = "Private table",
               .summary = "Makes all columns from the counts of all combinations of their values, "
                          "with Laplace noise.",
               .source = "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                         "sensitivity in private data analysis; Barak, Chaudhuri, Dwork, Kale, "
                         "McSherry and Talwar (2007), Privacy, accuracy, and consistency too",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .answer = answer,
};
