/*
 * flow.c - adding to and removing from lists and maps with brackets.
 *
 * Entries are parted by commas; JSON wants none behind the last, so a comma is added or
 * removed with its entry.  Who puts each entry in a line of its own gets lines.
 */
#include <string.h>

#include "plan/edit/draft.h"
#include "plan/edit/value.h"
#include "plan/spans.h"

/* The comma behind byte `at`, or TACIT_NO_BYTE. */
static size_t comma_behind(const tacit_draft *d, size_t at)
{
    const size_t next = tacit_span_skip(d->text, at);
    return d->text[next] == ',' ? next : TACIT_NO_BYTE;
}

/* The comma that parts an entry from the one before it. */
static size_t comma_before(const tacit_draft *d, const tacit_edit_entry *entry)
{
    if (entry->before == NULL)
        return TACIT_NO_BYTE;
    return comma_behind(d, tacit_draft_entry(entry->parent, entry->before).end);
}

/* Whether only white space stands between two bytes. */
static bool is_space(const tacit_draft *d, size_t from, size_t to)
{
    return from + strspn(d->text + from, " \t\r\n") >= to;
}

static size_t before_blanks(const tacit_draft *d, size_t at)
{
    while (at > 0 && (d->text[at - 1] == ' ' || d->text[at - 1] == '\t'))
        at--;
    return at;
}

/* Remove an entry that a comma follows in its line. */
static void remove_with_comma(tacit_draft *d, const tacit_edit_entry *entry, size_t comma)
{
    const size_t before = comma_before(d, entry);
    const bool last = entry->node->next == NULL;
    size_t start = entry->start, end = comma + 1;
    if (last && before != TACIT_NO_BYTE)
        start = before_blanks(d, start);
    else if (tacit_draft_ends_line(d, end))
        end = tacit_draft_line_end(d, end);
    else
        end += strspn(d->text + end, " \t");
    tacit_draft_cut(d, start, end, "");
}

/* Remove the last entry, which no comma follows. */
static void remove_last(tacit_draft *d, const tacit_edit_entry *entry)
{
    const size_t before = comma_before(d, entry);
    if (before == TACIT_NO_BYTE) {
        tacit_draft_cut(d, entry->start, entry->end, "");
    } else if (is_space(d, before + 1, entry->start)) {
        tacit_draft_cut(d, before, entry->end, "");
    } else {
        tacit_draft_cut(d, before, before + 1, "");
        tacit_draft_cut(d, entry->start, entry->end, "");
    }
}

void tacit_draft_remove_flow(tacit_draft *d, const tacit_edit_entry *entry)
{
    const size_t comma = comma_behind(d, entry->end), before = comma_before(d, entry);
    const bool near = comma != TACIT_NO_BYTE && comma <= tacit_draft_line_end(d, entry->end);
    const size_t end = near ? comma + 1 : entry->end;
    const bool lines = tacit_draft_begins_line(d, entry->start) && tacit_draft_ends_line(d, end);
    if (lines && (near || comma == TACIT_NO_BYTE)) {
        if (comma == TACIT_NO_BYTE && before != TACIT_NO_BYTE)
            tacit_draft_cut(d, before, before + 1, "");
        tacit_draft_cut_lines(d, entry->start, end);
    } else if (comma != TACIT_NO_BYTE) {
        remove_with_comma(d, entry, comma);
    } else {
        remove_last(d, entry);
    }
}

/* Append the parts of a path from `from` on that are missing, with the value in them: a
 * key opens a map and "-" a list, except the first, which stands in one already if `bare`. */
static tacit_status put_new(tacit_draft *d, const tacit_edit_new *add, bool bare, bool item,
                            tacit_buffer *out)
{
    const tacit_plan_path *path = add->path;
    for (size_t i = add->from; i < path->n; i++) {
        const bool inside = bare && i == add->from;
        const bool list = inside ? item : strcmp(path->at[i], "-") == 0;
        TACIT_TRY(tacit_buffer_text(d->cx, out, inside ? "" : list ? "[" : "{"));
        if (list)
            continue;
        TACIT_TRY(tacit_edit_put_text(d->cx, path->at[i], strlen(path->at[i]), d->strict, out));
        TACIT_TRY(tacit_buffer_text(d->cx, out, ": "));
    }
    TACIT_TRY(tacit_edit_put_value(d->cx, add->value, d->strict, out));
    for (size_t i = path->n; i > add->from + bare; i--)
        TACIT_TRY(tacit_buffer_text(d->cx, out, strcmp(path->at[i - 1], "-") == 0 ? "]" : "}"));
    return TACIT_OK;
}

/* The same in scratch memory. */
static tacit_status write_new(tacit_draft *d, const tacit_edit_new *add, bool bare, bool item,
                              const char **out)
{
    tacit_buffer text = { 0 };
    char *copy = NULL;
    tacit_status status = put_new(d, add, bare, item, &text);
    if (status == TACIT_OK)
        status = tacit_scratch_text(d->cx, text.text, &copy);
    tacit_buffer_free(&text);
    *out = copy;
    return status;
}

tacit_status tacit_draft_value(tacit_draft *d, const tacit_edit_new *add, const char **out)
{
    return write_new(d, add, false, false, out);
}

/* Add a line behind that of the last entry, which begins its line and ends before the
 * closing bracket's. */
static tacit_status add_line(tacit_draft *d, const tacit_edit_entry *last, size_t comma,
                             const char *text)
{
    const size_t line = tacit_draft_line(d, last->start);
    const size_t end = tacit_draft_line_end(d, comma != TACIT_NO_BYTE ? comma : last->end);
    char *fresh = NULL;
    TACIT_TRY(tacit_scratch_format(d->cx, &fresh, "%s%.*s%s%s", d->eol, (int)(last->start - line),
                                   d->text + line, text, comma != TACIT_NO_BYTE ? "," : ""));
    if (comma == TACIT_NO_BYTE)
        tacit_draft_cut(d, last->end, last->end, ",");
    tacit_draft_cut(d, end, end, fresh);
    return TACIT_OK;
}

tacit_status tacit_draft_add_flow(tacit_draft *d, const tacit_node *parent,
                                  const tacit_edit_new *add)
{
    const char *text = NULL;
    TACIT_TRY(write_new(d, add, true, parent->kind == TACIT_NODE_LIST, &text));
    if (parent->last == NULL) {
        tacit_draft_cut(d, parent->start + 1, parent->start + 1, text);
        return TACIT_OK;
    }
    const tacit_edit_entry last = tacit_draft_entry(parent, parent->last);
    const size_t comma = comma_behind(d, last.end);
    const size_t end = comma != TACIT_NO_BYTE ? comma + 1 : last.end;
    if (tacit_draft_begins_line(d, last.start) && tacit_draft_ends_line(d, end))
        return add_line(d, &last, comma, text);
    char *fresh = NULL;
    TACIT_TRY(tacit_scratch_format(d->cx, &fresh, comma != TACIT_NO_BYTE ? " %s," : ", %s", text));
    tacit_draft_cut(d, end, end, fresh);
    return TACIT_OK;
}
