/*
 * shown.h - how many records show the values of a class, while cells are blanked.
 *
 * For sets of keys that come into question, the number of records that show all keys of the
 * set is kept for each combination of their values.  All records of a class have the same
 * cells blanked.
 */
#ifndef TACIT_MICRO_METHOD_LOCAL_SUPPRESS_SHOWN_H
#define TACIT_MICRO_METHOD_LOCAL_SUPPRESS_SHOWN_H

#include "micro/method/local_suppress/own.h"

/* One set of keys. */
typedef struct tacit_shown_cut {
    uint64_t set;
    size_t groups;
    uint32_t *of;     /* group of each class, whether it shows the set or not */
    uint32_t *count;  /* records of each group that show the set */
    uint32_t *users;  /* classes that rely on the group: for each of the ks, each group */
    uint32_t *member; /* the classes by group, or NULL if nobody asked; see tacit_shown_members() */
    uint32_t *start;
} tacit_shown_cut;

typedef struct tacit_shown {
    const tacit_suppress_space *s;
    uint64_t *blank; /* keys blanked in each class */
    bool *idle;      /* classes that rely on nothing yet */
    uint64_t *ks;    /* the different ks of the promises */
    size_t n_ks;
    size_t *k_of; /* position in `ks` of each promise */
    tacit_shown_cut **cut;
    size_t n, room;
    uint32_t *slot; /* hash table of sets: position in `cut` + 1 */
    size_t slots;
} tacit_shown;

/* Nothing is blanked yet. */
tacit_status tacit_shown_new(tacit_ctx *cx, const tacit_suppress_space *s, tacit_shown *out);

/* The cut of a set of keys, made if it is new. */
tacit_status tacit_shown_cut_of(tacit_ctx *cx, tacit_shown *w, uint64_t set, tacit_shown_cut **out);

/* Whether class x would be safe with the keys of `mask` blanked, all others staying as they
 * are. */
tacit_status tacit_shown_is_safe(tacit_ctx *cx, tacit_shown *w, size_t x, uint64_t mask, bool *out);

/* Blank exactly the keys of `mask` in class x; `*broken` is whether others rely on it. */
tacit_status tacit_shown_set(tacit_ctx *cx, tacit_shown *w, size_t x, uint64_t mask, bool *broken);

/* Let class x rely on nothing from now on, or again on what it shows. */
tacit_status tacit_shown_set_idle(tacit_ctx *cx, tacit_shown *w, size_t x, bool idle);

/* The classes of a cut by group: member[start[h]] ... member[start[h + 1] - 1]. */
tacit_status tacit_shown_members(tacit_ctx *cx, const tacit_shown *w, tacit_shown_cut *c);

#endif
