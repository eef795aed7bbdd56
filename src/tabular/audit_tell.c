/*
 * audit_tell.c - an audit in figures and a table of the cells that are not safe.
 */
#include "tabular/audit.h"

/* Most unsafe cells that are listed. */
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

static tacit_status list_unsafe(tacit_ctx *cx, const tacit_audit *audit, tacit_result *r)
{
    static const char *const titles[] = { "Cell", "At least", "At most", "Known exactly" };
    json_t *table = NULL;
    size_t listed = 0;
    TACIT_TRY(tacit_result_table(cx, r, "unsafe", "Cells that are not safe", 4, titles, &table));
    for (size_t k = 0; k < audit->n && listed < MOST_LISTED; k++) {
        const tacit_finding *f = &audit->finding[k];
        if (f->safe)
            continue;
        listed++;
        TACIT_TRY(tacit_result_row(cx, table, "[I,f,f,b]", (json_int_t)f->cell + 1, f->least,
                                   f->most, f->exact));
    }
    return TACIT_OK;
}

tacit_status tacit_audit_tell(tacit_ctx *cx, const tacit_audit *audit, tacit_result *r)
{
    TACIT_TRY(tacit_result_holds(cx, r, audit->n_unsafe == 0));
    TACIT_TRY(tacit_result_figure(cx, r, "sensitive", "Sensitive cells", (double)audit->n,
                                  TACIT_UNIT_COUNT, "cells that must be protected"));
    TACIT_TRY(tacit_result_figure(cx, r, "unsafe", "Not safe", (double)audit->n_unsafe,
                                  TACIT_UNIT_COUNT,
                                  "cells whose interval is narrower than their levels ask for",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, r, "exact", "Known exactly", (double)audit->n_exact,
                                  TACIT_UNIT_COUNT, "cells whose value every reader can compute",
                                  .better = TACIT_BETTER_LOWER));
    return audit->n_unsafe > 0 ? list_unsafe(cx, audit, r) : TACIT_OK;
}
