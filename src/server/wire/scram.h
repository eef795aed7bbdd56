/*
 * scram.h - SCRAM-SHA-256: a client proves that it knows a password, and the server that it knows
 * what is kept of it, without either telling.
 *
 * With the StoredKey and ServerKey that are kept of the password (token/scram.c), and AuthMessage
 * all that was said before the proof:
 *
 *   ClientProof = ClientKey xor HMAC(StoredKey, AuthMessage)
 *   StoredKey = SHA-256(ClientKey),  ServerSignature = HMAC(ServerKey, AuthMessage)
 *
 * A client of TLS may bind the exchange to its channel: then it also proves which certificate it
 * was shown, so that nobody in between can pass the exchange on (tls-server-end-point).
 *
 * Source: RFC 5802 (Menon-Sen, Newman, Melnikov and Williams 2010), RFC 7677 (Hansen 2015),
 * RFC 5929 (Altman, Williams and Zhu 2010) for the channel.
 * Cost: a handful of SHA-256.
 */
#ifndef TACIT_SERVER_WIRE_SCRAM_H
#define TACIT_SERVER_WIRE_SCRAM_H

#include "server/token/token.h"

enum { TACIT_SCRAM_TEXT = 512, TACIT_SCRAM_CHANNEL = 64 };

/* What tells a channel from others: the hash of the server's certificate; n 0: nothing is known. */
typedef struct tacit_scram_channel {
    unsigned char hash[TACIT_SCRAM_CHANNEL];
    size_t n;
} tacit_scram_channel;

/* An exchange in the making, on the server's side. */
typedef struct tacit_scram_exchange {
    tacit_scram kept;
    bool known;                          /* there is such a user: a proof can be right */
    tacit_scram_channel channel;         /* that binding was offered to, if any */
    bool binds;                          /* the client has chosen to */
    char header[32];                     /* how the client begins: "n,," */
    char bare[TACIT_SCRAM_TEXT];         /* the client's first message without it */
    char nonce[TACIT_SCRAM_TEXT];        /* the client's and the server's */
    char first[2 * TACIT_SCRAM_TEXT];    /* the server's first message */
    char final[2 * TACIT_SCRAM_KEY + 8]; /* the server's last */
} tacit_scram_exchange;

/* Take the client's first message, and make `first` with the server's own part of the nonce
 * (printable, no comma).  False if it is not one. */
bool tacit_scram_begin(tacit_scram_exchange *x, const char *client_first, const char *nonce);

/* Take the client's last message; whether it proves that the password is known.  Makes `final`. */
bool tacit_scram_end(tacit_scram_exchange *x, const char *client_final);

#endif
