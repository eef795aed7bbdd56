/*
 * fuzz_argus.c - any bytes are files of Argus or refused: metadata with the data behind a line of
 * %%, an apriori file, and a batch whose plan, if there is one, is a plan.
 */
#include "fuzz.h"

#include <string.h>

#include "engine/argus/own.h"
#include "plan/plan.h"
#include "tabular/format/hst.h"
#include "task/tables/argus/argus.h"
#include "task/tasks.h"

static char *copy_of(tacit_ctx *cx, const uint8_t *data, size_t n)
{
    char *text = NULL;
    FUZZ_CHECK(tacit_scratch(cx, n + 1, 1, &text) == TACIT_OK);
    if (n > 0)
        memcpy(text, data, n);
    return text;
}

static void read_data(tacit_ctx *cx, char *text)
{
    char *cut = strstr(text, "\n%%\n");
    tacit_rda rda;
    tacit_table *t = NULL;
    if (cut != NULL)
        *cut = '\0';
    tacit_status status = tacit_rda_parse(cx, "a.rda", text, &rda);
    fuzz_check_status(cx, status);
    if (status != TACIT_OK || cut == NULL)
        return;
    const tacit_argus_data data = { .path = "a.asc", .text = cut + 4, .rda = &rda };
    status = tacit_argus_table(cx, &data, &t);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK)
        FUZZ_CHECK(tacit_table_columns(t) == rda.n);
    tacit_table_free(t);
}

static void read_apriori(tacit_ctx *cx, char *text, size_t dimensions)
{
    tacit_hst hst;
    const tacit_status status = tacit_hst_parse(cx, "a.hst", text, dimensions, &hst);
    fuzz_check_status(cx, status);
    for (size_t i = 0; status == TACIT_OK && i < hst.n; i++)
        for (size_t d = 0; d < dimensions; d++)
            FUZZ_CHECK(hst.line[i].code[d] != NULL);
}

/* Metadata that the batches of the corpus can name their variables from. */
static const char METADATA[] = "Size 1 2 99\n<RECODEABLE>\nRegion 3 2\n<RECODEABLE>\n"
                               "<HIERCODELIST> \"r.hrc\"\n<HIERLEADSTRING> \"@\"\nVar 5 5\n"
                               "<NUMERIC>\nWgt 10 2\n<WEIGHT>\nHold 12 3\n<HOLDING>\n";

static void read_batch(tacit_ctx *cx, const char *rest)
{
    const char *rda = fuzz_file((const uint8_t *)METADATA, sizeof METADATA - 1, ".rda");
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_tables.section,
                                 .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT };
    char *text = NULL;
    tacit_batch batch = { 0 };
    tacit_plan *plan = NULL;
    FUZZ_CHECK(tacit_scratch_format(cx, &text,
                                    "<OPENMICRODATA> \"a.asc\"\n<OPENMETADATA> \"%s\"\n%s", rda,
                                    rest) == TACIT_OK);
    tacit_status status = tacit_batch_parse(cx, "a.arb", text, &batch);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK) {
        FUZZ_CHECK(json_array_size(batch.account) >= 2);
        fuzz_check_status(cx, tacit_plan_parse(cx, "a.arb", batch.plan, &use, &plan));
    }
    tacit_plan_free(plan);
    json_decref(batch.account);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    tacit_ctx *cx = tacit_ctx_new();
    read_data(cx, copy_of(cx, data, n));
    for (size_t d = 1; d <= 3; d++)
        read_apriori(cx, copy_of(cx, data, n), d);
    read_batch(cx, copy_of(cx, data, n));
    tacit_ctx_free(cx);
    return 0;
}
