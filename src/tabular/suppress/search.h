/*
 * search.h - a search for the cheapest pattern on its way; for the files of this folder.
 */
#ifndef TACIT_TABULAR_SUPPRESS_SEARCH_H
#define TACIT_TABULAR_SUPPRESS_SEARCH_H

#include "base/rng.h"
#include "solve/lp.h"
#include "tabular/suppress/cuts.h"
#include "tabular/suppress/sums.h"
#include "tabular/suppress/suppress.h"

/* The linear relaxation (relax.c), over the columns and inequalities that matter. */
typedef struct tacit_relaxation {
    tacit_lp *lp;
    size_t n, m;      /* its columns and rows */
    uint32_t *column; /* of a column of the program */
    uint32_t *place;  /* of a column in the program; UINT32_MAX if it is not in it */
    uint32_t *row;    /* of a row of the program in the pool */
    bool *in;         /* of a row of the pool: whether it is in the program */
    size_t noted;     /* rows of the pool for which `in` says so */
    double *point;    /* of all columns: the last point */
    double *latest;   /* and their reduced costs */
    double bound;     /* the best proven: no pattern costs less, */
    double *reduced;  /* and one that hides a column so much more */
    double *price;    /* of a row of the pool: its price in that proof */
    size_t n_priced;  /* rows that were there then */
    double rise;      /* rounds end when some raise the bound by no more than this share */
} tacit_relaxation;

typedef struct tacit_hiding {
    tacit_system *s;
    size_t n;                   /* columns: cells that may be hidden */
    size_t n_primary;           /* cells that must be */
    uint32_t *column;           /* of a cell */
    uint32_t *cell;             /* of a column */
    double *cost;               /* of a column */
    bool whole;                 /* costs are whole numbers */
    tacit_cuts pool;            /* all inequalities found so far, over columns */
    tacit_relaxation lax;       /* their relaxation */
    double *x;                  /* the pattern at hand, of all cells */
    tacit_hiding_proofs proofs; /* of what is protected */
    /* What integer programs found, so that what does not change is not solved again: by the first
     * column of a piece its mark and bound, by column its point. */
    uint64_t *kept_mark;
    double *kept_bound, *kept_point;
    bool *freed;  /* of a column: it takes part in them, however dear it makes the relaxation, */
    bool *wanted; /* and it should, for a better bound */
    double *lead; /* of a column: the last point that fulfils the pool, or nearly, */
    bool led;     /* if there is one */
    tacit_tabular_how how;
    bool begun;     /* what is sought completes a pattern that a method began */
    bool cut;       /* the relaxation ended with its time: its columns may not fulfil its rows */
    bool coarse;    /* it was too late for more: all that may be hidden is */
    bool boxed;     /* boxes are hidden, since it was not known in time whether less would do */
    double seconds; /* that all may take */
    double end;     /* when time is over, by tacit_lp_now(), */
    double late;    /* and when it is too late to mend what does not stand yet, */
    double ripe;    /* and when nothing is made cheaper any more, so that it can be looked at, */
    double more;    /* and how many seconds what must be done after the end may take */
} tacit_hiding;

/* Rounds of the relaxation end when eight of them raise it by no more than this share. */
#define TACIT_HIDING_RISE 1e-4

/* Make the columns of `h`, of which only the system and times are set. */
tacit_status tacit_hiding_begin(tacit_ctx *cx, tacit_hiding *h);

/* Search for the cheapest pattern of `h->s` until `h->end`, as `h->how` says; of `h` nothing else
 * is set yet.  `point` has room for all cells, and is the pattern by column.  The caller frees. */
tacit_status tacit_hiding_find(tacit_ctx *cx, tacit_hiding *h, double *point,
                               tacit_tabular_suppressed *out);
void tacit_hiding_free(tacit_hiding *h);

/* Give a search, of which nothing is done yet, so many seconds from now. */
void tacit_hiding_give_time(tacit_hiding *h, double seconds);

/* Whether the search shall end with what it has: time is over, or it was asked to. */
bool tacit_hiding_is_over(const tacit_ctx *cx, const tacit_hiding *h);

/* Make `h->x` the pattern of `point`, whose numbers are between 0 and 1. */
void tacit_hiding_take(tacit_hiding *h, const double *point);

/* Put inequalities over cells into the pool. */
tacit_status tacit_hiding_add_cuts(tacit_ctx *cx, tacit_hiding *h, const tacit_cuts *found);

/* Find inequalities that the pattern `h->x` breaks, cheap ones first, and put them into the
 * pool; `*any` says whether there were any. */
tacit_status tacit_hiding_break(tacit_ctx *cx, tacit_hiding *h, bool *any);

/* The same, but for no longer than `end`: what was not looked at by then counts as broken. */
tacit_status tacit_hiding_break_until(tacit_ctx *cx, tacit_hiding *h, double end, bool *any);

/* Who looks for what a pattern breaks: equations alone, attackers from close by besides, or, if
 * these are not sure, attackers from everywhere and contributors. */
typedef enum tacit_hiding_look {
    TACIT_LOOK_AT_EQUATIONS = 0,
    TACIT_LOOK_CLOSE,
    TACIT_LOOK_EVERYWHERE
} tacit_hiding_look;

/* Where a pattern differs from one that stands: the equations of the cells that may differ, and the
 * claims (cuts.h) that may have lost their proofs. */
typedef struct tacit_hiding_change {
    const uint32_t *row, *claim;
    size_t n_rows, n_claims;
} tacit_hiding_change;

/* The same for such a pattern. */
tacit_status tacit_hiding_break_near(tacit_ctx *cx, tacit_hiding *h,
                                     const tacit_hiding_change *change, tacit_hiding_look look);

/* Solve the relaxation until nothing is broken (`*stands`), it hardly rises any more, after
 * `most` rounds, or when time is over. */
tacit_status tacit_hiding_relax(tacit_ctx *cx, tacit_hiding *h, size_t most, bool *stands);

/* A pattern that nearly stands, by hiding for good what the relaxation hides most, again and again
 * (dive.c). */
tacit_status tacit_hiding_dive(tacit_ctx *cx, tacit_hiding *h, double *point);

/* What pieces.c found. */
typedef struct tacit_pieces {
    double *point;   /* a cheapest point of all columns that fulfils the pool, each 0 or 1 */
    double bound;    /* no such point is cheaper, of those that hide no column beyond `most` */
    double lasting;  /* nor is any that hides others too, */
    size_t n_wanted; /* and more could be proven if so many of these took part (`h->wanted`) */
    bool hopeless;   /* there is no point, because a piece is too large or too hard */
    bool narrow;     /* there is none over these columns; more are free now */
    bool stands;     /* the point protects all primary cells */
} tacit_pieces;

/* Solve the pool in whole numbers, over the columns that make the relaxation dearer by at most
 * `most` or are freed, piece by piece where no inequality joins them.  Points must be cheaper than
 * `known`, a pattern that stands, or NULL. */
tacit_status tacit_hiding_solve(tacit_ctx *cx, tacit_hiding *h, double most, const double *known,
                                tacit_pieces *out);

/* How dear columns may make the relaxation that must take part so that the pieces' proofs hold for
 * all patterns, given one that stands: the most that it costs above the relaxation in a piece. */
tacit_status tacit_hiding_gap_of_pieces(tacit_ctx *cx, tacit_hiding *h, double most,
                                        const double *known, double *out);

/* The reduced cost that some times as many columns at 0 stay below as the relaxation has above 0:
 * those that take part in the first integer programs (prove.c). */
tacit_status tacit_hiding_choose_most(tacit_ctx *cx, const tacit_hiding *h, double *out);

/* Take the pattern of `point` if it is the cheapest so far. */
void tacit_hiding_take_best(const tacit_hiding *h, const double *point, double *best,
                            tacit_tabular_suppressed *out);

/* Whether what was found is proven to be the cheapest. */
void tacit_hiding_judge(const tacit_hiding *h, tacit_tabular_suppressed *out);

/* Find patterns by integer programs until one is proven to be the cheapest, time is over, or a
 * piece is too hard. */
tacit_status tacit_hiding_prove(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                tacit_tabular_suppressed *out);

/* Raise the bound, given a pattern that stands, and take a cheaper one that is found on the way. */
tacit_status tacit_hiding_raise(tacit_ctx *cx, tacit_hiding *h, double most, double *best,
                                tacit_tabular_suppressed *out);

/* Whether that is hopeless, since a piece is too large, and whether most of it is at least `hard`.
 */
tacit_status tacit_hiding_is_tangled(tacit_ctx *cx, tacit_hiding *h, double most, bool *out,
                                     bool *hard);

/* Show again what is superfluous in the pattern of `point`, which stands (prune.c). */
tacit_status tacit_hiding_prune(tacit_ctx *cx, tacit_hiding *h, double *point);

/* The same for one of which all claims have proofs in whole units, which they keep, by sums of
 * moves (sums.h). */
tacit_status tacit_hiding_prune_whole(tacit_ctx *cx, tacit_hiding *h, tacit_hiding_sums *sums,
                                      double *point);

/* A pattern of a large table that is hard as a whole, place by place, and a bound (divide.c);
 * `*divided` says whether it falls into places. */
tacit_status tacit_hiding_divide(tacit_ctx *cx, tacit_hiding *h, double *point, double *bound,
                                 bool *divided);

/* How much is done to make a pattern cheaper. */
typedef struct tacit_hiding_effort {
    double most; /* columns that make the relaxation dearer by no more may be hidden */
    bool once;   /* small neighbourhoods alone, until none has anything to give */
} tacit_hiding_effort;

/* Make the pattern of `point`, which stands, cheaper neighbourhood by neighbourhood until time is
 * over (improve.c). */
tacit_status tacit_hiding_improve(tacit_ctx *cx, tacit_hiding *h, const tacit_hiding_effort *effort,
                                  double *point);

/* What the pattern of `point` costs. */
double tacit_hiding_cost(const tacit_hiding *h, const double *point);

/* How much of row `r` of the pool the point fulfils. */
double tacit_hiding_sum(const tacit_cuts *pool, size_t r, const double *point);

/* Hide more until the pattern of `point` stands, or everything (`h->coarse`) if that takes too
 * long; fails if it does not stand and the work is asked to finish. */
tacit_status tacit_hiding_mend(tacit_ctx *cx, tacit_hiding *h, double *point);

/* Whether proofs that tables of whole units are possible say all: no contributor knows more. */
bool tacit_hiding_is_plain(const tacit_hiding *h);

/* Hide besides what gives all claims proofs in whole units under the pattern of `point`, at little
 * cost, until `end`, and then show again what none of them needs; `*left` says how many claims have
 * none then, and their cells are `open` (whole.c). */
tacit_status tacit_hiding_whole(tacit_ctx *cx, tacit_hiding *h, double end, double *point,
                                bool *open, size_t *left);

/* What is hidden besides so that sums of moves prove more. */
typedef struct tacit_hiding_besides_job {
    tacit_hiding *h;
    tacit_hiding_sums *sums;
    double *point;  /* the pattern, as `h->x` has it, too */
    tacit_rng *rng; /* what is worth most is told with an error; NULL: without */
    double end;
} tacit_hiding_besides_job;

/* Hide few cells at a time with which sums of moves prove the claims that have no proof in whole
 * units (start/besides.c). */
tacit_status tacit_hiding_besides(tacit_ctx *cx, const tacit_hiding_besides_job *job);

/* Hide besides what makes the pattern of `point` surer to stand in whole units: boxes around the
 * sensitive cells that are `doubtful`; if it is not the first time, around all; and then everything
 * (`h->coarse`) (start/harden.c). */
tacit_status tacit_hiding_harden(tacit_ctx *cx, tacit_hiding *h, const bool *doubtful, size_t times,
                                 double *point);

#endif
