/*
 * flow.c - parameters written as in a plan, on the command line: {k: 5, missing: wildcard}.
 *
 * libfyaml writes the YAML as JSON, in which numbers, true and false stay what they are
 * and every other scalar becomes a text.
 */
#include "cli/request/flow.h"

#include <string.h>

#include <libfyaml.h>

/* Bytes that the parameters of one model may have as JSON. */
enum { ROOM = 65536 };

/* The parser's complaints are not shown: the caller says what would be right. */
static void print_nothing(struct fy_diag *diag, void *user, const char *text, size_t n)
{
    (void)diag;
    (void)user;
    (void)text;
    (void)n;
}

/* `text` as JSON in `out`; false if it is not YAML, or too long. */
static bool write_json(const char *text, struct fy_diag *diag, char out[ROOM])
{
    const struct fy_parse_cfg cfg = { .flags = FYPCF_QUIET | FYPCF_DEFAULT_VERSION_1_2,
                                      .diag = diag };
    struct fy_document *document = fy_document_build_from_string(&cfg, text, strlen(text));
    if (document == NULL)
        return false;
    const int n = fy_emit_document_to_buffer(document, FYECF_MODE_JSON_ONELINE, out, ROOM);
    fy_document_destroy(document);
    return n > 0 && n < ROOM;
}

tacit_status tacit_flow_read(tacit_ctx *cx, const char *text, json_t **out)
{
    struct fy_diag_cfg cfg;
    char *json = NULL;
    *out = NULL;
    if (strlen(text) >= ROOM / 8)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, ROOM, 1, &json));
    fy_diag_cfg_default(&cfg);
    cfg.fp = NULL;
    cfg.output_fn = print_nothing;
    struct fy_diag *diag = fy_diag_create(&cfg);
    if (diag == NULL)
        return tacit_fail_memory(cx);
    const bool right = write_json(text, diag, json);
    fy_diag_destroy(diag);
    json_t *value = right ? json_loads(json, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (json_is_object(value))
        *out = value;
    else
        json_decref(value);
    return TACIT_OK;
}
