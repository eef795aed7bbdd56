/*
 * generalised.c - running utility measures on a pair of tables, one argument at a time.
 */
#include "support/generalised.h"

tacit_status try_utility(const pairing *p, const char *measure, tacit_result **r)
{
    const tacit_measure *u = tacit_utility_find(measure);
    arguments a;
    assert_non_null(u);
    preset_args(&a, &u->about);
    if (p->name != NULL) {
        tacit_value *v = argument(&a, p->name);
        v->number = p->number;
        v->text = p->text;
    }
    return measure_pair(p->cx, u, &p->pair, &a.args, r);
}

tacit_result *run_utility(const pairing *p, const char *measure)
{
    tacit_result *r = NULL;
    assert_ok(p->cx, try_utility(p, measure, &r));
    return r;
}

double utility_figure(const pairing *p, const char *measure, const char *name)
{
    tacit_result *r = run_utility(p, measure);
    const double x = figure(r, name);
    json_decref(r);
    return x;
}

double utility_column(const pairing *p, const char *measure, size_t i, size_t j)
{
    tacit_result *r = run_utility(p, measure);
    const json_t *rows = json_object_get(part_of(r, "tables", "columns"), "rows");
    const double x = json_number_value(json_array_get(json_array_get(rows, i), j));
    json_decref(r);
    return x;
}
