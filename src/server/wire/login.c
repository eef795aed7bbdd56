/*
 * login.c - from the first byte of a connection to a client who is known.
 *
 * A client may ask for encryption first; it gets TLS if there is a certificate.  Then it says who
 * it is, and proves it by SCRAM-SHA-256 or, where that is configured and nobody can listen, by the
 * token itself.  Until then nothing is told but what any client is told, and no message is longer
 * than 4 KiB.
 */
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "base/memory.h"
#include "base/secret.h"
#include "server/wire/own.h"
#include "server/wire/scram.h"

enum {
    VERSION_3 = 196608,
    ASK_CANCEL = 80877102,
    ASK_TLS = 80877103,
    ASK_GSS = 80877104,
    LOGIN_SECONDS = 15,
    NONCE = 18
};

#define SCRAM "SCRAM-SHA-256"
#define BINDING SCRAM "-PLUS"

/* What is offered: names, each with its NUL, and one more. */
static const char ONE[] = SCRAM "\0", BOTH[] = BINDING "\0" SCRAM "\0";
static const char WRONG[] = "The token is not that of this name, or may not be used any more.";

/* ---- the first messages ---- */

/* Answer a wish for encryption by one byte. */
static bool answer_wish(tacit_wire_session *s, bool granted, int64_t until)
{
    const char yes = granted ? 'S' : 'N';
    if (!s->link->write(s->link->user, &yes, 1))
        return false;
    if (granted && !s->link->secure(s->link->user, until))
        return false;
    s->secure = s->secure || granted;
    return true;
}

/* The parameters of a startup message: who, which database, and settings. */
static bool take_parameters(tacit_wire_session *s, tacit_wire_in *m)
{
    for (const char *name = tacit_wire_get_text(m); *name != '\0'; name = tacit_wire_get_text(m)) {
        const char *value = tacit_wire_get_text(m);
        if (strcmp(name, "user") == 0)
            (void)snprintf(s->user, sizeof s->user, "%s",
                           strlen(value) < sizeof s->user ? value : "");
        else if (strcmp(name, "database") == 0)
            (void)snprintf(s->database, sizeof s->database, "%.63s", value);
        else if (strcmp(name, "replication") != 0 && strcmp(name, "options") != 0 &&
                 strncmp(name, "_pq_.", 5) != 0 &&
                 tacit_wire_set(s, s->cx, name, value) != TACIT_OK)
            return false;
    }
    if (s->database[0] == '\0')
        (void)snprintf(s->database, sizeof s->database, "%s", s->user);
    return !m->bad && s->user[0] != '\0' && tacit_is_utf8(s->user, strlen(s->user)) &&
           tacit_is_utf8(s->database, strlen(s->database));
}

/* Newer minor versions and their options are answered with what is spoken here. */
static void negotiate(tacit_wire_session *s)
{
    tacit_wire_begin(s, 'v');
    tacit_wire_put32(s, VERSION_3);
    tacit_wire_put32(s, 0);
    tacit_wire_end(s);
}

static bool take_startup(tacit_wire_session *s, tacit_wire_in *m, uint32_t version)
{
    if (version >> 16 != 3) {
        tacit_wire_send_fatal(s, "0A000", "Only version 3 of the protocol is spoken here.");
        return false;
    }
    if (version != VERSION_3)
        negotiate(s);
    if (!take_parameters(s, m)) {
        tacit_wire_send_fatal(s, s->state[0] != '\0' ? s->state : "08P01",
                              s->state[0] != '\0' ? tacit_message(s->cx)
                                                  : "The startup message cannot be read.");
        return false;
    }
    return true;
}

/* Messages before the startup are few: each wish once. */
static bool start(tacit_wire_session *s, int64_t until)
{
    tacit_wire_in m;
    for (int wishes = 0; wishes < 3; wishes++) {
        if (!tacit_wire_read(s, &m, TACIT_WIRE_EARLY, false, until))
            return false;
        const uint32_t version = tacit_wire_get32(&m);
        if (version == ASK_CANCEL) {
            const uint32_t number = tacit_wire_get32(&m), secret = tacit_wire_get32(&m);
            if (!m.bad && s->cancel != NULL)
                s->cancel(s->cancel_user, number, secret);
            return false;
        }
        if (version != ASK_TLS && version != ASK_GSS)
            return take_startup(s, &m, version);
        const bool tls = version == ASK_TLS && s->link->secure != NULL && !s->secure;
        if (!answer_wish(s, tls, until))
            return false;
    }
    return false;
}

/* ---- proof ---- */

static void ask_for(tacit_wire_session *s, uint32_t what, const void *more, size_t n)
{
    tacit_wire_begin(s, 'R');
    tacit_wire_put32(s, what);
    tacit_wire_put_bytes(s, more, n);
    tacit_wire_end(s);
    tacit_wire_flush(s);
}

/* The next message of a login, whose contents end with a NUL of ours. */
static bool read_password(tacit_wire_session *s, tacit_wire_in *m, int64_t until)
{
    if (!tacit_wire_read(s, m, TACIT_WIRE_EARLY - 1, true, until))
        return false;
    if (m->type != 'p') {
        tacit_wire_send_fatal(s, "08P01", "A password message was expected.");
        return false;
    }
    s->in[m->end - s->in] = '\0';
    return true;
}

static bool prove_by_token(tacit_wire_session *s, int64_t until)
{
    tacit_wire_in m;
    ask_for(s, 3, NULL, 0);
    if (!read_password(s, &m, until))
        return false;
    const char *token = tacit_wire_get_text(&m);
    const bool right = !m.bad && tacit_desk_admit(s->desk, token, &s->caller) == TACIT_OUTCOME_OK &&
                       strcmp(s->caller.name, s->user) == 0;
    tacit_wipe(s->in, TACIT_WIRE_EARLY);
    return right;
}

/* The client's first message: mechanism, and its own. */
static const char *read_first(tacit_wire_in *m, bool *binds)
{
    const char *mechanism = tacit_wire_get_text(m);
    const uint32_t n = tacit_wire_get32(m);
    const unsigned char *text = tacit_wire_get_bytes(m, n);
    *binds = !m->bad && strcmp(mechanism, BINDING) == 0;
    const bool fits = !m->bad && m->at == m->end && (*binds || strcmp(mechanism, SCRAM) == 0) &&
                      memchr(text, '\0', n) == NULL;
    return fits ? (const char *)text : NULL;
}

static bool prove_by_scram(tacit_wire_session *s, int64_t until)
{
    unsigned char random[NONCE];
    char nonce[sodium_base64_ENCODED_LEN(NONCE, sodium_base64_VARIANT_ORIGINAL)];
    tacit_wire_in m;
    tacit_scram_exchange x = { 0 };
    if (s->secure && s->channel != NULL)
        x.channel = *s->channel;
    if (x.channel.n > 0)
        ask_for(s, 10, BOTH, sizeof BOTH);
    else
        ask_for(s, 10, ONE, sizeof ONE);
    if (!read_password(s, &m, until) || tacit_random_bytes(s->cx, random, NONCE) != TACIT_OK)
        return false;
    (void)sodium_bin2base64(nonce, sizeof nonce, random, NONCE, sodium_base64_VARIANT_ORIGINAL);
    const char *first = read_first(&m, &x.binds);
    x.known = tacit_desk_verifier(s->desk, s->user, &x.kept, &s->caller) == TACIT_OUTCOME_OK;
    if (first == NULL || !tacit_scram_begin(&x, first, nonce)) {
        tacit_wire_send_fatal(s, "08P01", "This is no SCRAM-SHA-256 as it was offered.");
        return false;
    }
    ask_for(s, 11, x.first, strlen(x.first));
    const bool right = read_password(s, &m, until) &&
                       memchr(m.at, '\0', (size_t)(m.end - m.at)) == NULL &&
                       tacit_scram_end(&x, (const char *)m.at);
    if (right)
        ask_for(s, 12, x.final, strlen(x.final));
    tacit_wipe(&x, sizeof x);
    return right;
}

/* ---- the whole ---- */

static void welcome(tacit_wire_session *s)
{
    ask_for(s, 0, NULL, 0);
    tacit_wire_send_settings(s);
    tacit_wire_begin(s, 'K');
    tacit_wire_put32(s, s->number);
    tacit_wire_put32(s, s->secret);
    tacit_wire_end(s);
}

bool tacit_wire_login(tacit_wire_session *s)
{
    const unsigned seconds = s->spec->login_seconds;
    const int64_t until = tacit_wire_until(seconds > 0 ? seconds : LOGIN_SECONDS);
    if (!start(s, until))
        return false;
    if (s->spec->only_tls && !s->secure) {
        tacit_wire_send_fatal(s, "28000", "Connect with TLS: sslmode=require.");
        return false;
    }
    const bool right = s->spec->plain_token ? prove_by_token(s, until) : prove_by_scram(s, until);
    if (!right) {
        if (!s->broken)
            tacit_wire_send_fatal(s, "28P01", WRONG);
        return false;
    }
    welcome(s);
    return !s->broken;
}
