/*
 * records.c - the risk of each record, written to a file for the custodian.
 */
#include "plan/records.h"

#include "engine/engine.h"
#include "plan/release.h"
#include "risk/per_record.h"
#include "table/take.h"

static tacit_status add_numbers(tacit_ctx *cx, tacit_table *t)
{
    tacit_column *c = NULL;
    TACIT_TRY(tacit_column_numbers(cx, "record", tacit_table_rows(t), &c));
    return tacit_table_add(cx, t, c);
}

/* Add every risk that the subject knows enough for; the others are left out. */
static tacit_status add_risks(tacit_ctx *cx, tacit_subject *subject, tacit_table *t)
{
    const tacit_individual_spec spec = { 0 };
    for (size_t w = 0; TACIT_RECORD_CHOICES[w] != NULL; w++) {
        tacit_column *c = NULL;
        const tacit_status status =
            tacit_risk_per_record(cx, subject, (tacit_record_risk)w, &spec, &c);
        if (status == TACIT_ERR_INPUT)
            continue;
        TACIT_TRY(status);
        TACIT_TRY(tacit_table_add(cx, t, c));
    }
    return TACIT_OK;
}

tacit_status tacit_records_write(tacit_ctx *cx, tacit_subject *subject, const char *target)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_write_check(cx, target));
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(tacit_subject_table(subject)), &t));
    tacit_status status = add_numbers(cx, t);
    if (status == TACIT_OK)
        status = add_risks(cx, subject, t);
    if (status == TACIT_OK)
        status = tacit_release_table(cx, t, target);
    tacit_table_free(t);
    return status;
}
