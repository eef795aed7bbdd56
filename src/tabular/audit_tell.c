/*
 * audit_tell.c - an audit in figures, a table of the worst cells and a picture of all.
 *
 * For the custodian: levels, and which of the hidden cells are sensitive, are not public.
 */
#include <math.h>

#include "base/sort.h"
#include "tabular/audit.h"

/* Most cells that are listed. */
enum { MOST_LISTED = 100 };

static const tacit_param NONE[] = { TACIT_PARAM_END };

const tacit_entry TACIT_AUDIT_ENTRY = {
    .name = "audit",
    .title = "Intervals of sensitive cells",
    .summary = "The interval that every reader can compute for a hidden cell is as wide as its "
               "protection levels.",
    .source = "Fischetti and Salazar (2000), JASA 95, section 2",
    .params = NONE,
};

static bool is_unknown(const tacit_system *s, size_t cell)
{
    return s->unknown != NULL && s->unknown[cell];
}

/* How wide the interval of a cell is, of its value, or of what that is at most if it is not known;
 * a value of 0 counts as a unit. */
static double width_of(const tacit_system *s, const tacit_finding *f)
{
    const tacit_cell *c = &s->cell[f->cell];
    const double size =
        is_unknown(s, f->cell) ? fmax(fabs(f->least), fabs(f->most)) : fabs(c->value);
    return (f->highest - f->lowest) / fmax(size, c->unit);
}

/* ---- the worst cells ---- */

/* Sensitive before others, unsafe before safe, narrow before wide. */
static bool is_worse(const void *user, uint32_t a, uint32_t b)
{
    const tacit_audit_told *what = user;
    const tacit_finding *x = &what->audit->finding[a], *y = &what->audit->finding[b];
    if (x->primary != y->primary)
        return x->primary;
    if (x->safe != y->safe)
        return y->safe;
    return width_of(what->system, x) <= width_of(what->system, y);
}

static tacit_status name_of(tacit_ctx *cx, const tacit_audit_told *what, size_t cell, char **out)
{
    return what->name != NULL ? what->name(cx, what->user, cell, out)
                              : tacit_scratch_format(cx, out, "%zu", cell);
}

static const char *verdict_of(const tacit_finding *f)
{
    return f->exact          ? "known exactly"
           : f->undecided    ? "not decided"
           : f->insider != 0 ? "a contributor comes too close"
           : f->safe         ? "safe"
                             : "too narrow";
}

static tacit_status list_cell(tacit_ctx *cx, const tacit_audit_told *what, const tacit_finding *f,
                              json_t *table)
{
    const tacit_cell *c = &what->system->cell[f->cell];
    const bool unknown = is_unknown(what->system, f->cell);
    char *name = NULL, *insider = NULL;
    TACIT_TRY(name_of(cx, what, f->cell, &name));
    json_t *row = json_pack("[s,b,f,f,o,o,s]", name, f->primary, f->least + 0.0, f->most + 0.0,
                            unknown ? json_null() : json_real(c->value - c->lower),
                            unknown ? json_null() : json_real(c->value + c->upper), verdict_of(f));
    TACIT_TRY(tacit_json_add(cx, json_object_get(table, "rows"), row));
    if (!what->audit->insiders)
        return TACIT_OK;
    if (f->insider != 0)
        TACIT_TRY(name_of(cx, what, f->insider - 1, &insider));
    return tacit_json_add(cx, row, insider != NULL ? json_string(insider) : json_null());
}

static tacit_status list_worst(tacit_ctx *cx, const tacit_audit_told *what, tacit_result *r)
{
    static const char *const titles[] = {
        "Cell",       "Sensitive", "At least", "At most",
        "Needs from", "Needs to",  "Found",    "Who is alone in"
    };
    const size_t columns = sizeof titles / sizeof titles[0] - !what->audit->insiders;
    json_t *table = NULL;
    uint32_t *order = NULL;
    const size_t n = what->audit->n;
    TACIT_TRY(tacit_result_table(cx, r, "worst",
                                 what->system->changed ? "The worst sensitive cells"
                                                       : "The worst hidden cells",
                                 columns, titles, &table));
    TACIT_TRY(tacit_sort_by(cx, n, is_worse, what, &order));
    for (size_t k = 0; k < n && k < MOST_LISTED; k++)
        TACIT_TRY(list_cell(cx, what, &what->audit->finding[order[k]], table));
    return TACIT_OK;
}

/* ---- all cells ---- */

/* How many sensitive cells have intervals of which width. */
static tacit_status draw_widths(tacit_ctx *cx, const tacit_audit_told *what, tacit_result *r)
{
    static const double edge[] = { 0, 0.1, 0.2, 0.5, 1, 2 };
    static const char *const label[] = { "none",        "up to 10 %",  "up to 20 %", "up to 50 %",
                                         "up to 100 %", "up to 200 %", "more" };
    enum { BARS = sizeof label / sizeof label[0] };
    double count[BARS] = { 0 };
    json_t *chart = NULL;
    for (size_t k = 0; k < what->audit->n; k++) {
        const tacit_finding *f = &what->audit->finding[k];
        const double width = width_of(what->system, f);
        size_t b = 0;
        while (b + 1 < BARS && width > edge[b] + 1e-9)
            b++;
        count[b] += f->primary;
    }
    TACIT_TRY(tacit_result_chart(cx, r, "widths", "Widths of intervals", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "width, of the cell's value", "sensitive cells"));
    for (size_t b = 0; b < BARS; b++)
        TACIT_TRY(tacit_result_label(cx, chart, label[b]));
    return tacit_result_series(cx, chart, "sensitive cells", count, BARS);
}

static tacit_status add_count(tacit_ctx *cx, tacit_result *r, const char *name, const char *title,
                              size_t n, const char *definition)
{
    return tacit_result_figure(cx, r, name, title, (double)n, TACIT_UNIT_COUNT, definition,
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status add_narrowest(tacit_ctx *cx, const tacit_audit_told *what, tacit_result *r)
{
    double least = HUGE_VAL;
    for (size_t k = 0; k < what->audit->n; k++)
        if (what->audit->finding[k].primary)
            least = fmin(least, width_of(what->system, &what->audit->finding[k]));
    return tacit_result_figure(cx, r, "narrowest", "Narrowest interval", least, TACIT_UNIT_SHARE,
                               "the least width of the interval of a sensitive cell, of its value",
                               .better = TACIT_BETTER_HIGHER);
}

static tacit_status add_counts(tacit_ctx *cx, const tacit_audit *audit, tacit_result *r)
{
    TACIT_TRY(tacit_result_figure(cx, r, "sensitive", "Sensitive cells", (double)audit->n_primary,
                                  TACIT_UNIT_COUNT, "cells that must be protected"));
    TACIT_TRY(add_count(cx, r, "unsafe", "Not safe", audit->n_unsafe - audit->n_undecided,
                        "sensitive cells that somebody can compute more closely than their levels "
                        "allow"));
    if (audit->n_undecided > 0)
        TACIT_TRY(add_count(cx, r, "undecided", "Not decided", audit->n_undecided,
                            "sensitive cells that are safe unless values are whole units, of which "
                            "it was not decided in time whether they are safe then"));
    TACIT_TRY(add_count(cx, r, "exact", "Known exactly", audit->n_exact,
                        "sensitive cells whose value every reader can compute"));
    if (audit->insiders)
        TACIT_TRY(add_count(cx, r, "insiders", "Known to contributors", audit->n_insiders,
                            "sensitive cells that a contributor who is alone in another hidden "
                            "cell can compute too closely"));
    TACIT_TRY(tacit_result_figure(cx, r, "hidden", "Other hidden cells",
                                  (double)(audit->n - audit->n_primary), TACIT_UNIT_COUNT,
                                  "cells that are hidden to protect the sensitive ones"));
    return add_count(cx, r, "known", "Hidden in vain", audit->n_known,
                     "other hidden cells whose value every reader can compute");
}

tacit_status tacit_audit_tell(tacit_ctx *cx, const tacit_audit_told *what, tacit_result *r)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_audit *audit = what->audit;
    TACIT_TRY(tacit_result_holds(cx, r, tacit_audit_holds(audit)));
    TACIT_TRY(add_counts(cx, audit, r));
    if (what->system->together > 0)
        TACIT_TRY(add_count(cx, r, "few", "Equations with few contributors", audit->n_few,
                            "equations with a sensitive cell whose hidden cells have fewer "
                            "contributors together than is asked for"));
    if (audit->n_primary > 0) {
        TACIT_TRY(add_narrowest(cx, what, r));
        TACIT_TRY(list_worst(cx, what, r));
        TACIT_TRY(draw_widths(cx, what, r));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
