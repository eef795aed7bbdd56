/*
 * reserve.h - noise in reserve: drawn before it is asked for, so that time does not tell its size.
 *
 * Who sees how long an exact draw took learns something of the size of the noise (Jin, McMurtry,
 * Rubinstein and Ohrimenko 2022).  A reserve holds the noise of several answers to the same
 * request. It is filled when nobody waits for an answer, and an answer takes the next noise and
 * puts it to the values, which takes the same time whatever it is; then the noise is erased.  A
 * reserve that has run dry is filled before the answer: that time belongs to the noise of many
 * later answers and not to this one.
 *
 * After a fork both processes would hold the same noise: the one that was forked erases it, takes a
 * new key and draws anew.
 */
#ifndef TACIT_PRIVACY_MECHANISM_RESERVE_H
#define TACIT_PRIVACY_MECHANISM_RESERVE_H

#include "privacy/mechanism/mechanism.h"

typedef struct tacit_reserve tacit_reserve;

/* Make a reserve for `answers` answers to `request`, and fill it.  Mechanism, request and stream
 * are borrowed and outlive it; the caller owns `*out`. */
tacit_status tacit_reserve_new(tacit_ctx *cx, const tacit_mechanism *m,
                               const tacit_request *request, tacit_keystream *stream,
                               size_t answers, tacit_reserve **out);

/* Erase what was not used.  Accepts NULL. */
void tacit_reserve_free(tacit_reserve *reserve);

/* Draw what was used; for times at which nobody waits. */
tacit_status tacit_reserve_fill(tacit_ctx *cx, tacit_reserve *reserve);

/* How many answers there is noise for. */
size_t tacit_reserve_left(const tacit_reserve *reserve);

/* Answer with the next noise: `request->answers` integers. */
tacit_status tacit_reserve_answer(tacit_ctx *cx, tacit_reserve *reserve, const tacit_i128 *value,
                                  tacit_i128 *out);

#endif
