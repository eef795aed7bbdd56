/*
 * desk.h - where askers are let in, by whatever door they come: HTTP, or the wire of PostgreSQL.
 *
 * A door brings a token (or has checked one by SCRAM), gets a caller, and for every request takes a
 * turn, asks, and tells the outcome no sooner than tacit_desk_due() says.  Nothing here fails: what
 * goes wrong is a code and a sentence that may be told, the same fixed codes for every door; a
 * failure of the server itself is E_SERVER, and what it was stands in the journal alone.
 *
 * One flight for a question: who asks what another is being answered just now waits for that
 * answer, so that both together pay once.
 *
 * Time: what takes q of a grid's quanta or part of one is told q quanta after it arrived.  The grid
 * is laid from the arrival of each request, and not by the clock, because by shifting requests
 * against a common grid one could measure more finely than it (dp: Timing channels).
 *
 * Threads: any number of them, each with a context of its own.  O(1) besides the gateway's work.
 */
#ifndef TACIT_SERVER_DESK_H
#define TACIT_SERVER_DESK_H

#include "gateway/gateway.h"
#include "gateway/sheet.h"
#include "server/outcome.h"
#include "server/journal.h"
#include "server/token/token.h"

typedef struct tacit_desk tacit_desk;

/* What a desk is made of; all borrowed, and outliving it. */
typedef struct tacit_desk_spec {
    tacit_tokens *tokens;
    tacit_journal *journal;
    tacit_gateway *const *gateway; /* loaded */
    size_t n;                      /* at least 1, each with a name of its own */
    double rate;                   /* requests a minute that a token may make */
    double burst;                  /* requests that it may make at once */
    uint32_t grid;                 /* milliseconds; 0: none */
} tacit_desk_spec;

/* Open a desk; the caller frees. */
tacit_status tacit_desk_new(tacit_ctx *cx, const tacit_desk_spec *spec, tacit_desk **out);

/* Accepts NULL. */
void tacit_desk_free(tacit_desk *d);

/* ---- who asks ---- */

typedef struct tacit_caller {
    size_t id; /* of the token */
    char name[TACIT_TOKEN_NAME];
    tacit_caller_role role;
} tacit_caller;

/* Whose token `text` is. */
tacit_outcome tacit_desk_admit(tacit_desk *d, const char *text, tacit_caller *out);

/* What SCRAM needs to check that the caller called `name` has the token, and who that then is.  Of
 * a name that is not known, what is made up from the name, always the same: who guesses names
 * learns nothing, and the check fails with TACIT_OUTCOME_TOKEN at the end. */
tacit_outcome tacit_desk_verifier(tacit_desk *d, const char *name, tacit_scram *scram,
                                  tacit_caller *out);

/* Take a turn: TACIT_OUTCOME_RATE if it is too early, and then in how many seconds it is not;
 * TACIT_OUTCOME_TOKEN if the token has ended meanwhile. */
tacit_outcome tacit_desk_turn(tacit_desk *d, const tacit_caller *caller, double *seconds);

/* ---- asking ---- */

/* A question as it comes in. */
typedef struct tacit_desk_question {
    const tacit_caller *caller;
    const char *door;    /* "http", "wire": for the journal */
    const char *dataset; /* NULL: the one that the question reads, else the first */
    const char *sql;
    const tacit_sql_values *values; /* of $1, $2, ... in it; or NULL */
    double epsilon; /* that the answer may spend, of a mode that spends it; 0: the policy's */
} tacit_desk_question;

/* What is told.  In scratch memory of the context. */
typedef struct tacit_desk_answer {
    tacit_outcome code;
    const char *why;            /* a sentence, unless it is TACIT_OUTCOME_OK */
    int line, column;           /* of the question where it is wrong, from 1; 0 if nowhere */
    const tacit_policy *policy; /* NULL if there is no such data set */
    tacit_reply reply;          /* unless the question itself was refused */
    tacit_sheet sheet;          /* with ranges; if it was asked and TACIT_OUTCOME_OK */
} tacit_desk_answer;

/* Answer, and note it in the journal. */
void tacit_desk_ask(tacit_ctx *cx, tacit_desk *d, const tacit_desk_question *q,
                    tacit_desk_answer *out);

/* How it is understood and what it would cost: free, and without a look at the data. */
void tacit_desk_explain(tacit_ctx *cx, tacit_desk *d, const tacit_desk_question *q,
                        tacit_desk_answer *out);

/* What the caller has spent and may spend. */
tacit_outcome tacit_desk_bill(tacit_ctx *cx, tacit_desk *d, const tacit_caller *caller,
                              const char *dataset, tacit_query_bill *out);

/* Visit the latest entries of the ledger, the caller's own or for a custodian all; without a
 * ledger none. */
tacit_outcome tacit_desk_history(tacit_ctx *cx, tacit_desk *d, const tacit_caller *caller,
                                 tacit_ledger_visitor *visit, void *user);

/* Answer from what was told of the same words before (http/memo.h): note it, and get the bill. */
tacit_outcome tacit_desk_again(tacit_ctx *cx, tacit_desk *d, const tacit_desk_question *q,
                               const char *key, tacit_query_bill *out);

/* ---- what is there ---- */

/* How many data sets there are, and the policy of number `i`. */
size_t tacit_desk_datasets(const tacit_desk *d);
const tacit_policy *tacit_desk_policy(const tacit_desk *d, size_t i);

/* The tokens and the journal, for the custodian. */
tacit_tokens *tacit_desk_tokens(tacit_desk *d);
tacit_journal *tacit_desk_journal(tacit_desk *d);

/* What was counted since the start: outcomes of questions by code, those of them that had been
 * answered before, and how many are under way. */
typedef struct tacit_desk_counts {
    uint64_t outcome[TACIT_OUTCOMES];
    uint64_t before, explained;
    uint64_t flying;
} tacit_desk_counts;
tacit_desk_counts tacit_desk_counted(tacit_desk *d);

/* ---- time ---- */

/* Nanoseconds of a clock that only goes forward. */
uint64_t tacit_desk_now(void);

/* When what arrived at `arrived` and is known now may be told; and waiting for a time. */
uint64_t tacit_desk_due(const tacit_desk *d, uint64_t arrived);
void tacit_desk_wait(uint64_t due);

#endif
