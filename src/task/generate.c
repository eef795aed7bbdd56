/*
 * generate.c - the task that makes example data of any size.
 */
#include "example/survey.h"
#include "report/format.h"
#include "run/account.h"
#include "task/tasks.h"

enum { WHAT, ROWS, OUTPUT };

static const char *const WHATS[] = { "survey", NULL };

/* Without a seed the survey is the one that the examples and tests use. */
enum { USUAL_SEED = 1 };

static tacit_status write_survey(tacit_ctx *cx, tacit_work *w, const tacit_survey *survey)
{
    const char *target = tacit_arg_text(&w->ask->args, OUTPUT), *path = NULL;
    TACIT_TRY(tacit_work_stage(cx, w, target, &path));
    TACIT_TRY(tacit_write_rows(cx, tacit_survey_source(survey), target, path));
    return tacit_work_list(cx, w, "data", target, NULL);
}

static tacit_status tell(tacit_ctx *cx, tacit_work *w, uint64_t rows)
{
    json_t *output = json_array_get(json_object_get(w->record, "outputs"), 0);
    char *says = NULL;
    TACIT_TRY(tacit_json_put(cx, output, "rows", json_integer((json_int_t)rows)));
    TACIT_TRY(tacit_scratch_format(cx, &says, "Wrote %s records to %s.\n",
                                   tacit_format_count((double)rows).text,
                                   tacit_arg_text(&w->ask->args, OUTPUT)));
    return tacit_json_put(cx, w->record, "says", json_string(says));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const uint64_t rows = (uint64_t)tacit_arg_integer(&w->ask->args, ROWS);
    const uint64_t seed = w->plan->seed_given ? w->plan->seed : USUAL_SEED;
    tacit_survey *survey = NULL;
    TACIT_TRY(tacit_write_check(cx, tacit_arg_text(&w->ask->args, OUTPUT)));
    TACIT_TRY(tacit_survey_new(cx, seed, rows, &survey));
    const tacit_status status = write_survey(cx, w, survey);
    tacit_survey_free(survey);
    TACIT_TRY(status);
    return tell(cx, w, rows);
}

static const tacit_param PARAMS[] = {
    [WHAT] = { .name = "what",
               .type = TACIT_PARAM_CHOICE,
               .need = TACIT_REQUIRED,
               .choices = WHATS,
               .help = "the kind of data" },
    [ROWS] = { .name = "rows",
               .type = TACIT_PARAM_INTEGER,
               .preset = 5000,
               .min = 0,
               .max = 1e12,
               .help = "number of persons; 5000 if not given" },
    [OUTPUT] = { .name = "output",
                 .type = TACIT_PARAM_OUTPUT,
                 .need = TACIT_REQUIRED,
                 .help = "the file to write, such as survey.csv or survey.parquet" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_generate = {
    .section = { .about = { .name = "generate",
                            .title = "Example data",
                            .summary = "make example data of any size",
                            .params = PARAMS } },
    .layout = TACIT_LAYOUT_PUBLIC,
    .arguments = "survey",
    .positions = "what",
    .columns = "person_id name household region municipality urban household_size relation age sex "
               "birth_date marital_status birth_country education employment occupation income "
               "spending savings health weight",
    .details = "Makes up a household survey that looks like real life: persons in households in "
               "regions, with identifiers, keys, money, sampling weights and missing values. The "
               "same seed gives the same bytes. The ending of the output says the format.",
    .examples =
        (const tacit_task_example[]){
            { "generate survey --output survey.csv", "A survey to try things on." },
            { "generate survey --rows 10000000 --seed 7 --output big.parquet",
              "A large one, from another seed." },
            { NULL, NULL },
        },
    .run = run,
};
