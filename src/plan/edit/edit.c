/*
 * edit.c - changing one value of a plan's text where it stands.
 *
 * The text is read, the path is followed as far as it goes, the change becomes a few cuts,
 * and the new text is read again and compared: a layout that nobody thought of leads to a
 * refusal, never to another plan.
 */
#include "plan/edit/edit.h"

#include <string.h>

#include "plan/edit/draft.h"
#include "plan/edit/value.h"

static const char MARK[] = "\xef\xbb\xbf"; /* U+FEFF, which some editors put first */

/* How far a path goes. */
typedef struct way {
    const tacit_node *node;   /* where it ends; NULL if the plan is empty */
    const tacit_node *parent; /* of node; NULL at the root */
    const tacit_node *entry;  /* node's key or node itself, in its parent */
    size_t depth;             /* parts of the path that are there */
} way;

static tacit_status fail_at(tacit_ctx *cx, const char *part, const char *why)
{
    return tacit_fail(cx, TACIT_ERR_INPUT, "The plan cannot be changed at '%s': %s.", part, why);
}

/* The key `name` of a map, or NULL. */
static tacit_status find_key(tacit_ctx *cx, const tacit_node *map, const char *name,
                             const tacit_node **out)
{
    *out = NULL;
    for (const tacit_node *key = map->first; key != NULL; key = key->next) {
        if (key->kind != TACIT_NODE_SCALAR || strcmp(key->text, name) != 0)
            continue;
        if (*out != NULL)
            return fail_at(cx, name, "the key is given twice");
        *out = key;
    }
    return TACIT_OK;
}

/* The item at a position of a list, or NULL if that is just behind the end. */
static tacit_status find_item(tacit_ctx *cx, const tacit_node *list, const char *position,
                              const tacit_node **out)
{
    int64_t at = 0;
    *out = NULL;
    if (strcmp(position, "-") == 0)
        return TACIT_OK;
    if (!tacit_parse_integer(position, strlen(position), &at) || at < 0)
        return fail_at(cx, position, "a list has positions 0, 1, 2, and - behind its end");
    if ((uint64_t)at > list->n)
        return fail_at(cx, position, "the list ends before that");
    *out = list->first;
    for (; at > 0; at--)
        *out = (*out)->next;
    return TACIT_OK;
}

static bool is_nothing(const tacit_node *node)
{
    return node == NULL || tacit_node_is_null(node);
}

static tacit_status follow(tacit_ctx *cx, const tacit_node *root, const tacit_plan_path *path,
                           way *out)
{
    *out = (way){ .node = root };
    while (out->depth < path->n && !is_nothing(out->node)) {
        const tacit_node *entry = NULL;
        const char *part = path->at[out->depth];
        if (out->node->kind == TACIT_NODE_SCALAR)
            return fail_at(cx, part, "it would be inside a text or number");
        const bool map = out->node->kind == TACIT_NODE_MAP;
        TACIT_TRY(map ? find_key(cx, out->node, part, &entry)
                      : find_item(cx, out->node, part, &entry));
        if (entry == NULL)
            return TACIT_OK;
        out->parent = out->node;
        out->entry = entry;
        out->node = map ? entry->value : entry;
        out->depth++;
    }
    return TACIT_OK;
}

static void remove_entry(tacit_draft *d, const way *w)
{
    const tacit_edit_entry entry = tacit_draft_entry(w->parent, w->entry);
    if (w->parent->flow)
        tacit_draft_remove_flow(d, &entry);
    else if (w->parent->n == 1 && w->parent != d->root)
        tacit_draft_replace(d, w->parent, w->parent->kind == TACIT_NODE_MAP ? "{}" : "[]");
    else
        tacit_draft_remove_block(d, &entry);
}

static tacit_status add_entry(tacit_draft *d, const way *w, const tacit_edit_new *add)
{
    const tacit_node *node = w->node;
    if (node == NULL || (node == d->root && is_nothing(node) && node->text[0] == '\0'))
        return tacit_draft_add_root(d, add);
    if (is_nothing(node) && node->start == node->end && !w->parent->flow) {
        const tacit_edit_entry entry = tacit_draft_entry(w->parent, w->entry);
        return tacit_draft_add_below(d, &entry, add);
    }
    if (is_nothing(node)) {
        const char *text = NULL;
        TACIT_TRY(tacit_draft_value(d, add, &text));
        tacit_draft_replace(d, node, text);
        return TACIT_OK;
    }
    return node->flow ? tacit_draft_add_flow(d, node, add) : tacit_draft_add_block(d, node, add);
}

/* Plan the cuts. */
static tacit_status change(tacit_draft *d, const tacit_plan_path *path, const json_t *value)
{
    way w;
    TACIT_TRY(follow(d->cx, d->root, path, &w));
    const bool there = w.depth == path->n;
    if (value == NULL) {
        if (there)
            remove_entry(d, &w);
        return TACIT_OK;
    }
    const tacit_edit_new add = { .path = path, .from = w.depth, .value = value };
    if (!there)
        return add_entry(d, &w, &add);
    if (tacit_edit_is_value(w.node, value))
        return TACIT_OK;
    const char *text = NULL;
    TACIT_TRY(tacit_draft_value(d, &add, &text));
    tacit_draft_replace(d, w.node, text);
    return TACIT_OK;
}

/* Whether a path that was missing from part `at` on is there, alone, with its value. */
static bool is_made(const tacit_node *node, const tacit_plan_path *path, size_t at,
                    const json_t *value)
{
    for (; at < path->n; at++) {
        const bool list = strcmp(path->at[at], "-") == 0;
        if (node == NULL || node->n != 1 ||
            node->kind != (list ? TACIT_NODE_LIST : TACIT_NODE_MAP) ||
            (!list && strcmp(node->first->text, path->at[at]) != 0))
            return false;
        node = list ? node->first : node->first->value;
    }
    return node != NULL && tacit_edit_is_value(node, value);
}

/* Whether the entry at position `i` of a list or map is the one that `part` names. */
static bool is_named(const tacit_node *parent, const tacit_node *entry, size_t i, const char *part)
{
    char position[TACIT_NUMBER_BYTES];
    tacit_format_integer((int64_t)i, position);
    return strcmp(parent->kind == TACIT_NODE_MAP ? entry->text : position, part) == 0;
}

/* What a change is expected to do. */
typedef struct wish {
    const tacit_plan_path *path;
    const json_t *value;
} wish;

static bool is_changed(const wish *w, size_t at, const tacit_node *before, const tacit_node *after);

/* Whether entry `y` is `x`, of which the value at the end of the path is changed if the
 * path leads there. */
static bool is_kept(const wish *w, size_t at, bool here, const tacit_node *x, const tacit_node *y)
{
    if (!here)
        return tacit_edit_is_same(x, y) && tacit_edit_is_same(x->value, y->value);
    if (x->value == NULL) /* an item */
        return is_changed(w, at + 1, x, y);
    return tacit_edit_is_same(x, y) && is_changed(w, at + 1, x->value, y->value);
}

/* The same for the entries of two lists or of two maps. */
static bool is_changed_inside(const wish *w, size_t at, const tacit_node *before,
                              const tacit_node *after)
{
    const char *part = w->path->at[at];
    const bool removed = w->value == NULL && at + 1 == w->path->n;
    const tacit_node *x = before->first, *y = after->first;
    for (size_t i = 0; x != NULL; x = x->next, i++) {
        const bool here = is_named(before, x, i, part);
        if (here && removed)
            continue;
        if (y == NULL || !is_kept(w, at, here, x, y))
            return false;
        y = y->next;
    }
    if (y == NULL)
        return true;
    const bool map = after->kind == TACIT_NODE_MAP;
    return w->value != NULL && y->next == NULL && (!map || strcmp(y->text, part) == 0) &&
           is_made(map ? y->value : y, w->path, at + 1, w->value);
}

/* Whether `after` is `before` with the wish granted from part `at` of its path on, and
 * nothing else new. */
static bool is_changed(const wish *w, size_t at, const tacit_node *before, const tacit_node *after)
{
    if (at == w->path->n)
        return w->value != NULL && after != NULL && tacit_edit_is_value(after, w->value);
    if (is_nothing(before))
        return w->value == NULL ? is_nothing(after) : is_made(after, w->path, at, w->value);
    if (is_nothing(after)) /* the last key of the plan was removed */
        return w->value == NULL && at == 0 && before->n == 1;
    return after->kind == before->kind && is_changed_inside(w, at, before, after);
}

tacit_status tacit_draft_read(tacit_ctx *cx, tacit_region *region, const char *text,
                              tacit_node **root)
{
    tacit_problems problems;
    TACIT_TRY(tacit_problems_start(cx, "plan", &problems));
    if (tacit_parse_readable(&problems, text))
        TACIT_TRY(tacit_tree_read(cx, region, text, &problems, root));
    return tacit_problems_end(&problems);
}

/* Read the new text and compare it with the old. */
static tacit_status check(tacit_draft *d, tacit_region *region, const char *text,
                          const tacit_plan_path *path, const json_t *value)
{
    tacit_node *root = NULL;
    const tacit_status status = tacit_draft_read(d->cx, region, text, &root);
    if (status == TACIT_ERR_MEMORY)
        return status;
    const wish w = { .path = path, .value = value };
    if (status != TACIT_OK || !is_changed(&w, 0, d->root, root))
        return fail_at(d->cx, path->at[path->n - 1],
                       "with the way it is written there, the change would not read back as "
                       "asked; change it by hand");
    return TACIT_OK;
}

static tacit_status edit(tacit_draft *d, tacit_region *region, const tacit_plan_path *path,
                         const json_t *value, tacit_buffer *out)
{
    tacit_node *root = NULL;
    TACIT_TRY(tacit_draft_read(d->cx, region, d->text, &root));
    d->root = root;
    d->strict = root != NULL && root->flow;
    const char *line = strchr(d->text, '\n');
    d->eol = line != NULL && line > d->text && line[-1] == '\r' ? "\r\n" : "\n";
    TACIT_TRY(change(d, path, value));
    TACIT_TRY(tacit_draft_write(d, out));
    return check(d, region, out->text != NULL ? out->text : "", path, value);
}

tacit_status tacit_plan_edit(tacit_ctx *cx, const char *text, const tacit_plan_path *path,
                             const json_t *value, tacit_buffer *out)
{
    if (path->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "A change of a plan needs a path to a value.");
    const size_t bom = strncmp(text, MARK, strlen(MARK)) == 0 ? strlen(MARK) : 0;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_draft d = { .cx = cx, .text = text + bom, .length = strlen(text + bom) };
    tacit_region region = { 0 };
    tacit_buffer fresh = { 0 };
    tacit_status status = edit(&d, &region, path, value, &fresh);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, out, "%.*s%s", (int)bom, text, fresh.text);
    tacit_buffer_free(&fresh);
    tacit_region_free(&region);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_plan_set(tacit_ctx *cx, const char **text, const tacit_plan_path *path,
                            json_t *value)
{
    tacit_buffer out = { 0 };
    char *copy = NULL;
    tacit_status status = tacit_plan_edit(cx, *text, path, value, &out);
    json_decref(value);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, out.text, &copy);
    tacit_buffer_free(&out);
    if (status == TACIT_OK)
        *text = copy;
    return status;
}
