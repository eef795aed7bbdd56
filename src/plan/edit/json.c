/*
 * json.c - a plan as JSON, for programs that show it.
 */
#include <string.h>

#include "plan/edit/draft.h"

static json_t *scalar_json(const tacit_node *node)
{
    int64_t whole = 0;
    double real = 0;
    if (!node->plain)
        return json_string(node->text);
    if (tacit_node_is_null(node))
        return json_null();
    if (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0)
        return json_boolean(node->text[0] == 't');
    if (tacit_parse_integer(node->text, strlen(node->text), &whole))
        return json_integer(whole);
    if (strchr(node->text, '.') != NULL && tacit_parse_real(node->text, &real))
        return json_real(real);
    return json_string(node->text);
}

/* The depth is that of the text, which the reader of trees limits. */
static json_t *node_json(const tacit_node *node)
{
    if (node == NULL)
        return json_null();
    if (node->kind == TACIT_NODE_SCALAR)
        return scalar_json(node);
    json_t *whole = node->kind == TACIT_NODE_LIST ? json_array() : json_object();
    bool good = whole != NULL;
    for (const tacit_node *at = node->first; good && at != NULL; at = at->next)
        good = (node->kind == TACIT_NODE_LIST
                    ? json_array_append_new(whole, node_json(at))
                    : json_object_set_new(whole, at->text, node_json(at->value))) == 0;
    if (good)
        return whole;
    json_decref(whole);
    return NULL;
}

tacit_status tacit_plan_json(tacit_ctx *cx, const char *text, json_t **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_region region = { 0 };
    tacit_node *root = NULL;
    tacit_status status = tacit_draft_read(cx, &region, text, &root);
    if (status == TACIT_OK) {
        *out = root == NULL ? json_object() : node_json(root);
        status = *out == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    }
    tacit_region_free(&region);
    tacit_scratch_release(cx, mark);
    return status;
}
