/*
 * safepub.c - a random sample of which only crowds are shown.
 *
 * Each record is taken with probability 1 - exp(-epsilon), by an exact draw, and then left out
 * unless at least k records of the sample have the same values in `columns`, where k is the least
 * number that makes the result (epsilon, delta)-private (Bild, Kuhn and Prasser 2018; the formula
 * is in privacy/accountant/safepub.h).  What the values are recoded to beforehand must not depend
 * on the data, and no other column may be released (micro/model/privacy).
 *
 * Neighbours have a record more or fewer.  A missing cell is a value of its own.  Strata and
 * weights play no part.  O(n).
 */
#include "micro/method/private/private.h"
#include "micro/method/rewrite.h"
#include "privacy/accountant/safepub.h"
#include "table/take.h"

enum { DELTA = TACIT_PRIVATE_EPSILON + 1 };

static const tacit_param PARAMS[] = {
    [TACIT_PRIVATE_COLUMNS] = { .name = "columns",
                                .type = TACIT_PARAM_COLUMNS,
                                .need = TACIT_REQUIRED,
                                .help = "all columns of the release: those that crowds agree in" },
    [TACIT_PRIVATE_EPSILON] = { .name = "epsilon",
                                .type = TACIT_PARAM_REAL,
                                .need = TACIT_REQUIRED,
                                .min = 0.01,
                                .max = TACIT_SAFEPUB_MOST_EPSILON,
                                TACIT_USEFUL_LOG(0.1, 2, NULL),
                                .importance = TACIT_FIRST,
                                .help = "what all columns together may give away of a person" },
    [DELTA] = { .name = "delta",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_REQUIRED,
                .min = 1e-12,
                .max = 0.1,
                TACIT_USEFUL_LOG(1e-9, 1e-4, NULL),
                .importance = TACIT_FIRST,
                .help = "the probability with which more may be given away; far below one over the "
                        "number of records" },
    TACIT_PARAM_END
};

static tacit_status find_size(tacit_ctx *cx, const tacit_args *args, uint64_t *k)
{
    *k = tacit_safepub_size(tacit_arg_real(args, TACIT_PRIVATE_EPSILON),
                            tacit_arg_real(args, DELTA));
    if (*k == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "safepub would need crowds of more than %d records; take a smaller "
                          "'epsilon' or a larger 'delta'.",
                          TACIT_SAFEPUB_MOST_SIZE);
    return TACIT_OK;
}

/* Mark the records that are not taken. */
static tacit_status draw(tacit_ctx *cx, const tacit_job *job, bool *gone)
{
    tacit_ratio epsilon;
    tacit_keystream stream;
    if (!tacit_ratio_of_real(tacit_arg_real(job->args, TACIT_PRIVATE_EPSILON), &epsilon))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'epsilon' of safepub has more digits than can be kept exactly; round it "
                          "to 9 decimals.");
    TACIT_TRY(tacit_private_stream(cx, job, "records", &stream));
    for (size_t i = 0; i < tacit_table_rows(job->in); i++)
        gone[i] = tacit_draw_exp(&stream, epsilon.over, epsilon.under);
    tacit_keystream_close(&stream);
    return TACIT_OK;
}

/* Mark the records of a sample that too few others are equal to. */
static tacit_status mark_few(tacit_ctx *cx, const tacit_job *job, const tacit_table *sample,
                             uint64_t k, bool *gone)
{
    const tacit_class_spec spec = { .keys = job->cols,
                                    .weight = tacit_table_columns(sample),
                                    .count = tacit_table_columns(sample) };
    tacit_classes *classes = NULL;
    TACIT_TRY(tacit_classes_new(cx, sample, &spec, &classes));
    for (size_t i = 0; i < tacit_table_rows(sample); i++)
        gone[i] = classes->size[classes->of_row[i]] < k;
    tacit_classes_free(classes);
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    uint64_t k = 0;
    bool *gone = NULL;
    TACIT_TRY(find_size(cx, job->args, &k));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->in), sizeof *gone, &gone));
    TACIT_TRY(draw(cx, job, gone));
    TACIT_TRY(tacit_rewrite_leave_out(cx, out, gone));
    TACIT_TRY(mark_few(cx, job, out, k, gone));
    TACIT_TRY(tacit_rewrite_leave_out(cx, out, gone));
    return tacit_result_note(cx, job->told,
                             "Each record was taken with probability %.6g, and shown in crowds of "
                             "%llu or more.",
                             tacit_safepub_share(tacit_arg_real(job->args, TACIT_PRIVATE_EPSILON)),
                             (unsigned long long)k);
}

static tacit_status spends(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list)
{
    const tacit_value *names = &args->at[TACIT_PRIVATE_COLUMNS];
    const double epsilon = tacit_arg_real(args, TACIT_PRIVATE_EPSILON);
    json_t *columns = json_array();
    uint64_t k = 0;
    (void)rows;
    tacit_status status = find_size(cx, args, &k);
    if (status != TACIT_OK) {
        json_decref(columns);
        return status;
    }
    TACIT_TRY(tacit_json_add(cx, list,
                             json_pack("{s:s, s:o, s:f, s:f, s:f, s:I}", "mechanism", "safepub",
                                       "columns", columns, "epsilon", epsilon, "delta",
                                       tacit_arg_real(args, DELTA), "share",
                                       tacit_safepub_share(epsilon), "k", (json_int_t)k)));
    for (size_t c = 0; c < names->n; c++)
        TACIT_TRY(tacit_json_add(cx, columns, json_string(names->texts[c])));
    return TACIT_OK;
}

const tacit_method tacit_method_safepub = {
    .about = { .name = "safepub",
               .title = "SafePub",
               .summary = "Takes a random sample and shows only records that many are equal to: "
                          "differentially private with a delta.",
               .source = "Bild, Kuhn and Prasser (2018), SafePub: a truthful data anonymization "
                         "algorithm with strong privacy guarantees; Li, Qardaji and Su (2012), On "
                         "sampling, anonymization, and differential privacy",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits =
        TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_ROWS | TACIT_METHOD_PRIVATE,
    .run = run,
    .spends = spends,
};
