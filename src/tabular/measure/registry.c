/*
 * registry.c - the catalogs of measures of protected tables, and the one way to run them.
 */
#include "tabular/measure/measure.h"

static const tacit_entry *const UTILITIES[] = {
#define TACIT_TABLE_UTILITY(id) &tacit_table_utility_##id.about,
#include "tabular/measure/utilities.def"
#undef TACIT_TABLE_UTILITY
};

static const tacit_entry *const RISKS[] = {
#define TACIT_TABLE_RISK(id) &tacit_table_risk_##id.about,
#include "tabular/measure/risks.def"
#undef TACIT_TABLE_RISK
};

const tacit_catalog tacit_table_utility_catalog = {
    .family = "table_utility",
    .title = "Utility of protected tables",
    .entry = UTILITIES,
    .n = sizeof UTILITIES / sizeof UTILITIES[0],
};

const tacit_catalog tacit_table_risk_catalog = {
    .family = "table_risk",
    .title = "Disclosure risk of protected tables",
    .entry = RISKS,
    .n = sizeof RISKS / sizeof RISKS[0],
};

bool tacit_table_publishes(const tacit_tabulation *t, size_t i)
{
    return i + t->n_differences < t->system->n_cells &&
           t->system->cell[i].status != TACIT_CELL_HIDDEN;
}

tacit_table_stock tacit_table_stock_of(const tacit_tabulation *t)
{
    tacit_table_stock stock = { 0 };
    for (size_t i = 0; i < t->system->n_cells; i++) {
        if (!tacit_table_publishes(t, i))
            continue;
        stock.cells++;
        stock.cost += t->system->cell[i].cost;
    }
    return stock;
}

tacit_status tacit_table_measure_run(tacit_ctx *cx, const tacit_table_measure *m,
                                     const tacit_table_subject *subject, const tacit_args *args,
                                     tacit_result **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_catalog *family =
        m->risk ? &tacit_table_risk_catalog : &tacit_table_utility_catalog;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_result_new(cx, family->family, &m->about, args, &r));
    tacit_status status = m->run(cx, subject, args, r);
    if (status == TACIT_OK)
        status = tacit_result_measured(cx, r, subject->before.cells, true);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = r;
    else
        json_decref(r);
    return status;
}
