/*
 * spans.c - where the nodes of a plan stand in its text, byte by byte.
 *
 * A node that is not there (the value of `key:`) stands, with no bytes, behind the sign
 * that introduces it.  A text in several lines ends with its last line, without the end of
 * that line; empty lines that follow belong to it only if its header says so (|+, >+).
 */
#include "plan/spans.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

size_t tacit_span_skip(const char *text, size_t at)
{
    for (;;) {
        const bool comment =
            text[at] == '#' && (at == 0 || is_blank(text[at - 1]) || is_break(text[at - 1]));
        if (comment)
            at += strcspn(text + at, "\r\n");
        else if (is_blank(text[at]) || is_break(text[at]))
            at++;
        else
            return at;
    }
}

/* The sign `sign` at or behind `at`, or TACIT_NO_BYTE. */
static size_t find_sign(const char *text, size_t at, char sign)
{
    const size_t found = tacit_span_skip(text, at);
    return text[found] == sign ? found : TACIT_NO_BYTE;
}

/* The sign that introduces a node. */
static size_t find_lead(const char *text, const tacit_node *parent, const tacit_node *key)
{
    if (parent == NULL)
        return TACIT_NO_BYTE;
    if (key != NULL)
        return find_sign(text, key->end, ':');
    if (parent->kind == TACIT_NODE_LIST && !parent->flow)
        return find_sign(text, parent->last != NULL ? parent->last->end : parent->start, '-');
    return TACIT_NO_BYTE;
}

/* One end of a line less, if there is one before `at`. */
static size_t before_break(const char *text, size_t at, size_t least)
{
    if (at > least && text[at - 1] == '\n')
        at--;
    return at > least && text[at - 1] == '\r' ? at - 1 : at;
}

/* From the parser's marks, which hold the lines and perhaps the indentation of what
 * follows, to header and last line. */
static void span_lines(const char *text, tacit_node *node)
{
    const size_t header = tacit_span_skip(text, node->lead + 1);
    if (text[header] != '|' && text[header] != '>')
        return;
    const size_t line = header + strcspn(text + header, "\r\n");
    const bool keeps = memchr(text + header, '+', strcspn(text + header, " \t\r\n")) != NULL;
    size_t end = node->end, blanks = node->end;
    while (blanks > line && is_blank(text[blanks - 1]))
        blanks--;
    if (blanks > line && is_break(text[blanks - 1]) && text[node->end] != '\0')
        end = blanks;
    end = before_break(text, end, line);
    while (!keeps && end > line && is_break(text[end - 1]))
        end = before_break(text, end, line);
    node->start = header;
    node->end = end;
}

void tacit_span_begin(const char *text, const tacit_node *parent, const tacit_node *key,
                      tacit_node *node)
{
    const bool marked = node->start != TACIT_NO_BYTE && node->end != TACIT_NO_BYTE;
    node->lead = find_lead(text, parent, key);
    if (!marked) {
        const size_t behind = key != NULL ? key->end : parent != NULL ? parent->start : 0;
        node->start = node->lead != TACIT_NO_BYTE ? node->lead + 1 : behind;
        node->end = node->start;
    } else if (node->kind == TACIT_NODE_SCALAR && !node->plain && node->lead != TACIT_NO_BYTE) {
        span_lines(text, node);
    }
}

/* Where a list or map without brackets ends: with its last value. */
static size_t end_of_last(const tacit_node *node)
{
    const tacit_node *last = node->last;
    if (last == NULL)
        return node->end;
    return node->kind == TACIT_NODE_MAP && last->value != NULL ? last->value->end : last->end;
}

void tacit_span_end(const char *text, size_t mark, tacit_node *node)
{
    const bool closed = node->flow && (text[node->start] == '{' || text[node->start] == '[');
    if (closed && mark != TACIT_NO_BYTE) {
        node->end = mark;
        return;
    }
    if (node->flow && node->first != NULL) /* a pair in a list: [a: 1] */
        node->start = node->first->start;
    node->end = end_of_last(node);
}

bool tacit_span_is_lines(const char *text, const tacit_node *node)
{
    return node->kind == TACIT_NODE_SCALAR && !node->plain &&
           (text[node->start] == '|' || text[node->start] == '>');
}
