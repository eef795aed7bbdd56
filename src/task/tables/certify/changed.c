/*
 * changed.c - what everybody can see of changed tables: that all values are changed ones, multiples
 * of the base that is told, and that they add up where that is promised.  Of tables in which small
 * counts alone were rounded the certificate tells below what (`small`), for later releases.
 *
 * How close they are to the true values is not told, nor can it be checked without them.
 * O(terms + rows).
 */
#include <math.h>

#include "task/tables/certify/certify.h"

tacit_status tacit_certify_changed(tacit_ctx *cx, const json_t *structure, double base,
                                   bool additive, json_t **out)
{
    json_t *tables = json_deep_copy(structure);
    *out = json_pack("{s:o, s:{s:f, s:b}}", "tables", tables, "changed", "base", base, "additive",
                     additive);
    return *out == NULL ? tacit_fail_memory(cx) : TACIT_OK;
}

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry CLAIM = {
    .name = "changed_cells",
    .title = "Values are changed as is told",
    .summary = "Every value is a multiple of the base, and totals are the sums of their parts, as "
               "far as that is promised.",
    .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 5.4",
    .params = NONE,
};

/* Values that are no multiple of the base. */
static size_t count_off(const tacit_system *s, double base)
{
    size_t n = 0;
    for (size_t i = 0; base > 0 && i < s->n_cells; i++)
        n += fabs(s->cell[i].value - base * round(s->cell[i].value / base)) > 1e-6 * base;
    return n;
}

/* Equations that do not hold; those with a cell that no row shows tell nothing. */
static size_t count_broken(const tacit_system *s)
{
    size_t n = 0;
    for (size_t r = 0; r < s->n_equations; r++) {
        double sum = 0, unit = s->cell[s->term[s->first[r]].at].unit;
        bool shown = true;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
            const tacit_cell *c = &s->cell[s->term[e].at];
            sum += (double)s->term[e].weight * c->value;
            unit = fmin(unit, c->unit);
            shown = shown && !tacit_system_hides(s, c);
        }
        n += shown && fabs(sum) > unit / 2;
    }
    return n;
}

static tacit_status add_count(tacit_ctx *cx, tacit_result *r, const char *name, const char *title,
                              size_t n, const char *definition)
{
    return tacit_result_figure(cx, r, name, title, (double)n, TACIT_UNIT_COUNT, definition,
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status tell(tacit_ctx *cx, const tacit_page *page, const json_t *said, tacit_result *r)
{
    const double base = json_number_value(json_object_get(said, "base"));
    const size_t off = count_off(page->system, base);
    const size_t broken =
        json_is_true(json_object_get(said, "additive")) ? count_broken(page->system) : 0;
    TACIT_TRY(tacit_result_holds(cx, r, off == 0 && broken == 0));
    TACIT_TRY(tacit_result_figure(cx, r, "changed", "Changed values", (double)page->n_changed,
                                  TACIT_UNIT_COUNT, "rows that show a changed value"));
    TACIT_TRY(add_count(cx, r, "off", "Off the base", off,
                        "cells whose value is no multiple of the base"));
    TACIT_TRY(add_count(cx, r, "broken", "Sums that do not hold", broken,
                        "equations that values do not fulfil, though that is promised"));
    return tacit_result_measured(cx, r, page->system->n_cells, true);
}

/* Whether it says what such a basis says, and nothing else. */
static bool is_said(const json_t *said)
{
    const json_t *base = json_object_get(said, "base"), *small = json_object_get(said, "small");
    const bool counts = json_is_number(small) && json_number_value(small) > 0;
    return json_object_size(said) == (counts ? 3 : 2) && json_is_number(base) &&
           json_number_value(base) >= 0 && json_is_boolean(json_object_get(said, "additive"));
}

tacit_status tacit_certify_check_changed(tacit_ctx *cx, const json_t *basis,
                                         const tacit_table *file, tacit_result **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const json_t *said = json_object_get(basis, "changed");
    tacit_page page = { 0 };
    tacit_args none = { .params = NONE };
    tacit_result *r = NULL;
    TACIT_TRY(tacit_page_read(cx, json_object_get(basis, "tables"), file, &page));
    tacit_status status =
        is_said(said) && page.n_changed == page.rows
            ? tacit_result_new(cx, "claim", &CLAIM, &none, &r)
            : tacit_fail(cx, TACIT_ERR_DATA,
                         "The certificate is that of changed tables, and the file shows others.");
    if (status == TACIT_OK)
        status = tell(cx, &page, said, r);
    tacit_system_free(page.system);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = r;
    else
        json_decref(r);
    return status;
}
