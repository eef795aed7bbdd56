/*
 * measures.h - running models, risks and utilities on literal tables, and reading figures.
 */
#ifndef TACIT_TESTS_SUPPORT_MEASURES_H
#define TACIT_TESTS_SUPPORT_MEASURES_H

#include "support/tables.h"

#include "base/result.h"

enum { MOST_ARGS = 16 };

/* Arguments of an entry, all at their defaults at first. */
typedef struct arguments {
    tacit_value at[MOST_ARGS];
    tacit_args args;
} arguments;

/* The defaults of `entry`. */
static inline arguments *preset_args(arguments *a, const tacit_entry *entry)
{
    assert_true(tacit_param_count(entry->params) <= MOST_ARGS);
    tacit_args_preset(entry->params, a->at, &a->args);
    return a;
}

/* The value called `name`, marked as given. */
static inline tacit_value *argument(arguments *a, const char *name)
{
    const size_t i = tacit_param_find(a->args.params, name);
    if (i == a->args.n)
        fail_msg("no parameter '%s'", name);
    a->at[i].given = true;
    return &a->at[i];
}

/* Set a number, flag or choice. */
static inline arguments *set_number(arguments *a, const char *name, double x)
{
    argument(a, name)->number = x;
    return a;
}

/* The element called `name` of the list `list` of a result. */
static inline json_t *part_of(const tacit_result *r, const char *list, const char *name)
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

/* The value of the figure `name`; NaN if it is null. */
static inline double figure(const tacit_result *r, const char *name)
{
    const json_t *value = json_object_get(part_of(r, "figures", name), "value");
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Whether the result has a figure called `name`. */
static inline bool has_figure(const tacit_result *r, const char *name)
{
    json_t *part;
    size_t i;
    json_array_foreach(json_object_get(r, "figures"), i,
                       part) if (strcmp(json_string_value(json_object_get(part, "name")), name) ==
                                 0) return true;
    return false;
}

/* Value `i` of the first series of chart `name`. */
static inline double bar(const tacit_result *r, const char *name, size_t i)
{
    const json_t *series = json_object_get(part_of(r, "charts", name), "series");
    return json_number_value(
        json_array_get(json_object_get(json_array_get(series, 0), "values"), i));
}

/* Give the first `n` columns of `t` the role of a key. */
static inline tacit_table *with_keys(tacit_table *t, size_t n)
{
    for (size_t j = 0; j < n; j++)
        tacit_table_set_roles(t, j, TACIT_ROLE_KEY);
    return t;
}

/* Eight records of Franconi and Polettini (2004), Individual risk estimation in mu-Argus;
 * keys 1 to 4, weight.  Their sample frequencies are 2 2 2 1 1 1 1 2, and the sums of
 * weights 110 84.5 84.5 17 541 8 5 110. */
#define EIGHT_COLUMNS "k1:i,k2:i,k3:i,k4:i,w:r"
#define EIGHT_RECORDS                                                                              \
    "1,2,5,1,18\n1,2,1,1,45.5\n1,2,1,1,39\n3,3,1,5,17\n4,3,1,4,541\n"                              \
    "4,3,1,1,8\n6,2,1,5,5\n1,2,5,1,92\n"

#endif
