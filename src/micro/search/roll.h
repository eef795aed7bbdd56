/*
 * roll.h - the classes of a node, rolled up from those of a node below it.
 */
#ifndef TACIT_MICRO_SEARCH_ROLL_H
#define TACIT_MICRO_SEARCH_ROLL_H

#include "micro/search/space.h"

/* What becomes of the labels of each level of each axis at each level above. */
typedef struct tacit_roll_maps {
    size_t levels;        /* the most that an axis has */
    const uint32_t **map; /* [axis][from][to][label] */
} tacit_roll_maps;

/* Room to roll up in, for one thread; holds the last result. */
typedef struct tacit_roller {
    const tacit_search_space *space;
    const tacit_roll_maps *maps;
    tacit_class_list list;
    uint32_t *class_of; /* of each entry rolled up: its class in `list` */
    bool *marked;       /* room for a judge: one for each cell of the space */
    uint32_t *slot;     /* hash table of classes, number + 1 */
    size_t slots;       /* a power of 2 */
    size_t *order;      /* entries by class */
    size_t values;      /* sensitive ones, of the column that has most */
    uint64_t *sum;      /* of each sensitive value */
    uint32_t *touched;  /* values with a sum */
    uint32_t *count;    /* of each class and value, if they are few; 0 between rolls */
    uint64_t *present;  /* of each class: a bit for each value that it has; 0 between rolls */
} tacit_roller;

/* Make room for lists of the space's cells and fewer, in scratch memory. */
tacit_status tacit_roller_make(tacit_ctx *cx, const tacit_search_space *s,
                               const tacit_roll_maps *maps, tacit_roller *out);

/* Roll up `from`, which has the labels of levels `at`, to `to` (no level lower): the result
 * is r->list and r->class_of.  O(entries * axes that change).  Cannot fail. */
void tacit_roll(tacit_roller *r, const tacit_class_list *from, const uint8_t *at,
                const uint8_t *to);

/* Make the maps, which rollers share, in scratch memory. */
tacit_status tacit_roll_maps_make(tacit_ctx *cx, const tacit_search_space *s, tacit_roll_maps *out);

#endif
