/*
 * public.c - a plan as everybody may see it.
 */
#include "plan/public.h"

#include <string.h>

#include "plan/edit/edit.h"
#include "plan/statistics.h"
#include "synth/generator.h"

#define WITHHELD "withheld"

const char *tacit_public_name(const char *path)
{
    const bool options = strncmp(path, "adbc:", 5) == 0, address = strstr(path, "://") != NULL;
    const char *name = path, *table = options || address ? strrchr(path, '#') : NULL;
    if (table != NULL)
        return table + 1; /* of an address of a server */
    for (const char *c = path; *c != '\0'; c++)
        if (*c == '/' || *c == '\\')
            name = c + 1;
    const char *host = address ? strrchr(name, '@') : NULL;
    return host != NULL ? host + 1 : name; /* what is before it may be a password */
}

/* What others may see of an argument; the caller owns it. */
static json_t *public_value(const tacit_param *p, json_t *value)
{
    if (p->secret)
        return json_string(WITHHELD);
    if ((p->type == TACIT_PARAM_FILE || p->type == TACIT_PARAM_OUTPUT) && json_is_string(value))
        return json_string(tacit_public_name(json_string_value(value)));
    return json_incref(value);
}

tacit_status tacit_public_args(tacit_ctx *cx, const tacit_param *params, json_t *args)
{
    const size_t n = tacit_param_count(params);
    const char *key = NULL;
    json_t *value = NULL;
    void *next = NULL;
    json_object_foreach_safe(args, next, key, value)
    {
        const size_t i = tacit_param_find(params, key);
        if (i == n)
            json_object_del(args, key);
        else
            TACIT_TRY(tacit_json_put(cx, args, key, public_value(&params[i], value)));
    }
    return TACIT_OK;
}

/* ---- the parts of a plan ---- */

/* What was given, without the defaults. */
static tacit_status args_of(tacit_ctx *cx, const tacit_args *args, json_t **out)
{
    TACIT_TRY(tacit_args_json(cx, args, out));
    for (size_t i = 0; i < args->n; i++)
        if (!tacit_arg_given(args, i))
            json_object_del(*out, args->params[i].name);
    const tacit_status status = tacit_public_args(cx, args->params, *out);
    if (status != TACIT_OK)
        json_decref(*out);
    return status;
}

/* {name: args} as a member of `list`. */
static tacit_status add_named(tacit_ctx *cx, const char *name, const tacit_args *args, json_t *list)
{
    json_t *given = NULL, *part = json_object();
    TACIT_TRY(tacit_json_add(cx, list, part));
    TACIT_TRY(args_of(cx, args, &given));
    return tacit_json_put(cx, part, name, given);
}

/* A file, with how it is read where that was said. */
static tacit_status put_source(tacit_ctx *cx, const char *key, const char *path,
                               const tacit_args *options, json_t *plan)
{
    json_t *part = NULL;
    if (path == NULL)
        return TACIT_OK;
    TACIT_TRY(args_of(cx, options, &part));
    TACIT_TRY(tacit_json_put(cx, plan, key, part));
    json_t *name = json_string(tacit_public_name(path));
    return json_object_size(part) > 0 ? tacit_json_put(cx, part, "path", name)
                                      : tacit_json_put(cx, plan, key, name);
}

static tacit_status put_roles(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *roles = json_object();
    TACIT_TRY(tacit_json_put(cx, out, "roles", roles));
    for (size_t r = 0; r < TACIT_ROLES; r++)
        for (size_t i = 0; i < plan->n_roles; i++) {
            if ((plan->role[i].role >> r & 1) == 0)
                continue;
            const char *role = tacit_role_name(r);
            if (json_object_get(roles, role) == NULL)
                TACIT_TRY(tacit_json_put(cx, roles, role, json_array()));
            TACIT_TRY(tacit_json_add(cx, json_object_get(roles, role),
                                     json_string(plan->role[i].column)));
        }
    return TACIT_OK;
}

static tacit_status put_hierarchies(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *all = json_object();
    TACIT_TRY(tacit_json_put(cx, out, "hierarchies", all));
    for (size_t i = 0; i < plan->n_hierarchies; i++) {
        const tacit_hierarchy_spec *spec = &plan->hierarchy[i].spec;
        json_t *one = json_object(), *given = NULL;
        TACIT_TRY(tacit_json_put(cx, all, spec->column, one));
        TACIT_TRY(args_of(cx, &spec->args, &given));
        TACIT_TRY(tacit_json_put(cx, one, spec->builder->about.name, given));
    }
    return TACIT_OK;
}

static tacit_status put_require(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *all = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "require", all));
    for (size_t i = 0; i < plan->n_requires; i++)
        TACIT_TRY(
            add_named(cx, plan->require[i].model->measure.about.name, &plan->require[i].args, all));
    return TACIT_OK;
}

static tacit_status put_steps(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *all = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "steps", all));
    for (size_t i = 0; i < plan->n_steps; i++)
        TACIT_TRY(add_named(cx, plan->step[i].method->about.name, &plan->step[i].args, all));
    if (plan->keeps_order)
        return tacit_json_add(cx, all, json_pack("{s:{s:b}}", "reorder", "keep", 1));
    return TACIT_OK;
}

/* A rule by its name, where it stands: among those of its table, or of all. */
static tacit_status put_rule(tacit_ctx *cx, const tacit_plan_rule *rule, const json_t *tables,
                             json_t *all)
{
    json_t *table = rule->table != NULL ? json_object_get(tables, rule->table->name) : NULL;
    json_t *list = table == NULL ? all : json_object_get(table, "rules");
    if (list == NULL) {
        list = json_array();
        TACIT_TRY(tacit_json_put(cx, table, "rules", list));
    }
    return tacit_json_add(cx, list, json_pack("{s:s}", rule->rule->about.name, WITHHELD));
}

/* Tables with their protection.  Of rules the names: with their parameters a reader could tell how
 * close to the largest contribution an interval may come. */
static tacit_status put_tables(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *tables = json_object(), *given = NULL;
    TACIT_TRY(tacit_json_put(cx, out, "tables", tables));
    json_t *rules = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "rules", rules));
    for (size_t i = 0; i < plan->n_tables; i++) {
        TACIT_TRY(args_of(cx, &plan->table[i].args, &given));
        TACIT_TRY(tacit_json_put(cx, tables, plan->table[i].name, given));
    }
    for (size_t i = 0; i < plan->n_rules; i++)
        TACIT_TRY(put_rule(cx, &plan->rule[i], tables, rules));
    if (plan->protection == NULL)
        return TACIT_OK;
    TACIT_TRY(args_of(cx, &plan->protection_args, &given));
    return tacit_json_put(cx, out, "protection",
                          json_pack("{s:o}", plan->protection->about.name, given));
}

/* Private answers and what they rest on; none of it was taken from the data. */
static tacit_status put_statistics(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *domains = json_object(), *given = NULL;
    TACIT_TRY(tacit_json_put(cx, out, "domains", domains));
    json_t *statistics = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "statistics", statistics));
    for (size_t i = 0; i < plan->n_domains; i++) {
        TACIT_TRY(args_of(cx, &plan->domain[i].args, &given));
        TACIT_TRY(tacit_json_put(cx, domains, plan->domain[i].column, given));
    }
    for (size_t i = 0; i < plan->n_statistics; i++)
        TACIT_TRY(add_named(cx, plan->statistic[i].statistic->about.name, &plan->statistic[i].args,
                            statistics));
    return TACIT_OK;
}

static tacit_status put_generators(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *all = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "generators", all));
    for (size_t i = 0; i < plan->n_generators; i++)
        TACIT_TRY(
            add_named(cx, plan->generator[i].generator->about.name, &plan->generator[i].args, all));
    return TACIT_OK;
}

/* What is asked of tasks that say so of their sections. */
static tacit_status put_sections(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    json_t *given = NULL, *choice = NULL;
    for (size_t i = 0; i < plan->n_asks; i++) {
        const tacit_plan_ask *ask = &plan->ask[i];
        if (!ask->section->open || ask->place.line == 0)
            continue;
        TACIT_TRY(args_of(cx, &ask->args, &given));
        TACIT_TRY(tacit_json_put(cx, out, ask->section->about.name, given));
        if (ask->choice == NULL)
            continue;
        TACIT_TRY(args_of(cx, &ask->choice_args, &choice));
        TACIT_TRY(tacit_json_put(cx, given, ask->choice->name, choice));
    }
    return TACIT_OK;
}

static tacit_status fill(tacit_ctx *cx, const tacit_plan *plan, json_t *out)
{
    TACIT_TRY(put_source(cx, "data", plan->data, &plan->source, out));
    TACIT_TRY(put_source(cx, "population", plan->population, &plan->population_source, out));
    if (plan->fraction > 0.0)
        TACIT_TRY(tacit_json_put(cx, out, "fraction", json_real(plan->fraction)));
    TACIT_TRY(put_roles(cx, plan, out));
    TACIT_TRY(put_hierarchies(cx, plan, out));
    TACIT_TRY(put_require(cx, plan, out));
    TACIT_TRY(put_steps(cx, plan, out));
    TACIT_TRY(put_tables(cx, plan, out));
    TACIT_TRY(put_statistics(cx, plan, out));
    TACIT_TRY(put_generators(cx, plan, out));
    TACIT_TRY(put_sections(cx, plan, out));
    if (plan->output == NULL)
        return TACIT_OK;
    return tacit_json_put(cx, out, "output", json_string(tacit_public_name(plan->output)));
}

/* ---- as text ---- */

/* The keys of `map`, each in a line of its own that begins with `margin`. */
static tacit_status write_lines(tacit_ctx *cx, const char *margin, json_t *map, tacit_buffer *out)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(map, key, value)
    {
        TACIT_TRY(tacit_buffer_text(cx, out, margin));
        TACIT_TRY(tacit_edit_put_text(cx, key, strlen(key), false, out));
        TACIT_TRY(tacit_buffer_text(cx, out, ": "));
        TACIT_TRY(tacit_edit_put_value(cx, value, false, out));
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    }
    return TACIT_OK;
}

/* One key of the plan: a text behind it, the members of a list or map below. */
static tacit_status write_part(tacit_ctx *cx, const char *key, json_t *value, tacit_buffer *out)
{
    json_t *member = NULL;
    size_t i = 0;
    if (!json_is_array(value) && !json_is_object(value)) {
        TACIT_TRY(tacit_buffer_format(cx, out, "%s: ", key));
        TACIT_TRY(tacit_edit_put_value(cx, value, false, out));
        return tacit_buffer_text(cx, out, "\n");
    }
    TACIT_TRY(tacit_buffer_format(cx, out, "%s:\n", key));
    json_array_foreach(value, i, member) TACIT_TRY(write_lines(cx, "  - ", member, out));
    return write_lines(cx, "  ", value, out);
}

static tacit_status write_plan(tacit_ctx *cx, json_t *plan, tacit_buffer *out)
{
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(plan, key, value)
    {
        const bool list = json_is_array(value) || json_is_object(value);
        if (!list || json_array_size(value) + json_object_size(value) > 0)
            TACIT_TRY(write_part(cx, key, value, out));
    }
    return TACIT_OK;
}

tacit_status tacit_plan_public(tacit_ctx *cx, const tacit_plan *plan, tacit_buffer *out)
{
    json_t *all = json_object();
    if (all == NULL)
        return tacit_fail_memory(cx);
    tacit_status status = fill(cx, plan, all);
    if (status == TACIT_OK)
        status = write_plan(cx, all, out);
    json_decref(all);
    return status;
}
