/*
 * reorder.c - records in random order.
 *
 * The order of a file tells: of a sorted one the ranks of a column that was masked or left out,
 * of one that grew who came when.  Every order of the n records is equally likely (Fisher and
 * Yates 1938, in Durstenfeld's form of 1964).  With `columns`, records that agree in them stay
 * together, as those of a household: every order of the groups is equally likely, and every
 * order within them.  A record with a missing value in one of them is a group of its own.
 *
 * With `keep` nothing is moved; a plan that says so keeps the order where it would be hidden by
 * default (run/order/order.h).
 *
 * Where differential privacy is required, draws are exact and from the system's randomness.
 *
 * No value is changed.  Strata and weights play no part.  O(n), and a radix sort for groups.
 */
#include "micro/method/method.h"

#include "base/sort.h"
#include "micro/method/private/private.h"
#include "table/take.h"

enum { COLUMNS, KEEP };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "records that agree in these columns stay together, such as those of a "
                          "household; each by itself if not given" },
    [KEEP] = { .name = "keep",
               .type = TACIT_PARAM_FLAG,
               .max = 1.0,
               .help =
                   "leave the records in the order of the original, also where it tells ranks" },
    TACIT_PARAM_END
};

bool tacit_reorder_keeps(const tacit_method *method, const tacit_args *args)
{
    return method == &tacit_method_reorder && tacit_arg_flag(args, KEEP);
}

/* The numbers 0 ... n - 1 in random order, in scratch memory. */
static tacit_status shuffle(tacit_ctx *cx, tacit_rng rng, size_t n, size_t **out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)tacit_rng_below(&rng, i + 1);
        at[i] = at[k];
        at[k] = i;
    }
    *out = at;
    return TACIT_OK;
}

/* Whether the release is to be differentially private. */
static bool is_private(const tacit_job *job)
{
    for (size_t i = 0; i < job->n_require; i++)
        if (job->require[i].model == &tacit_model_differential_privacy)
            return true;
    return false;
}

/* The same by exact draws from the system's randomness. */
static tacit_status shuffle_privately(tacit_ctx *cx, const tacit_job *job, size_t n, size_t **out)
{
    tacit_keystream stream;
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    TACIT_TRY(tacit_private_stream(cx, job, "order", &stream));
    for (size_t i = 0; i < n; i++) {
        const size_t k = (size_t)tacit_draw_below(&stream, i + 1);
        at[i] = at[k];
        at[k] = i;
    }
    tacit_keystream_close(&stream);
    *out = at;
    return TACIT_OK;
}

static bool is_complete(const tacit_job *job, size_t i)
{
    for (size_t c = 0; c < job->cols.n; c++)
        if (tacit_column_is_missing(tacit_table_column(job->in, job->cols.at[c]), i))
            return false;
    return true;
}

/* Bring the rows, which are in random order, together by their classes.  A class has the random
 * place of its first row in the file, so that large ones do not come first. */
static tacit_status gather(tacit_ctx *cx, const tacit_job *job, const tacit_classes *classes,
                           size_t *at)
{
    const size_t n = tacit_table_rows(job->in);
    size_t *place = NULL;
    tacit_keyed *row = NULL;
    TACIT_TRY(shuffle(cx, tacit_rng_fork(job->rng, "groups"), n, &place));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++) {
        const size_t head = is_complete(job, at[i]) ? classes->row[classes->of_row[at[i]]] : at[i];
        row[i] = (tacit_keyed){ .key = place[head], .row = at[i] };
    }
    TACIT_TRY(tacit_sort_keyed(cx, row, n));
    for (size_t i = 0; i < n; i++)
        at[i] = row[i].row;
    return TACIT_OK;
}

static tacit_status keep_together(tacit_ctx *cx, const tacit_job *job, size_t *at)
{
    const tacit_class_spec spec = { .keys = job->cols,
                                    .weight = tacit_table_columns(job->in),
                                    .count = tacit_table_columns(job->in) };
    tacit_classes *classes = NULL;
    if (!tacit_arg_given(job->args, COLUMNS))
        return TACIT_OK;
    TACIT_TRY(tacit_classes_new(cx, job->in, &spec, &classes));
    const tacit_status status = gather(cx, job, classes, at);
    tacit_classes_free(classes);
    return status;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const size_t n = tacit_table_rows(job->in);
    size_t *at = NULL;
    tacit_table *moved = NULL;
    if (tacit_arg_flag(job->args, KEEP))
        return TACIT_OK;
    TACIT_TRY(is_private(job) ? shuffle_privately(cx, job, n, &at)
                              : shuffle(cx, tacit_rng_fork(job->rng, "order"), n, &at));
    TACIT_TRY(keep_together(cx, job, at));
    TACIT_TRY(tacit_table_take(cx, job->in, &(tacit_row_list){ .n = n, .at = at }, &moved));
    tacit_table_become(out, moved);
    return tacit_result_note(cx, job->told, "Records are in random order.");
}

const tacit_method tacit_method_reorder = {
    .about = { .name = "reorder",
               .title = "Random order",
               .summary = "Puts the records into random order, so that their places tell nothing.",
               .source = "Durstenfeld (1964), Algorithm 235: Random permutation; Hundepool et al. "
                         "(2012), Statistical Disclosure Control, section 3.4",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_ROWS,
    .run = run,
};
