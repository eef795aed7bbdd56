/*
 * step.c - a step of a plan as a job for its method, and the stream that it draws from.
 */
#include "run/step.h"

#include <string.h>

#include "base/hash.h"

/* ---- jobs ---- */

/* Positions in `table` of the columns that a step names, or of the keys if it names none, in
 * scratch memory. */
static tacit_status step_columns(tacit_ctx *cx, const tacit_plan_step *step,
                                 const tacit_table *table, tacit_select *out)
{
    const size_t i = tacit_param_find(step->args.params, "columns");
    TACIT_ASSERT(i < step->args.n);
    const tacit_value *names = &step->args.at[i];
    size_t *at = NULL;
    if (!names->given)
        return tacit_table_with_role(cx, table, TACIT_ROLE_KEY, out);
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *at, &at));
    for (size_t c = 0; c < names->n; c++) {
        at[c] = tacit_table_find(table, names->texts[c]);
        if (at[c] == tacit_table_columns(table))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Step '%s' names column '%s', which is not "
                              "there any more.",
                              step->method->about.name, names->texts[c]);
    }
    *out = (tacit_select){ .n = names->n, .at = at };
    return TACIT_OK;
}

/* What the plan requires, for methods that see to it, in scratch memory. */
static tacit_status requirements(tacit_ctx *cx, const tacit_plan *plan,
                                 const tacit_requirement **out)
{
    tacit_requirement *require = NULL;
    TACIT_TRY(tacit_scratch(cx, plan->n_requires, sizeof *require, &require));
    for (size_t i = 0; i < plan->n_requires; i++)
        require[i] =
            (tacit_requirement){ .model = plan->require[i].model, .args = &plan->require[i].args };
    *out = require;
    return TACIT_OK;
}

/* Whether what is required rests on sampling weights. */
static bool rests_on_weights(const tacit_plan *plan)
{
    enum { POPULATION = TACIT_NEEDS_POPULATION | TACIT_NEEDS_WEIGHT };
    for (size_t i = 0; plan->population == NULL && i < plan->n_requires; i++) {
        const tacit_model *m = plan->require[i].model;
        if ((m->measure.needs & POPULATION) != 0 || m == &tacit_model_population_uniqueness)
            return true;
    }
    return false;
}

/* A guarantee that rests on weights would be told by masked ones whatever they say. */
static tacit_status check_weights(tacit_ctx *cx, const tacit_plan *plan, size_t i,
                                  const tacit_job *job)
{
    const size_t weight = tacit_table_role_column(job->in, TACIT_ROLE_WEIGHT);
    for (size_t c = 0; rests_on_weights(plan) && c < job->cols.n; c++)
        if (job->cols.at[c] == weight)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Step '%s' changes column '%s', the weight, on which what is "
                              "required rests; name a population file, or leave the weight as it "
                              "is.",
                              plan->step[i].method->about.name,
                              tacit_column_name(tacit_table_column(job->in, weight)));
    return TACIT_OK;
}

tacit_status tacit_step_job(tacit_ctx *cx, const tacit_plan *plan, size_t i, const tacit_table *in,
                            const tacit_known *known, tacit_job *out)
{
    const tacit_plan_step *step = &plan->step[i];
    *out = (tacit_job){ .in = in,
                        .args = &step->args,
                        .hierarchies = known->extra.hierarchies,
                        .n_hierarchies = known->extra.n_hierarchies,
                        .n_require = plan->n_requires,
                        .extra = &known->extra };
    TACIT_TRY(step_columns(cx, step, in, &out->cols));
    TACIT_TRY(check_weights(cx, plan, i, out));
    return requirements(cx, plan, &out->require);
}

static bool has_role(const tacit_plan *plan, const char *column, unsigned role)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (plan->role[i].role == role && strcmp(plan->role[i].column, column) == 0)
            return true;
    return false;
}

bool tacit_step_masks(const tacit_plan *plan, const tacit_plan_step *step, const char *column)
{
    const tacit_value *names = &step->args.at[0];
    const size_t keep = tacit_param_find(step->args.params, "keep");
    if (step->method == &tacit_method_sample || step->method == &tacit_method_reorder ||
        (step->method == &tacit_method_renumber && tacit_arg_flag(&step->args, keep)))
        return false;
    for (size_t c = 0; names->given && c < names->n; c++)
        if (strcmp(names->texts[c], column) == 0)
            return true;
    return !names->given && has_role(plan, column, TACIT_ROLE_KEY);
}

/* The names of the parameters that the plan gives. */
static tacit_status put_given(tacit_ctx *cx, const tacit_args *args, json_t *told)
{
    json_t *names = json_array();
    TACIT_TRY(tacit_json_put(cx, told, "given", names));
    for (size_t i = 0; i < args->n; i++)
        if (args->at[i].given)
            TACIT_TRY(tacit_json_add(cx, names, json_string(args->params[i].name)));
    return TACIT_OK;
}

static tacit_status put_why(tacit_ctx *cx, const tacit_plan_step *step, json_t *told)
{
    if (!step->added)
        return TACIT_OK;
    const char *why =
        step->method == &tacit_method_reorder
            ? "The order of the records told ranks of what the plan hides; by default they are put "
              "into random order."
            : "Ids that link records are renumbered by default; a step 'renumber' of the plan can "
              "write the map for the custodian, or keep them.";
    return tacit_result_note(cx, told, "%s", why);
}

tacit_status tacit_step_tell(tacit_ctx *cx, const tacit_plan_step *step, tacit_result **out)
{
    TACIT_TRY(tacit_result_new(cx, "method", &step->method->about, &step->args, out));
    tacit_status status = put_given(cx, &step->args, *out);
    if (status == TACIT_OK)
        status = put_why(cx, step, *out);
    if (status != TACIT_OK)
        json_decref(*out);
    return status;
}

/* ---- promises ---- */

/* A number or a choice in words, in scratch memory. */
static tacit_status value_of(tacit_ctx *cx, const tacit_args *args, size_t i, char **out)
{
    const tacit_param *p = &args->params[i];
    if (p->type == TACIT_PARAM_CHOICE)
        return tacit_scratch_text(cx, p->choices[tacit_arg_choice(args, i)], out);
    return tacit_scratch_format(cx, out, "%g", args->at[i].number);
}

/* Warn if the step and the requirement differ in the parameter that is called alike in both. */
static tacit_status warn_of_parameter(tacit_ctx *cx, const tacit_plan_step *step, size_t number,
                                      const tacit_plan_require *require, const char *name)
{
    const size_t i = tacit_param_find(step->args.params, name),
                 j = tacit_param_find(require->args.params, name);
    char *promised = NULL, *required = NULL;
    const tacit_param_type type = require->args.params[j].type;
    if (i == step->args.n || type != step->args.params[i].type ||
        (type != TACIT_PARAM_CHOICE && type != TACIT_PARAM_INTEGER && type != TACIT_PARAM_REAL))
        return TACIT_OK;
    TACIT_TRY(value_of(cx, &step->args, i, &promised));
    TACIT_TRY(value_of(cx, &require->args, j, &required));
    if (strcmp(promised, required) != 0)
        tacit_warn(cx,
                   "Step %zu, '%s', promises '%s' with %s = %s, but %s = %s is required; let them "
                   "agree.",
                   number, step->method->about.name, require->model->measure.about.name, name,
                   promised, name, required);
    return TACIT_OK;
}

tacit_status tacit_step_warn(tacit_ctx *cx, const tacit_plan *plan, const json_t *record)
{
    const json_t *verdicts = json_object_get(record, "requirements");
    for (size_t r = 0; r < plan->n_requires; r++) {
        const tacit_plan_require *require = &plan->require[r];
        const json_t *holds = json_object_get(json_array_get(verdicts, r), "holds");
        for (size_t i = 0; json_is_false(holds) && i < plan->n_steps; i++) {
            if (plan->step[i].method->promises != require->model)
                continue;
            for (size_t p = 0; p < require->args.n; p++)
                TACIT_TRY(warn_of_parameter(cx, &plan->step[i], i + 1, require,
                                            require->args.params[p].name));
        }
    }
    return TACIT_OK;
}

/* ---- streams ---- */

/* Whether the step names `column` in any of its parameters. */
static bool names_column(const tacit_args *args, const char *column)
{
    for (size_t i = 0; i < args->n; i++) {
        const tacit_value *x = &args->at[i];
        const tacit_param_type type = args->params[i].type;
        if (x->given && type == TACIT_PARAM_COLUMN && strcmp(x->text, column) == 0)
            return true;
        for (size_t c = 0; x->given && type == TACIT_PARAM_COLUMNS && c < x->n; c++)
            if (strcmp(x->texts[c], column) == 0)
                return true;
    }
    return false;
}

/* Whether the step reads column `j` of its table. */
static bool is_read(const tacit_plan_step *step, const tacit_table *in, size_t j)
{
    const char *name = tacit_column_name(tacit_table_column(in, j));
    if (strcmp(name, TACIT_ROW) == 0)
        return false;
    return (step->method->traits & TACIT_METHOD_ROWS) != 0 ||
           (tacit_table_roles(in, j) & ~(unsigned)TACIT_ROLE_IDENTIFIER) != 0 ||
           names_column(&step->args, name);
}

/* The step as text: its parameters, with files by their content and without those written. */
static tacit_status put_files(tacit_ctx *cx, const tacit_args *args, json_t *json)
{
    for (size_t i = 0; i < args->n; i++) {
        char digest[TACIT_DIGEST_BYTES];
        uint64_t bytes = 0;
        if (!args->at[i].given)
            continue;
        if (args->params[i].type == TACIT_PARAM_OUTPUT)
            json_object_del(json, args->params[i].name);
        if (args->params[i].type != TACIT_PARAM_FILE)
            continue;
        TACIT_TRY(tacit_digest_file(cx, args->at[i].text, digest, &bytes));
        TACIT_TRY(tacit_json_put(cx, json, args->params[i].name, json_string(digest)));
    }
    return TACIT_OK;
}

/* Fork `rng` by the parameters of the step. */
static tacit_status fork_by_args(tacit_ctx *cx, const tacit_args *args, tacit_rng *rng)
{
    json_t *json = NULL;
    tacit_buffer text = { 0 };
    TACIT_TRY(tacit_args_json(cx, args, &json));
    tacit_status status = put_files(cx, args, json);
    if (status == TACIT_OK)
        status = tacit_json_text(cx, json, JSON_SORT_KEYS | JSON_COMPACT, &text);
    json_decref(json);
    if (status == TACIT_OK)
        *rng = tacit_rng_fork(rng, text.text);
    tacit_buffer_free(&text);
    return status;
}

static tacit_status choose_read(tacit_ctx *cx, const tacit_plan_step *step, const tacit_job *job,
                                tacit_step_key *key)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(job->in), sizeof *at, &at));
    for (size_t j = 0; j < tacit_table_columns(job->in); j++)
        if (is_read(step, job->in, j))
            at[key->read.n++] = j;
    key->read.at = at;
    TACIT_TRY(tacit_scratch(cx, key->read.n, sizeof *key->content, &key->content));
    for (size_t c = 0; c < key->read.n; c++) {
        const tacit_rng own =
            tacit_rng_fork(&key->base, tacit_column_name(tacit_table_column(job->in, at[c])));
        key->content[c].key = tacit_rng_fork_number(&own, tacit_table_roles(job->in, at[c])).key;
    }
    return TACIT_OK;
}

tacit_status tacit_step_key_start(tacit_ctx *cx, const tacit_plan *plan, size_t i, uint64_t seed,
                                  const tacit_job *job, tacit_step_key *out)
{
    const tacit_plan_step *step = &plan->step[i];
    const tacit_rng root = tacit_rng_seed(seed);
    *out = (tacit_step_key){ .base = tacit_rng_fork_number(&root, i) };
    if (!tacit_change_is_random(&(tacit_change){ .method = step->method, .args = step->args }))
        return TACIT_OK;
    TACIT_TRY(fork_by_args(cx, &step->args, &out->base));
    return choose_read(cx, step, job, out);
}

tacit_status tacit_step_key_add(tacit_ctx *cx, tacit_step_key *key, const tacit_table *shape,
                                const tacit_table *rows)
{
    for (size_t c = 0; c < key->read.n; c++) {
        const char *name = tacit_column_name(tacit_table_column(shape, key->read.at[c]));
        const size_t j = tacit_table_find(rows, name);
        TACIT_ASSERT(j < tacit_table_columns(rows));
        TACIT_TRY(tacit_content_add(cx, &key->content[c], tacit_table_column(rows, j)));
    }
    return TACIT_OK;
}

tacit_rng tacit_step_key_end(const tacit_step_key *key)
{
    uint64_t all = 0; /* a sum: the order of the file's columns plays no part */
    for (size_t c = 0; c < key->read.n; c++)
        all += tacit_hash_u64(key->content[c].state ^ key->content[c].key);
    return key->read.n == 0 ? key->base : tacit_rng_fork_number(&key->base, all);
}

tacit_status tacit_step_stream(tacit_ctx *cx, const tacit_plan *plan, size_t i, uint64_t seed,
                               const tacit_job *job, tacit_rng *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_step_key key;
    TACIT_TRY(tacit_step_key_start(cx, plan, i, seed, job, &key));
    TACIT_TRY(tacit_step_key_add(cx, &key, job->in, job->in));
    *out = tacit_step_key_end(&key);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
