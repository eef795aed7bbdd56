/*
 * space.h - what generalising the keys of a table can give, on the histogram of their
 * combinations.
 *
 * An axis is one key with the levels of its hierarchy; a key without a hierarchy has two
 * levels, its values and one label for all.  A node is one level for each axis; the table
 * at a node has each key's labels at that level.  Searches never touch rows: they work on
 * the distinct combinations of key values, here called cells, and on the classes that a
 * node joins them to.
 *
 * The table may be a histogram with a column TACIT_COUNT.  If its rows stand in the order in
 * which the records have them first, the space is that of the records to the last bit.
 *
 * Missing keys: a missing cell is a label of its own at each level, until the level at
 * which all values share one label; there it has that label too.  It has nothing to lose
 * and takes no part in losses.
 */
#ifndef TACIT_MICRO_SEARCH_SPACE_H
#define TACIT_MICRO_SEARCH_SPACE_H

#include "micro/classes/classes.h"
#include "hierarchy/hierarchy.h"
#include "table/table.h"

/* Keys that a space may have, and words of 64 bits that a packed combination may take. */
enum { TACIT_MOST_AXES = 64, TACIT_MOST_WORDS = 16 };

/* One key.  Labels of a level are numbered 0 ... labels[level]-1; at level 0 they are the
 * values, the missing one (if any cell is missing) being the last. */
typedef struct tacit_axis {
    const char *name;
    size_t column;                /* in the table */
    tacit_hierarchy *hierarchy;   /* owned; NULL without one */
    uint8_t levels;               /* how many there are, at least 1 */
    uint8_t low, high;            /* the levels that a search may choose, both included */
    uint32_t missing;             /* number of the missing value; labels[0] if there is none */
    const uint32_t *labels;       /* of each level: how many labels */
    const uint32_t *const *label; /* label[l][v]: label at level l of value v */
    const uint32_t *const *up;    /* up[l][x]: label at level l + 1 of label x of level l */
    const double *const *share;   /* share[l][x]: part of the key's domain that label x of
                                     level l stands for, 0 ... 1; that of a value is 1 / domain,
                                     that of the missing label 1 / domain too */
    double domain;                /* values that the key can have: rows of the hierarchy */
    unsigned word, shift, bits;   /* where a label stands in a packed combination */
} tacit_axis;

/* Counts of the values of one sensitive column: those of cell or class g are the pairs
 * start[g] ... start[g + 1] - 1, values upwards, missing values left out. */
typedef struct tacit_search_pairs {
    size_t *start;   /* n + 1 of them */
    uint32_t *value; /* number of the value */
    uint64_t *count; /* at least 1 */
} tacit_search_pairs;

/* Combinations that are equal after packing, and what is counted of them: cells, or the
 * classes of a node. */
typedef struct tacit_class_list {
    size_t n;
    uint64_t *key;             /* n * words: labels packed as axes say */
    uint64_t *size;            /* records */
    double *population;        /* records of the population; NULL if there is no such file */
    tacit_search_pairs *pairs; /* of each sensitive column of the space; NULL if there is none */
} tacit_class_list;

typedef struct tacit_search_space {
    const tacit_table *table; /* borrowed */
    tacit_axis *axis;
    size_t n_axes;
    size_t words;           /* of a packed combination */
    size_t rows;            /* of the table */
    uint64_t records;       /* that they stand for */
    const int64_t *count;   /* records of each row; NULL: one each */
    tacit_class_list cells; /* at the node of lowest levels (all 0); with a population file
                               also combinations that no record has (size 0) */
    const uint32_t *cell_of_row;
    const uint32_t *cell_of_person; /* of each row of the population; NULL without one */
    const size_t *sensitive;        /* columns whose values are counted */
    size_t n_sensitive;
    double nodes; /* in the lattice of levels low ... high */
} tacit_search_space;

/* What to make a space of. */
typedef struct tacit_search_space_spec {
    const tacit_table *table;
    tacit_select keys;             /* at most TACIT_MOST_AXES */
    tacit_select sensitive;        /* columns whose values are to be counted */
    const tacit_table *population; /* records or their histogram with the same keys, or NULL */
    const tacit_hierarchy_spec *hierarchies;
    size_t n_hierarchies;
    const tacit_classes *classes; /* the table's classes over these keys, missing ones being a
                                     category, if they are known (they must outlive the space
                                     and there is no population); else NULL */
} tacit_search_space_spec;

/* Look at the table.  O(rows); the caller frees. */
tacit_status tacit_space_new(tacit_ctx *cx, const tacit_search_space_spec *spec,
                             tacit_search_space **out);

/* Free.  Accepts NULL. */
void tacit_space_free(tacit_search_space *s);

/* Records that row i of the table stands for. */
static inline uint64_t tacit_space_records(const tacit_search_space *s, size_t i)
{
    return s->count != NULL ? (uint64_t)s->count[i] : 1;
}

/* The label of axis a in packed combination number g of a list. */
static inline uint32_t tacit_space_label(const tacit_search_space *s, const tacit_class_list *list,
                                         size_t a, size_t g)
{
    const tacit_axis *x = &s->axis[a];
    const uint64_t word = list->key[g * s->words + x->word] >> x->shift;
    return (uint32_t)(word & ((UINT64_C(1) << x->bits) - 1));
}

/* The column whose values are those of axis a: the table's, or that with the population's below. */
const tacit_column *tacit_space_column(const tacit_search_space *s, size_t a);

/* Text of a label (of a value at level 0); NULL for a missing one. */
const char *tacit_axis_text(const tacit_axis *x, size_t level, uint32_t label);

#endif
