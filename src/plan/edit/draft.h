/*
 * draft.h - a plan's text with the cuts that change it, and the parts of its lines.
 */
#ifndef TACIT_PLAN_EDIT_DRAFT_H
#define TACIT_PLAN_EDIT_DRAFT_H

#include "base/text.h"
#include "plan/edit/edit.h"
#include "plan/parse_tree.h"

/* The bytes from `start` to `end` give way to `text`. */
typedef struct tacit_edit_cut {
    size_t start, end;
    const char *text;
} tacit_edit_cut;

/* One change of a plan. */
typedef struct tacit_draft {
    tacit_ctx *cx;
    const char *text;
    size_t length;
    const tacit_node *root; /* NULL if there is none */
    const char *eol;        /* how lines end */
    bool strict;            /* the plan is JSON */
    tacit_edit_cut cut[4];  /* in any order, apart from each other */
    size_t n_cuts;
    bool broken; /* a cut cannot be made */
} tacit_draft;

/* Read a plan's text; the problems of one that cannot be read are the message. */
tacit_status tacit_draft_read(tacit_ctx *cx, tacit_region *region, const char *text,
                              tacit_node **root);

/* Plan to put `text` in the place of the bytes from `start` to `end`. */
void tacit_draft_cut(tacit_draft *d, size_t start, size_t end, const char *text);

/* Plan to remove the lines from that of byte `start` to that of byte `end`. */
void tacit_draft_cut_lines(tacit_draft *d, size_t start, size_t end);

/* Append the text with all cuts made. */
tacit_status tacit_draft_write(tacit_draft *d, tacit_buffer *out);

/* Where the line of byte `at` begins; where its text ends; where the next line begins. */
size_t tacit_draft_line(const tacit_draft *d, size_t at);
size_t tacit_draft_line_end(const tacit_draft *d, size_t at);
size_t tacit_draft_next_line(const tacit_draft *d, size_t at);

/* Whether only blanks stand before byte `at` in its line, and whether at most a comment
 * stands from byte `at` to the end of its line. */
bool tacit_draft_begins_line(const tacit_draft *d, size_t at);
bool tacit_draft_ends_line(const tacit_draft *d, size_t at);

/* An entry of a list or map: its key or item, and its bytes with key and '-'. */
typedef struct tacit_edit_entry {
    const tacit_node *parent, *node, *before; /* `before` is NULL for the first */
    size_t start, end;
} tacit_edit_entry;

/* The entry of `parent` that `node` (a key or an item) stands for. */
tacit_edit_entry tacit_draft_entry(const tacit_node *parent, const tacit_node *node);

/* Put the new value `text` in the place of what `node` has. */
void tacit_draft_replace(tacit_draft *d, const tacit_node *node, const char *text);

/* Remove an entry from a list or map with brackets, or without (and with other entries). */
void tacit_draft_remove_flow(tacit_draft *d, const tacit_edit_entry *entry);
void tacit_draft_remove_block(tacit_draft *d, const tacit_edit_entry *entry);

/* What is to be added: the keys of `path` from `from` on, which are missing, and a value. */
typedef struct tacit_edit_new {
    const tacit_plan_path *path;
    size_t from;
    const json_t *value;
} tacit_edit_new;

/* What is added as one value in one line. */
tacit_status tacit_draft_value(tacit_draft *d, const tacit_edit_new *add, const char **out);

/* Add an entry to a list or map with brackets. */
tacit_status tacit_draft_add_flow(tacit_draft *d, const tacit_node *parent,
                                  const tacit_edit_new *add);

/* Add an entry to a list or map without brackets. */
tacit_status tacit_draft_add_block(tacit_draft *d, const tacit_node *parent,
                                   const tacit_edit_new *add);

/* Add a list or map where nothing stands: as the value of `entry`, which has no bytes, in
 * a list or map without brackets, or as the root. */
tacit_status tacit_draft_add_below(tacit_draft *d, const tacit_edit_entry *entry,
                                   const tacit_edit_new *add);
tacit_status tacit_draft_add_root(tacit_draft *d, const tacit_edit_new *add);

#endif
