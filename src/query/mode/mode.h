/*
 * mode.h - what a mode is: a way to answer questions that protects the persons behind them.
 *
 * Each lives in one file that defines one constant and is listed by one line in modes.def.  The
 * contract: what a mode answers (`answers`) and what an answer costs (`cost`) follow from the
 * question and the policy alone, before anything is read.  `answer` gets the exact query sets and
 * tells a value for each cell and aggregate, or nothing of it; it refuses the whole question only
 * by one of the fixed codes.  The same question must get the same answer: a mode that draws, draws
 * from the secret and the question, or is asked once and its answer kept.
 *
 * A mode may keep a state while a data set is open.  If what it answers depends on what it answered
 * (`judge`), it is asked within the transaction of the ledger that books the question, when all
 * entries before it have been judged, too: those of other processes and of earlier runs in the
 * order of the log, so that every process and every restart comes to the same state.  A judge looks
 * at who is asked about and at what was told, never at values that were not, so that a refusal
 * tells nothing.
 */
#ifndef TACIT_QUERY_MODE_MODE_H
#define TACIT_QUERY_MODE_MODE_H

#include "base/result.h"
#include "base/secret.h"
#include "base/sha256.h"
#include "query/data.h"

/* What an answer is. */
typedef enum tacit_answer_kind {
    TACIT_ANSWER_EXACT = 0,
    TACIT_ANSWER_NOISE,    /* with noise */
    TACIT_ANSWER_INTERVAL, /* a range that the truth is in */
    TACIT_ANSWER_COPY      /* exact of a copy that was perturbed */
} tacit_answer_kind;

/* Why a question that is well asked is not answered; E_SIZE and E_AUDIT are said by modes whose
 * judgement does not look at values. */
typedef enum tacit_query_refusal {
    TACIT_REFUSED_NOT = 0,
    TACIT_REFUSED_BUDGET, /* E_BUDGET: all that may be asked was asked */
    TACIT_REFUSED_AUDIT,  /* E_AUDIT: with earlier answers it would tell too much */
    TACIT_REFUSED_SIZE,   /* E_SIZE: its query set is too small, or all but too small */
    TACIT_REFUSALS
} tacit_query_refusal;

/* The code of a refusal, "E_BUDGET", and what it means. */
const char *tacit_query_refusal_code(tacit_query_refusal r);
const char *tacit_query_refusal_why(tacit_query_refusal r);

/* What is told of one aggregate of one cell; NAN is not told. */
typedef struct tacit_query_told {
    double value;
    double low, high; /* the truth is between them */
} tacit_query_told;

/* In scratch memory. */
typedef struct tacit_query_answer {
    tacit_query_refusal refused;
    tacit_query_told *told; /* of each cell all aggregates, if it is not refused */
} tacit_query_answer;

/* What a mode counts: how many groups were told of, or what epsilon was spent. */
typedef enum tacit_mode_unit { TACIT_SPENDS_CELLS = 0, TACIT_SPENDS_EPSILON } tacit_mode_unit;

/* What an answer would cost, in the mode's unit; `delta` besides an epsilon. */
typedef struct tacit_query_cost {
    double amount, delta;
} tacit_query_cost;

/* What a judge says: refused as a whole, or which aggregates of which cells are told. */
typedef struct tacit_mode_verdict {
    tacit_query_refusal refused;
    bool *told; /* of each cell all aggregates, in scratch memory */
} tacit_mode_verdict;

/* One question to one mode. */
typedef struct tacit_mode_job {
    const tacit_query *query;
    const tacit_args *args;            /* the mode's own */
    const unsigned char *secret;       /* TACIT_SECRET_BYTES that only the custodian has; or NULL */
    void *state;                       /* that `open` made; or NULL */
    const tacit_mode_verdict *verdict; /* of `judge`; NULL if there is none */
} tacit_mode_job;

/* What a state is made from; all of it lasts as long as the state. */
typedef struct tacit_mode_setup {
    const tacit_query_schema *schema;
    const tacit_query_data *data;
    const tacit_args *args;
} tacit_mode_setup;

typedef struct tacit_mode {
    tacit_entry about;
    unsigned answers; /* bits of tacit_aggregate_kind */
    tacit_answer_kind kind;
    bool keyed;  /* it needs the secret of the custodian */
    bool copies; /* the records are those of a copy that the policy's steps made */
    bool bounds; /* what of a person counts is bounded: the data is arranged (query/data.h) */
    tacit_mode_unit unit;
    const char *tells; /* what an answer is, one sentence */
    const char *lacks; /* what is not promised, one sentence */
    /* Whether the arguments go with what is declared, and the question with both: a failure says
     * what would be right and follows from the policy alone.  NULL: all do. */
    tacit_status (*declare)(tacit_ctx *cx, const tacit_query_schema *schema,
                            const tacit_args *args);
    tacit_status (*check)(tacit_ctx *cx, const tacit_mode_job *job);
    /* Fail if the policy and the question do not suit each other, and append the words of the
     * policy or the asker that make it another question; or NULL: there are none. */
    tacit_status (*settle)(tacit_ctx *cx, const tacit_mode_job *job, tacit_buffer *words);
    tacit_query_cost (*cost)(const tacit_mode_job *job);
    /* What noise there is, for people who weigh it up beforehand, or NULL: the standard deviation
     * of a count's */
    tacit_status (*error)(tacit_ctx *cx, const tacit_mode_job *job, double *out);
    tacit_status (*answer)(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_sets *sets,
                           tacit_query_answer *out);
    /* Instead of `answer`, for a mode that adds up and needs no lists of records. */
    tacit_status (*scan)(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_data *data,
                         tacit_query_answer *out);
    /* ---- of modes that keep a state; NULL in the others ---- */
    tacit_status (*open)(tacit_ctx *cx, const tacit_mode_setup *setup, void **out);
    void (*close)(void *state); /* accepts NULL */
    /* Decide on a question, and book what will be told of it.  A mode with a judge needs a ledger,
     * and is judged by one thread at a time. */
    tacit_status (*judge)(tacit_ctx *cx, const tacit_mode_job *job, const tacit_query_data *data,
                          tacit_mode_verdict *out);
    /* The digest of the state: equal in all processes that judged the same questions. */
    tacit_status (*digest)(tacit_ctx *cx, const void *state, unsigned char out[TACIT_SHA256_BYTES]);
    /* Figures of how well it protects and how much it spoils, as far as is known now, for the
     * custodian; NULL if there are none. `state` is NULL where none is kept. */
    tacit_status (*measure)(tacit_ctx *cx, const tacit_args *args, const void *state,
                            tacit_result *out);
} tacit_mode;

#define TACIT_MODE(id) extern const tacit_mode tacit_mode_##id;
#include "query/mode/modes.def"
#undef TACIT_MODE

extern const tacit_catalog tacit_mode_catalog;

/* The name of a unit, for people. */
const char *tacit_mode_unit_name(tacit_mode_unit unit);

/* The mode called `name`, or NULL. */
const tacit_mode *tacit_mode_find(const char *name);

/* Bring a question to the form in which this mode answers it: with what the asker or the policy
 * chose besides in its text and key.  Fails if it cannot be answered. */
tacit_status tacit_mode_settle(tacit_ctx *cx, const tacit_mode *mode, const tacit_args *args,
                               tacit_query *q);

/* Answer: find the query sets if the mode wants them, and ask it. */
tacit_status tacit_mode_run(tacit_ctx *cx, const tacit_mode *mode, const tacit_mode_job *job,
                            const tacit_query_data *data, tacit_query_answer *out);

#endif
