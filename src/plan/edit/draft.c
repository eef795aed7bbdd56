/*
 * draft.c - a plan's text with the cuts that change it, and the parts of its lines.
 */
#include "plan/edit/draft.h"

#include <string.h>

#include "plan/spans.h"

void tacit_draft_cut(tacit_draft *d, size_t start, size_t end, const char *text)
{
    if (d->n_cuts == sizeof d->cut / sizeof d->cut[0] || start > end || end > d->length)
        d->broken = true;
    else
        d->cut[d->n_cuts++] = (tacit_edit_cut){ .start = start, .end = end, .text = text };
}

void tacit_draft_cut_lines(tacit_draft *d, size_t start, size_t end)
{
    size_t from = tacit_draft_line(d, start);
    const size_t to = tacit_draft_next_line(d, end);
    const bool open = to > 0 && d->text[to - 1] != '\n' && d->text[to - 1] != '\r';
    if (open && from > 0) { /* the last line has no end; then the one before loses its own */
        from -= d->text[from - 1] == '\n';
        from -= from > 0 && d->text[from - 1] == '\r';
    }
    tacit_draft_cut(d, from, to, "");
}

tacit_status tacit_draft_write(tacit_draft *d, tacit_buffer *out)
{
    size_t done = 0;
    for (size_t made = 0; made < d->n_cuts; made++) {
        const tacit_edit_cut *next = NULL;
        for (size_t i = 0; i < d->n_cuts; i++) {
            const tacit_edit_cut *c = &d->cut[i];
            if (c->text != NULL && (next == NULL || c->start < next->start))
                next = c;
        }
        d->broken = d->broken || next == NULL || next->start < done;
        if (d->broken)
            break;
        TACIT_TRY(tacit_buffer_bytes(d->cx, out, d->text + done, next->start - done));
        TACIT_TRY(tacit_buffer_text(d->cx, out, next->text));
        done = next->end;
        d->cut[next - d->cut].text = NULL;
    }
    if (d->broken)
        return tacit_fail(d->cx, TACIT_ERR_INPUT,
                          "This part of the plan is written in a way that cannot be changed in "
                          "place; change it by hand.");
    return tacit_buffer_bytes(d->cx, out, d->text + done, d->length - done);
}

size_t tacit_draft_line(const tacit_draft *d, size_t at)
{
    while (at > 0 && d->text[at - 1] != '\n' && d->text[at - 1] != '\r')
        at--;
    return at;
}

size_t tacit_draft_line_end(const tacit_draft *d, size_t at)
{
    return at + strcspn(d->text + at, "\r\n");
}

size_t tacit_draft_next_line(const tacit_draft *d, size_t at)
{
    at = tacit_draft_line_end(d, at);
    at += d->text[at] == '\r';
    return at + (d->text[at] == '\n');
}

bool tacit_draft_begins_line(const tacit_draft *d, size_t at)
{
    const size_t line = tacit_draft_line(d, at);
    return line + strspn(d->text + line, " \t") >= at;
}

bool tacit_draft_ends_line(const tacit_draft *d, size_t at)
{
    const size_t next = tacit_span_skip(d->text, at);
    return next >= tacit_draft_line_end(d, at);
}

tacit_edit_entry tacit_draft_entry(const tacit_node *parent, const tacit_node *node)
{
    tacit_edit_entry entry = { .parent = parent, .node = node };
    for (const tacit_node *x = parent->first; x != node; x = x->next)
        entry.before = x;
    const bool map = parent->kind == TACIT_NODE_MAP;
    entry.start = !map && node->lead != TACIT_NO_BYTE ? node->lead : node->start;
    entry.end = map && node->value != NULL ? node->value->end : node->end;
    return entry;
}

void tacit_draft_replace(tacit_draft *d, const tacit_node *node, const char *text)
{
    const bool led = node->lead != TACIT_NO_BYTE;
    const bool block = node->kind != TACIT_NODE_SCALAR && !node->flow;
    if (tacit_span_is_lines(d->text, node)) {
        const size_t header = strcspn(d->text + node->start, " \t\r\n");
        const size_t line = tacit_draft_line_end(d, node->start);
        tacit_draft_cut(d, node->start, node->start + header, text);
        tacit_draft_cut(d, line, node->end > line ? node->end : line, "");
    } else if (led && block && tacit_draft_begins_line(d, node->start)) {
        tacit_draft_cut(d, node->lead + 1, node->lead + 1, " ");
        tacit_draft_cut(d, node->lead + 1, node->lead + 1, text);
        tacit_draft_cut_lines(d, node->start, node->end);
    } else if (node->start == node->end) { /* nothing stands there, perhaps not even a ':' */
        tacit_draft_cut(d, node->start, node->start, led ? " " : ": ");
        tacit_draft_cut(d, node->start, node->start, text);
    } else {
        tacit_draft_cut(d, node->start, node->end, text);
    }
}
