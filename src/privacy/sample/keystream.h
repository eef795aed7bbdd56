/*
 * keystream.h - random bytes that may carry a guarantee: ChaCha20 under a key of the system.
 *
 * The key stream of ChaCha20 (Bernstein 2008; 64-bit counter from 0, nonce 0) under 256 bits of
 * getrandom(2), which waits until the system has them and has no substitute.  Every 2^20 bytes the
 * next 32 bytes of the stream become the key, so that who reads the memory later learns nothing of
 * noise drawn before; bytes are erased as they are taken.
 *
 * A stream under a given key is a simulation: it repeats itself, and nothing that was drawn from it
 * may be certified.  A stream belongs to one thread, and is not copied: two answers with the same
 * noise tell their difference.  For the same reason a process that was forked may not go on with
 * it; tacit_keystream_own() sees to that before noise is drawn.
 */
#ifndef TACIT_PRIVACY_SAMPLE_KEYSTREAM_H
#define TACIT_PRIVACY_SAMPLE_KEYSTREAM_H

#include "base/context.h"
#include "privacy/sample/wide.h"

enum { TACIT_KEYSTREAM_KEY = 32, TACIT_KEYSTREAM_BUFFER = 1024 };

typedef struct tacit_keystream {
    unsigned char key[TACIT_KEYSTREAM_KEY];
    uint64_t block; /* of 64 bytes under this key, the next one */
    size_t at;      /* the first byte of `buffer` that was not taken */
    bool simulation;
    int64_t process; /* that it was begun in */
    unsigned char buffer[TACIT_KEYSTREAM_BUFFER];
} tacit_keystream;

/* Begin a stream under a key of the system; ends with tacit_keystream_close(). */
tacit_status tacit_keystream_open(tacit_ctx *cx, tacit_keystream *out);

/* Begin a stream that is a simulation, under `key`. */
void tacit_keystream_simulate(const unsigned char key[TACIT_KEYSTREAM_KEY], tacit_keystream *out);

/* Make sure that no other process draws the same: a stream that was begun before a fork begins anew
 * under a key of the system.  A simulation repeats itself anyhow and stays. */
tacit_status tacit_keystream_own(tacit_ctx *cx, tacit_keystream *stream);

/* Erase the key and what was not taken. */
void tacit_keystream_close(tacit_keystream *stream);

/* Make the next bytes of the stream; for tacit_keystream_byte(). */
void tacit_keystream_refill(tacit_keystream *stream);

/* The next byte. */
static inline unsigned tacit_keystream_byte(tacit_keystream *stream)
{
    if (stream->at == TACIT_KEYSTREAM_BUFFER)
        tacit_keystream_refill(stream);
    const unsigned byte = stream->buffer[stream->at];
    stream->buffer[stream->at++] = 0;
    return byte;
}

#endif
