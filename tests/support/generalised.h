/*
 * generalised.h - running utility measures on a pair of tables, one argument at a time.
 */
#ifndef TACIT_TESTS_SUPPORT_GENERALISED_H
#define TACIT_TESTS_SUPPORT_GENERALISED_H

#include "support/measures.h"

#include "utility/utility.h"

/* A pair to measure, and one argument that is not at its default. */
typedef struct pairing {
    tacit_ctx *cx;
    tacit_pair pair;
    const char *name; /* of the argument, NULL if there is none */
    double number;
    const char *text;
} pairing;

/* Run a measure; its status. */
static inline tacit_status try_utility(const pairing *p, const char *measure, tacit_result **r)
{
    const tacit_utility *u = tacit_utility_find(measure);
    arguments a;
    assert_non_null(u);
    preset_args(&a, &u->about);
    if (p->name != NULL) {
        tacit_value *v = argument(&a, p->name);
        v->number = p->number;
        v->text = p->text;
    }
    return tacit_utility_run(p->cx, u, &p->pair, &a.args, r);
}

/* The result of a measure, which must not fail; the caller frees. */
static inline tacit_result *run_utility(const pairing *p, const char *measure)
{
    tacit_result *r = NULL;
    assert_ok(p->cx, try_utility(p, measure, &r));
    return r;
}

/* One figure of a measure. */
static inline double utility_figure(const pairing *p, const char *measure, const char *name)
{
    tacit_result *r = run_utility(p, measure);
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

/* The number in row `i` and column `j` of the table "columns" of a measure. */
static inline double utility_column(const pairing *p, const char *measure, size_t i, size_t j)
{
    tacit_result *r = run_utility(p, measure);
    const json_t *rows = json_object_get(part_of(r, "tables", "columns"), "rows");
    const double x = json_number_value(json_array_get(json_array_get(rows, i), j));
    json_decref(r);
    return x;
}

#endif
