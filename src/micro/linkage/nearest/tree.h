/*
 * tree.h - a tree of bounding volumes over distinct records.
 *
 * The records of a node lie in a box of its coordinates; the codes that they have of a
 * nominal column are the bits of a mask.  The least distance from a record to the box is at
 * most that to each record in it.
 *
 * Everything is kept in single precision and one byte a code, which only has to bound
 * distances from below; see nearest_walk.c for how the rounding is made good.
 */
#ifndef TACIT_MICRO_LINKAGE_NEAREST_TREE_H
#define TACIT_MICRO_LINKAGE_NEAREST_TREE_H

#include "micro/linkage/nearest_distinct.h"

/* Records are packed in blocks of this many, column by column; numbers of a vector. */
enum { TACIT_TREE_BLOCK = 16, TACIT_TREE_LANES = 4 };

/* Where no record is. */
#define TACIT_TREE_EMPTY UINT32_MAX

/* How large a leaf may be: by default all records of a small set are one leaf, which is
 * comparing all. */
typedef struct tacit_tree_tuning {
    size_t small; /* records that need no tree */
    size_t leaf;  /* most records of a leaf */
} tacit_tree_tuning;

/* A node. */
typedef struct tacit_nearest_node {
    uint32_t block;      /* of a leaf: the first block of its records */
    uint32_t begin, end; /* its records, in the order of the tree */
    uint32_t column;     /* split by: coordinates, then nominal columns */
    float cut;           /* coordinates below go left */
    uint64_t left;       /* codes, by their bit, that go left */
} tacit_nearest_node;

/* The bits of a nominal column in masks: all columns share the words of a node. */
typedef struct tacit_tree_bits {
    uint32_t first, n; /* n: 1 to 64 */
} tacit_tree_bits;

/* In scratch memory. */
typedef struct tacit_nearest_tree {
    const tacit_space *space;
    const tacit_records *to;
    tacit_distinct distinct;

    size_t full, padded;   /* coordinates without missing values; rounded up to whole vectors */
    size_t gaps;           /* coordinates with missing values, in `from` or `to` */
    size_t *column;        /* of the space: `full` coordinates, then `gaps` */
    size_t words;          /* of a node's masks */
    tacit_tree_bits *bits; /* of each nominal column */

    size_t n;        /* nodes */
    uint32_t *child; /* n: a node's children are this and the next; 0 for a leaf */
    tacit_nearest_node *node;
    float *box;     /* n * 2 * padded: least and greatest */
    float *gap_box; /* n * 3 * gaps: least, greatest, 1 if one is missing */
    uint64_t *mask; /* n * words */

    size_t blocks, stride; /* numbers that a block takes, its codes included */
    float *x; /* blocks: numbers, then (number, 1 if missing), then bytes of codes; by column */
    uint32_t *slot; /* blocks * BLOCK: the first row of the record, or TACIT_TREE_EMPTY */
} tacit_nearest_tree;

/* The numbers of a block. */
static inline float *tacit_tree_numbers(const tacit_nearest_tree *t, size_t block)
{
    return t->x + block * t->stride;
}

/* The codes of a block, which follow its numbers. */
static inline uint8_t *tacit_tree_codes(const tacit_nearest_tree *t, size_t block)
{
    return (uint8_t *)(t->x + block * t->stride + (t->full + 2 * t->gaps) * TACIT_TREE_BLOCK);
}

/* The byte that stands for a code in leaves. */
static inline uint8_t tacit_tree_byte(uint32_t code)
{
    return (uint8_t)code;
}

/* The bit of a byte in the masks of a nominal column. */
static inline uint32_t tacit_tree_bit(const tacit_tree_bits *b, uint8_t byte)
{
    return b->first + (b->n < 64 ? byte : byte % 64);
}

/* The tree over the distinct records of `to`, to be asked for records of `from`.
 * O(n (p + q) log n). */
tacit_status tacit_tree_of(tacit_ctx *cx, const tacit_space *s, const tacit_records *from,
                           const tacit_records *to, const tacit_tree_tuning *tuning,
                           tacit_nearest_tree *out);

/* The leaf that record i of `from` would be in: near it, hence a place to begin. */
uint32_t tacit_tree_home(const tacit_nearest_tree *t, const tacit_records *from, size_t i);

#endif
