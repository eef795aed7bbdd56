/*
 * fuzz_jj.c - any bytes are a JJ file or refused, and what is accepted is written and read back.
 */
#include "fuzz.h"

#include <string.h>

#include "tabular/format/jj.h"

static void check_again(tacit_ctx *cx, const tacit_system *s)
{
    tacit_buffer text = { 0 };
    tacit_system *again = NULL;
    FUZZ_CHECK(tacit_jj_write(cx, s, &text) == TACIT_OK);
    FUZZ_CHECK(tacit_jj_read(cx, "again", text.text, &again) == TACIT_OK);
    FUZZ_CHECK(again->n_cells == s->n_cells && again->n_equations == s->n_equations);
    for (size_t i = 0; i < s->n_cells; i++)
        FUZZ_CHECK(again->cell[i].status == s->cell[i].status);
    tacit_system_free(again);
    tacit_buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_system *s = NULL;
    char *text = NULL;
    FUZZ_CHECK(tacit_scratch(cx, n + 1, 1, &text) == TACIT_OK);
    if (n > 0)
        memcpy(text, data, n);
    const tacit_status status = tacit_jj_read(cx, "jj", text, &s);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK) {
        FUZZ_CHECK(tacit_system_find_wrong(s) <= s->n_equations);
        check_again(cx, s);
    }
    tacit_system_free(s);
    tacit_ctx_free(cx);
    return 0;
}
