/*
 * document.c - the text of a plan with all its versions.
 */
#include "workbench/document.h"

#include <string.h>

#include "base/memory.h"
#include "base/result.h"
#include "plan/edit/edit.h"

enum { LONGEST_LABEL = 120, DEEPEST = 32, MOST_BYTES = 256 << 20 };

/* No version. */
#define NONE SIZE_MAX

typedef struct version {
    char *text;
    char label[LONGEST_LABEL + 1];
    size_t parent; /* NONE: the first */
    size_t child;  /* that was shown last, or NONE */
} version;

struct tacit_document {
    tacit_plan_use use;
    version *at;
    size_t n, room, now, bytes;
};

tacit_status tacit_document_new(tacit_ctx *cx, const char *text, const tacit_plan_use *use,
                                tacit_document **out)
{
    tacit_document *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    d->use = *use;
    const tacit_status status = tacit_document_put(cx, d, text, "");
    if (status == TACIT_OK)
        *out = d;
    else
        tacit_document_free(d);
    return status;
}

void tacit_document_free(tacit_document *d)
{
    for (size_t i = 0; d != NULL && i < d->n; i++)
        tacit_free(d->at[i].text);
    if (d != NULL)
        tacit_free(d->at);
    tacit_free(d);
}

size_t tacit_document_now(const tacit_document *d)
{
    return d->now;
}

const char *tacit_document_text(const tacit_document *d)
{
    return d->at[d->now].text;
}

/* ---- changing ---- */

/* Copy a label, cut between characters. */
static void set_label(version *v, const char *label)
{
    size_t n = strlen(label);
    if (n > LONGEST_LABEL) {
        n = LONGEST_LABEL;
        while (n > 0 && ((unsigned char)label[n] & 0xC0) == 0x80)
            n--;
    }
    memcpy(v->label, label, n);
    v->label[n] = '\0';
}

tacit_status tacit_document_put(tacit_ctx *cx, tacit_document *d, const char *text,
                                const char *label)
{
    const size_t bytes = strlen(text);
    char *copy = NULL;
    if (d->n > 0 && strcmp(text, tacit_document_text(d)) == 0)
        return TACIT_OK;
    if (bytes > TACIT_PLAN_BYTES || d->bytes + bytes > MOST_BYTES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "There is no room for another version; save the plan and start anew.");
    if (d->n == d->room) {
        TACIT_TRY(tacit_grow(cx, d->room + 64, sizeof *d->at, &d->at));
        d->room += 64;
    }
    TACIT_TRY(tacit_copy_text(cx, text, &copy));
    version *v = &d->at[d->n];
    *v = (version){ .text = copy, .parent = d->n > 0 ? d->now : NONE, .child = NONE };
    set_label(v, label);
    if (d->n > 0)
        d->at[d->now].child = d->n;
    d->now = d->n++;
    d->bytes += bytes;
    return TACIT_OK;
}

tacit_status tacit_document_move(tacit_ctx *cx, tacit_document *d, size_t to)
{
    if (to >= d->n)
        return tacit_fail(cx, TACIT_ERR_INPUT, "There is no version %zu.", to);
    for (size_t at = to; d->at[at].parent != NONE; at = d->at[at].parent)
        d->at[d->at[at].parent].child = at;
    d->now = to;
    return TACIT_OK;
}

/* Change one value of `*text`, which becomes a new text in scratch memory. */
static tacit_status edit_one(tacit_ctx *cx, const json_t *edit, char **text)
{
    const json_t *path = json_object_get(edit, "path"), *value = json_object_get(edit, "value");
    const char *at[DEEPEST];
    const size_t n = json_array_size(path);
    tacit_buffer out = { 0 };
    bool good = n > 0 && n <= DEEPEST;
    for (size_t i = 0; good && i < n; i++) {
        at[i] = json_string_value(json_array_get(path, i));
        good = at[i] != NULL;
    }
    if (!good)
        return tacit_fail(cx, TACIT_ERR_INPUT, "An edit has a path, a list of 1 to %d texts.",
                          (int)DEEPEST);
    tacit_status status = tacit_plan_edit(cx, *text, &(tacit_plan_path){ .n = n, .at = at },
                                          json_is_null(value) ? NULL : value, &out);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, out.text != NULL ? out.text : "", text);
    tacit_buffer_free(&out);
    return status;
}

tacit_status tacit_document_edit(tacit_ctx *cx, tacit_document *d, const char *text,
                                 const json_t *edits, const char *label)
{
    const size_t mark = tacit_scratch_mark(cx);
    char *now = NULL;
    tacit_status status =
        tacit_scratch_text(cx, text != NULL ? text : tacit_document_text(d), &now);
    for (size_t i = 0; status == TACIT_OK && i < json_array_size(edits); i++)
        status = edit_one(cx, json_array_get(edits, i), &now);
    if (status == TACIT_OK)
        status = tacit_document_put(cx, d, now, label);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- telling ---- */

/* What is wrong with the text, as a list. */
static tacit_status add_problems(tacit_ctx *cx, const tacit_document *d, json_t *out)
{
    tacit_plan *plan = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status =
        tacit_plan_parse(cx, "plan", tacit_document_text(d), &d->use, &plan);
    tacit_plan_free(plan);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_ERR_MEMORY)
        return status;
    json_t *list = status == TACIT_OK ? NULL : json_deep_copy(tacit_fail_details_of(cx));
    if (status != TACIT_OK && list == NULL)
        list = json_pack("[{s:i, s:i, s:s}]", "line", 0, "column", 0, "message", tacit_message(cx));
    return tacit_json_put(cx, out, "problems", list != NULL ? list : json_array());
}

static json_t *number_of(size_t i)
{
    return i == NONE ? json_null() : json_integer((json_int_t)i);
}

static tacit_status add_versions(tacit_ctx *cx, const tacit_document *d, json_t *out)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, out, "versions", list));
    for (size_t i = 0; i < d->n; i++)
        TACIT_TRY(tacit_json_add(cx, list,
                                 json_pack("{s:s, s:o}", "label", d->at[i].label, "parent",
                                           number_of(d->at[i].parent))));
    TACIT_TRY(tacit_json_put(cx, out, "undo", number_of(d->at[d->now].parent)));
    return tacit_json_put(cx, out, "redo", number_of(d->at[d->now].child));
}

static tacit_status add_all(tacit_ctx *cx, const tacit_document *d, json_t *out)
{
    json_t *plan = NULL;
    const tacit_status status = tacit_plan_json(cx, tacit_document_text(d), &plan);
    if (status == TACIT_ERR_MEMORY)
        return status;
    TACIT_TRY(tacit_json_put(cx, out, "rev", number_of(d->now)));
    TACIT_TRY(tacit_json_put(cx, out, "text", json_string(tacit_document_text(d))));
    TACIT_TRY(tacit_json_put(cx, out, "plan", status == TACIT_OK ? plan : json_null()));
    TACIT_TRY(add_problems(cx, d, out));
    return add_versions(cx, d, out);
}

tacit_status tacit_document_json(tacit_ctx *cx, const tacit_document *d, json_t **out)
{
    json_t *object = json_object();
    const tacit_status status = object == NULL ? tacit_fail_memory(cx) : add_all(cx, d, object);
    if (status == TACIT_OK)
        *out = object;
    else
        json_decref(object);
    return status;
}
