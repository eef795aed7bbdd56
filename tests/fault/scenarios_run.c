/*
 * scenarios_run.c - hierarchies, plans and whole runs, for alloc.c to interrupt.
 */
#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hierarchy/hierarchy.h"
#include "task/hierarchy/tree.h"
#include "plan/plan.h"
#include "task/tasks.h"

/* ---- hierarchies ---- */

/* Build with defaults, and look at the tree. */
static tacit_status build_hierarchy(tacit_ctx *cx, const char *name, const tacit_column *column)
{
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find(name);
    tacit_value at[8];
    tacit_args args;
    tacit_hierarchy *h = NULL;
    json_t *tree = NULL;
    TACIT_ASSERT(tacit_param_count(builder->about.params) <= 8);
    tacit_args_preset(builder->about.params, at, &args);
    TACIT_TRY(tacit_hierarchy_build(cx, builder, &args, column, &h));
    const tacit_status status = tacit_hierarchy_tree(cx, h, &tree);
    json_decref(tree);
    tacit_hierarchy_free(h);
    return status;
}

tacit_status scenario_hierarchy(tacit_ctx *cx)
{
    static const char *const CODES[] = { "10115", "10117", "20095", "80331", "80333" };
    tacit_builder *b = NULL;
    tacit_column *column = NULL;
    TACIT_TRY(tacit_builder_new(cx, "code", TACIT_TYPE_CATEGORY, 5, &b));
    tacit_status status = TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < 5; i++)
        status = tacit_builder_text(cx, b, CODES[i], strlen(CODES[i]));
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &column));
    static const char *const BUILDERS[] = { "mask", "frequency", "cluster" };
    for (size_t i = 0; status == TACIT_OK && i < 3; i++)
        status = build_hierarchy(cx, BUILDERS[i], column);
    tacit_column_free(column);
    return status;
}

/* ---- plans ---- */

static const char PLAN[] = "data: %s.csv\n"
                           "roles: {key: [age, sex], sensitive: income}\n"
                           "hierarchies:\n"
                           "  age: {intervals: {widths: [10, 20]}}\n"
                           "  sex: {tree: {branches: {any: {woman: f, man: [m]}}}}\n"
                           "require: {k_anonymity: {k: 2}}\n"
                           "steps:\n"
                           "  - recode: {columns: age, level: 2}\n"
                           "  - noise: {columns: income, scale: 0.1}\n"
                           "measures: [prosecutor, uniques, moments]\n"
                           "seed: 9007199254740993\n"
                           "output: %s-safe.csv\n"
                           "certificate: %s-safe.json\n";

enum { PATH_BYTES = 200 };

typedef struct paths {
    char stem[PATH_BYTES]; /* of all files of the run */
    char plan[sizeof PLAN + 3 * PATH_BYTES];
} paths;

static void name_paths(paths *p, const char *form)
{
    const char *folder = getenv("TMPDIR");
    snprintf(p->stem, sizeof p->stem, "%s/fault-%ld", folder == NULL ? "/tmp" : folder,
             (long)getpid());
    snprintf(p->plan, sizeof p->plan, form, p->stem, p->stem, p->stem);
}

tacit_status scenario_plan(tacit_ctx *cx)
{
    paths p;
    name_paths(&p, PLAN);
    tacit_plan *plan = NULL;
    const tacit_plan_use use = { .tasks = &tacit_task_catalog };
    TACIT_TRY(tacit_plan_parse(cx, "plan.yaml", p.plan, &use, &plan));
    tacit_plan_free(plan);
    return TACIT_OK;
}

/* ---- runs ---- */

static void write_data(const char *path)
{
    FILE *file = fopen(path, "w");
    TACIT_ASSERT(file != NULL);
    fputs("age,sex,income\n", file);
    for (int i = 0; i < 40; i++)
        fprintf(file, "%d,%s,%d\n", 20 + i % 4, i % 3 == 0 ? "f" : "m", 1000 + 37 * (i * 17 % 40));
    fclose(file);
}

static void remove_files(const paths *p)
{
    static const char *const ENDINGS[] = { ".csv", "-safe.csv", "-safe.json" };
    for (size_t i = 0; i < sizeof ENDINGS / sizeof ENDINGS[0]; i++) {
        char path[PATH_BYTES + 20];
        snprintf(path, sizeof path, "%s%s", p->stem, ENDINGS[i]);
        unlink(path);
    }
}

/* Do a task; what was required must hold. */
static tacit_status do_task(tacit_ctx *cx, const tacit_task *task, const char *plan)
{
    const tacit_run_spec spec = {
        .tasks = &tacit_task_catalog, .task = task, .file = "plan.yaml", .text = plan
    };
    tacit_verdict verdict = TACIT_VERDICT_NONE;
    json_t *record = NULL;
    const tacit_status status = tacit_task_run(cx, &spec, &verdict, &record);
    TACIT_ASSERT(status != TACIT_OK || verdict != TACIT_VERDICT_FAILS);
    json_decref(record);
    return status;
}

/* The task on a plan whose three paths are of one stem, with the data beside it. */
static tacit_status do_plan(tacit_ctx *cx, const tacit_task *task, const char *form)
{
    paths p;
    char data[PATH_BYTES + 20];
    name_paths(&p, form);
    snprintf(data, sizeof data, "%s.csv", p.stem);
    write_data(data);
    const tacit_status status = do_task(cx, task, p.plan);
    remove_files(&p);
    return status;
}

tacit_status scenario_protect(tacit_ctx *cx)
{
    return do_plan(cx, &tacit_task_protect, PLAN);
}

tacit_status scenario_tables(tacit_ctx *cx)
{
    return do_plan(cx, &tacit_task_tables,
                   "data: %s.csv\n"
                   "hierarchies: {age: {intervals: {widths: [2]}}}\n"
                   "tables: {incomes: {by: [age, sex], of: income}}\n"
                   "rules: {minimum_frequency: {n: 4}}\n"
                   "protection: cell_suppression\n"
                   "output: %s-safe.csv\n"
                   "certificate: %s-safe.json\n");
}

tacit_status scenario_release(tacit_ctx *cx)
{
    return do_plan(cx, &tacit_task_release,
                   "data: %s.csv\n"
                   "release: {epsilon: 1}\n"
                   "domains: {age: {lower: 0, upper: 99}, sex: {values: [f, m]}}\n"
                   "statistics: [{count: {by: sex}}, {mean: {of: age}}, {quantiles: {of: age}}]\n"
                   "output: %s-safe.csv\n"
                   "certificate: %s-safe.json\n");
}

/* Explore and explain a plan that generalises. */
static tacit_status explore(tacit_ctx *cx, const char *plan)
{
    TACIT_TRY(do_task(cx, &tacit_task_explore, plan));
    return do_task(cx, &tacit_task_explain, plan);
}

tacit_status scenario_explore(tacit_ctx *cx)
{
    paths p;
    char data[PATH_BYTES + 20], plan[PATH_BYTES + 300];
    name_paths(&p, PLAN);
    snprintf(data, sizeof data, "%s.csv", p.stem);
    snprintf(plan, sizeof plan,
             "data: %s\n"
             "roles: {key: [age, sex]}\n"
             "hierarchies: {age: {intervals: {widths: [2, 4]}}}\n"
             "require: {k_anonymity: {k: 5}, average_risk: {}}\n"
             "steps: [{generalize: {suppression: 0.1}}]\n"
             "explore: {k: [2, 5], suppression: [0, 0.2]}\n",
             data);
    write_data(data);
    const tacit_status status = explore(cx, plan);
    remove_files(&p);
    return status;
}
