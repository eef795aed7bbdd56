/*
 * synth.c - synthetic records in the place of real ones: learn, draw, judge, write.
 *
 * What is required is measured on the files as a recipient reads them (release.c), as for any
 * release.  The stream of random numbers is keyed with what the plan asks and with all values that
 * are read, so that no two releases share draws that could be compared.
 */
#include "base/hash.h"
#include "run/beside/beside.h"
#include "table/content.h"
#include "task/synth/margins.h"
#include "task/tasks.h"

static const char *const ARRANGES[] = {
    [TACIT_ARRANGE_FILE] = "file", [TACIT_ARRANGE_VALUES] = "values", NULL
};
static const char *const VIOLATIONS[] = {
    [TACIT_VIOLATIONS_REFUSE] = "refuse", [TACIT_VIOLATIONS_DROP] = "drop", NULL
};
static const char *const DRAWS[] = {
    [TACIT_DRAW_DEALT] = "dealt", [TACIT_DRAW_INDEPENDENT] = "independent", NULL
};

static const tacit_param PARAMS[] = {
    [TACIT_SYNTH_ORDER] = { .name = "order",
                            .type = TACIT_PARAM_COLUMNS,
                            .need = TACIT_OPTIONAL,
                            .help = "columns to be made first, in this order; the others follow" },
    [TACIT_SYNTH_ARRANGE] = { .name = "arrange",
                              .type = TACIT_PARAM_CHOICE,
                              .choices = ARRANGES,
                              .help = "in which order the other columns are made: as in the file, "
                                      "or those with few values first" },
    [TACIT_SYNTH_PREDICTORS] = { .name = "predictors",
                                 .type = TACIT_PARAM_LISTS,
                                 .need = TACIT_OPTIONAL,
                                 .importance = TACIT_ADVANCED,
                                 .help = "for some columns, the columns made before that they are "
                                         "learnt from; by default all" },
    [TACIT_SYNTH_KEEP] = { .name = "keep",
                           .type = TACIT_PARAM_COLUMNS,
                           .need = TACIT_OPTIONAL,
                           .help = "columns that are released as they are: records of real "
                                   "persons with some values made up" },
    [TACIT_SYNTH_SPECIAL] = { .name = "special",
                              .type = TACIT_PARAM_LISTS,
                              .need = TACIT_OPTIONAL,
                              .help = "codes among numbers that are no amounts, such as -7 or 999, "
                                      "by column" },
    [TACIT_SYNTH_DRAW] = { .name = "draw",
                           .type = TACIT_PARAM_CHOICE,
                           .choices = DRAWS,
                           .importance = TACIT_FIRST,
                           .help = "how donors are drawn: each of a leaf in turn, which keeps "
                                   "tables best, or each row independently, as combining rules "
                                   "suppose" },
    [TACIT_SYNTH_ROWS] = { .name = "rows",
                           .type = TACIT_PARAM_INTEGER,
                           .need = TACIT_OPTIONAL,
                           .min = 1,
                           .max = 1e9,
                           TACIT_USEFUL_LOG(100, 1000000, "records"),
                           .help = "records of each set, or households; by default as many as "
                                   "there are" },
    [TACIT_SYNTH_SETS] = { .name = "sets",
                           .type = TACIT_PARAM_INTEGER,
                           .preset = 1,
                           .min = 1,
                           .max = 1000,
                           TACIT_USEFUL(1, 20, "sets"),
                           .help =
                               "synthetic sets; several are written as NAME-1, NAME-2 and so on" },
    [TACIT_SYNTH_HOLDOUT] = { .name = "holdout",
                              .type = TACIT_PARAM_REAL,
                              .preset = 0.5,
                              .max = 0.9,
                              TACIT_USEFUL(0, 0.5, "share"),
                              .help = "share of the records that are left out in a trial of what "
                                      "is given away of the others; 0 for no trial" },
    [TACIT_SYNTH_CONSTRAINTS] = { .name = "constraints",
                                  .type = TACIT_PARAM_TEXTS,
                                  .need = TACIT_OPTIONAL,
                                  .help = "what holds in every record, such as 'start <= end' or "
                                          "'observed(region, district)'" },
    [TACIT_SYNTH_RULES] = { .name = "rules",
                            .type = TACIT_PARAM_TEXTS,
                            .need = TACIT_OPTIONAL,
                            .help = "cells that follow from others, such as 'if age < 15 then "
                                    "income is missing'" },
    [TACIT_SYNTH_DERIVED] = { .name = "derived",
                              .type = TACIT_PARAM_TEXTS,
                              .need = TACIT_OPTIONAL,
                              .help = "columns that are computed from others, such as 'total = "
                                      "wages + other'" },
    [TACIT_SYNTH_VIOLATIONS] = { .name = "violations",
                                 .type = TACIT_PARAM_CHOICE,
                                 .choices = VIOLATIONS,
                                 .importance = TACIT_ADVANCED,
                                 .help = "what is done if records break a constraint, rule or "
                                         "formula: nothing is made, or they are left out" },
    [TACIT_SYNTH_HOUSEHOLDS] = { .name = "households",
                                 .type = TACIT_PARAM_FLAG,
                                 .max = 1.0,
                                 .importance = TACIT_FIRST,
                                 .help = "make households with their members, by the column with "
                                         "the role household" },
    [TACIT_SYNTH_RELATION] = { .name = "relation",
                               .type = TACIT_PARAM_COLUMN,
                               .need = TACIT_OPTIONAL,
                               .help = "column that says who somebody is in the household; "
                                       "without it the first record of each is the head's" },
    [TACIT_SYNTH_ROLES] = { .name = "roles",
                            .type = TACIT_PARAM_TEXTS,
                            .need = TACIT_OPTIONAL,
                            .importance = TACIT_ADVANCED,
                            .help = "values of the relation in the order in which members are "
                                    "made, the head first; by default the head is who is there "
                                    "once in every household" },
    [TACIT_SYNTH_AGE] = { .name = "age",
                          .type = TACIT_PARAM_COLUMN,
                          .need = TACIT_OPTIONAL,
                          .help = "column with ages: members of a role are made from the highest "
                                  "on, and differences from the head and from the member before "
                                  "stay within those of the data" },
    [TACIT_SYNTH_POPULATION] = { .name = "population",
                                 .type = TACIT_PARAM_INTEGER,
                                 .need = TACIT_OPTIONAL,
                                 .min = 1,
                                 .max = 1e9,
                                 TACIT_USEFUL_LOG(100, 1000000, "households"),
                                 .help = "make a population of so many households, in proportion "
                                         "to their weights" },
    [TACIT_SYNTH_MARGINS] = { .name = "margins",
                              .type = TACIT_PARAM_FILE,
                              .need = TACIT_OPTIONAL,
                              .help = "file with known numbers of households and persons, to "
                                      "which the population is brought" },
    [TACIT_SYNTH_FRAME] = { .name = "frame",
                            .type = TACIT_PARAM_FILE,
                            .need = TACIT_OPTIONAL,
                            .importance = TACIT_ADVANCED,
                            .help = "file of the population with columns that are known of "
                                    "everybody: a sample of those who are not in the data is "
                                    "completed" },
    [TACIT_SYNTH_SIMULATION] = { .name = "simulation",
                                 .type = TACIT_PARAM_FLAG,
                                 .importance = TACIT_ADVANCED,
                                 .help = "a private generator draws from the seed, so that the run "
                                         "can be repeated; it is not certified" },
    [TACIT_SYNTH_ONLY] = { .name = "only",
                           .type = TACIT_PARAM_LISTS,
                           .need = TACIT_OPTIONAL,
                           .help = "make only records of some kind: by column the texts, or the "
                                   "least and the greatest number" },
    [TACIT_SYNTH_WHERE] = { .name = "where",
                            .type = TACIT_PARAM_TEXT,
                            .need = TACIT_OPTIONAL,
                            .importance = TACIT_ADVANCED,
                            .help = "make only records for which this condition holds, and release "
                                    "all others as they are" },
    [TACIT_SYNTH_STRATA] = { .name = "strata",
                             .type = TACIT_PARAM_COLUMNS,
                             .need = TACIT_OPTIONAL,
                             .help = "columns by whose values the file is parted; each part is "
                                     "learnt and made by itself" },
    [TACIT_SYNTH_WEIGHTED] = { .name = "weighted",
                               .type = TACIT_PARAM_FLAG,
                               .max = 1.0,
                               .help =
                                   "records count by their weight, and there are as many rows as "
                                   "the weights add up to" },
    [TACIT_SYNTH_PROPER] = { .name = "proper",
                             .type = TACIT_PARAM_FLAG,
                             .max = 1.0,
                             .help = "learn each set from a Bayesian bootstrap of the records, as "
                                     "rules for combining proper sets suppose" },
    [TACIT_SYNTH_GUARD] = { .name = "guard",
                            .type = TACIT_PARAM_FLAG,
                            .preset = 1.0,
                            .max = 1.0,
                            .importance = TACIT_ADVANCED,
                            .help = "a synthetic record that has come to equal one person alone "
                                    "takes no further value from that person" },
    TACIT_PARAM_END
};

/* ---- random numbers ---- */

static tacit_status fork_by_args(tacit_ctx *cx, const tacit_args *args, tacit_rng *rng)
{
    json_t *json = NULL;
    tacit_buffer text = { 0 };
    TACIT_TRY(tacit_args_json(cx, args, &json));
    const tacit_status status = tacit_json_text(cx, json, JSON_SORT_KEYS | JSON_COMPACT, &text);
    json_decref(json);
    if (status == TACIT_OK)
        *rng = tacit_rng_fork(rng, text.text);
    tacit_buffer_free(&text);
    return status;
}

/* The stream of the run: by the seed, what is asked, and the values that are read. */
static tacit_status find_stream(tacit_ctx *cx, tacit_synthesis *s)
{
    const tacit_plan_ask *ask = s->w->ask;
    const tacit_rng seed = tacit_rng_seed(s->w->seed);
    tacit_rng rng = tacit_rng_fork(&seed, "synth");
    uint64_t all = 0; /* a sum: the order of the file's columns plays no part */
    TACIT_TRY(fork_by_args(cx, &ask->args, &rng));
    if (ask->choice != NULL) {
        rng = tacit_rng_fork(&rng, ask->choice->name);
        TACIT_TRY(fork_by_args(cx, &ask->choice_args, &rng));
    }
    for (size_t i = 0; i < s->w->plan->n_generators; i++) {
        const tacit_plan_generator *g = &s->w->plan->generator[i];
        rng = tacit_rng_fork(&rng, g->generator->about.name);
        TACIT_TRY(fork_by_args(cx, &g->args, &rng));
    }
    for (size_t k = 0; k < s->spec.n; k++) {
        const tacit_column *c = tacit_table_column(s->w->data, s->column[k].at);
        tacit_content content = { .key = tacit_rng_fork(&rng, tacit_column_name(c)).key };
        TACIT_TRY(tacit_content_add(cx, &content, c));
        all += tacit_hash_u64(content.state ^ content.key);
    }
    s->spec.rng = tacit_rng_fork_number(&rng, all);
    return TACIT_OK;
}

/* ---- the run ---- */

/* A plan for synthesis has no steps of its own; those that a release has by default are of no use
 * to made-up records. */
tacit_status tacit_synthesis_take_plan(tacit_ctx *cx, tacit_work *w)
{
    tacit_plan *plan = NULL;
    for (size_t i = 0; i < w->plan->n_steps; i++)
        if (!w->plan->step[i].added)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "A plan for synth has no steps; protect the data first and make "
                              "synthetic records of the result, or leave the steps out.");
    if (w->plan->n_tables > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A plan for synth has no tables; records are made, not tables.");
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *plan, &plan));
    *plan = *w->plan;
    plan->n_steps = 0;
    w->simulation = tacit_arg_flag(&w->ask->args, TACIT_SYNTH_SIMULATION);
    TACIT_TRY(tacit_synthesis_check_private(cx, w, plan));
    w->plan = plan;
    return TACIT_OK;
}

/* How many rows and sets are made. */
static tacit_status choose_size(tacit_ctx *cx, tacit_synthesis *s)
{
    const tacit_args *args = &s->w->ask->args;
    size_t n = 0;
    TACIT_TRY(tacit_synthesis_units(cx, s, s->spec.data, &n));
    s->spec.sets = (size_t)tacit_arg_integer(args, TACIT_SYNTH_SETS);
    s->spec.rows = tacit_arg_given(args, TACIT_SYNTH_ROWS)
                       ? (size_t)tacit_arg_integer(args, TACIT_SYNTH_ROWS)
                   : s->spec.weight != NULL ? (size_t)(s->spec.weights + 0.5)
                   : s->spec.only != NULL   ? s->spec.only_records
                                            : n;
    s->spec.guard = tacit_arg_flag(args, TACIT_SYNTH_GUARD);
    s->spec.dealt = tacit_arg_choice(args, TACIT_SYNTH_DRAW) == TACIT_DRAW_DEALT;
    if ((tacit_arg_given(args, TACIT_SYNTH_KEEP) || s->spec.where != NULL) && s->spec.rows != n)
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "With columns or records that are kept there are as many records as in the data; "
            "leave 'rows' out.");
    if (tacit_table_rows(s->w->data) > UINT32_MAX || s->spec.rows > UINT32_MAX / s->spec.sets)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Synthetic records of all sets can be at most %u, as can those of the "
                          "data.",
                          UINT32_MAX);
    return TACIT_OK;
}

static void warn_of_kept(tacit_ctx *cx, const tacit_synthesis *s)
{
    const tacit_value *keep = &s->w->ask->args.at[TACIT_SYNTH_KEEP];
    for (size_t i = 0; i < keep->n; i++)
        tacit_warn(cx,
                   "Column '%s' is released as it is: each record has the true value of a real "
                   "person.",
                   keep->texts[i]);
    if (s->spec.where != NULL)
        tacit_warn(cx, "Records for which 'where' does not hold are released as they are.");
}

tacit_status tacit_synthesis_carry_out(tacit_ctx *cx, tacit_synthesis *s)
{
    TACIT_TRY(tacit_synthesis_bind(cx, s));
    TACIT_TRY(tacit_synthesis_households(cx, s));
    TACIT_TRY(tacit_synthesis_scope(cx, s, &s->spec));
    TACIT_TRY(choose_size(cx, s));
    TACIT_TRY(tacit_synthesis_frame(cx, s));
    if (tacit_synthesis_is_private(s->w)) {
        tacit_stage(cx, "Making synthetic records");
        return tacit_synthesis_answer(cx, s);
    }
    TACIT_TRY(tacit_synthesis_choose(cx, s));
    TACIT_TRY(find_stream(cx, s));
    TACIT_TRY(tacit_margins_read(cx, s));
    if (s->frame != NULL)
        TACIT_TRY(tacit_known_persons_start(cx, s));
    warn_of_kept(cx, s);
    TACIT_TRY(tacit_scratch(cx, s->spec.sets, sizeof *s->set, &s->set));
    tacit_stage(cx, "Making synthetic records");
    TACIT_TRY(tacit_synthesis_make(cx, s, &s->spec, s->told, s->set));
    TACIT_TRY(tacit_synthesis_calibrate(cx, s));
    TACIT_TRY(tacit_synthesis_tell(cx, s));
    return tacit_synthesis_hold_out(cx, s);
}

void tacit_synthesis_end(tacit_synthesis *s)
{
    for (size_t k = 0; s->set != NULL && k < s->spec.sets; k++)
        tacit_table_free(s->set[k]);
    json_decref(s->trial);
    tacit_table_free(s->kept);
    tacit_margins_free(s->margins);
    tacit_known_persons_free(s->frame);
}

static tacit_status carry_out(tacit_ctx *cx, tacit_synthesis *s)
{
    tacit_work *w = s->w;
    TACIT_TRY(tacit_synthesis_take_plan(cx, w));
    TACIT_TRY(tacit_beside_check(cx, w, w->plan->output));
    TACIT_TRY(tacit_synthesis_check_outputs(cx, w));
    TACIT_TRY(tacit_work_choose_seed(cx, w));
    TACIT_TRY(tacit_account_plan(cx, w));
    if (w->simulation || !tacit_synthesis_is_private(w))
        TACIT_TRY(tacit_account_seed(cx, w)); /* with it the run can be repeated */
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", json_array()));
    TACIT_TRY(tacit_work_load(cx, w));
    TACIT_TRY(tacit_account_table(cx, w->record, "data", w->plan->data, w->data, true));
    TACIT_TRY(tacit_work_know(cx, w));
    TACIT_TRY(tacit_work_know_control(cx, w));
    TACIT_TRY(tacit_synthesis_carry_out(cx, s));
    return tacit_synthesis_release(cx, s);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    tacit_synthesis s = { .w = w };
    const tacit_status status = carry_out(cx, &s);
    tacit_synthesis_end(&s);
    return status;
}

const tacit_task tacit_task_synth = {
    .section = { .about = { .name = "synth",
                            .title = "Report on synthetic data",
                            .summary = "make synthetic records in the place of real ones",
                            .params = PARAMS },
                 .chooses = &tacit_generator_catalog,
                 .open = true },
    .takes = TACIT_TAKES_OUTPUTS,
    .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT,
    .layout = TACIT_LAYOUT_BRIEF,
    .draws = true,
    .arguments = "PLAN",
    .positions = "data",
    .details = "Learns each column of the data from the columns before it and draws records that "
               "belong to nobody. Says how well tables are kept, and what attackers find of the "
               "records that were learnt from beyond what they find of others. What the plan "
               "requires is measured on the synthetic file; if it does not hold, nothing is "
               "written and the exit status is 3. Identifiers are never made.",
    .examples =
        (const tacit_task_example[]){
            { "synth plan.yaml", "Make the synthetic file that a plan describes." },
            { "synth plan.yaml --output teaching.parquet --report teaching.html",
              "The same with other outputs." },
            { NULL, NULL },
        },
    .words = { .good = "Released",
               .bad = "Not released",
               .good_meaning = "Each guarantee was measured, on the synthetic file or in a trial "
                               "of the plan.",
               .bad_meaning = "No synthetic file was written. Make leaves larger or require less, "
                              "and run again.",
               .open = "Released without a required guarantee.",
               .open_meaning =
                   "Synthetic records belong to nobody, but they may tell of those that "
                   "they were learnt from. Read the risk figures, and those of the "
                   "records that were left out, before passing the file on." },
    .run = run,
};
