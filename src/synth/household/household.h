/*
 * household.h - synthetic households: a household first, then its members one after the other.
 */
#ifndef TACIT_SYNTH_HOUSEHOLD_HOUSEHOLD_H
#define TACIT_SYNTH_HOUSEHOLD_HOUSEHOLD_H

#include "synth/synth.h"

/* What is to be made; all borrowed.  Columns are positions in the data of the spec. */
typedef struct tacit_household_spec {
    tacit_synth_spec people; /* without the id; its rows are households, those that a kept
                              * column is of, if one is */
    size_t household;        /* column of the ids */
    size_t relation;         /* column of the roles; the number of columns: there is none, and
                              * the first record of a household is its head's */
    size_t age; /* column by which members of a role are ordered, the highest first; the
                 * number of columns: they are as in the file */
    const char *const *role; /* texts of the relation in the order in which members are made, the
                              * head first; others follow */
    size_t roles;            /* 0: all by themselves */
} tacit_household_spec;

/* What was found of the original. */
typedef struct tacit_household_told {
    size_t households, largest;
    size_t classes; /* roles whose members are learnt apart, the head among them */
    bool *whole;    /* for each column of the spec: all members of a household have one value; in
                     * scratch memory */
} tacit_household_told;

/* Make `spec->people.sets` tables of `spec->people.rows` households each, one after the other in
 * random order, members in the order of their roles, with ids counted from 1.  Fails with
 * TACIT_ERR_DATA if a household has no head, or several.  `out` has room for each set, which the
 * caller frees, also after a failure.  The same for any number of threads.  Every leaf of a tree
 * counts households: it learns from one member of each. */
tacit_status tacit_synth_households(tacit_ctx *cx, const tacit_household_spec *spec,
                                    tacit_household_told *told, tacit_table **out);

#endif
