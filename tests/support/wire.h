/*
 * wire.h - a desk over a small policy, and clients of it whose bytes are written by hand.
 *
 * It is used by fuzzers too, and knows no cmocka: what must hold ends the program.
 */
#ifndef TACIT_TESTS_SUPPORT_WIRE_H
#define TACIT_TESTS_SUPPORT_WIRE_H

#include "server/wire/own.h"

/* A desk over the data set "people" with persons "id":
 *   age  0 to 100, bins at 18 and 65     sex  f, m     Odd "N"  a, it's
 * whose 40 records are in the file at `path`, which is written, and answered as they are: 20 are
 * f, 10 have a. */
typedef struct wire_desk {
    tacit_ctx *cx;
    tacit_plan *plan;
    tacit_work work;
    tacit_gateway *gateway;
    tacit_tokens *tokens;
    tacit_journal *journal;
    tacit_desk *desk;
    char token[TACIT_TOKEN_TEXT]; /* of "ada" */
} wire_desk;

/* Make it, and end it. */
void wire_desk_open(wire_desk *d, const char *path);
void wire_desk_close(wire_desk *d);

/* Bytes of a client. */
typedef struct wire_bytes {
    size_t n;
    unsigned char at[65536];
} wire_bytes;

/* Append a message: its type ('\0': none), and parts by a format: 's' a text with its NUL, 'h' and
 * 'i' numbers of 2 and 4 bytes, 'b' a byte, 'v' a text with its length before it. */
void wire_put(wire_bytes *b, char type, const char *format, ...);

/* Append a startup message and the token as password. */
void wire_put_login(wire_bytes *b, const wire_desk *d);

/* What the server said. */
typedef struct wire_said {
    size_t n;
    unsigned char *at; /* the caller frees */
} wire_said;

/* Talk with a server that takes the token as password: it gets `b`, then the end. */
wire_said wire_talk(const wire_desk *d, const void *bytes, size_t n);

/* Whether all of it are whole messages. */
bool wire_is_framed(const wire_said *said);

/* The types of the messages, settings left out: "RKZ"; in `out`, cut if need be. */
void wire_types(const wire_said *said, char *out, size_t room);

/* The content of message number `i` of a type, from 0, and its length; NULL if there is none. */
const unsigned char *wire_find(const wire_said *said, char type, size_t i, size_t *n);

#endif
