/*
 * takers.h - groups that take units in and let them go.
 */
#ifndef TACIT_MICRO_SEARCH_LOCAL_TAKERS_H
#define TACIT_MICRO_SEARCH_LOCAL_TAKERS_H

#include "micro/search/local/own.h"

/* Groups with their units as lists.  A group that has lost all its units has no first. */
typedef struct tacit_takers {
    tacit_local *L;
    size_t groups;
    tacit_search_region *region; /* groups * axes: covers the units */
    uint64_t *size;
    uint32_t *first; /* unit of each group; then `next` */
    uint32_t *next;
    double *adds;   /* what the unit at hand would add to each group; negative: tried */
    uint32_t *unit; /* room for the units of a group */
    double looks;   /* at groups, so far */
} tacit_takers;

/* Make the groups of a plan takers, in scratch memory; empty groups are left out and the
 * plan's numbers changed accordingly. */
tacit_status tacit_takers_make(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups,
                               tacit_takers *out);

/* The group but `not` that takes unit u in and adds least, and less than `most`; the number
 * of groups if there is none. */
size_t tacit_takers_find(tacit_takers *t, uint32_t u, double most, size_t not_this);

/* What unit u adds to group g; negative if it cannot join it or adds `most` or more. */
double tacit_takers_added(const tacit_takers *t, size_t g, uint32_t u, double most);

/* Let u join g, whose region is widened. */
void tacit_takers_join(tacit_takers *t, size_t g, uint32_t u);

/* Undo the last join of group g, which had this region before. */
void tacit_takers_undo(tacit_takers *t, size_t g, const tacit_search_region *before);

/* The units of group g in `t->unit`; their number. */
size_t tacit_takers_list(tacit_takers *t, size_t g);

/* Let g have these units and no other. */
void tacit_takers_set(tacit_takers *t, size_t g, const uint32_t *unit, size_t n);

#endif
