/*
 * measures.c - running models, risks and utilities on literal tables, and reading figures.
 */
#include "support/measures.h"

arguments *preset_args(arguments *a, const tacit_entry *entry)
{
    assert_true(tacit_param_count(entry->params) <= MOST_ARGS);
    tacit_args_preset(entry->params, a->at, &a->args);
    return a;
}

tacit_value *argument(arguments *a, const char *name)
{
    const size_t i = tacit_param_find(a->args.params, name);
    if (i == a->args.n)
        fail_msg("no parameter '%s'", name);
    a->at[i].given = true;
    return &a->at[i];
}

arguments *set_number(arguments *a, const char *name, double x)
{
    argument(a, name)->number = x;
    return a;
}

json_t *part_of(const tacit_result *r, const char *list, const char *name)
{
    json_t *found = NULL, *part;
    size_t i;
    json_array_foreach(json_object_get(r, list), i,
                       part) if (strcmp(json_string_value(json_object_get(part, "name")), name) ==
                                 0) found = part;
    if (found == NULL)
        fail_msg("no '%s' among the %s", name, list);
    return found;
}

double figure(const tacit_result *r, const char *name)
{
    const json_t *value = json_object_get(part_of(r, "figures", name), "value");
    return json_is_number(value) ? json_number_value(value) : NAN;
}

bool has_figure(const tacit_result *r, const char *name)
{
    json_t *part;
    size_t i;
    json_array_foreach(json_object_get(r, "figures"), i,
                       part) if (strcmp(json_string_value(json_object_get(part, "name")), name) ==
                                 0) return true;
    return false;
}

double bar(const tacit_result *r, const char *name, size_t i)
{
    const json_t *series = json_object_get(part_of(r, "charts", name), "series");
    return json_number_value(
        json_array_get(json_object_get(json_array_get(series, 0), "values"), i));
}

tacit_table *with_keys(tacit_table *t, size_t n)
{
    for (size_t j = 0; j < n; j++)
        tacit_table_set_roles(t, j, TACIT_ROLE_KEY);
    return t;
}
