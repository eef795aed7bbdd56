/*
 * measures.h - running models, risks and utilities on literal tables, and reading figures.
 */
#ifndef TACIT_TESTS_SUPPORT_MEASURES_H
#define TACIT_TESTS_SUPPORT_MEASURES_H

#include "support/tables.h"

#include "base/result.h"

enum { MOST_ARGS = 24 };

/* Arguments of an entry, all at their defaults at first. */
typedef struct arguments {
    tacit_value at[MOST_ARGS];
    tacit_args args;
} arguments;

/* The defaults of `entry`. */
arguments *preset_args(arguments *a, const tacit_entry *entry);

/* The value called `name`, marked as given. */
tacit_value *argument(arguments *a, const char *name);

/* Set a number, flag or choice. */
arguments *set_number(arguments *a, const char *name, double x);

/* The element called `name` of the list `list` of a result. */
json_t *part_of(const tacit_result *r, const char *list, const char *name);

/* The value of the figure `name`; NaN if it is null. */
double figure(const tacit_result *r, const char *name);

/* Whether the result has a figure called `name`. */
bool has_figure(const tacit_result *r, const char *name);

/* Value `i` of the first series of chart `name`. */
double bar(const tacit_result *r, const char *name, size_t i);

/* Give the first `n` columns of `t` the role of a key. */
tacit_table *with_keys(tacit_table *t, size_t n);

/* Eight records of Franconi and Polettini (2004), Individual risk estimation in mu-Argus;
 * keys 1 to 4, weight.  Their sample frequencies are 2 2 2 1 1 1 1 2, and the sums of
 * weights 110 84.5 84.5 17 541 8 5 110. */
#define EIGHT_COLUMNS "k1:i,k2:i,k3:i,k4:i,w:r"
#define EIGHT_RECORDS                                                                              \
    "1,2,5,1,18\n1,2,1,1,45.5\n1,2,1,1,39\n3,3,1,5,17\n4,3,1,4,541\n"                              \
    "4,3,1,1,8\n6,2,1,5,5\n1,2,5,1,92\n"

#endif
