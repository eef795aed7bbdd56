/*
 * release.c - the task that answers questions about data with differential privacy.
 *
 * All that can be refused is refused by the plan and the names of the columns, before a record is
 * read: no value decides whether there are answers.  Then the budget is spent, whether or not the
 * answers are liked.
 */
#include "engine/csv_rules.h"
#include "run/account.h"
#include "task/release/own.h"
#include "task/release/release.h"
#include "task/tasks.h"

static const char *const NOISES[] = { "laplace", "gaussian", NULL };
static const char *const INTERVALS[] = { "population", "data", NULL };

/* ---- randomness ---- */

/* The stream of the run: the system's, or of a simulation one that follows from the seed. */
static tacit_status open_stream(tacit_ctx *cx, const tacit_work *w, tacit_keystream *out)
{
    unsigned char key[TACIT_KEYSTREAM_KEY] = { 0 };
    if (!tacit_arg_flag(&w->ask->args, TACIT_RELEASE_SIMULATION))
        return tacit_keystream_open(cx, out);
    for (size_t i = 0; i < sizeof w->plan->seed; i++)
        key[i] = (unsigned char)(w->plan->seed >> (8 * i));
    tacit_keystream_simulate(key, out);
    return TACIT_OK;
}

/* A seed makes noise that can be drawn again, and taken off. */
static tacit_status check_seed(tacit_ctx *cx, const tacit_work *w)
{
    if (!w->plan->seed_given || tacit_arg_flag(&w->ask->args, TACIT_RELEASE_SIMULATION))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s: a private release has no seed, with which its noise could be taken off; "
                      "remove 'seed', or say 'simulation: true' under 'release' for a run that "
                      "releases nothing.",
                      w->plan->file);
}

/* ---- the walk ---- */

static tacit_status claim(tacit_ctx *cx, const tacit_private_release *r)
{
    json_t *all = json_array();
    TACIT_TRY(tacit_json_put(cx, r->w->record, "requirements", all));
    tacit_result *result = NULL;
    const tacit_status status = tacit_release_claim(cx, r, &result);
    if (status != TACIT_OK) {
        json_decref(result);
        return status;
    }
    r->w->verdict = TACIT_VERDICT_HOLDS;
    return tacit_json_add(cx, all, result);
}

/* Stage the answers; in a file of text whole numbers are written whole. */
static tacit_status write_answers(tacit_ctx *cx, tacit_work *w, const char *kind,
                                  const tacit_table *answers)
{
    tacit_table *texts = NULL;
    if (!tacit_csv_is_text(w->plan->output))
        return tacit_work_write_table(cx, w, kind, w->plan->output, answers);
    TACIT_TRY(tacit_release_spell(cx, answers, &texts));
    const tacit_status status = tacit_work_write_table(cx, w, kind, w->plan->output, texts);
    tacit_table_free(texts);
    return status;
}

static tacit_status publish(tacit_ctx *cx, const tacit_private_release *r,
                            const tacit_table *answers)
{
    const bool simulation = tacit_arg_flag(&r->w->ask->args, TACIT_RELEASE_SIMULATION);
    TACIT_TRY(tacit_release_tell(cx, r, answers));
    TACIT_TRY(write_answers(cx, r->w, simulation ? "simulation" : "data", answers));
    if (simulation)
        return TACIT_OK;
    TACIT_TRY(claim(cx, r));
    TACIT_TRY(tacit_release_certify(cx, r, answers));
    return tacit_json_put(cx, r->w->record, "released", json_true());
}

static tacit_status answer(tacit_ctx *cx, tacit_private_release *r)
{
    tacit_keystream stream;
    tacit_table *answers = NULL;
    TACIT_TRY(open_stream(cx, r->w, &stream));
    tacit_status status = tacit_release_read(cx, r, &stream);
    if (status == TACIT_OK)
        status = tacit_release_answer(cx, r, &stream, &answers);
    tacit_keystream_close(&stream);
    if (status == TACIT_OK)
        status = publish(cx, r, answers);
    tacit_table_free(answers);
    return status;
}

/* Everything from here on is decided by the plan. */
static tacit_status walk(tacit_ctx *cx, tacit_private_release *r)
{
    TACIT_TRY(tacit_work_check_table(cx, r->w, r->w->plan->output));
    TACIT_TRY(tacit_release_sample(cx, r));
    tacit_stage(cx, "Splitting the budget");
    TACIT_TRY(tacit_inquiry_settle(cx, &r->inquiry, &r->spent));
    return tacit_arg_flag(&r->w->ask->args, TACIT_RELEASE_DRY_RUN) ? tacit_release_tell(cx, r, NULL)
                                                                   : answer(cx, r);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_private_release r;
    TACIT_TRY(tacit_account_plan(cx, w));
    TACIT_TRY(check_seed(cx, w));
    tacit_status status = tacit_release_ask(cx, w, &r);
    if (status == TACIT_OK)
        status = walk(cx, &r);
    tacit_release_end(&r);
    return status;
}

static const tacit_param PARAMS[] = {
    [TACIT_RELEASE_EPSILON] = { .name = "epsilon",
                                .type = TACIT_PARAM_REAL,
                                .need = TACIT_REQUIRED,
                                .min = 1e-6,
                                .max = 100,
                                .importance = TACIT_FIRST,
                                TACIT_USEFUL_LOG(0.01, 10, NULL),
                                .help = "what all answers together may give away of a person" },
    [TACIT_RELEASE_DELTA] = { .name = "delta",
                              .type = TACIT_PARAM_REAL,
                              .min = 0,
                              .max = 0.1,
                              .importance = TACIT_FIRST,
                              TACIT_USEFUL(0, 0.001, NULL),
                              .help = "the probability with which the promise may not hold" },
    [TACIT_RELEASE_PERSON] = { .name = "person",
                               .type = TACIT_PARAM_COLUMN,
                               .need = TACIT_OPTIONAL,
                               .importance = TACIT_FIRST,
                               .help = "the column that tells whose a record is; each record is "
                                       "a person without it" },
    [TACIT_RELEASE_GROUPS] = { .name = "groups",
                               .type = TACIT_PARAM_INTEGER,
                               .preset = 1,
                               .min = 1,
                               .max = 1e6,
                               TACIT_USEFUL_LOG(1, 100, "groups"),
                               .help = "in how many groups of a statistic a person counts, chosen "
                                       "at random" },
    [TACIT_RELEASE_RECORDS] = { .name = "records",
                                .type = TACIT_PARAM_INTEGER,
                                .preset = 1,
                                .min = 1,
                                .max = 1e6,
                                TACIT_USEFUL_LOG(1, 100, "records"),
                                .help = "how many records of a person count in each group, chosen "
                                        "at random" },
    [TACIT_RELEASE_NOISE] = { .name = "noise",
                              .type = TACIT_PARAM_CHOICE,
                              .choices = NOISES,
                              .help = "which noise counts and sums get" },
    [TACIT_RELEASE_CONFIDENCE] = { .name = "confidence",
                                   .type = TACIT_PARAM_REAL,
                                   .preset = 0.95,
                                   .min = 0.5,
                                   .max = 0.9999,
                                   TACIT_USEFUL(0.8, 0.99, NULL),
                                   .help = "with which intervals hold the truth" },
    [TACIT_RELEASE_INTERVAL] = { .name = "interval",
                                 .type = TACIT_PARAM_CHOICE,
                                 .choices = INTERVALS,
                                 .help = "whether intervals of means and the like are about the "
                                         "population that the data is a sample of, or the data" },
    [TACIT_RELEASE_DRY_RUN] = { .name = "dry_run",
                                .type = TACIT_PARAM_FLAG,
                                .help = "show what answers would cost and how far they would be "
                                        "off, without reading any data" },
    [TACIT_RELEASE_GAMMA] = { .name = "gamma",
                              .type = TACIT_PARAM_REAL,
                              .need = TACIT_OPTIONAL,
                              .min = 1e-4,
                              .max = 0.5,
                              .importance = TACIT_ADVANCED,
                              TACIT_USEFUL_LOG(0.001, 0.1, NULL),
                              .help = "promise random differential privacy only: of so many "
                                      "persons and data sets that are drawn from the population "
                                      "nothing is promised" },
    [TACIT_RELEASE_PUBLIC] = { .name = "public",
                               .type = TACIT_PARAM_FILE,
                               .need = TACIT_OPTIONAL,
                               .importance = TACIT_ADVANCED,
                               .help = "with gamma: a public sample of the population, no part of "
                                       "the data, which tells how much a person moves answers" },
    [TACIT_RELEASE_SIMULATION] = { .name = "simulation",
                                   .type = TACIT_PARAM_FLAG,
                                   .importance = TACIT_ADVANCED,
                                   .help =
                                       "draw the noise from the plan's seed, for tests: what is "
                                       "written promises nothing and is not certified" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_release = {
    .section = { .about = { .name = "release",
                            .title = "Private release",
                            .summary = "answer questions about data with differential privacy",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_OUTPUTS,
    .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT,
    .arguments = "PLAN",
    .positions = "data",
    .details =
        "Answers the statistics of a plan with exact noise, so that what all answers together "
        "give away of any person is at most epsilon, but with probability delta. What columns may "
        "hold is declared, never taken from the data. The budget is split by the weights of the "
        "statistics; --dry-run shows the errors that follow before anything is spent. The "
        "certificate tells every mechanism with its noise, and verify adds up what it spends.",
    .examples =
        (const tacit_task_example[]){
            { "release answers.yaml --dry-run", "Show what the answers of a plan would be worth." },
            { "release answers.yaml", "Answer, and certify what that gives away." },
            { NULL, NULL },
        },
    .words = { .plain = "Nothing was released: a dry run, or a simulation",
               .good = "Released",
               .bad = "Not released",
               .good_meaning = "The answers have noise that was drawn exactly, from the system's "
                               "randomness; what they give away of a person was added up.",
               .bad_meaning = "Nothing was written." },
    .run = run,
};
