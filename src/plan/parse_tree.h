/*
 * parse_tree.h - the YAML of a plan as a tree of nodes with their places.
 *
 * A node is a scalar, a list or a map.  The items of a list, and the keys of a map, are
 * chained from `first` by `next`; each key has its `value`.  Anchors, aliases and tags
 * are refused, so a tree is never larger than its text.
 */
#ifndef TACIT_PLAN_PARSE_TREE_H
#define TACIT_PLAN_PARSE_TREE_H

#include "plan/problems.h"
#include "plan/region.h"

/* The place of a byte that is not there. */
#define TACIT_NO_BYTE SIZE_MAX

typedef enum tacit_node_kind {
    TACIT_NODE_SCALAR = 0,
    TACIT_NODE_LIST,
    TACIT_NODE_MAP
} tacit_node_kind;

typedef struct tacit_node tacit_node;
struct tacit_node {
    tacit_node_kind kind;
    bool plain; /* a scalar without quotes */
    bool flow;  /* a list or map in brackets or braces */
    tacit_place place;
    size_t start, end; /* its bytes in the text, with quotes and brackets; see spans.h */
    size_t lead;       /* the byte of the ':' or '-' that introduces it, or TACIT_NO_BYTE */
    const char *text;  /* of a scalar; "" for others */
    tacit_node *first, *last, *next;
    size_t n;                /* items or keys */
    const tacit_node *value; /* of a key */
    const tacit_node *twin;  /* an earlier scalar beside this one with the same text */
    unsigned mark;           /* for whoever reads the tree */
};

/* Whether `text` is worth handing to tacit_tree_read(): not too long, in UTF-8. */
bool tacit_parse_readable(tacit_problems *problems, const char *text);

/* Read `text`; nodes live in `region`.  `*root` is NULL if a problem was added. */
tacit_status tacit_tree_read(tacit_ctx *cx, tacit_region *region, const char *text,
                             tacit_problems *problems, tacit_node **root);

/* Whether a node is YAML's null: nothing, ~ or null without quotes. */
bool tacit_node_is_null(const tacit_node *node);

/* A set of scalars by their text, in scratch memory. */
typedef struct tacit_node_set {
    const tacit_node **slot;
    size_t n_slots;
} tacit_node_set;

/* An empty set with room for `most` nodes. */
tacit_status tacit_node_set_new(tacit_ctx *cx, size_t most, tacit_node_set *out);

/* The node in the set with the text of `node`; NULL if there was none, and then `node`
 * is added. */
const tacit_node *tacit_node_set_add(tacit_node_set *set, const tacit_node *node);

#endif
