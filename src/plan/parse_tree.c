/*
 * parse_tree.c - the YAML of a plan as a tree of nodes with their places.
 *
 * libfyaml delivers events; a stack of the open lists and maps turns them into nodes.
 * Limits keep hostile input cheap: depth, number of nodes, no anchors or aliases, no
 * control characters.  O(bytes of text).
 */
#include "plan/parse_tree.h"

#include <libfyaml.h>
#include <string.h>

#include "base/hash.h"
#include "plan/spans.h"

enum { MOST_DEPTH = 32, MOST_NODES = 200000 };

/* What a walk through the events knows. */
typedef struct walk {
    tacit_ctx *cx;
    const char *text;
    tacit_region *region;
    tacit_problems *problems;
    tacit_node *open[MOST_DEPTH]; /* the lists and maps that have begun */
    tacit_node *key[MOST_DEPTH];  /* of an open map, the key that waits for its value */
    size_t depth, nodes, documents;
    tacit_node *root;
    bool refused; /* a problem that ends the walk */
} walk;

bool tacit_node_is_null(const tacit_node *node)
{
    static const char *const nulls[] = { "", "~", "null", "Null", "NULL" };
    if (node->kind != TACIT_NODE_SCALAR || !node->plain)
        return false;
    for (size_t i = 0; i < sizeof nulls / sizeof nulls[0]; i++)
        if (strcmp(node->text, nulls[i]) == 0)
            return true;
    return false;
}

tacit_status tacit_node_set_new(tacit_ctx *cx, size_t most, tacit_node_set *out)
{
    size_t n = 8;
    while (n < 2 * most)
        n *= 2;
    out->n_slots = n;
    return tacit_scratch(cx, n, sizeof(tacit_node *), &out->slot);
}

const tacit_node *tacit_node_set_add(tacit_node_set *set, const tacit_node *node)
{
    size_t at = tacit_hash_bytes(node->text, strlen(node->text)) & (set->n_slots - 1);
    for (; set->slot[at] != NULL; at = (at + 1) & (set->n_slots - 1))
        if (strcmp(set->slot[at]->text, node->text) == 0)
            return set->slot[at];
    set->slot[at] = node;
    return NULL;
}

/* Find scalars of a finished list or map that repeat an earlier one. */
static tacit_status find_twins(tacit_ctx *cx, tacit_node *parent)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_node_set set = { 0 };
    TACIT_TRY(tacit_node_set_new(cx, parent->n, &set));
    for (tacit_node *node = parent->first; node != NULL; node = node->next)
        if (node->kind == TACIT_NODE_SCALAR)
            node->twin = tacit_node_set_add(&set, node);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_place place_of_mark(const struct fy_mark *mark)
{
    if (mark == NULL)
        return (tacit_place){ 0, 0 };
    return (tacit_place){ .line = mark->line + 1, .column = mark->column + 1 };
}

/* The parser marks the first character behind a quote, an ampersand or a star. */
static tacit_place place_before(tacit_place place)
{
    return (tacit_place){ .line = place.line, .column = place.column - (place.column > 1) };
}

static void refuse(walk *w, tacit_place place, tacit_problem_code code, const char *sentence)
{
    w->refused = true;
    tacit_problem(w->problems, place, code, "%-s", sentence);
}

static bool is_quoted(struct fy_token *token)
{
    if (token == NULL)
        return false;
    const enum fy_scalar_style style = fy_token_scalar_style(token);
    return style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
}

/* Where an event stands; what has no token of its own stands where its parent does. */
static tacit_place place_of_event(const walk *w, struct fy_event *event)
{
    tacit_place place = place_of_mark(fy_event_start_mark(event));
    if (event->type == FYET_SCALAR && is_quoted(event->scalar.value))
        place = place_before(place);
    if (place.line == 0 && w->depth > 0) {
        const tacit_node *key = w->key[w->depth - 1];
        place = key != NULL ? key->place : w->open[w->depth - 1]->place;
    }
    return place;
}

/* Hang `node` under the open list or map, or make it the root. */
static void attach(walk *w, tacit_node *node)
{
    if (w->depth == 0) {
        w->root = node;
        return;
    }
    tacit_node *parent = w->open[w->depth - 1];
    tacit_node **key = &w->key[w->depth - 1];
    if (parent->kind == TACIT_NODE_MAP && *key != NULL) {
        (*key)->value = node;
        *key = NULL;
        return;
    }
    if (parent->kind == TACIT_NODE_MAP)
        *key = node;
    if (parent->last == NULL)
        parent->first = node;
    else
        parent->last->next = node;
    parent->last = node;
    parent->n++;
}

/* Whether there is a control character other than tab and newline. */
static bool has_control(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] < 0x20 && text[i] != '\t' && text[i] != '\n' && text[i] != '\r')
            return true;
    return false;
}

/* Copy a scalar's text; refuse characters that no name or path has. */
static tacit_status take_text(walk *w, struct fy_token *token, tacit_node *node)
{
    size_t n = 0;
    const char *text = token != NULL ? fy_token_get_text(token, &n) : "";
    if (text == NULL)
        return tacit_fail_memory(w->cx);
    if (has_control(text, n)) {
        refuse(w, node->place, TACIT_PROBLEM_CONTROL_CHARACTER,
               "this text has a control character; remove it.");
        return TACIT_OK;
    }
    node->plain = token == NULL || fy_token_scalar_style(token) == FYSS_PLAIN;
    return tacit_region_text(w->cx, w->region, text, n, &node->text);
}

/* Where the node of an event stands in the text, byte by byte. */
static void take_span(const walk *w, struct fy_event *event, tacit_node *node)
{
    const struct fy_mark *start = fy_event_start_mark(event), *end = fy_event_end_mark(event);
    const bool quoted = event->type == FYET_SCALAR && is_quoted(event->scalar.value);
    node->flow = fy_event_get_node_style(event) == FYNS_FLOW;
    node->start = start != NULL ? start->input_pos - quoted : TACIT_NO_BYTE;
    node->end = end != NULL ? end->input_pos + quoted : TACIT_NO_BYTE;
    const tacit_node *parent = w->depth > 0 ? w->open[w->depth - 1] : NULL;
    tacit_span_begin(w->text, parent, parent != NULL ? w->key[w->depth - 1] : NULL, node);
}

static tacit_status add_node(walk *w, struct fy_event *event, tacit_node_kind kind)
{
    const tacit_place place = place_of_event(w, event);
    if (++w->nodes > MOST_NODES) {
        refuse(w, place, TACIT_PROBLEM_TOO_LARGE,
               "a plan has at most 200000 values; this one has more.");
        return TACIT_OK;
    }
    tacit_node *node = NULL;
    TACIT_TRY(tacit_region_take(w->cx, w->region, 1, sizeof *node, &node));
    *node = (tacit_node){ .kind = kind, .place = place, .text = "" };
    if (kind == TACIT_NODE_SCALAR)
        TACIT_TRY(take_text(w, event->scalar.value, node));
    take_span(w, event, node);
    attach(w, node);
    if (kind == TACIT_NODE_SCALAR)
        return TACIT_OK;
    if (w->depth == MOST_DEPTH) {
        refuse(w, place, TACIT_PROBLEM_TOO_LARGE,
               "lists and maps are nested more than 32 deep; a plan needs 5.");
        return TACIT_OK;
    }
    w->open[w->depth] = node;
    w->key[w->depth++] = NULL;
    return TACIT_OK;
}

/* Add a node, unless the event carries an anchor or a tag. */
static tacit_status add_bare_node(walk *w, struct fy_event *event, tacit_node_kind kind)
{
    struct fy_token *anchor = NULL, *tag = NULL;
    if (kind == TACIT_NODE_SCALAR) {
        anchor = event->scalar.anchor;
        tag = event->scalar.tag;
    } else if (kind == TACIT_NODE_LIST) {
        anchor = event->sequence_start.anchor;
        tag = event->sequence_start.tag;
    } else {
        anchor = event->mapping_start.anchor;
        tag = event->mapping_start.tag;
    }
    if (anchor != NULL)
        refuse(w, place_before(place_of_mark(fy_token_start_mark(anchor))),
               TACIT_PROBLEM_NOT_SUPPORTED,
               "a plan cannot use anchors (&name); write the value out where it is needed.");
    else if (tag != NULL)
        refuse(w, place_of_mark(fy_token_start_mark(tag)), TACIT_PROBLEM_NOT_SUPPORTED,
               "a plan cannot use tags (!name); remove it, or quote the text.");
    else
        return add_node(w, event, kind);
    return TACIT_OK;
}

static tacit_status end_node(walk *w, struct fy_event *event)
{
    TACIT_ASSERT(w->depth > 0);
    tacit_node *node = w->open[--w->depth];
    const struct fy_mark *end = fy_event_end_mark(event);
    tacit_span_end(w->text, end != NULL ? end->input_pos : TACIT_NO_BYTE, node);
    return find_twins(w->cx, node);
}

static tacit_status take_event(walk *w, struct fy_event *event)
{
    switch (event->type) {
    case FYET_SCALAR:
        return add_bare_node(w, event, TACIT_NODE_SCALAR);
    case FYET_SEQUENCE_START:
        return add_bare_node(w, event, TACIT_NODE_LIST);
    case FYET_MAPPING_START:
        return add_bare_node(w, event, TACIT_NODE_MAP);
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END:
        return end_node(w, event);
    case FYET_ALIAS:
        refuse(w, place_before(place_of_event(w, event)), TACIT_PROBLEM_NOT_SUPPORTED,
               "a plan cannot use aliases (*name); write the value out, or quote the text.");
        return TACIT_OK;
    case FYET_DOCUMENT_START:
        if (++w->documents > 1)
            refuse(w, place_of_event(w, event), TACIT_PROBLEM_NOT_SUPPORTED,
                   "a file holds one plan, but a second begins here; remove the '---'.");
        return TACIT_OK;
    default:
        return TACIT_OK;
    }
}

/* Whether the parser's own sentence may be shown: short and plain. */
static bool is_presentable(const char *text)
{
    const size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        if (text[i] < 0x20 || text[i] > 0x7e)
            return false;
    return n > 0 && n <= 100;
}

/* Tell the first syntax error that the parser found. */
static void tell_syntax(walk *w, struct fy_diag *diag)
{
    void *at = NULL;
    const struct fy_diag_error *e = fy_diag_errors_iterate(diag, &at);
    tacit_place place = { 0, 0 };
    if (e != NULL && e->line >= 0)
        place = (tacit_place){ .line = e->line > 0 ? e->line : 1, .column = e->column };
    if (e != NULL && e->msg != NULL && is_presentable(e->msg))
        tacit_problem(w->problems, place, TACIT_PROBLEM_SYNTAX, "this is not valid YAML: %-s.",
                      e->msg);
    else
        tacit_problem(w->problems, place, TACIT_PROBLEM_SYNTAX, "this is not valid YAML.");
    w->refused = true;
}

static tacit_status walk_events(walk *w, struct fy_parser *parser, struct fy_diag *diag)
{
    bool ended = false;
    while (!ended && !w->refused) {
        struct fy_event *event = fy_parser_parse(parser);
        if (event == NULL)
            break;
        ended = event->type == FYET_STREAM_END;
        const tacit_status status = take_event(w, event);
        fy_parser_event_free(parser, event);
        TACIT_TRY(status);
    }
    if (!w->refused && (!ended || fy_parser_get_stream_error(parser)))
        tell_syntax(w, diag);
    return TACIT_OK;
}

static tacit_status walk_text(walk *w, const char *text, struct fy_diag *diag)
{
    const struct fy_parse_cfg cfg = {
        .flags = FYPCF_QUIET | FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE,
        .diag = diag,
    };
    struct fy_parser *parser = fy_parser_create(&cfg);
    if (parser == NULL)
        return tacit_fail_memory(w->cx);
    const tacit_status status = fy_parser_set_string(parser, text, strlen(text)) == 0
                                    ? walk_events(w, parser, diag)
                                    : tacit_fail_memory(w->cx);
    fy_parser_destroy(parser);
    return status;
}

/* The parser's diagnostics are collected, never printed. */
static void print_nothing(struct fy_diag *diag, void *user, const char *text, size_t n)
{
    (void)diag;
    (void)user;
    (void)text;
    (void)n;
}

/* The first tab between a ':' and a mark that opens a block, or NULL.  YAML forbids most of
 * these, and libfyaml 0.7.12 frees a key twice when it refuses one behind a '?'. */
static const char *find_tab_before_mark(const char *text)
{
    for (const char *colon = strchr(text, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        const size_t blank = strspn(colon + 1, " \t");
        const char *mark = colon + 1 + blank;
        const bool opens = *mark != '\0' && (strchr("?:|>", *mark) != NULL ||
                                            (*mark == '-' && strchr(" \t\r\n", mark[1]) != NULL));
        const char *tab = opens ? memchr(colon + 1, '\t', blank) : NULL;
        if (tab != NULL)
            return tab;
    }
    return NULL;
}

static tacit_place place_of_byte(const char *text, const char *byte)
{
    tacit_place place = { .line = 1, .column = 1 };
    for (; text < byte; text++) {
        place.line += *text == '\n';
        place.column = *text == '\n' ? 1 : place.column + 1;
    }
    return place;
}

tacit_status tacit_tree_read(tacit_ctx *cx, tacit_region *region, const char *text,
                             tacit_problems *problems, tacit_node **root)
{
    const char *tab = find_tab_before_mark(text);
    if (tab != NULL) {
        *root = NULL;
        tacit_problem(problems, place_of_byte(text, tab), TACIT_PROBLEM_SYNTAX,
                      "this is not valid YAML: a tab stands behind ':'; write a space instead.");
        return TACIT_OK;
    }
    struct fy_diag_cfg cfg;
    fy_diag_cfg_default(&cfg);
    cfg.fp = NULL;
    cfg.output_fn = print_nothing;
    struct fy_diag *diag = fy_diag_create(&cfg);
    if (diag == NULL)
        return tacit_fail_memory(cx);
    fy_diag_set_collect_errors(diag, true);
    walk w = { .cx = cx, .text = text, .region = region, .problems = problems };
    const tacit_status status = walk_text(&w, text, diag);
    fy_diag_destroy(diag);
    TACIT_TRY(status);
    *root = w.refused ? NULL : w.root;
    return TACIT_OK;
}
