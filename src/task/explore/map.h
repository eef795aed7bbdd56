/*
 * map.h - a risk-utility map of ways to mask keys and numbers: methods, parameters, and what comes
 * of each.
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
    TACIT_MAP_INTERVAL,
    TACIT_MAP_LIKELIHOOD,
    TACIT_MAP_PROSECUTOR
};
enum tacit_map_loss {
    TACIT_MAP_PROPENSITY,
    TACIT_MAP_IL,
    TACIT_MAP_IL_CAPPED,
    TACIT_MAP_GRANULARITY,
    TACIT_MAP_OVERLAP,
    TACIT_MAP_REGRESSION,
    TACIT_MAP_TABLES,
    TACIT_MAP_LOSS_KINDS
};
extern const char *const TACIT_MAP_RISKS[], *const TACIT_MAP_LOSSES[];

/* The two parts of a plan that a map can free. */
enum tacit_map_part { TACIT_MAP_KEYS, TACIT_MAP_NUMBERS, TACIT_MAP_PARTS };

/* What is asked of a map. */
typedef struct tacit_map_ask {
    const tacit_value *columns[TACIT_MAP_PARTS]; /* of each part those that are free */
    const tacit_value *methods; /* a list of values for each method; no list: all methods */
    enum tacit_map_risk risk;
    enum tacit_map_loss loss;
    const tacit_value *mix;      /* losses with their weights, instead of `loss`; or none */
    double most_risk, most_loss; /* INFINITY if there is no limit */
    size_t trials;               /* ways that are tried at most */
    double seconds;              /* after which none is begun; INFINITY if never */
    size_t seeds;                /* with which ways on the frontier are carried out */
    uint64_t sample;             /* records that are looked at first; 0: all; UINT64_MAX: auto */
    const char *best;            /* the file that the best plan goes to, or NULL */
} tacit_map_ask;

/* Draw the map of the plan. */
tacit_status tacit_map_explore(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask);

/* ---- shared by its files ---- */

/* Figures that are kept of each way, in the order of TACIT_MAP_FIGURE_NAMES. */
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
    TACIT_MAP_F_LIKELIHOOD,
    TACIT_MAP_F_PROSECUTOR,
    TACIT_MAP_FIGURES
};
extern const char *const TACIT_MAP_FIGURE_NAMES[TACIT_MAP_FIGURES];

/* A method of a part, the parameter whose values are tried (NULL: as it is), one that is set, and
 * the measure of an attacker who knows the method. */
typedef struct tacit_map_kind {
    const tacit_method *method;
    enum tacit_map_part part;
    const char *parameter, *set, *to, *attack;
    bool relative;     /* usual values are shares of the deviation of the columns */
    bool false_labels; /* of keys: labels that stand for nobody count as classes otherwise */
} tacit_map_kind;
extern const tacit_map_kind TACIT_MAP_KINDS[];
extern const size_t TACIT_MAP_N_KINDS;

/* What is done to a part: a kind with a value; or nothing. */
typedef struct tacit_map_pick {
    const tacit_map_kind *kind; /* NULL: the part is as the data has it */
    double value;
} tacit_map_pick;

/* One way to carry the plan out, and what came of it. */
typedef struct tacit_map_way {
    const char *words;  /* "microaggregate, k 5" */
    const char *text;   /* the plan, as it would be carried out */
    json_t *measures;   /* of its trial; owned by what ways were given to keep it */
    json_t *quick;      /* the same of a sample */
    const char *attack; /* the measure that knows the method, or NULL */
    tacit_map_pick pick[TACIT_MAP_PARTS];
    bool own;         /* it is the plan as it was given */
    bool tried, done; /* done: it can be carried out; if not, `why` says why not */
    bool full;        /* it was measured on all records */
    bool hopeful;     /* by a sample it may be on the frontier */
    bool holds;       /* what the plan requires holds */
    bool keeps;       /* and so do the limits */
    bool frontier;    /* of those that hold, none has less risk and less loss */
    const char *why;
    const char *by; /* which attacker the risk is */
    double risk, loss, figure[TACIT_MAP_FIGURES];
    double first_risk, first_loss; /* of the sample, if one was looked at first; else NAN */
    double part_risk;              /* of the only part that is masked, by who knows only that */
    size_t seeds;                  /* with which it was carried out besides its own */
    double risk_range[2], loss_range[2];
} tacit_map_way;

/* All ways of a map. */
typedef struct tacit_map_ways {
    tacit_map_way *at;
    size_t n, room;
} tacit_map_ways;

/* The plan without what is free. */
typedef struct tacit_map_frame {
    const tacit_work *w;
    const tacit_map_ask *ask;
    const char *own;  /* the plan's text without the section `explore` */
    const char *text; /* the same without free steps but the first of each part */
    json_t *columns[TACIT_MAP_PARTS];
    char at[TACIT_MAP_PARTS][24];        /* where ways have their steps */
    bool there[TACIT_MAP_PARTS];         /* a step stands there */
    const char *method[TACIT_MAP_PARTS]; /* of the first free step, or NULL */
    json_t *args;                        /* of the free steps, by method */
    const json_t *asked_measures;        /* of the plan, or NULL */
    uint64_t sample;                     /* records that are looked at first; 0: all */
    double began;                        /* when, by tacit_map_now() */
    json_t *keep;                        /* an array that owns what ways borrow */
} tacit_map_frame;

/* Open the frame of the plan. */
tacit_status tacit_map_open(tacit_ctx *cx, const tacit_work *w, const tacit_map_ask *ask,
                            json_t *keep, tacit_map_frame *f);

/* The first ways in the order in which they are tried: the plan, then each method of each part with
 * few values, the methods by turns; with room for others. */
tacit_status tacit_map_list(tacit_ctx *cx, const tacit_map_frame *f, tacit_map_ways *out);

/* Add those with the other values. */
tacit_status tacit_map_list_rest(tacit_ctx *cx, const tacit_map_frame *f, tacit_map_ways *ways);

/* Add the way of these picks, unless there is one. */
tacit_status tacit_map_add(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_pick *pick,
                           tacit_map_ways *ways);

/* The plan of the way's trial: on the data in memory, into memory, with its measures, `quick` or
 * all; without files that steps would write. */
tacit_status tacit_map_trial(tacit_ctx *cx, const tacit_map_frame *f, const tacit_map_way *way,
                             bool quick, const char **out);

/* The parameter of a kind; NULL if it has none. */
const tacit_param *tacit_map_parameter(const tacit_map_kind *k);

/* Whether values of the kind were chosen here, not by who asks. */
bool tacit_map_is_usual(const tacit_map_ask *ask, const tacit_map_kind *k);

/* Round to three digits, or to a whole number if the parameter is one, within its range. */
double tacit_map_tidy(const tacit_param *p, double x);

/* ---- measures (map_measures.c) ---- */

/* Give the way the measures of its trial. */
tacit_status tacit_map_put_measures(tacit_ctx *cx, const tacit_map_frame *f, const json_t *args,
                                    tacit_map_way *out);

/* Take what a trial found. */
void tacit_map_take(const tacit_map_ask *ask, const json_t *record, tacit_map_way *way);

/* ---- search (map_search.c) ---- */

/* Try ways round by round; `*stopped` says whether it was asked to end with what it had. */
tacit_status tacit_map_search(tacit_ctx *cx, tacit_map_frame *f, tacit_map_ways *ways,
                              bool *stopped);

/* Which ways no other beats, and the knee of these; n if there is none. */
tacit_status tacit_map_frontier(tacit_ctx *cx, tacit_map_ways *ways, size_t *knee);

/* Which way is to be taken; n if there is none. */
typedef struct tacit_map_choice {
    size_t best, knee, nearest; /* nearest: if none keeps what is asked */
    bool stopped;               /* it was asked to end with what it had */
} tacit_map_choice;

/* Put the map into the record. */
tacit_status tacit_map_tell(tacit_ctx *cx, tacit_work *w, const tacit_map_ask *ask,
                            const tacit_map_ways *ways, const tacit_map_choice *choice);

#endif
