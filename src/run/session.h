/*
 * session.h - tables in memory that outlive a run: what a host gives, what runs release.
 *
 * Plans name them as memory:NAME.  Everything in a session can be read by a run; only what a run
 * released comes out again, so that an original never leaves by this way.
 */
#ifndef TACIT_RUN_SESSION_H
#define TACIT_RUN_SESSION_H

#include "table/store.h"
#include "tacit.h"

struct tacit_session {
    tacit_store *tables;   /* that runs can read */
    tacit_store *released; /* that can be taken out: they share their columns with `tables` */
};

/* The scheme of addresses in memory. */
#define TACIT_MEMORY_SCHEME "memory:"

/* Whether `target` is in memory, and what it is called there. */
bool tacit_session_is_memory(const char *target);
const char *tacit_session_name(const char *target);

/* Take the tables of `pending` (emptied) over as released. */
tacit_status tacit_session_release(tacit_ctx *cx, tacit_session *s, tacit_store *pending);

/* SHA-256 of a table's columns in order: names, types, cells as texts, each with its length;
 * `*bytes` is how many were hashed.  O(cells). */
tacit_status tacit_session_digest(tacit_ctx *cx, const tacit_table *t, char *out, uint64_t *bytes);

#endif
