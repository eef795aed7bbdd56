/*
 * budget.c - the task that answers what a budget of privacy buys, without any data.
 */
#include "task/budget/tell.h"
#include "task/tasks.h"

enum { EPSILON, RELEASES, DELTA, NOISE, TOTAL, SENSITIVITY, SAMPLE, PERSONS, REPORT };

static const char *const NOISES[] = { "laplace", "gaussian", NULL };

/* Above this epsilon a person has to be told that little is promised. */
#define ABSURD 10.0

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_args *args = &w->ask->args;
    const tacit_whatif q = { .noise = (tacit_whatif_noise)tacit_arg_choice(args, NOISE),
                             .epsilon = tacit_arg_real(args, EPSILON),
                             .delta = tacit_arg_real(args, DELTA),
                             .releases = (uint64_t)tacit_arg_integer(args, RELEASES),
                             .sensitivity = (double)tacit_arg_integer(args, SENSITIVITY),
                             .rate = tacit_arg_real(args, SAMPLE),
                             .total = tacit_arg_flag(args, TOTAL) };
    tacit_plan_release one;
    if (q.noise == TACIT_NOISE_GAUSSIAN && q.delta <= 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Gaussian noise needs a 'delta' above 0; without one use laplace noise.");
    if (q.epsilon > ABSURD)
        tacit_warn(cx, "An epsilon above 10 promises next to nothing: odds can grow by more than "
                       "20 000.");
    TACIT_TRY(tacit_whatif_release(cx, &q, &one));
    return tacit_budget_tell(cx, w->record, &q, &one, (uint64_t)tacit_arg_integer(args, PERSONS));
}

static const tacit_param PARAMS[] = {
    [EPSILON] = { .name = "epsilon",
                  .type = TACIT_PARAM_REAL,
                  .preset = 1,
                  .min = 1e-6,
                  .max = 1000,
                  .importance = TACIT_FIRST,
                  TACIT_USEFUL_LOG(0.01, 10, NULL),
                  .help = "what a release may give away of a person" },
    [RELEASES] = { .name = "releases",
                   .type = TACIT_PARAM_INTEGER,
                   .preset = 1,
                   .min = 1,
                   .max = 1e6,
                   .importance = TACIT_FIRST,
                   TACIT_USEFUL_LOG(1, 1000, "releases"),
                   .help = "how many releases, or answers, are about the same persons" },
    [DELTA] = { .name = "delta",
                .type = TACIT_PARAM_REAL,
                .preset = 1e-6,
                .min = 0,
                .max = 0.1,
                TACIT_USEFUL(0, 0.001, NULL),
                .help = "the probability with which the promise of all together may not hold" },
    [NOISE] = { .name = "noise",
                .type = TACIT_PARAM_CHOICE,
                .choices = NOISES,
                .help = "which noise answers get" },
    [TOTAL] = { .name = "total",
                .type = TACIT_PARAM_FLAG,
                .help = "epsilon is that of all releases together: find the share of each" },
    [SENSITIVITY] = { .name = "sensitivity",
                      .type = TACIT_PARAM_INTEGER,
                      .preset = 1,
                      .min = 1,
                      .max = 1e9,
                      TACIT_USEFUL_LOG(1, 1e6, "steps"),
                      .help = "by how many steps of the lattice a person can move an answer; 1 for "
                              "counts" },
    [SAMPLE] = { .name = "sample",
                 .type = TACIT_PARAM_REAL,
                 .preset = 1,
                 .min = 1e-6,
                 .max = 1,
                 TACIT_USEFUL(0.001, 1, NULL),
                 .help =
                     "the probability with which a person is in the sample that each release is "
                     "made from, drawn anew and kept secret" },
    [PERSONS] = { .name = "persons",
                  .type = TACIT_PARAM_INTEGER,
                  .preset = 1,
                  .min = 1,
                  .max = 1000,
                  TACIT_USEFUL_LOG(1, 100, "persons"),
                  .help = "how many persons together an attacker asks about, such as a household" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_budget = {
    .section = { .about = { .name = "budget",
                            .title = "Budget of privacy",
                            .summary = "say what a budget of differential privacy buys",
                            .params = PARAMS } },
    .layout = TACIT_LAYOUT_PUBLIC,
    .arguments = "[EPSILON]",
    .positions = "epsilon",
    .details =
        "Answers what-ifs without data: what releases about the same persons cost together by "
        "each accountant, the noise that follows, and what an attacker can come to believe.",
    .examples =
        (const tacit_task_example[]){
            { "budget 1 --releases 12", "What epsilon 1 in each of 12 months comes to." },
            { "budget 1 --releases 12 --total --noise gaussian",
              "The least noise with which 12 releases keep to epsilon 1." },
            { NULL, NULL },
        },
    .words = { .plain = "A what-if: no data was read" },
    .run = run,
};
