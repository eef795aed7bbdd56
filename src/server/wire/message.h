/*
 * message.h - how bytes come and go, and the parts of a message that came.
 */
#ifndef TACIT_SERVER_WIRE_MESSAGE_H
#define TACIT_SERVER_WIRE_MESSAGE_H

#include "base/context.h"

/* How bytes come and go; the time by which they must, in milliseconds of the monotonic clock. */
typedef struct tacit_wire_link {
    void *user;
    /* Some bytes, at most `n`; 0 if there are no more, or not in time. */
    size_t (*read)(void *user, void *to, size_t n, int64_t until);
    /* All of them; false if that failed. */
    bool (*write)(void *user, const void *from, size_t n);
    /* Begin TLS; NULL if there is none. */
    bool (*secure)(void *user, int64_t until);
} tacit_wire_link;

/* A message that came, as it is read; `bad` once more was read than there is. */
typedef struct tacit_wire_in {
    char type;
    const unsigned char *at, *end;
    bool bad;
} tacit_wire_in;

/* The next number of 4, 2 or 1 bytes; 0 if there is none. */
uint32_t tacit_wire_get32(tacit_wire_in *m);
uint16_t tacit_wire_get16(tacit_wire_in *m);
char tacit_wire_get_byte(tacit_wire_in *m);

/* The next text, up to its NUL, "" if there is none; and the next `n` bytes, or NULL. */
const char *tacit_wire_get_text(tacit_wire_in *m);
const unsigned char *tacit_wire_get_bytes(tacit_wire_in *m, size_t n);

/* The time in `seconds`, for links. */
int64_t tacit_wire_until(unsigned seconds);

#endif
