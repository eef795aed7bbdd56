/*
 * fuzz_labels.c - any text is an interval or none, is alike or not, and is a rule or refused.
 *
 * The bytes are read as the label of a generalised value, as two texts to compare (halves of
 * the bytes), and as a blocking rule; as a file they are a matrix for post randomisation or
 * refused.
 */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "micro/linkage/blocking.h"
#include "micro/linkage/strings.h"
#include "micro/method/pram/own.h"
#include "micro/utility/span.h"

static void read_span(const char *text)
{
    static const tacit_type types[] = { TACIT_TYPE_INTEGER, TACIT_TYPE_REAL, TACIT_TYPE_DATE };
    for (size_t i = 0; i < 3; i++) {
        tacit_span s = { 0 };
        if (tacit_span_read(text, types[i], &s)) /* [20, 20) is empty: 20 to 19 */
            FUZZ_CHECK(s.low <= s.high + 1.0);
    }
}

/* Similarities are symmetric and between 0 and 1; edits are none for equal texts. */
static void compare(tacit_ctx *cx, const char *text, size_t n)
{
    tacit_letters a, b;
    FUZZ_CHECK(tacit_letters_of(cx, text, n / 2, &a) == TACIT_OK);
    FUZZ_CHECK(tacit_letters_of(cx, text + n / 2, n - n / 2, &b) == TACIT_OK);
    const double jw = tacit_jaro_winkler(&a, &b);
    FUZZ_CHECK(jw >= 0.0 && jw <= 1.0 && tacit_jaro_winkler_bound(&a, &b) >= jw - 1e-12);
    FUZZ_CHECK(fabs(jw - tacit_jaro_winkler(&b, &a)) < 1e-12);
    FUZZ_CHECK(tacit_edits(&a, &b, true, 1000) <= tacit_edits(&b, &a, false, 1000));
    FUZZ_CHECK(tacit_edits(&a, &a, false, 10) == 0);
    char code[5];
    tacit_soundex(&a, code);
    FUZZ_CHECK(strlen(code) <= 4);
}

static tacit_table *two_rows(tacit_ctx *cx)
{
    tacit_table *t = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    FUZZ_CHECK(tacit_table_new(cx, 2, &t) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_new(cx, "by", TACIT_TYPE_CATEGORY, 2, &b) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_text(cx, b, "x", 1) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_text(cx, b, "xyz", 3) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_finish(cx, b, &c) == TACIT_OK);
    FUZZ_CHECK(tacit_table_add(cx, t, c) == TACIT_OK);
    return t;
}

static void read_rule(tacit_ctx *cx, const char *text)
{
    tacit_table *t = two_rows(cx);
    const tacit_link_job job = { .a = t, .b = t };
    tacit_blocks blocks = { 0 };
    const tacit_status status = tacit_blocks_of(cx, &job, &text, 1, &blocks);
    fuzz_check_status(cx, status);
    tacit_table_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_pram_given given = { 0 };
    char *text = NULL;
    FUZZ_CHECK(tacit_scratch(cx, n + 1, 1, &text) == TACIT_OK);
    if (n > 0)
        memcpy(text, data, n);
    read_span(text);
    compare(cx, text, n);
    read_rule(cx, text);
    fuzz_check_status(cx, tacit_pram_read(cx, fuzz_file(data, n, ".csv"), &given));
    tacit_ctx_free(cx);
    return 0;
}
