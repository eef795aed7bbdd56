/*
 * nearest_search.h - nearest neighbours with a tree of a chosen shape, and of some records.
 */
#ifndef TACIT_LINKAGE_NEAREST_SEARCH_H
#define TACIT_LINKAGE_NEAREST_SEARCH_H

#include "linkage/nearest.h"
#include "linkage/nearest_tree.h"

/* The shape that nearest.h uses; others are for tests. */
extern const tacit_tree_tuning TACIT_TREE_TUNING;

/* tacit_nearest_find() and tacit_nearest_ties() with another. */
tacit_status tacit_search_find(tacit_ctx *cx, const tacit_nearest_spec *spec,
                               const tacit_tree_tuning *tuning, tacit_nearest *out);
tacit_status tacit_search_ties(tacit_ctx *cx, const tacit_nearest_spec *spec,
                               const tacit_tree_tuning *tuning, tacit_ties *out);

/* Records whose nearest tie, in classes of about as many ties, so that the neighbours of each
 * class can be listed in memory that fits it. */
typedef struct tacit_tie_class {
    size_t n;
    const uint32_t *row; /* records of `from`, upwards */
    tacit_nearest near;  /* of them, in this order: all that tie and at least one more */
} tacit_tie_class;

/* Call `each` with the classes of the records of which between `least` and `most` others are
 * nearest.  Records of a class are few enough to fit memory; what is listed is gone after the
 * call.  With spec->skip_self the record itself is not among those listed. */
typedef tacit_status tacit_tie_visit(tacit_ctx *cx, const tacit_tie_class *c, void *user);
typedef struct tacit_tie_listing {
    const tacit_nearest_spec *spec;
    const tacit_ties *ties;
    uint32_t least, most; /* ties */
    tacit_tie_visit *each;
    void *user;
} tacit_tie_listing;
tacit_status tacit_list_ties(tacit_ctx *cx, const tacit_tie_listing *listing);

#endif
