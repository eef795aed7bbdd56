/*
 * ledger.h - what has been asked of data sets and what it cost: durable, and safe against cheating.
 *
 * A ledger is a log of rows that only grows, in an SQLite file (write-ahead log, synchronous=FULL)
 * or in a table of a PostgreSQL database that several servers share.
 * Row i has h_i = SHA-256("tacit ledger row" | h_(i-1) | i | body), so that a row that is changed,
 * removed, inserted or moved breaks the chain.  Rows at the end could still be cut off: beside the
 * log at FILE, FILE.anchor holds the number of rows and the last hash, and is synced before
 * anything is answered.  Who puts back an older copy of both together cannot be told from somebody
 * who never asked; keep the last hash that `tacit ledger` shows elsewhere to notice even that.  In
 * PostgreSQL the anchor, a file of each server, is there if it is asked for.
 *
 * The way of a question, which is a canonical text:
 *
 *   find      has it been answered?  Then the same bytes again, at no cost, whoever asks
 *   reserve   its cost is spent, within the limits, before data is read
 *   touch     data is about to be read: from here on there is no way back
 *   commit    the answer is stored; only then may it be handed out
 *   void      instead, as long as nothing was touched: the cost is given back
 *
 * Questions that leave no entry, since they are refused or answered again, are tallied: rows that
 * say how many there were of each kind since the last.
 *
 * A reservation whose process died stays spent for ever.  Limits are checked against what is
 * reserved and committed inside the transaction that reserves, while no other can (BEGIN IMMEDIATE,
 * an advisory lock), so that any number of processes on one ledger spend what one may.  Periods
 * are numbers that never go back: a request of an earlier one than the data set has seen is booked
 * in the latest, so that a clock that is set back opens nothing again.  Times in the log are told,
 * never decided by.
 *
 * Everything that is known follows from the log, which is read and checked when a ledger is opened
 * and row by row as other processes add to it; no other table could say something else.  Cost: O(1)
 * transactions and two syncs a step, O(rows added by others); opening reads the log without the
 * answers, O(rows); about 200 bytes of memory an entry.  Any failure of the disk or the connection
 * makes the ledger refuse until it is opened anew.  A ledger belongs to one thread, and is not
 * carried over a fork.
 */
#ifndef TACIT_QUERY_LEDGER_LEDGER_H
#define TACIT_QUERY_LEDGER_LEDGER_H

#include "base/sha256.h"
#include "privacy/accountant/units.h"

typedef struct tacit_ledger tacit_ledger;

/* The longest names and texts, in bytes. */
enum { TACIT_LEDGER_NAME = 256, TACIT_LEDGER_QUESTION = 1 << 16, TACIT_LEDGER_ANSWER = 1 << 23 };

/* What a question costs, what was spent, or what may be: epsilon and delta in fixed point, and a
 * number of questions for modes that have neither. */
typedef struct tacit_ledger_cost {
    tacit_units epsilon, delta;
    uint64_t count;
} tacit_ledger_cost;

/* No limit. */
#define TACIT_LEDGER_ANY                                                                           \
    ((tacit_ledger_cost){ TACIT_UNITS_MOST, TACIT_UNITS_MOST, TACIT_UNITS_MOST })

/* Whose spending a limit is about. */
typedef enum tacit_ledger_scope {
    TACIT_LEDGER_DATASET = 0,    /* everybody's on the data set, ever */
    TACIT_LEDGER_ANALYST,        /* one analyst's on the data set, ever */
    TACIT_LEDGER_PERIOD,         /* everybody's in the period */
    TACIT_LEDGER_ANALYST_PERIOD, /* one analyst's in the period */
    TACIT_LEDGER_SCOPES
} tacit_ledger_scope;

/* A question that is about to be answered. */
typedef struct tacit_ledger_request {
    const char *dataset, *analyst; /* not empty */
    int64_t period;
    const char *question; /* canonical; ends with a NUL besides its `length` bytes */
    size_t length;
    tacit_ledger_cost cost;
    tacit_ledger_cost limit[TACIT_LEDGER_SCOPES];
} tacit_ledger_request;

typedef enum tacit_ledger_state {
    TACIT_LEDGER_RESERVED = 0,
    TACIT_LEDGER_COMMITTED,
    TACIT_LEDGER_VOID
} tacit_ledger_state;

/* An entry of the log.  Texts are borrowed for the call that shows it. */
typedef struct tacit_ledger_entry {
    uint64_t number; /* of the row that reserved: the order of entries */
    tacit_ledger_state state;
    int64_t time;                 /* of the reservation, seconds since 1970 by the clock then */
    tacit_ledger_request request; /* `period` is the one that it was booked in */
    unsigned char digest[TACIT_SHA256_BYTES]; /* of the question */
} tacit_ledger_entry;

/* A stored answer; `bytes` is in scratch memory. */
typedef struct tacit_ledger_answer {
    bool found;
    const char *bytes;
    size_t length;
} tacit_ledger_answer;

/* What became of a request to reserve. */
typedef struct tacit_ledger_grant {
    enum {
        TACIT_LEDGER_GRANTED = 0,
        TACIT_LEDGER_KNOWN,     /* it has been answered meanwhile: `answer` */
        TACIT_LEDGER_EXHAUSTED, /* a limit would be exceeded: that of `scope` */
        TACIT_LEDGER_REFUSED    /* by the judge */
    } outcome;
    uint64_t entry; /* if granted */
    int64_t period; /* that it was booked in */
    tacit_ledger_scope scope;
    tacit_ledger_answer answer;
} tacit_ledger_grant;

/* Says whether a question may be answered, while no other process can reserve: it may call
 * tacit_ledger_visit() first to learn of entries that it has not seen.  It looks at no data. */
typedef tacit_status tacit_ledger_judge(tacit_ctx *cx, void *user, bool *allowed);

/* How a ledger is opened. */
typedef enum tacit_ledger_mode {
    TACIT_LEDGER_READ = 0, /* it must be there, and is not changed */
    TACIT_LEDGER_WRITE     /* it is made, for the owner alone, if it is not there */
} tacit_ledger_mode;

/* Where a ledger is. */
typedef struct tacit_ledger_place {
    const char *path;   /* a file; or postgresql://..., or postgresql: and what libpq connects by */
    const char *anchor; /* in PostgreSQL: the file that anchors it for this machine, or NULL */
} tacit_ledger_place;

/* Whether a ledger's path is that of a file. */
bool tacit_ledger_is_file(const char *path);

/* Fail if a path cannot be one: if it is one of PostgreSQL that cannot be understood, or has a
 * password in it, which would stand in plans, records and lists of processes. */
tacit_status tacit_ledger_check_path(tacit_ctx *cx, const char *path);

/* Call `visit` for each file that connecting to `path` reads because the path names it: of TLS, of
 * passwords.  Texts are in scratch memory. */
tacit_status tacit_ledger_files(tacit_ctx *cx, const char *path,
                                void (*visit)(void *user, const char *file), void *user);

/* Open the ledger at `place` and check it; the caller closes.  Fails with TACIT_ERR_DATA if it is
 * damaged or was tampered with, and says how to recover. */
tacit_status tacit_ledger_open_at(tacit_ctx *cx, const tacit_ledger_place *place,
                                  tacit_ledger_mode mode, tacit_ledger **out);

/* The same without an anchor that is said. */
tacit_status tacit_ledger_open(tacit_ctx *cx, const char *path, tacit_ledger_mode mode,
                               tacit_ledger **out);

/* Whether something failed, so that it answers nothing until it is closed and opened anew. */
bool tacit_ledger_is_broken(const tacit_ledger *l);

/* Close; reservations that were not settled stay spent.  Accepts NULL. */
void tacit_ledger_close(tacit_ledger *l);

/* The stored answer to the question, if it has one. */
tacit_status tacit_ledger_find(tacit_ctx *cx, tacit_ledger *l, const char *dataset,
                               const char *question, size_t length, tacit_ledger_answer *out);

/* Spend the cost of a request.  `judge` may be NULL. */
tacit_status tacit_ledger_reserve(tacit_ctx *cx, tacit_ledger *l, const tacit_ledger_request *r,
                                  tacit_ledger_judge *judge, void *user, tacit_ledger_grant *out);

/* Say that data will be read for `entry`, which this ledger reserved. */
void tacit_ledger_touch(tacit_ledger *l, uint64_t entry);

/* Store the answer to `entry`.  `*out` is what to hand out: another process may have answered the
 * same question first, and then it is the answer of that one. */
tacit_status tacit_ledger_commit(tacit_ctx *cx, tacit_ledger *l, uint64_t entry, const char *answer,
                                 size_t length, tacit_ledger_answer *out);

/* Give back the cost of `entry`; fails if it was touched. */
tacit_status tacit_ledger_void(tacit_ctx *cx, tacit_ledger *l, uint64_t entry);

/* How many kinds of questions without an entry are told apart; what they are is the caller's. */
enum { TACIT_LEDGER_TALLIES = 8 };

/* Add to the tally of a data set.  A row each: who tallies often collects before. */
tacit_status tacit_ledger_tally(tacit_ctx *cx, tacit_ledger *l, const char *dataset,
                                const uint64_t n[TACIT_LEDGER_TALLIES]);

/* ---- looking at it ---- */

/* How many data sets have a tally; the one called `dataset`, or what comes at place `i`. */
typedef struct tacit_ledger_tallied {
    const char *dataset;
    uint64_t n[TACIT_LEDGER_TALLIES];
} tacit_ledger_tallied;
size_t tacit_ledger_tallies(const tacit_ledger *l);
tacit_ledger_tallied tacit_ledger_tally_at(const tacit_ledger *l, size_t i);
tacit_ledger_tallied tacit_ledger_tally_of(const tacit_ledger *l, const char *dataset);

/* What an entry's state is called. */
const char *tacit_ledger_state_name(tacit_ledger_state state);

/* What an account has spent, and the limit that its last request named. */
typedef struct tacit_ledger_account {
    tacit_ledger_scope scope;
    const char *dataset, *analyst; /* `analyst` is "" if it is everybody's */
    int64_t period;                /* 0 if it is of all periods */
    tacit_ledger_cost spent, limit;
    uint64_t entries; /* not void */
} tacit_ledger_account;

/* How many accounts there are, and account `i`, in the order of their first entry. */
size_t tacit_ledger_accounts(const tacit_ledger *l);
tacit_ledger_account tacit_ledger_account_at(const tacit_ledger *l, size_t i);

/* The account of `scope` that a request would be booked on; nothing spent if there is none. */
tacit_ledger_account tacit_ledger_account_of(const tacit_ledger *l, tacit_ledger_scope scope,
                                             const tacit_ledger_request *r);

/* How many rows the log has, and the hash of the last. */
uint64_t tacit_ledger_rows(const tacit_ledger *l);
void tacit_ledger_head(const tacit_ledger *l, unsigned char out[TACIT_SHA256_BYTES]);

/* Called for each entry; a failure ends the visit. */
typedef tacit_status tacit_ledger_visitor(tacit_ctx *cx, void *user, const tacit_ledger_entry *e);

/* Visit the entries of `dataset` (NULL: of all) after number `after`, in the order in which they
 * were reserved, void ones too.  One that is only reserved may yet be answered, or has been read
 * for by a process that died: who reckons with what analysts know reckons with it. */
tacit_status tacit_ledger_visit(tacit_ctx *cx, tacit_ledger *l, const char *dataset, uint64_t after,
                                tacit_ledger_visitor *visit, void *user);

/* The number after which the last `n` entries come: 0 if there are no more than that. */
uint64_t tacit_ledger_before_last(const tacit_ledger *l, uint64_t n);

/* Check what opening does not: every stored answer.  `*answers` is how many there are. */
tacit_status tacit_ledger_check(tacit_ctx *cx, tacit_ledger *l, uint64_t *answers);

/* Write a copy of the ledger, as it is now, to the files `path`, which is not there yet or is
 * empty, and `anchor`; it is a ledger in a file, wherever this one is. */
tacit_status tacit_ledger_copy(tacit_ctx *cx, tacit_ledger *l, const char *path,
                               const char *anchor);

#endif
