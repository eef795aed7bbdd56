/*
 * end.c - the end of the text summary: files, warnings, checks, and what is secret.
 */
#include <string.h>

#include "report/format.h"
#include "report/record.h"
#include "report/text/part.h"

/* Least columns of a word that says what a file is, and of the blanks around it. */
enum { LEAST_WORD = 15, AROUND_WORD = 4 };

/* Columns of such words, so that each is shown whole. */
static size_t width_of_words(const json_t *outputs)
{
    size_t width = LEAST_WORD;
    for (size_t i = 0; i < json_array_size(outputs); i++) {
        const size_t n =
            strlen(tacit_record_text(json_array_get(outputs, i), "kind")) + AROUND_WORD;
        width = n > width ? n : width;
    }
    return width;
}

static tacit_status put_output(tacit_ctx *cx, const tacit_summary_sheet *p, const json_t *output,
                               size_t width)
{
    const json_t *bytes = json_object_get(output, "bytes");
    const bool sized = json_is_number(bytes), open = tacit_record_is_public(output);
    char *line = NULL, *lead = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &lead, "  %s", tacit_record_text(output, "kind")));
    TACIT_TRY(tacit_scratch_format(
        cx, &line, "%s%s%s%s%s%s", tacit_record_text(output, "path"), sized || !open ? " (" : "",
        sized ? tacit_format_bytes(json_number_value(bytes)).text : "", sized && !open ? ", " : "",
        open ? "" : "confidential", sized || !open ? ")" : ""));
    return tacit_sheet_wrap(cx, p, width, lead, line);
}

static tacit_status put_end(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    const json_t *outputs = json_object_get(p->record, "outputs");
    const json_t *warnings = json_object_get(p->record, "warnings");
    const size_t width = width_of_words(outputs);
    if (json_array_size(outputs) > 0)
        TACIT_TRY(tacit_sheet_heading(cx, p, "Written"));
    for (size_t i = 0; i < json_array_size(outputs); i++)
        TACIT_TRY(put_output(cx, p, json_array_get(outputs, i), width));
    if (json_array_size(warnings) > 0)
        TACIT_TRY(tacit_sheet_heading(cx, p, "Please note"));
    for (size_t i = 0; i < json_array_size(warnings); i++) {
        const char *text = json_string_value(json_array_get(warnings, i));
        TACIT_TRY(tacit_sheet_wrap(cx, p, 4, "  -", text == NULL ? "" : text));
    }
    return TACIT_OK;
}

/* What was checked, one line each. */
static tacit_status put_checks(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    const json_t *checks = json_object_get(p->record, "checks");
    if (json_array_size(checks) > 0)
        TACIT_TRY(tacit_sheet_heading(cx, p, "Checks"));
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *check = json_array_get(checks, i);
        const json_t *holds = json_object_get(check, "holds");
        const char *word = json_is_null(holds) ? "  -" : json_is_true(holds) ? "  yes" : "  NO";
        TACIT_TRY(tacit_sheet_wrap(cx, p, 7, word, tacit_record_text(check, "check")));
    }
    return TACIT_OK;
}

/* A seed that the system drew is told, or the run could never be repeated; one that the user
 * gave is not, because logs are read by others. */
static tacit_status put_seed(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    const json_t *secret = json_object_get(p->record, "secret");
    const char *salt = tacit_record_text(secret, "salt");
    if (salt[0] != '\0') {
        TACIT_TRY(tacit_sheet_heading(cx, p, "Salt"));
        TACIT_TRY(tacit_buffer_format(cx, p->out,
                                      "  %s\n  It opens the commitment in the certificate. Keep it "
                                      "with the original, and keep it secret.\n",
                                      salt));
    }
    if (!json_is_true(json_object_get(secret, "drawn")))
        return TACIT_OK;
    TACIT_TRY(tacit_sheet_heading(cx, p, "Seed"));
    return tacit_buffer_format(cx, p->out,
                               "  %s\n  It was drawn for this run. Keep it to repeat the run, and "
                               "keep it secret: with it the noise can be\n  taken off again.\n",
                               tacit_record_text(secret, "seed"));
}

tacit_status tacit_text_end(tacit_ctx *cx, const tacit_summary_sheet *p)
{
    TACIT_TRY(put_end(cx, p));
    TACIT_TRY(put_checks(cx, p));
    return put_seed(cx, p);
}
