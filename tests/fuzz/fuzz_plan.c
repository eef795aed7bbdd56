/*
 * fuzz_plan.c - any text is a plan or is refused with a message.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "task/tasks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, n);
    text[n] = '\0';

    tacit_ctx *cx = tacit_ctx_new();
    tacit_plan *plan = NULL;
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .needs = TACIT_PART_DATA | TACIT_PART_OUTPUT };
    const tacit_status status = tacit_plan_parse(cx, "plan.yaml", text, &use, &plan);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK) {
        const tacit_field fields[] = { { .name = "age", .type = TACIT_TYPE_INTEGER },
                                       { .name = "sex", .type = TACIT_TYPE_CATEGORY },
                                       { .name = "income", .type = TACIT_TYPE_REAL } };
        const tacit_schema schema = { 3, fields };
        FUZZ_CHECK(plan != NULL && plan->data != NULL);
        fuzz_check_status(cx, tacit_plan_bind(cx, plan, &schema));
    }
    tacit_plan_free(plan);
    tacit_ctx_free(cx);
    free(text);
    return 0;
}
