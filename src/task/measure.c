/*
 * measure.c - models and risks of data as it is.
 *
 * Most measures need only the histogram of key combinations, which the engine counts
 * where the data is; rows are loaded only if a measure needs them.
 */
#include <sys/stat.h>

#include "engine/fit.h"
#include "run/account.h"
#include "run/records.h"
#include "task/tasks.h"

enum { RECORDS, REPORT };

/* Files beyond this size, or large for the memory that was given, are counted, not loaded, unless
 * the plan names a measure that needs records. */
enum { LARGE_FILE = 268435456 };

static bool is_large(const tacit_work *w)
{
    struct stat st;
    const bool unknown = stat(w->plan->data, &st) != 0; /* a table of a database */
    return unknown || w->plan->histogram != NULL || st.st_size > LARGE_FILE ||
           tacit_data_is_large(w->plan->data, w->memory);
}

/* What a measure needs; nothing if it compares with an original, for there is none. */
static unsigned measure_needs(const tacit_measure *m)
{
    return (m->needs & TACIT_NEEDS_ORIGINAL) != 0 ? 0 : m->needs;
}

/* What the measures and requirements need of the data; bits of tacit_subject_need. */
static unsigned needs_of(const tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    const bool large = is_large(w);
    unsigned needs = 0;
    for (size_t i = 0; i < plan->n_measures; i++) {
        const unsigned one = measure_needs(plan->measure[i].measure);
        needs |= large && plan->measure[i].by_family ? one & TACIT_NEEDS_KEYS : one;
    }
    for (size_t i = 0; i < plan->n_requires; i++)
        needs |= plan->require[i].model->measure.needs;
    return needs;
}

/* Without keys there is little to measure; a plan that names no measure lacks them. */
static tacit_status check_keys(tacit_ctx *cx, const tacit_plan *plan)
{
    bool keys = false, named = plan->n_requires > 0;
    for (size_t i = 0; i < plan->n_roles; i++)
        keys = keys || plan->role[i].role == TACIT_ROLE_KEY;
    for (size_t i = 0; i < plan->n_measures; i++)
        named = named || !plan->measure[i].by_family;
    if (keys || named)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Measuring risk needs key columns: the columns by which a person could be "
                      "recognised, such as age or place.");
}

/* The histogram of keys, or the records if a measure needs them. */
static tacit_status get_table(tacit_ctx *cx, const tacit_work *w, bool records, tacit_data *data,
                              tacit_table **out)
{
    const tacit_plan *plan = w->plan;
    const unsigned needs = needs_of(w) | (records ? (unsigned)TACIT_NEEDS_ROWS : 0u);
    tacit_select keys = { 0 }, weight = { 0 };
    TACIT_TRY(check_keys(cx, plan));
    if ((needs & (TACIT_NEEDS_ROWS | TACIT_NEEDS_HOUSEHOLD)) != 0 ||
        (needs & TACIT_NEEDS_KEYS) == 0)
        return tacit_data_load(cx, data, NULL, out);
    TACIT_TRY(tacit_work_columns(cx, w, data,
                                 (needs & TACIT_NEEDS_SENSITIVE) != 0
                                     ? (unsigned)TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE
                                     : (unsigned)TACIT_ROLE_KEY,
                                 &keys));
    TACIT_TRY(tacit_work_columns(cx, w, data, TACIT_ROLE_WEIGHT, &weight));
    tacit_stage(cx, "Counting key combinations of %s", plan->data);
    return data->engine->group(cx, data, &keys, weight.n > 0 ? weight.at[0] : data->schema.n, out);
}

static tacit_status record_data(tacit_ctx *cx, const tacit_plan *plan, tacit_subject *subject,
                                json_t *record)
{
    json_t *part = json_pack("{s:s, s:I}", "uri", plan->data, "rows",
                             (json_int_t)tacit_subject_records(subject));
    return tacit_json_put(cx, record, "data", part);
}

static tacit_status measure_subject(tacit_ctx *cx, tacit_work *w, tacit_subject *subject)
{
    const tacit_plan *plan = w->plan;
    bool hold = true;
    if (tacit_subject_records(subject) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", plan->data);
    TACIT_TRY(record_data(cx, plan, subject, w->record));
    TACIT_TRY(tacit_account_measures(cx, w->record, "before", plan, subject));
    TACIT_TRY(tacit_account_requirements(cx, w->record, plan, subject, &hold));
    TACIT_TRY(tacit_json_put(cx, w->record, "holds", json_boolean(hold)));
    if (plan->n_requires > 0)
        w->verdict = hold ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    TACIT_TRY(tacit_account_plan(cx, w));
    if (!tacit_arg_given(&w->ask->args, RECORDS))
        return TACIT_OK;
    return tacit_records_write(cx, w, subject, tacit_arg_text(&w->ask->args, RECORDS));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_data *data = NULL;
    tacit_subject *subject = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status loaded =
        get_table(cx, w, tacit_arg_given(&w->ask->args, RECORDS), data, &w->data);
    tacit_data_close(data);
    TACIT_TRY(loaded);
    tacit_work_set_roles(w, w->data);
    TACIT_TRY(tacit_work_know(cx, w));
    TACIT_TRY(tacit_subject_new(cx, w->data, &subject));
    tacit_subject_add(subject, &w->known.extra);
    const tacit_status status = measure_subject(cx, w, subject);
    tacit_subject_free(subject);
    return status;
}

static const tacit_param PARAMS[] = {
    [RECORDS] = { .name = "records",
                  .type = TACIT_PARAM_OUTPUT,
                  .need = TACIT_OPTIONAL,
                  .help = "write the risk of each record, for the custodian alone" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_measure = {
    .section = { .about = { .name = "measure",
                            .title = "Disclosure risk report",
                            .summary = "measure anonymity and disclosure risk of data as it is",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_SOURCE | TACIT_TAKES_ROLES | TACIT_TAKES_REQUIRE | TACIT_TAKES_MEASURES,
    .needs = TACIT_PART_DATA,
    .arguments = "DATA|PLAN",
    .positions = "data",
    .columns = "record risk_frequency risk_population risk_prosecutor risk_individual "
               "risk_household suda_score suda_dis class_l_diversity class_t_closeness",
    .details = "Counts how many records share their key values, and reports the risk of "
               "re-identification that follows. With --k or --model it also checks a guarantee: "
               "the exit status is 3 if it does not hold. Instead of data and options, a plan "
               "can be given; its steps are not carried out. Nothing is changed.",
    .examples =
        (const tacit_task_example[]){
            { "measure survey.csv --key region,age,sex",
              "How many people stand out by region, age and sex?" },
            { "measure survey.csv --key region,age,sex --k 5",
              "The same, and fail with status 3 if fewer than 5 share a combination." },
            { "measure plan.yaml --json", "What the plan measures, for a program." },
            { NULL, NULL },
        },
    .words = { .plain = "Measured: the data as it is; nothing was changed.",
               .good = "Holds",
               .bad = "Does not hold",
               .good_meaning = "Each guarantee was measured on the data as it is.",
               .bad_meaning = "The data as it is does not have every required property." },
    .run = run,
};
