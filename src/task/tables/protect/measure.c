/*
 * measure.c - what a plan asks to be measured of protected tables.
 */
#include "run/account.h"
#include "task/tables/protect/protect.h"

tacit_status tacit_tables_measure(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                                  const tacit_table_stock *before)
{
    static const tacit_account_part measures = {
        .name = "measures",
        .title = "What the protection cost, and what risk is left",
        .lead = "For the custodian: what is published, held against the true values.",
    };
    const tacit_table_subject subject = { .tables = t, .before = *before };
    json_t *results = NULL;
    if (w->plan->n_table_measures == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_account_section(cx, w->record, &measures, &results));
    for (size_t i = 0; i < w->plan->n_table_measures; i++) {
        const tacit_plan_table_measure *m = &w->plan->table_measure[i];
        tacit_result *r = NULL;
        tacit_stage(cx, "Measuring %s", m->measure->about.name);
        TACIT_TRY(tacit_table_measure_run(cx, m->measure, &subject, &m->args, &r));
        TACIT_TRY(tacit_json_add(cx, results, r));
    }
    return TACIT_OK;
}
