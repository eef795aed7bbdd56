/*
 * infer.c - the task that estimates from released data what the noise hides of no single person.
 *
 * Only the columns that the inference names are loaded.  Resampling draws from the plan's seed, or
 * from a fixed one: it protects nothing, so the same request gives the same answer.
 */
#include "privacy/inference/inference.h"
#include "run/account.h"
#include "task/tasks.h"

enum { CONFIDENCE, REPORT };

/* Without a seed. */
enum { USUAL_SEED = 1 };

static const tacit_account_part AFTER = {
    .name = "inference",
    .title = "What the release says, by post-processing alone",
    .lead = "Computed from the release and from what was published of its noise alone: this is "
            "post-processing, and gives away no more than the release did.",
};
static const tacit_account_part BEFORE = {
    .name = "inference",
    .title = "Before a release, for the custodian alone",
    .lead = "Computed from the data itself, not from a release of it: what stands here is as "
            "confidential as the data.",
};

static tacit_status find_inference(tacit_ctx *cx, const tacit_work *w, const tacit_inference **out)
{
    const tacit_catalog *all = &tacit_inference_catalog;
    char *names = NULL;
    if (w->ask->choice != NULL) {
        *out = tacit_inference_find(w->ask->choice->name);
        return (*out)->check(cx, &w->ask->choice_args);
    }
    TACIT_TRY(tacit_scratch_text(cx, all->entry[0]->name, &names));
    for (size_t i = 1; i < all->n; i++)
        TACIT_TRY(tacit_scratch_format(cx, &names, "%s%s%s", names, i + 1 < all->n ? ", " : " or ",
                                       all->entry[i]->name));
    return tacit_fail(cx, TACIT_ERR_INPUT, "Say how to infer: %s.", names);
}

/* The positions of the columns that the arguments name, in scratch memory. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_args *args, const tacit_data *data,
                                 tacit_select *out)
{
    size_t *at = NULL, n = 0;
    bool *taken = NULL;
    TACIT_TRY(tacit_scratch(cx, data->schema.n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, data->schema.n + 1, sizeof *taken, &taken));
    for (size_t i = 0; i < args->n; i++) {
        const tacit_value *v = &args->at[i];
        const bool one = args->params[i].type == TACIT_PARAM_COLUMN && v->text != NULL;
        const size_t names = one ? 1 : args->params[i].type == TACIT_PARAM_COLUMNS ? v->n : 0;
        for (size_t c = 0; c < names; c++) {
            const size_t j = tacit_data_find(data, one ? v->text : v->texts[c]);
            if (j < data->schema.n && !taken[j])
                at[n++] = j;
            taken[j] = true;
        }
    }
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, tacit_work *w)
{
    tacit_data *data = NULL;
    tacit_select columns = { 0 };
    TACIT_TRY(tacit_work_open(cx, w, &data));
    tacit_status status = find_columns(cx, &w->ask->choice_args, data, &columns);
    if (status == TACIT_OK)
        status = tacit_work_load_columns(cx, w, data, &columns);
    tacit_data_close(data);
    return status;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_inference *inference = NULL;
    const tacit_rng seed = tacit_rng_seed(w->plan->seed_given ? w->plan->seed : USUAL_SEED);
    tacit_result *result = NULL;
    json_t *results = NULL;
    TACIT_TRY(find_inference(cx, w, &inference));
    TACIT_TRY(load(cx, w));
    TACIT_TRY(tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true));
    TACIT_TRY(tacit_account_section(cx, w->record, inference->before ? &BEFORE : &AFTER, &results));
    const tacit_infer_job job = { .data = w->data,
                                  .args = &w->ask->choice_args,
                                  .rng = tacit_rng_fork(&seed, inference->about.name),
                                  .confidence = tacit_arg_real(&w->ask->args, CONFIDENCE) };
    tacit_stage(cx, "Inferring by %s", inference->about.name);
    TACIT_TRY(tacit_inference_run(cx, inference, &job, &result));
    return tacit_json_add(cx, results, result);
}

static const tacit_param PARAMS[] = {
    [CONFIDENCE] = { .name = "confidence",
                     .type = TACIT_PARAM_REAL,
                     .preset = 0.95,
                     .min = 0.5,
                     .max = 0.9999,
                     TACIT_USEFUL(0.8, 0.99, NULL),
                     .help = "of the intervals: how often they hold the true value" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_infer = {
    .section = { .about = { .name = "infer",
                            .title = "Inference report",
                            .summary = "estimate what released data says behind its noise",
                            .params = PARAMS },
                 .chooses = &tacit_inference_catalog },
    .takes = TACIT_TAKES_SOURCE,
    .needs = TACIT_PART_DATA,
    .arguments = "DATA|PLAN",
    .positions = "data",
    .details =
        "Statistics of data that was released with known noise are biased if the noise is not "
        "counted in: quantiles lie too far out, rare categories are too frequent, slopes too flat. "
        "This estimates them without that bias, with intervals, from the release alone. It is "
        "post-processing: nothing is learnt of a person that the release did not tell.",
    .examples =
        (const tacit_task_example[]){
            { "infer noisy.csv --how 'deconvolution:{column: income, noise: laplace, scale: 500}'",
              "Density and quantiles of a column that Laplace noise was added to." },
            { "infer answers.csv --how 'frequencies:{mechanism: randomised_response, column: "
              "smokes, epsilon: 1}'",
              "Shares of categories that were told by randomised response." },
            { NULL, NULL },
        },
    .words = { .plain = "Inferred: estimates, and how sure they are." },
    .run = run,
};
