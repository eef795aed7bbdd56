/*
 * journal.h - who asked, when, what became of it: the log of a server.
 *
 * A line of JSON for each question, and for what a custodian changed.  A question is told by its
 * key and the data set alone; neither its text nor anything of its answer is in the log, and no
 * token.  The file is for its owner alone and only grows; the last lines are also kept in memory,
 * for the custodian.
 *
 *   {"time": "2026-05-01T12:00:00Z", "who": "ada", "role": "analyst", "door": "http",
 *    "what": "query", "dataset": "survey", "key": "9f...", "outcome": "ok", "paid": 2}
 *
 * Any thread may write.
 */
#ifndef TACIT_SERVER_JOURNAL_H
#define TACIT_SERVER_JOURNAL_H

#include <jansson.h>

#include "base/context.h"

typedef struct tacit_journal tacit_journal;

/* Open the journal at `path`, which is made if it is not there; NULL: in memory only.  The caller
 * closes. */
tacit_status tacit_journal_open(tacit_ctx *cx, const char *path, tacit_journal **out);

/* Accepts NULL. */
void tacit_journal_close(tacit_journal *j);

/* What a line says; what is NULL is left out. */
typedef struct tacit_journal_line {
    const char *who, *role, *door, *what, *dataset, *key, *outcome;
    const char *failure; /* a sentence of the server about itself */
    double paid;
} tacit_journal_line;

/* Write a line; false if it could not be written. */
bool tacit_journal_write(tacit_journal *j, const tacit_journal_line *line);

/* The last lines, oldest first, as an array that the caller owns; NULL if memory ran out. */
json_t *tacit_journal_last(tacit_journal *j);

#endif
