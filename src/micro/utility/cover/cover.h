/*
 * cover.h - which original values a released cell of a key column stands for.
 *
 * Measures of generalised data ask for the set B of original values that a released label
 * covers.  It is decided for each distinct label, in this order:
 *   1. a missing cell, or a text of stars alone, is suppressed: it covers every value;
 *   2. a label that is an original value covers that one;
 *   3. a label of the column's hierarchy covers the values below it;
 *   4. for numbers and dates, an interval (span.h) covers the values in it;
 *   5. a text with stars in it covers the values with other characters in their places;
 *   6. any other label covers the values that were observed under it.
 * Where rows correspond, a reading counts only as far as it fits: of several readings the
 * one that covers the original values of most of the label's rows is taken, the first of
 * equals.  Rule 6 needs rows that correspond; without them a label that cannot be placed is
 * an error.
 *
 * A cell whose label does not cover its original value tells nothing true and counts as
 * suppressed.  Cells that are missing in the original have nothing to lose and are left
 * out; where rows do not correspond, as many missing cells as the original's share of them.
 *
 * O(rows + labels * values) a column; measures work on sets and pairs, not on rows.
 */
#ifndef TACIT_MICRO_UTILITY_COVER_COVER_H
#define TACIT_MICRO_UTILITY_COVER_COVER_H

#include "table/values.h"
#include "micro/utility/utility.h"

/* How a label was placed. */
typedef enum tacit_cover_how {
    TACIT_COVER_SUPPRESSED = 0,
    TACIT_COVER_VALUE,
    TACIT_COVER_LEVEL,
    TACIT_COVER_INTERVAL,
    TACIT_COVER_PATTERN,
    TACIT_COVER_OBSERVED
} tacit_cover_how;

/* What a label covers.  Values are numbered as in `values` of the cover. */
typedef struct tacit_cover_set {
    tacit_cover_how how;
    size_t level;           /* of the hierarchy: the lowest that covers as much */
    const uint32_t *member; /* the values upwards; NULL if they are first, first + 1, ... */
    uint32_t first, n;
    uint64_t mass;    /* original cells that have one of the values */
    double weight;    /* values of the domain that it stands for */
    double low, high; /* ends of numbers and dates; infinite where open */
    double cells;     /* released cells that stand for this set */
} tacit_cover_set;

/* Rows with the same original value and the same released label. */
typedef struct tacit_cover_pair {
    uint32_t set;   /* the label's own, or that of suppressed cells if it does not cover */
    uint32_t label; /* number of the released value; n_labels if missing */
    uint32_t value; /* number of the original value */
    uint64_t count;
} tacit_cover_pair;

/* One key column; in scratch memory. */
typedef struct tacit_cover {
    const tacit_column *before, *after;
    tacit_values values;  /* of the original */
    const double *number; /* the values as numbers; NULL for categories */
    uint64_t present;     /* original cells that are not missing */
    size_t n_labels;
    tacit_cover_set *set; /* of each label; set[n_labels] is that of suppressed cells */
    double cells;         /* released cells that count */
    bool has_hierarchy;
    double domain; /* values that the column can have: those of the hierarchy, if it knows more
                      than occur */
    size_t height; /* highest level of the hierarchy; 1 without one */
    const tacit_cover_pair *pair; /* by label, then by value; NULL if rows do not correspond */
    size_t n_pairs;
    const uint32_t *pair_of; /* of each row; n_pairs for a row that is left out */
    uint64_t wrong;          /* cells whose label does not cover the original value */
    size_t observed;         /* labels placed by rule 6 */
} tacit_cover;

/* The level of a set that no single label of the hierarchy covers. */
#define TACIT_COVER_NO_LEVEL SIZE_MAX

/* Place the labels of one column. */
tacit_status tacit_cover_make(tacit_ctx *cx, const tacit_pair *pair, const tacit_column *before,
                              const tacit_column *after, tacit_cover *out);

/* Place the labels of the key columns that both tables have, in scratch memory. */
tacit_status tacit_cover_keys(tacit_ctx *cx, const tacit_pair *pair, tacit_cover **out, size_t *n);

/* Value number k (0 ... n-1) of a set. */
static inline uint32_t tacit_cover_value(const tacit_cover_set *s, uint32_t k)
{
    return s->member != NULL ? s->member[k] : s->first + k;
}

/* Whether a released text is a mark of suppression: stars alone. */
bool tacit_cover_is_mark(const char *text);

/* Whether a set has value number v. */
bool tacit_cover_has(const tacit_cover_set *s, uint32_t v);

/* Entropy in bits of the original's distribution within a set: H(X | X in B). */
double tacit_cover_entropy(const tacit_cover *c, const tacit_cover_set *s);

#endif
