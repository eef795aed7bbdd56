/*
 * group.h - groups of combinations, and what is left of them on the first variables.
 */
#ifndef TACIT_MICRO_RISK_KEYS_SUDA_GROUP_H
#define TACIT_MICRO_RISK_KEYS_SUDA_GROUP_H

#include "micro/risk/keys/suda/space.h"

/* One combination, or several that are alike where it matters. */
typedef struct tacit_suda_entry {
    uint64_t key;  /* packed codes, or the key of a projection */
    uint32_t row;  /* of the space: the first of them */
    uint32_t many; /* whether it stands for more than one record, or is not asked about */
} tacit_suda_entry;

typedef struct tacit_suda_group {
    tacit_suda_entry *at;
    size_t n;
} tacit_suda_group;

/* Memory of one thread for making groups; starts as {0}. */
typedef struct tacit_suda_room {
    tacit_suda_entry *spare[2];
    size_t n_spare[2];
    uint32_t *table; /* all 0 between calls */
    size_t n_table;
} tacit_suda_room;

/* Leave of the entries of `in`, whose keys are packed codes, the codes of variables
 * 0 ... v, join those that become alike, and sort by these codes, variable v first, into
 * `out` (with room for as many as `in`).  Keys are then those of tacit_suda_code_of(). */
tacit_status tacit_suda_project(tacit_ctx *cx, const tacit_suda_space *s, tacit_suda_room *room,
                                const tacit_suda_group *in, size_t v, tacit_suda_group *out);

/* The code of variable v in an entry projected to v. */
static inline uint64_t tacit_suda_code_of(const tacit_suda_space *s, const tacit_suda_entry *e,
                                          size_t v)
{
    return e->key >> (v < s->low ? s->shift[v] : 32);
}

/* Free what `room` holds. */
void tacit_suda_room_free(tacit_suda_room *room);

#endif
