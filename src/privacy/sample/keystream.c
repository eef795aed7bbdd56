/*
 * keystream.c - random bytes that may carry a guarantee.
 */
#include "privacy/sample/keystream.h"

#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "base/memory.h"
#include "base/secret.h"

enum { BLOCK = 64, BLOCKS_OF_A_KEY = (1 << 20) / BLOCK };

_Static_assert(TACIT_KEYSTREAM_BUFFER % BLOCK == 0, "the buffer is whole blocks");
_Static_assert(TACIT_KEYSTREAM_KEY == crypto_stream_chacha20_KEYBYTES, "a key of ChaCha20");

tacit_status tacit_keystream_open(tacit_ctx *cx, tacit_keystream *out)
{
    unsigned char key[TACIT_KEYSTREAM_KEY];
    TACIT_TRY(tacit_random_bytes(cx, key, sizeof key));
    tacit_keystream_simulate(key, out);
    tacit_wipe(key, sizeof key);
    out->simulation = false;
    return TACIT_OK;
}

void tacit_keystream_simulate(const unsigned char key[TACIT_KEYSTREAM_KEY], tacit_keystream *out)
{
    *out = (tacit_keystream){ .at = TACIT_KEYSTREAM_BUFFER, .simulation = true };
    out->process = getpid();
    memcpy(out->key, key, sizeof out->key);
}

tacit_status tacit_keystream_own(tacit_ctx *cx, tacit_keystream *stream)
{
    const bool forked = !stream->simulation && stream->process != getpid();
    return forked ? tacit_keystream_open(cx, stream) : TACIT_OK;
}

void tacit_keystream_close(tacit_keystream *stream)
{
    tacit_wipe(stream, sizeof *stream);
    stream->at = TACIT_KEYSTREAM_BUFFER;
}

/* The next `n` bytes, whole blocks, over zeros. */
static void make_bytes(tacit_keystream *stream, unsigned char *zeros, size_t n)
{
    static const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = { 0 };
    crypto_stream_chacha20_xor_ic(zeros, zeros, n, nonce, stream->block, stream->key);
    stream->block += n / BLOCK;
}

void tacit_keystream_refill(tacit_keystream *stream)
{
    if (stream->block >= BLOCKS_OF_A_KEY) {
        unsigned char next[BLOCK] = { 0 };
        make_bytes(stream, next, sizeof next);
        memcpy(stream->key, next, sizeof stream->key);
        stream->block = 0;
        tacit_wipe(next, sizeof next);
    }
    memset(stream->buffer, 0, sizeof stream->buffer);
    make_bytes(stream, stream->buffer, sizeof stream->buffer);
    stream->at = 0;
}
