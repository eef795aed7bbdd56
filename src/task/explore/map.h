/*
 * map.h - a risk-utility map of ways to mask numbers: methods, parameters, and what comes of each.
 */
#ifndef TACIT_TASK_EXPLORE_MAP_H
#define TACIT_TASK_EXPLORE_MAP_H

#include "run/work.h"

/* By what a map measures risk and loss; positions in TACIT_MAP_RISKS and TACIT_MAP_LOSSES. */
enum tacit_map_risk {
    TACIT_MAP_WORST,
    TACIT_MAP_LINKAGE,
    TACIT_MAP_DR,
    TACIT_MAP_DFT,
    TACIT_MAP_DISTANCE,
    TACIT_MAP_PROBABILISTIC,
    TACIT_MAP_INTERVAL
};
enum tacit_map_loss { TACIT_MAP_PROPENSITY, TACIT_MAP_IL, TACIT_MAP_IL_CAPPED };
extern const char *const TACIT_MAP_RISKS[], *const TACIT_MAP_LOSSES[];

/* What is asked of a map. */
typedef struct tacit_map_ask {
    const tacit_value *numbers; /* the columns whose masking is free */
    const tacit_value *methods; /* a list of values for each method; no list: all methods */
    enum tacit_map_risk risk;
    enum tacit_map_loss loss;
    double most_risk, most_loss; /* INFINITY if there is no limit */
    size_t trials;               /* ways that are tried at most */
    double seconds;              /* after which none is begun; INFINITY if never */
    const char *best;            /* the file that the best plan goes to, or NULL */
} tacit_map_ask;

/* Draw the map of the plan. */
tacit_status tacit_map_explore(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask);

/* ---- shared by its files ---- */

/* Figures that are kept of each way, in the order of TACIT_MAP_FIGURES. */
enum tacit_map_figure {
    TACIT_MAP_F_DLD,
    TACIT_MAP_F_PLD,
    TACIT_MAP_F_ID,
    TACIT_MAP_F_IL,
    TACIT_MAP_F_IL_CAPPED,
    TACIT_MAP_F_DR,
    TACIT_MAP_F_DR_DFT,
    TACIT_MAP_F_SCORE,
    TACIT_MAP_F_SCORE_CAPPED,
    TACIT_MAP_F_SCORE_DFT,
    TACIT_MAP_F_PMSE,
    TACIT_MAP_F_ATTACK,
    TACIT_MAP_FIGURES
};
extern const char *const TACIT_MAP_FIGURE_NAMES[TACIT_MAP_FIGURES];

/* One way to carry the plan out, and what came of it. */
typedef struct tacit_map_way {
    const char *words;      /* "microaggregate, k 5" */
    const char *text;       /* the plan, as it would be carried out */
    const json_t *measures; /* of its trial; borrowed from what list_ways was given */
    const char *attack;     /* the measure that knows the method, or NULL */
    bool own;               /* it is the plan as it was given */
    bool tried, done;       /* done: it can be carried out; if not, `why` says why not */
    bool holds;             /* what the plan requires holds */
    bool keeps;             /* and so do the limits */
    bool frontier;          /* of those that hold, none has less risk and less loss */
    const char *why;
    const char *by; /* which attacker the risk is */
    double risk, loss, figure[TACIT_MAP_FIGURES];
} tacit_map_way;

/* All ways in the order in which they are tried: the plan, then each method from its ends to what
 * is between, the methods by turns.  `keep`, an array, owns what ways borrow. */
tacit_status tacit_map_list(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask,
                            json_t *keep, tacit_map_way **out, size_t *n);

/* Which way is to be taken; n if there is none. */
typedef struct tacit_map_choice {
    size_t best, knee, nearest; /* nearest: if none keeps what is asked */
    bool stopped;               /* it was asked to end with what it had */
} tacit_map_choice;

/* Put the map into the record. */
tacit_status tacit_map_tell(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask,
                            const tacit_map_way *way, size_t n, const tacit_map_choice *choice);

#endif
