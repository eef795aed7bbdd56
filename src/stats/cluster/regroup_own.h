/*
 * regroup_own.h - what the parts of the local search for groups share.
 */
#ifndef TACIT_STATS_CLUSTER_REGROUP_OWN_H
#define TACIT_STATS_CLUSTER_REGROUP_OWN_H

#include "stats/cluster/regroup.h"

/* The groups, with room for `room` points each. */
typedef struct tacit_regroup_state {
    const tacit_regroup_spec *spec;
    size_t n, p, count;
    size_t cap, room;  /* a group grows to `cap` at most; it has `room` places */
    double *at;        /* the points, centred and scaled, in the places of their groups */
    double *own;       /* of each place, its squared distance from the mean of its group */
    double *mean;      /* of each group */
    uint32_t *size;    /* 0: dissolved */
    uint32_t *member;  /* points of each group, `room` places each */
    uint32_t *changed; /* the pass in which each group changed last */
    bool *stirred;     /* whether a group near it had changed when the pass began */
    uint32_t *near;    /* of each group `neighbours` others, itself for none */
    size_t *home;      /* `room`: where the points of a dissolved group go */
    size_t neighbours;
    size_t chain; /* so many of them are tried for chains */
    uint32_t pass;
    double least; /* gain that counts */
} tacit_regroup_state;

/* Place i of group g as a point. */
static inline const double *tacit_regroup_member(const tacit_regroup_state *s, size_t g, size_t i)
{
    return s->at + (g * s->room + i) * s->p;
}

/* Whether the group changed in the last pass or this. */
static inline bool tacit_regroup_is_fresh(const tacit_regroup_state *s, size_t g)
{
    return s->changed[g] + 1 >= s->pass;
}

/* Find the mean of group g from its members, and their distances from it. */
void tacit_regroup_mean(tacit_regroup_state *s, size_t g);

/* Make the best changes of the points of group a and dissolve it if that is better; how many. */
size_t tacit_regroup_improve(tacit_regroup_state *s, size_t a);

#endif
