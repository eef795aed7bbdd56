/*
 * block.c - adding to and removing from lists and maps that are told by indentation.
 *
 * What is added stands in lines of its own, as far in as its neighbours; where it has
 * none, as far as the first list or map of the plan that stands in another.
 */
#include <string.h>

#include "plan/edit/draft.h"
#include "plan/edit/value.h"
#include "plan/spans.h"

enum { STEP = 2 };

/* In which column of its line a byte stands, from 0. */
static size_t column_of(const tacit_draft *d, size_t at)
{
    return at - tacit_draft_line(d, at);
}

static bool is_block(const tacit_node *node, tacit_node_kind kind)
{
    return node != NULL && node->kind == kind && !node->flow && node->first != NULL;
}

/* How far the lists or maps of a plan are indented below their keys; `*out` is unchanged
 * if there are none. */
static bool find_step(const tacit_draft *d, const tacit_node *node, tacit_node_kind kind,
                      size_t *out)
{
    for (const tacit_node *x = node->first; x != NULL; x = x->next) {
        const tacit_node *inner = node->kind == TACIT_NODE_MAP ? x->value : x;
        if (inner == NULL || inner->kind == TACIT_NODE_SCALAR)
            continue;
        if (node->kind == TACIT_NODE_MAP && !node->flow && is_block(inner, kind) &&
            column_of(d, inner->start) >= column_of(d, x->start)) {
            *out = column_of(d, inner->start) - column_of(d, x->start);
            return true;
        }
        if (find_step(d, inner, kind, out))
            return true;
    }
    return false;
}

static size_t step_of(const tacit_draft *d, bool list)
{
    size_t step = STEP;
    if (d->root != NULL)
        find_step(d, d->root, list ? TACIT_NODE_LIST : TACIT_NODE_MAP, &step);
    return step;
}

/* Append the missing parts of a path with the value, each in a line of its own, the first
 * in column `column`, where the cursor is. */
static tacit_status put_lines(tacit_draft *d, const tacit_edit_new *add, bool item, size_t column,
                              tacit_buffer *out)
{
    const tacit_plan_path *path = add->path;
    for (size_t i = add->from; i < path->n; i++) {
        const bool list = i == add->from ? item : strcmp(path->at[i], "-") == 0;
        const bool more = i + 1 < path->n;
        if (list) {
            TACIT_TRY(tacit_buffer_text(d->cx, out, "- "));
            column += STEP;
            continue;
        }
        TACIT_TRY(tacit_edit_put_text(d->cx, path->at[i], strlen(path->at[i]), d->strict, out));
        TACIT_TRY(tacit_buffer_text(d->cx, out, more ? ":" : ": "));
        if (!more)
            break;
        column += step_of(d, strcmp(path->at[i + 1], "-") == 0);
        TACIT_TRY(tacit_buffer_format(d->cx, out, "%s%*s", d->eol, (int)column, ""));
    }
    return tacit_edit_put_value(d->cx, add->value, d->strict, out);
}

/* What is added in scratch memory, between `before` and `after`. */
static tacit_status write_lines(tacit_draft *d, const tacit_edit_new *add, bool item, size_t column,
                                char **out)
{
    tacit_buffer text = { 0 };
    tacit_status status = put_lines(d, add, item, column, &text);
    if (status == TACIT_OK)
        status = tacit_scratch_text(d->cx, text.text, out);
    tacit_buffer_free(&text);
    return status;
}

/* Add lines behind the line of byte `at`, in column `column`. */
static tacit_status add_behind(tacit_draft *d, const tacit_edit_new *add, bool item, size_t column,
                               size_t at)
{
    char *text = NULL;
    const size_t end = tacit_draft_line_end(d, at);
    TACIT_TRY(write_lines(d, add, item, column, &text));
    TACIT_TRY(tacit_scratch_format(d->cx, &text, "%s%*s%s", d->eol, (int)column, "", text));
    tacit_draft_cut(d, end, end, text);
    return TACIT_OK;
}

tacit_status tacit_draft_add_block(tacit_draft *d, const tacit_node *parent,
                                   const tacit_edit_new *add)
{
    const bool list = parent->kind == TACIT_NODE_LIST;
    return add_behind(d, add, list, column_of(d, parent->start), parent->end);
}

tacit_status tacit_draft_add_below(tacit_draft *d, const tacit_edit_entry *entry,
                                   const tacit_edit_new *add)
{
    const bool item = strcmp(add->path->at[add->from], "-") == 0;
    const size_t column = column_of(d, entry->start);
    if (entry->parent->kind == TACIT_NODE_MAP)
        return add_behind(d, add, item, column + step_of(d, item), entry->end);
    char *text = NULL;
    TACIT_TRY(write_lines(d, add, item, column + STEP, &text));
    tacit_draft_cut(d, entry->end, entry->end, " ");
    tacit_draft_cut(d, entry->end, entry->end, text);
    return TACIT_OK;
}

/* The line that ends the document, or the end of the text. */
static size_t end_of_document(const tacit_draft *d)
{
    for (size_t at = 0; at < d->length; at = tacit_draft_next_line(d, at))
        if (strncmp(d->text + at, "...", 3) == 0)
            return at;
    return d->length;
}

tacit_status tacit_draft_add_root(tacit_draft *d, const tacit_edit_new *add)
{
    char *text = NULL;
    TACIT_TRY(write_lines(d, add, strcmp(add->path->at[add->from], "-") == 0, 0, &text));
    const size_t at = end_of_document(d);
    const bool open = at > 0 && d->text[at - 1] != '\n' && d->text[at - 1] != '\r';
    tacit_draft_cut(d, at, at, open ? d->eol : "");
    tacit_draft_cut(d, at, at, text);
    tacit_draft_cut(d, at, at, open ? "" : d->eol);
    return TACIT_OK;
}

void tacit_draft_remove_block(tacit_draft *d, const tacit_edit_entry *entry)
{
    if (tacit_draft_begins_line(d, entry->start)) {
        tacit_draft_cut_lines(d, entry->start, entry->end);
        return;
    }
    /* The first entry of a list's item stands behind the '-': "- a: 1". */
    const size_t line = tacit_draft_next_line(d, entry->end);
    size_t start = entry->start, end = tacit_draft_line_end(d, entry->end);
    if (entry->node->next != NULL) {
        const size_t next = tacit_draft_entry(entry->parent, entry->node->next).start;
        if (tacit_draft_line(d, next) == line) {
            tacit_draft_cut(d, start, next, "");
            return;
        }
    }
    while (start > 0 && d->text[start - 1] == ' ')
        start--;
    tacit_draft_cut(d, start, end, "");
}
