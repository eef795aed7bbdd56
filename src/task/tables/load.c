/*
 * load.c - what the tables of a plan need of the data: sums that the engine makes where the data
 * is, or the columns that the plan names.
 *
 * Sums are by the dimensions, and by what contributions must be told apart by: holdings, weights,
 * who asks for protection.  The records themselves are needed where a hierarchy is built from
 * frequencies or other columns, where a protection looks at records, where a table names a column
 * of sizes or costs, and where values have more decimals than are published.  The tables are the
 * same.
 */
#include <math.h>
#include <string.h>

#include "plan/cells.h"
#include "tabular/rule/request.h"
#include "task/tables/take.h"

/* Columns of the data, each once. */
typedef struct columns {
    const tacit_data *data;
    size_t *at;
    size_t n;
} columns;

static void add_column(columns *c, const char *name)
{
    const size_t j = tacit_data_find(c->data, name);
    for (size_t k = 0; k < c->n; k++)
        if (c->at[k] == j)
            return;
    if (j < c->data->schema.n)
        c->at[c->n++] = j;
}

/* Every column that arguments name. */
static void add_args(columns *c, const tacit_args *args)
{
    for (size_t i = 0; i < args->n; i++) {
        const tacit_value *v = &args->at[i];
        if (v->given && args->params[i].type == TACIT_PARAM_COLUMN)
            add_column(c, v->text);
        for (size_t k = 0; v->given && args->params[i].type == TACIT_PARAM_COLUMNS && k < v->n; k++)
            add_column(c, v->texts[k]);
    }
}

static const char *weight_of(const tacit_plan *plan)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (plan->role[i].role == TACIT_ROLE_WEIGHT)
            return plan->role[i].column;
    return NULL;
}

/* All columns that tabulating the plan can need. */
static void find_named(const tacit_plan *plan, columns *c)
{
    for (size_t i = 0; i < plan->n_tables; i++) {
        add_args(c, &plan->table[i].args);
        if (tacit_plan_cost(&plan->table[i]) == TACIT_COST_COLUMN)
            add_column(c, tacit_arg_text(&plan->table[i].args, TACIT_TABLE_COST));
    }
    for (size_t i = 0; i < plan->n_rules; i++)
        add_args(c, &plan->rule[i].args);
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        add_args(c, &plan->hierarchy[i].spec.args);
    if (plan->protection != NULL)
        add_args(c, &plan->protection_args);
    if (weight_of(plan) != NULL)
        add_column(c, weight_of(plan));
}

/* ---- whether sums are enough ---- */

/* Whether a hierarchy depends on the values of its column alone. */
static bool is_plain(const tacit_hierarchy_spec *h)
{
    for (size_t i = 0; i < h->args.n; i++)
        if (h->args.params[i].type == TACIT_PARAM_COLUMN ||
            h->args.params[i].type == TACIT_PARAM_COLUMNS)
            return false;
    return strcmp(h->builder->about.name, "frequency") != 0 &&
           strcmp(h->builder->about.name, "cluster") != 0;
}

static bool needs_records(const tacit_plan *plan, const tacit_data *data)
{
    if (data->engine->add_up == NULL ||
        (plan->protection != NULL && plan->protection->promise == TACIT_PROMISE_NOISE))
        return true;
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        if (!is_plain(&plan->hierarchy[i].spec))
            return true;
    for (size_t i = 0; i < plan->n_tables; i++)
        if (tacit_arg_given(&plan->table[i].args, TACIT_TABLE_SIZE) ||
            tacit_plan_cost(&plan->table[i]) == TACIT_COST_COLUMN)
            return true;
    return false;
}

/* What groups are told apart by. */
static void find_keys(const tacit_plan *plan, columns *c)
{
    for (size_t i = 0; i < plan->n_tables; i++) {
        const tacit_value *by = &plan->table[i].args.at[TACIT_TABLE_BY];
        for (size_t k = 0; k < by->n; k++)
            add_column(c, by->texts[k]);
        if (tacit_arg_given(&plan->table[i].args, TACIT_TABLE_HOLDING))
            add_column(c, tacit_arg_text(&plan->table[i].args, TACIT_TABLE_HOLDING));
    }
    for (size_t i = 0; i < plan->n_rules; i++)
        if (plan->rule[i].rule == &tacit_rule_request)
            add_column(c, tacit_arg_text(&plan->rule[i].args, TACIT_REQUEST_COLUMN));
    if (weight_of(plan) != NULL)
        add_column(c, weight_of(plan));
}

/* The sum of one response of a table, added unless it is there. */
static tacit_status add_sum(tacit_ctx *cx, tacit_data *data, const tacit_plan_table *t,
                            const char *response, tacit_loaded *out)
{
    tacit_sum *s = &out->sum[out->n];
    for (size_t k = 0; k < out->n; k++)
        if ((out->response[k] == NULL) == (response == NULL) &&
            (response == NULL || strcmp(out->response[k], response) == 0))
            return TACIT_OK;
    s->column = response != NULL ? tacit_data_find(data, response) : data->schema.n;
    out->response[out->n] = response;
    if (response != NULL)
        TACIT_TRY(data->engine->range(cx, data, s->column, &out->range[out->n]));
    s->decimals = out->range[out->n].decimals < 6 ? out->range[out->n].decimals : 6;
    if (tacit_arg_given(&t->args, TACIT_TABLE_DECIMALS))
        s->decimals = (int)tacit_arg_integer(&t->args, TACIT_TABLE_DECIMALS);
    out->n++;
    return TACIT_OK;
}

static tacit_status add_sums(tacit_ctx *cx, const tacit_plan *plan, tacit_data *data,
                             tacit_loaded *out)
{
    size_t most = 0;
    for (size_t i = 0; i < plan->n_tables; i++)
        most += 1 + plan->table[i].args.at[TACIT_TABLE_OF].n;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->sum, &out->sum));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->range, &out->range));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->response, &out->response));
    for (size_t i = 0; i < plan->n_tables; i++) {
        const tacit_value *of = &plan->table[i].args.at[TACIT_TABLE_OF];
        if (!of->given)
            TACIT_TRY(add_sum(cx, data, &plan->table[i], NULL, out));
        for (size_t r = 0; of->given && r < of->n; r++)
            TACIT_TRY(add_sum(cx, data, &plan->table[i], of->texts[r], out));
    }
    return TACIT_OK;
}

/* Whether sums can be made of all: values have no more decimals than are published, and weights are
 * right. */
static tacit_status can_sum(tacit_ctx *cx, const tacit_plan *plan, tacit_data *data,
                            tacit_loaded *out, bool *can)
{
    tacit_column_range weights = { .whole = true, .least = 1 };
    *can = true;
    for (size_t k = 0; k < out->n; k++)
        *can = *can && out->range[k].decimals <= out->sum[k].decimals;
    if (weight_of(plan) != NULL)
        TACIT_TRY(data->engine->range(cx, data, tacit_data_find(data, weight_of(plan)), &weights));
    *can = *can && weights.whole;
    for (size_t k = 0; k < out->n; k++)
        out->sum[k].n_top = tacit_take_room(plan, false, weights.least).records;
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, tacit_work *w, tacit_data *data, tacit_loaded *out)
{
    columns named = { .data = data }, keys = { .data = data };
    bool can = false;
    TACIT_TRY(tacit_scratch(cx, data->schema.n, sizeof *named.at, &named.at));
    TACIT_TRY(tacit_scratch(cx, data->schema.n, sizeof *keys.at, &keys.at));
    find_keys(w->plan, &keys);
    if (!needs_records(w->plan, data)) {
        TACIT_TRY(add_sums(cx, w->plan, data, out));
        TACIT_TRY(can_sum(cx, w->plan, data, out, &can));
    }
    if (!can) {
        out->n = 0;
        find_named(w->plan, &named);
        return tacit_work_load_columns(cx, w, data, &(tacit_select){ named.n, named.at });
    }
    tacit_stage(cx, "Adding up %s", data->uri);
    TACIT_TRY(data->engine->add_up(cx, data, &(tacit_select){ keys.n, keys.at }, out->sum, out->n,
                                   &w->data));
    if (tacit_table_rows(w->data) == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", w->plan->data);
    tacit_work_set_roles(w, w->data);
    return TACIT_OK;
}

tacit_status tacit_take_data(tacit_ctx *cx, tacit_work *w, tacit_loaded *out)
{
    tacit_data *data = NULL;
    *out = (tacit_loaded){ 0 };
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status status = load(cx, w, data, out);
    tacit_data_close(data);
    return status;
}
