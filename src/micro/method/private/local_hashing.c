/*
 * local_hashing.c - each cell as a hash of its category, or by chance another.
 *
 * In the place of column NAME there are `NAME.a`, `NAME.b` and `NAME.h`: a hash function of the
 * record's own, h(v) = ((a v + b) mod 2^61 - 1) mod g of the number v = 0, 1, ... of a category,
 * and its value by randomised response among g, which is nearest to e^epsilon + 1 (Wang, Blocki, Li
 * and Jha 2017), by exact draws (privacy/mechanism/local_hashing.c).  The three together are
 * epsilon-private, and estimate shares as well as unary encoding in three columns whatever the
 * number of categories.
 *
 * A missing cell, or one that is no category, counts as the category `otherwise`.  Strata and
 * weights play no part.  O(n) draws a column.
 */
#include "base/text.h"
#include "micro/method/private/private.h"

/* Beyond 20 there would be more values of hashes than can be told apart. */
#define EPSILON                                                                                    \
    {                                                                                              \
        .name = "epsilon", .type = TACIT_PARAM_REAL, .need = TACIT_REQUIRED, .min = 1e-6,          \
        .max = 20, TACIT_USEFUL_LOG(0.01, 10, NULL), .importance = TACIT_FIRST,                    \
        .help = "what each column may give away of a person"                                       \
    }

static const tacit_param PARAMS[] = { [TACIT_PRIVATE_COLUMNS] = TACIT_METHOD_COLUMNS,
                                      [TACIT_PRIVATE_EPSILON] = EPSILON,
                                      [TACIT_PRIVATE_CATEGORIES] = TACIT_PRIVATE_PARAM_CATEGORIES,
                                      [TACIT_PRIVATE_OTHERWISE] = TACIT_PRIVATE_PARAM_OTHERWISE,
                                      TACIT_PARAM_END };

static tacit_status name(tacit_ctx *cx, const tacit_args *args, const char *column, size_t i,
                         char **out)
{
    (void)args;
    return tacit_scratch_format(cx, out, "%s.%c", column, "abh"[i]);
}

static const tacit_private_names NAMES = { .n = 3, .name = name };

static tacit_status put(tacit_ctx *cx, const tacit_job *job, size_t j, const int64_t *answer,
                        tacit_table *out)
{
    return tacit_private_encode(cx, job, j, &NAMES, answer, out);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    return tacit_private_categories(cx, job, &tacit_mechanism_local_hashing, put, out);
}

static tacit_status spends(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list)
{
    (void)rows;
    return tacit_private_spend(cx, args, "local_hashing", &NAMES, list);
}

const tacit_method tacit_method_local_hashing = {
    .about = { .name = "local_hashing",
               .title = "Optimised local hashing",
               .summary = "Tells a hash of each record's category, or with some probability "
                          "another, differentially private for each record apart.",
               .source =
                   "Wang, Blocki, Li and Jha (2017), Locally differentially private protocols "
                   "for frequency estimation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_PRIVATE,
    .run = run,
    .spends = spends,
};
