/*
 * stream.c - protecting data that is not loaded: rows pass through in blocks.
 */
#include "run/reading.h"
#include "run/stream/stream.h"

#include <string.h>

#include "base/result.h"
#include "run/account.h"
#include "run/beside/beside.h"
#include "run/decide.h"
#include "run/step.h"
#include "run/stream/flow.h"
#include "run/stream/judge.h"
#include "run/stream/there.h"

/* ---- whether it can be done ---- */

static bool has_strata(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (plan->role[i].role == TACIT_ROLE_STRATA)
            return true;
    return false;
}

/* Whether a step can be decided without the rows. */
static bool can_look(const tacit_plan *plan, const tacit_plan_step *step)
{
    const tacit_method *m = step->method;
    if ((m->traits & TACIT_METHOD_STRATA) != 0 && has_strata(plan))
        return false;
    return m->looks != NULL ? m->looks(&step->args) : m->apply != NULL && m->decide == NULL;
}

/* Whether what a step does to a record depends on where that stands. */
static bool goes_by_number(const tacit_plan_step *step)
{
    const tacit_change change = { .method = step->method, .args = step->args };
    const bool places = (step->method->traits & TACIT_METHOD_BY_VALUE) == 0;
    return (places && tacit_change_is_random(&change)) ||
           (step->method == &tacit_method_suppress && tacit_change_value(&change, "rows")->given);
}

/* The first step after which rows would have other numbers than in the data, or n. */
static size_t leaves_out(const tacit_plan *plan)
{
    size_t i = 0;
    while (i < plan->n_steps && (plan->step[i].method->traits & TACIT_METHOD_ROWS) == 0)
        i++;
    return i;
}

/* ---- whether combinations can be counted ---- */

/* What counted combinations a step goes by; bits of tacit_method_counts. */
static unsigned counts(const tacit_plan_step *step)
{
    return step->method->counts != NULL ? step->method->counts(&step->args) : 0;
}

/* Whether the arguments name a column, which is `column` if that is not NULL. */
static bool args_name(const tacit_args *args, const char *column)
{
    for (size_t i = 0; i < args->n; i++) {
        const tacit_value *x = &args->at[i];
        if (!x->given)
            continue;
        if (args->params[i].type == TACIT_PARAM_COLUMN &&
            (column == NULL || strcmp(x->text, column) == 0))
            return true;
        for (size_t c = 0; args->params[i].type == TACIT_PARAM_COLUMNS && c < x->n; c++)
            if (column == NULL || strcmp(x->texts[c], column) == 0)
                return true;
    }
    return false;
}

/* Whether the arguments name a column that a step before changes; one that names none changes
 * the keys. */
static bool name_column_of(const tacit_args *args, const tacit_plan_step *before)
{
    const tacit_args *own = &before->args;
    const tacit_value *columns = &own->at[tacit_param_find(own->params, "columns")];
    if (!columns->given)
        return true;
    for (size_t c = 0; c < columns->n; c++)
        if (args_name(args, columns->texts[c]))
            return true;
    return false;
}

/* Whether a step before changes a key or what models look at. */
static bool changes_role(const tacit_plan *plan, const tacit_plan_step *before)
{
    enum { COUNTED = TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE };
    for (size_t r = 0; r < plan->n_roles; r++)
        if ((plan->role[r].role & COUNTED) != 0 && args_name(&before->args, plan->role[r].column))
            return true;
    return false;
}

/* Whether what step `k` does shows in the combinations that step `i` goes by; `shown` says it of
 * the steps between. */
static bool shows(const tacit_plan *plan, size_t k, size_t i, const bool *shown)
{
    const tacit_plan_step *before = &plan->step[k];
    const bool roles = (counts(&plan->step[i]) & TACIT_COUNTS_ROLES) != 0;
    if ((before->method->traits & TACIT_METHOD_ROWS) != 0 ||
        name_column_of(&plan->step[i].args, before) || (roles && changes_role(plan, before)))
        return true;
    for (size_t m = k + 1; m < i; m++)
        if (shown[m] && name_column_of(&plan->step[m].args, before))
            return true;
    return false;
}

/* Whether the plan's models can be counted: what is known of the population adds up in an order
 * of its own. */
static bool can_count_roles(const tacit_plan *plan)
{
    enum { APART = TACIT_NEEDS_POPULATION | TACIT_NEEDS_WEIGHT };
    for (size_t r = 0; r < plan->n_requires; r++)
        if ((plan->require[r].model->measure.needs & APART) != 0)
            return false;
    return plan->population == NULL;
}

/* Whether the combinations that step `i` goes by can be counted, if it goes by any: what goes by
 * numbers cannot be done to combinations. */
static tacit_status can_count(tacit_ctx *cx, const tacit_plan *plan, size_t i, bool *out)
{
    const unsigned what = counts(&plan->step[i]);
    bool *shown = NULL;
    *out = what == 0;
    if (*out || ((what & TACIT_COUNTS_ROLES) != 0 && !can_count_roles(plan)))
        return TACIT_OK;
    for (size_t h = 0; h < plan->n_hierarchies; h++)
        if (args_name(&plan->hierarchy[h].spec.args, NULL))
            return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, i, sizeof *shown, &shown));
    for (size_t k = i; k-- > 0;) {
        shown[k] = shows(plan, k, i, shown);
        if (shown[k] && goes_by_number(&plan->step[k]))
            return TACIT_OK;
    }
    *out = true;
    return TACIT_OK;
}

/* ---- all reasons ---- */

static tacit_status refuse(tacit_ctx *cx, const char **out, const char *name, const char *why)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &text, "'%s' %s", name, why));
    *out = text;
    return TACIT_OK;
}

tacit_status tacit_stream_refusal(tacit_ctx *cx, const tacit_plan *plan, const char **out)
{
    *out = NULL;
    if (plan->output != NULL && tacit_session_is_memory(plan->output))
        return refuse(cx, out, plan->output, "is kept in memory");
    for (size_t i = 0; i < tacit_there_steps(plan); i++) {
        const tacit_plan_step *step = &plan->step[i];
        const char *name = step->method->about.name;
        bool counted = false;
        TACIT_TRY(can_count(cx, plan, i, &counted));
        if (!can_look(plan, step) || !counted)
            return refuse(cx, out, name,
                          step->added ? "needs all records at once, and is there because their "
                                        "order tells of what the plan hides; 'reorder: {keep: "
                                        "true}' keeps the order"
                                      : "needs all records at once");
        if (i > leaves_out(plan) && goes_by_number(step))
            return refuse(cx, out, name,
                          "goes by the number of a record after a step that may "
                          "leave records out");
    }
    for (size_t i = 0; i < plan->n_requires; i++)
        if ((plan->require[i].model->measure.needs & TACIT_STREAM_LACKS) != 0)
            return refuse(cx, out, plan->require[i].model->measure.about.name,
                          "needs all records at once");
    return TACIT_OK;
}

/* ---- looking ---- */

/* One column of the rows that a step gets. */
typedef struct looking {
    const char *column;
    tacit_look_take *take;
    void *user;
} looking;

static tacit_status take_block(tacit_ctx *cx, void *user, const tacit_table *block)
{
    const looking *l = user;
    const size_t j = tacit_table_find(block, l->column);
    TACIT_ASSERT(j < tacit_table_columns(block));
    return l->take(cx, l->user, tacit_table_column(block, j));
}

static bool names(const tacit_change *change, const char *column)
{
    const tacit_value *columns = tacit_change_value(change, "columns");
    for (size_t c = 0; c < columns->n; c++)
        if (strcmp(columns->texts[c], column) == 0)
            return true;
    return false;
}

/* Whether a step before changes the column. */
static bool is_changed(const tacit_flow *f, const char *column)
{
    for (size_t i = 0; i < f->steps; i++)
        for (size_t k = 0; k < f->decided[i].n; k++)
            if (names(&f->decided[i].at[k], column))
                return true;
    return false;
}

/* Whether a step before leaves rows out. */
static bool is_shorter(const tacit_flow *f)
{
    return leaves_out(f->w->plan) < f->steps;
}

/* Hand over the rows that the next step gets with at least the columns `name`: with no others
 * if the steps before have nothing to do with them. */
static tacit_status run_narrow(tacit_ctx *cx, const tacit_flow *f, const char *const *name,
                               size_t n, const tacit_sink *sink)
{
    tacit_flow own = *f;
    tacit_select columns = { .n = n };
    size_t *at = NULL;
    bool changed = is_shorter(f);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t c = 0; c < n; c++) {
        at[c] = tacit_data_find(f->data, name[c]);
        changed = changed || is_changed(f, name[c]);
    }
    columns.at = at;
    if (!changed) {
        own.columns = &columns;
        own.steps = 0;
    }
    return tacit_flow_run(cx, &own, sink);
}

static tacit_status scan(tacit_ctx *cx, void *rows, const char *column, tacit_look_take *take,
                         void *user)
{
    const tacit_flow *f = rows;
    looking l = { .column = column, .take = take, .user = user };
    if (tacit_there_stays(f->w) && f->data->engine->maker != NULL)
        return tacit_there_values(cx, f, column, take, user);
    return run_narrow(cx, rows, &column, 1, &(tacit_sink){ .take = take_block, .user = &l });
}

static tacit_status count(tacit_ctx *cx, void *rows, const char *const *column, size_t n,
                          tacit_table **out)
{
    return tacit_flow_count(cx, rows, column, n, out);
}

/* ---- streams of random numbers ---- */

/* The key of a step's stream, and the columns of the step. */
typedef struct keying {
    tacit_step_key key;
    const tacit_table *shape;
} keying;

static tacit_status key_block(tacit_ctx *cx, void *user, const tacit_table *block)
{
    keying *k = user;
    return tacit_step_key_add(cx, &k->key, k->shape, block);
}

/* The stream of the next step and its method; a scan if it draws, but where rows are not to be
 * looked at: what draws cannot be said there. */
static tacit_status find_stream(tacit_ctx *cx, const tacit_work *w, const tacit_flow *f,
                                const tacit_job *job)
{
    keying k = { .shape = job->in };
    const char **name = NULL;
    TACIT_TRY(tacit_step_key_start(cx, w->plan, f->steps, w->seed, job, &k.key));
    const size_t n = tacit_there_stays(w) ? 0 : k.key.read.n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *name, &name));
    for (size_t c = 0; c < n; c++)
        name[c] = tacit_column_name(tacit_table_column(job->in, k.key.read.at[c]));
    if (n > 0)
        TACIT_TRY(run_narrow(cx, f, name, n, &(tacit_sink){ .take = key_block, .user = &k }));
    const tacit_rng parent = tacit_step_key_end(&k.key);
    f->stream[f->steps] = tacit_rng_fork(&parent, w->plan->step[f->steps].method->about.name);
    return TACIT_OK;
}

/* ---- deciding ---- */

/* Decide step `i`, for rows with the columns of `shape`, which become those after it. */
static tacit_status decide(tacit_ctx *cx, tacit_work *w, const tacit_flow *f, tacit_table *shape)
{
    const size_t i = f->steps;
    const tacit_plan_step *step = &w->plan->step[i];
    tacit_flow rows = *f;
    const tacit_lookout look = {
        .scan = scan, .count = count, .rows = &rows, .counts_only = w->plan->histogram != NULL
    };
    tacit_decision *decision = &f->decided[i];
    tacit_job job = { 0 };
    tacit_stage(cx, "Step %zu, %s", i + 1, step->method->about.name);
    TACIT_TRY(tacit_step_job(cx, w->plan, i, shape, &w->known, &job));
    TACIT_TRY(find_stream(cx, w, f, &job));
    job.rng = &f->stream[i];
    job.look = &look;
    TACIT_TRY(tacit_step_tell(cx, step, &job.told));
    TACIT_TRY(tacit_json_add(cx, json_object_get(w->record, "steps"), job.told));
    TACIT_TRY(tacit_method_check_columns(cx, step->method, shape, &job.cols));
    TACIT_TRY(tacit_method_decide(cx, step->method, &job, decision));
    TACIT_TRY(tacit_population_follow(cx, decision, step, &job, &w->known));
    TACIT_TRY(tacit_decision_apply(cx, decision, &(tacit_stretch){ .rng = job.rng }, shape));
    tacit_there_leave_out(cx, w->plan, decision, shape);
    return TACIT_OK;
}

tacit_status tacit_stream_decide(tacit_ctx *cx, tacit_work *w, tacit_flow *f, tacit_table *shape)
{
    const size_t n = tacit_there_steps(w->plan);
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", json_array()));
    for (f->steps = 0; f->steps < n; f->steps++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(decide(cx, w, f, shape));
        tacit_scratch_release(cx, mark);
    }
    tacit_flow_drop_identifiers(shape);
    if (tacit_table_columns(shape) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "The plan leaves no column to release.");
    return TACIT_OK;
}

/* Look by counting at rows that are carried. */
static tacit_status decide_first(tacit_ctx *cx, tacit_work *w, size_t step, tacit_flow *f,
                                 tacit_table *shape)
{
    TACIT_TRY(tacit_json_put(cx, w->record, "steps", json_array()));
    for (f->steps = 0; f->steps < step; f->steps++)
        TACIT_TRY(decide(cx, w, f, shape));
    (void)json_object_del(w->record, "steps");
    return TACIT_OK;
}

tacit_status tacit_carried_job(tacit_ctx *cx, tacit_work *w, size_t step, tacit_carried *c,
                               tacit_job *job)
{
    tacit_flow *f = NULL;
    tacit_lookout *look = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *f, &f));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *look, &look));
    TACIT_TRY(tacit_scratch(cx, step + 1, sizeof *c->decided, &c->decided));
    TACIT_TRY(tacit_scratch(cx, step + 1, sizeof *f->stream, &f->stream));
    f->w = w;
    f->data = c->data;
    f->decided = c->decided;
    TACIT_TRY(tacit_flow_shape(cx, f, &c->before));
    TACIT_TRY(tacit_work_know(cx, w));
    TACIT_TRY(tacit_table_copy(cx, c->before, &c->shape));
    c->steps = step;
    TACIT_TRY(decide_first(cx, w, step, f, c->shape));
    TACIT_TRY(tacit_step_job(cx, w->plan, step, c->shape, &w->known, job));
    TACIT_TRY(find_stream(cx, w, f, job));
    *look = (tacit_lookout){
        .scan = scan, .count = count, .rows = f, .counts_only = w->plan->histogram != NULL
    };
    job->rng = &f->stream[step];
    job->look = look;
    return TACIT_OK;
}

/* ---- all of it ---- */

tacit_status tacit_stream_account(tacit_ctx *cx, tacit_work *w, const char *key, const char *uri,
                                  const tacit_table *shape, uint64_t rows)
{
    const bool source = strcmp(key, "data") == 0;
    TACIT_TRY(tacit_account_table(cx, w->record, key, uri, shape, source));
    json_t *part = json_object_get(w->record, key), *columns = json_object_get(part, "columns");
    for (size_t j = 0; j < json_array_size(columns); j++) {
        json_object_del(json_array_get(columns, j), "missing"); /* nobody counted them */
        json_object_del(json_array_get(columns, j), "distinct");
    }
    return tacit_json_put(cx, part, "rows", json_integer((json_int_t)rows));
}

static tacit_status account_data(tacit_ctx *cx, tacit_work *w, tacit_flow *f, tacit_streamed *s)
{
    uint64_t rows = 0;
    TACIT_TRY(tacit_flow_rows(cx, f, &rows));
    TACIT_TRY(tacit_flow_shape(cx, f, &s->before));
    return tacit_stream_account(cx, w, "data", w->plan->data, s->before, rows);
}

/* The release on its way to the disk and back. */
typedef struct passage {
    tacit_work *w;
    tacit_streamed *s;
} passage;

static tacit_status write(tacit_ctx *cx, void *user, const tacit_rows *rows)
{
    const passage *p = user;
    return tacit_reading_write(cx, p->w, rows, p->s->path);
}

/* The rows are made once more, to be held against the file. */
static tacit_status judge(tacit_ctx *cx, void *user, const tacit_rows *rows)
{
    const passage *p = user;
    return tacit_stream_judge(cx, p->w, p->s->path, rows, &p->s->holds);
}

static tacit_status protect(tacit_ctx *cx, tacit_work *w, tacit_flow *f, tacit_streamed *s)
{
    bool before = true;
    f->data->keeps = tacit_there_stays(w);
    TACIT_TRY(account_data(cx, w, f, s));
    TACIT_TRY(tacit_work_know(cx, w));
    TACIT_TRY(tacit_stream_measure(cx, w, f->data, "before", &before));
    TACIT_TRY(tacit_table_copy(cx, s->before, &s->shape));
    TACIT_TRY(tacit_stream_decide(cx, w, f, s->shape));
    if (tacit_data_is_served(w->plan->output))
        return tacit_there_make(cx, w, f, s);
    TACIT_TRY(tacit_beside_stage(cx, w, w->plan->output, &s->path));
    passage use = { .w = w, .s = s };
    uint64_t again = 0;
    TACIT_TRY(tacit_flow_use(cx, f, s->shape, &(tacit_row_use){ write, &use }, &s->rows));
    TACIT_TRY(tacit_flow_use(cx, f, s->shape, &(tacit_row_use){ judge, &use }, &again));
    tacit_warn(cx, "The data was streamed: what compares all records before and after was left "
                   "out.");
    return TACIT_OK;
}

tacit_status tacit_stream_protect(tacit_ctx *cx, tacit_work *w, tacit_streamed *s)
{
    tacit_flow f = { .w = w, .decided = s->decided };
    TACIT_TRY(tacit_scratch(cx, w->plan->n_steps, sizeof *f.stream, &f.stream));
    TACIT_TRY(tacit_work_open(cx, w, &f.data));
    const tacit_status status = protect(cx, w, &f, s);
    tacit_data_close(f.data);
    return status;
}
