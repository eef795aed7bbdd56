/*
 * own.h - households of the original and on their way, for the files of this folder.
 */
#ifndef TACIT_SYNTH_HOUSEHOLD_OWN_H
#define TACIT_SYNTH_HOUSEHOLD_OWN_H

#include "synth/household/household.h"

/* Names of columns that no data has: those of the head and of the member before. */
#define TACIT_HOME_COUNT "\x01members"
#define TACIT_HOME_HEAD "\x01head "
#define TACIT_HOME_BEFORE                                                                          \
    "\x01"                                                                                         \
    "before "

/* The households of the original, in scratch memory. */
typedef struct tacit_home_plan {
    const tacit_household_spec *spec;
    size_t n, largest;
    const uint32_t *of; /* the household of each record */
    size_t *first;      /* where the members of each begin, and the end */
    uint32_t *member;   /* records by household, in the order of their roles */
    uint32_t *at;       /* where each record stands there */
    uint32_t classes;   /* of roles; 0 is the head */
    uint32_t *class_of; /* of each record */
    uint32_t *place;    /* of each record: how many of its class come before it at home */
    bool *whole;        /* of each column of the spec: one value in every household */
    bool *size;         /* of each: it is the number of members */
    bool as_before;     /* who lives together is kept */
    tacit_tie_words home_words, member_words; /* what each level keeps to */
    size_t bucket; /* households that a role or place must have to be learnt apart */
    const tacit_generator *counts; /* makes the numbers of members ... */
    const tacit_args *counts_args; /* ... with these */
} tacit_home_plan;

/* Find out who belongs together, in which role and order.  O(records * columns). */
tacit_status tacit_home_find(tacit_ctx *cx, const tacit_household_spec *spec, tacit_home_plan *out);

/* Part what must hold into that of households and that of members, and see which columns are of
 * which: one that follows from columns of members is theirs. */
tacit_status tacit_home_bind(tacit_ctx *cx, tacit_home_plan *homes);

/* Columns that are known or made, of a table of its own. */
typedef struct tacit_home_draft {
    tacit_table *data; /* the caller frees */
    tacit_synth_column *column;
    size_t n;
    const tacit_tie_words *words; /* what must hold */
} tacit_home_draft;

/* Begin a draft with room for `most` columns, of original records `rows`. */
tacit_status tacit_home_draft_start(tacit_ctx *cx, size_t rows, size_t most, tacit_home_draft *d);

/* Add cells of column `c` in the draft's records; `as` is what is done with it.  Predictors are
 * those that are said already, in scratch memory. */
tacit_status tacit_home_draft_add(tacit_ctx *cx, tacit_home_draft *d, const tacit_column *c,
                                  const char *name, const size_t *rows,
                                  const tacit_synth_column *as);

/* Make what is to be made in `rows` rows, in their order; the caller frees. */
tacit_status tacit_home_draft_make(tacit_ctx *cx, const tacit_home_plan *homes, tacit_home_draft *d,
                                   size_t rows, const tacit_rng *rng, tacit_table **out);

/* Whether column `k` of the spec may be learnt from column `from`. */
bool tacit_home_may_learn(const tacit_home_plan *homes, size_t k, size_t from);

/* One set on its way. */
typedef struct tacit_made {
    const tacit_home_plan *homes;
    const tacit_table *whole_of; /* the original's households: numbers of members, columns */
    tacit_table *home;           /* the same of the made ones */
    tacit_table *people;         /* member columns of those made so far */
    size_t persons;              /* of all households */
    size_t *first;               /* the first person of each household, and the end */
    uint32_t *home_of;           /* of each person */
    size_t *at;                  /* the row of each person in `people` */
    size_t done;                 /* rows there */
    tacit_rng rng;
} tacit_made;

/* Make the members of the households of `m`, role by role. */
tacit_status tacit_home_members(tacit_ctx *cx, tacit_made *m);

/* Trees whose values keep to the differences between members that the original has. */
extern const tacit_generator tacit_home_kin;

#endif
