/*
 * randomised_response.c - each cell tells its category, or by chance another.
 *
 * Of k declared categories the true one stays with probability e^epsilon / (e^epsilon + k - 1),
 * every other comes with 1 / (e^epsilon + k - 1) (Warner 1965; Kairouz, Oh and Viswanath 2014), by
 * exact draws (privacy/mechanism/randomised_response.c).  The column is epsilon-private for each
 * record, whoever else is in the file.
 *
 * A missing cell, or one that is no category, counts as the category `otherwise`; none is missing
 * after.  Strata and weights play no part.  O(n) draws a column.
 */
#include <string.h>

#include "micro/method/private/private.h"

static const tacit_param PARAMS[] = { [TACIT_PRIVATE_COLUMNS] = TACIT_METHOD_COLUMNS,
                                      [TACIT_PRIVATE_EPSILON] = TACIT_PRIVATE_PARAM_EPSILON,
                                      [TACIT_PRIVATE_CATEGORIES] = TACIT_PRIVATE_PARAM_CATEGORIES,
                                      [TACIT_PRIVATE_OTHERWISE] = TACIT_PRIVATE_PARAM_OTHERWISE,
                                      TACIT_PARAM_END };

/* The dictionary has all categories in the order of the plan, whichever there are. */
static tacit_status fill(tacit_ctx *cx, const tacit_args *args, const int64_t *answer, size_t n,
                         tacit_builder *b)
{
    const tacit_value *texts = &args->at[TACIT_PRIVATE_CATEGORIES];
    tacit_dict *dict = tacit_builder_dict(b);
    uint32_t *code = NULL, own = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    for (size_t i = 0; i < texts->n; i++)
        TACIT_TRY(tacit_dict_add(cx, dict, texts->texts[i], strlen(texts->texts[i]), &own));
    for (size_t i = 0; i < n; i++)
        code[i] = (uint32_t)answer[i];
    return tacit_builder_codes(cx, b, dict, code, NULL, n);
}

static tacit_status put(tacit_ctx *cx, const tacit_job *job, size_t j, const int64_t *answer,
                        tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    tacit_builder *b = NULL;
    tacit_column *own = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), TACIT_TYPE_CATEGORY, 0, &b));
    const tacit_status status = fill(cx, job->args, answer, tacit_column_length(c), b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &own));
    tacit_table_replace(out, j, own);
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    return tacit_private_categories(cx, job, &tacit_mechanism_randomised_response, put, out);
}

static tacit_status spends(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list)
{
    (void)rows;
    return tacit_private_spend(cx, args, "randomised_response", &(tacit_private_names){ .n = 1 },
                               list);
}

const tacit_method tacit_method_randomised_response = {
    .about = { .name = "randomised_response",
               .title = "Randomised response",
               .summary = "Tells each record's category, or with some probability another, so that "
                          "a column is differentially private for each record apart.",
               .source = "Warner (1965), Randomized response; Kairouz, Oh and Viswanath (2014), "
                         "Extremal mechanisms for local differential privacy",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_PRIVATE,
    .run = run,
    .spends = spends,
};
