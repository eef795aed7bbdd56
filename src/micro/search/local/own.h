/*
 * own.h - shared by the files of local recoding.
 *
 * Work is done on units: the cells of a space that have records, and parts of cells once a
 * cell is divided.  A plan of groups is the number of a group for each unit; what a group is
 * released with follows from its units (the lowest labels, or the narrowest ranges, that
 * they share), so plans can be compared and changed without keeping regions.
 */
#ifndef TACIT_MICRO_SEARCH_LOCAL_OWN_H
#define TACIT_MICRO_SEARCH_LOCAL_OWN_H

#include "micro/search/recoding.h"

/* A unit without a group: it is suppressed. */
#define TACIT_LOCAL_NONE UINT32_MAX

/* One axis.  Costs are what a record adds to the loss, times the number of records: those
 * of all axes together are in 0 ... 1 if no key is missing. */
typedef struct tacit_local_axis {
    const tacit_axis *x;
    bool range;        /* ranges of values may be released */
    double scale;      /* cost of a record that is suppressed */
    double **cost;     /* [level][value]; 0 if missing */
    double *mean_cost; /* [level], over records */
    uint64_t **mix;    /* [level][value]: random bits of its label */
} tacit_local_axis;

/* Classes for the judge: class c has the units unit[start[c]] ... unit[start[c + 1] - 1]. */
typedef struct tacit_local_lists {
    size_t n;
    uint32_t *unit;
    size_t *start;
} tacit_local_lists;

/* Room in which classes are shown to the judge. */
typedef struct tacit_local_view {
    uint64_t *size;
    double *population;
    tacit_judge_pairs *shown;
    tacit_search_pairs *pairs; /* of each column that the judge wants */
    const tacit_search_pairs **from;
    size_t n_pairs;
    uint64_t *sum;
    uint32_t *touched;
} tacit_local_view;

typedef struct tacit_local {
    const tacit_search_space *s;
    const tacit_local_spec *spec;
    tacit_judge *judge;
    uint64_t least; /* size that is all that is required; 0 if more is */
    uint64_t floor; /* least size that has a chance */
    unsigned traits;
    size_t axes;
    tacit_local_axis *axis;
    size_t n, room;   /* units, and how many there may be */
    uint32_t *cell;   /* of each unit */
    uint64_t *size;   /* records of each unit */
    uint32_t *value;  /* room * axes */
    double *dear;     /* cost of a record of each unit if it is suppressed */
    uint64_t records; /* of all units */
    tacit_local_view view;
    double deadline; /* on the clock of tacit_local_now(); 0 if there is none */
} tacit_local;

/* Records that may be suppressed without need. */
static inline uint64_t tacit_local_aim(const tacit_local *L)
{
    return L->spec->most_suppressed - L->spec->spare;
}

/* Get ready for a space, in scratch memory. */
tacit_status tacit_local_make(tacit_ctx *cx, const tacit_search_space *s, tacit_judge *judge,
                              const tacit_local_spec *spec, tacit_local *out);

/* Seconds on a clock that only goes forward, and whether the time is over. */
double tacit_local_now(void);
bool tacit_local_is_late(const tacit_local *L);

/* Values of unit u. */
static inline const uint32_t *tacit_local_values(const tacit_local *L, size_t u)
{
    return &L->value[u * L->axes];
}

/* Cost of a record of unit u at a node. */
static inline double tacit_local_cost(const tacit_local *L, size_t u, const uint8_t *level)
{
    const uint32_t *v = tacit_local_values(L, u);
    double sum = 0.0;
    for (size_t a = 0; a < L->axes; a++)
        sum += L->axis[a].cost[level[a]][v[a]];
    return sum;
}

/* Whether units u and v have the same labels at a node. */
bool tacit_local_alike(const tacit_local *L, size_t u, size_t v, const uint8_t *level);

/* Show the classes of `lists` to a judge; of those smaller than `least` the size alone. */
tacit_judge_view tacit_local_show(tacit_local *L, const tacit_local_lists *lists, uint64_t least);

/* Mark the classes that the judge does not accept; classes without records are marked. */
void tacit_local_judge(tacit_local *L, const tacit_local_lists *lists, bool *marked);

/* Whether the judge accepts these units as one class. */
bool tacit_local_accepts(tacit_local *L, uint32_t *unit, size_t n);

/* Room for lists of all units, one class a unit at most. */
tacit_status tacit_local_lists_make(tacit_ctx *cx, const tacit_local *L, tacit_local_lists *out);

/* The groups of a plan as lists, units upwards within each; empty groups too. */
void tacit_local_lists_of(const tacit_local *L, const uint32_t *group, size_t groups,
                          tacit_local_lists *out);

/* The narrowest region that units share; false if they share none on some axis.  The cost
 * of a record of unit u there is the sum over axes of tacit_local_region_cost(). */
bool tacit_local_region(const tacit_local *L, const uint32_t *unit, size_t n,
                        tacit_search_region *out);
double tacit_local_region_cost(const tacit_local_axis *a, const tacit_search_region *r,
                               uint32_t value);

/* What units cost as one group; `region` is room for its region. */
double tacit_local_group_cost(const tacit_local *L, const uint32_t *unit, size_t n,
                              tacit_search_region *region);

/* What each group of a plan costs; 0 for empty ones. */
tacit_status tacit_local_costs(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                               size_t groups, double *cost);

/* The loss of a plan times the number of records, groups as narrow as they can be. */
tacit_status tacit_local_total(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                               size_t groups, double *out);

/* How a cascade goes through the lattice. */
typedef struct tacit_cascade_spec {
    double ahead; /* a node is first looked at when classes of this part of its mean cost are
                     due */
    double step;  /* classes that cost at most this much more than those due are released */
} tacit_cascade_spec;

/* Release units class by class, from the cheapest nodes upwards, until none is left or no
 * node releases any more (local_cascade.c); what is left has no group. */
tacit_status tacit_local_cascade(tacit_ctx *cx, tacit_local *L, const tacit_cascade_spec *spec,
                                 uint32_t *group, size_t *groups);

/* How groups are split. */
typedef struct tacit_split_spec {
    bool strict; /* each child must be accepted; otherwise rejected ones stay together */
    bool widest; /* cut the axis with the widest region; otherwise that which gains most */
    bool divide; /* divide a cell at a median */
} tacit_split_spec;

/* Split groups as far as they go (local_split.c). */
tacit_status tacit_local_split(tacit_ctx *cx, tacit_local *L, const tacit_split_spec *spec,
                               uint32_t *group, size_t *groups);

/* Join the units without a group to the classes of a node, and forget groups that the judge
 * does not accept (local_refine.c). */
tacit_status tacit_local_node(tacit_ctx *cx, tacit_local *L, const uint8_t *level, uint32_t *group,
                              size_t *groups);

/* Forget groups that the judge does not accept, and empty ones; number the rest anew. */
tacit_status tacit_local_keep_accepted(tacit_ctx *cx, tacit_local *L, uint32_t *group,
                                       size_t *groups);

/* Take units without a group into groups, each where it adds least: if that is less than it
 * costs to leave it out, or at any cost (local_refine.c). */
typedef enum tacit_take { TACIT_TAKE_GAINS, TACIT_TAKE_ALL } tacit_take;
tacit_status tacit_local_take_in(tacit_ctx *cx, tacit_local *L, tacit_take what, uint32_t *group,
                                 size_t *groups);

/* Make one group of the units without a group and as many groups as must be given up for it
 * (local_rescue.c); changes nothing if the judge refuses even all together. */
tacit_status tacit_local_rescue(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups);

/* Move units to better groups and dissolve groups (local_move.c); never worse. */
tacit_status tacit_local_move(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups);

/* Join groups that are released with the same labels, and forget those that the judge then
 * does not accept (local_result.c). */
tacit_status tacit_local_settle(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups);

/* What becomes of the units without a group: whether they are left out, and groups that cannot
 * stay without them lose theirs (release.c). */
tacit_status tacit_local_release(tacit_ctx *cx, tacit_local *L, uint32_t *group, size_t *groups,
                                 tacit_release *out);

/* The recoding that a settled plan is; the caller frees. */
tacit_status tacit_local_result(tacit_ctx *cx, const tacit_local *L, const uint32_t *group,
                                size_t groups, tacit_recoding **out);

#endif
