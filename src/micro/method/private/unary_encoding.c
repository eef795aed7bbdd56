/*
 * unary_encoding.c - each cell as a row of bits that are flipped by chance.
 *
 * In the place of column NAME there are columns `NAME=CATEGORY`, one for each declared category:
 * that of the cell's own is 1 with probability 1/2, every other with 1 / (e^epsilon + 1) (Wang,
 * Blocki, Li and Jha 2017), by exact draws (privacy/mechanism/unary_encoding.c).  All bits of a
 * record together are epsilon-private.  Shares are estimated better than by randomised response
 * from about 3 e^epsilon + 2 categories on.
 *
 * A missing cell, or one that is no category, counts as the category `otherwise`.  Strata and
 * weights play no part.  O(n k) draws a column.
 */
#include "base/text.h"
#include "micro/method/private/private.h"

static const tacit_param PARAMS[] = { [TACIT_PRIVATE_COLUMNS] = TACIT_METHOD_COLUMNS,
                                      [TACIT_PRIVATE_EPSILON] = TACIT_PRIVATE_PARAM_EPSILON,
                                      [TACIT_PRIVATE_CATEGORIES] = TACIT_PRIVATE_PARAM_CATEGORIES,
                                      [TACIT_PRIVATE_OTHERWISE] = TACIT_PRIVATE_PARAM_OTHERWISE,
                                      TACIT_PARAM_END };

static tacit_status name(tacit_ctx *cx, const tacit_args *args, const char *column, size_t i,
                         char **out)
{
    return tacit_scratch_format(cx, out, "%s=%s", column,
                                args->at[TACIT_PRIVATE_CATEGORIES].texts[i]);
}

static tacit_private_names names_of(const tacit_args *args)
{
    return (tacit_private_names){ .n = args->at[TACIT_PRIVATE_CATEGORIES].n, .name = name };
}

static tacit_status put(tacit_ctx *cx, const tacit_job *job, size_t j, const int64_t *answer,
                        tacit_table *out)
{
    const tacit_private_names names = names_of(job->args);
    return tacit_private_encode(cx, job, j, &names, answer, out);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    return tacit_private_categories(cx, job, &tacit_mechanism_unary_encoding, put, out);
}

static tacit_status spends(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list)
{
    const tacit_private_names names = names_of(args);
    (void)rows;
    return tacit_private_spend(cx, args, "unary_encoding", &names, list);
}

const tacit_method tacit_method_unary_encoding = {
    .about = { .name = "unary_encoding",
               .title = "Optimised unary encoding",
               .summary = "Tells each record's category as columns of bits that may be flipped, "
                          "differentially private for each record apart.",
               .source =
                   "Wang, Blocki, Li and Jha (2017), Locally differentially private protocols "
                   "for frequency estimation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_PRIVATE,
    .run = run,
    .spends = spends,
};
