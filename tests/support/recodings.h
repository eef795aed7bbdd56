/*
 * recodings.h - local recodings of small tables, and whether they are what they promise.
 *
 * A world has keys a and b (categories, each with two branches and one label above), x
 * (whole numbers without a hierarchy) and a sensitive column s.
 */
#ifndef TACIT_TESTS_SUPPORT_RECODINGS_H
#define TACIT_TESTS_SUPPORT_RECODINGS_H

#include "support/measures.h"

#include "micro/search/recoding.h"

enum { WORLD_KEYS = 3, MOST_REQUIRED = 2 };

typedef struct world {
    tacit_ctx *cx;
    tacit_table *table;
    tacit_subject *subject;
    tacit_search_space *space;
    tacit_judge *judge;
    arguments tree[2], model[MOST_REQUIRED];
    tacit_hierarchy_spec hierarchy[2];
    uint64_t k;
    uint64_t l; /* distinct sensitive values of a group; 0: none are required */
} world;

/* The columns of a world's table. */
#define WORLD_COLUMNS "a:c,b:c,x:i,s:c"

/* Values v0 and v1 are one branch, v2, v3 and v4 the other; v4 may be in no row. */
void add_tree(world *w, size_t i, const char *column);

/* Look at `table`, which the world owns from now on; classes must have `k` records and `l`
 * sensitive values, if that is not 0. */
void open_world(tacit_ctx *cx, tacit_table *table, uint64_t k, uint64_t l, world *w);

/* Free what the world has. */
void close_world(world *w);

/* The value of record i on axis a. */
uint32_t world_value(const world *w, size_t i, size_t a);

/* Whether record i has no value on axis a. */
bool world_missing(const world *w, size_t i, size_t a);

/* Whether records of these numbers have what is required of a class; sensitive values that
 * are all missing disclose nothing. */
bool world_accepts(const world *w, const size_t *record, size_t n);

/* The part of an axis's domain that a region stands for. */
double region_share(const tacit_axis *x, const tacit_search_region *r);

/* Whether a region covers a value of an axis. */
bool region_covers(const tacit_axis *x, const tacit_search_region *r, uint32_t value);

/* The loss of an axis from what is released of each record, by its definition. */
double measured_loss(const world *w, const tacit_recoding *r, const uint32_t *group, size_t a);

/* Each record lies in its group's region, and no two groups have the same. */
void check_regions(const world *w, const tacit_recoding *r, const uint32_t *group);

/* Every promise of a recoding, counted anew from rows. */
void check_recoding(const world *w, const tacit_recoding *r);

/* Recode and check; the caller frees. */
tacit_recoding *recode(world *w, const tacit_local_spec *spec);

#endif
