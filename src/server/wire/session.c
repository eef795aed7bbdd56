/*
 * session.c - a client who has logged in, from message to message.
 *
 * What a message may do follows from the state alone: after a failure in an extended query all is
 * passed over until the client synchronises; after one in a transaction only its end is let pass;
 * a message that the protocol does not have here ends the session.
 */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "server/wire/own.h"

enum { IDLE_SECONDS = 3600 };

/* Tell that the next query can come, and in which state the transaction is. */
static void ready(tacit_wire_session *s)
{
    if (s->transaction == 'I')
        tacit_wire_forget_portals(s);
    tacit_wire_begin(s, 'Z');
    tacit_wire_put_byte(s, s->transaction);
    tacit_wire_end(s);
    tacit_wire_flush(s);
}

/* Tell of a failure; a transaction that was begun has failed. */
static void fail(tacit_wire_session *s, const tacit_ctx *cx, tacit_status status, const char *text)
{
    tacit_wire_send_error(s, cx, status, text);
    if (s->transaction == 'T')
        s->transaction = 'E';
}

/* ---- simple queries ---- */

/* Run one statement and send all of its result, as texts. */
static tacit_status run(tacit_wire_session *s, const tacit_wire_statement *st)
{
    const tacit_wire_call call = { .statement = st,
                                   .ranges = tacit_wire_is_on(s, TACIT_WIRE_ERROR) };
    tacit_wire_portal p = { .cx = s->cx };
    TACIT_TRY(tacit_wire_execute(s, s->cx, &call, &p.result));
    if (p.result.has_rows) {
        tacit_wire_send_columns(s, &p.result, NULL, 0);
        TACIT_TRY(tacit_wire_send_rows(s, s->cx, &p, 0, p.result.rows.rows));
    }
    tacit_wire_send_complete(s, p.result.tag);
    return TACIT_OK;
}

/* The statements of a text one after another, up to the first that fails. */
static tacit_status run_all(tacit_wire_session *s, const char *text)
{
    tacit_wire_script script;
    TACIT_TRY(tacit_wire_script_read(s, s->cx, text, &script));
    tacit_status status = TACIT_OK;
    for (size_t i = 0; status == TACIT_OK && i < script.n; i++)
        status = run(s, &script.statement[i]);
    if (script.n == 0) {
        tacit_wire_begin(s, 'I');
        tacit_wire_end(s);
    }
    tacit_wire_script_end(&script);
    return status;
}

static void query(tacit_wire_session *s, tacit_wire_in *m)
{
    const char *text = tacit_wire_get_text(m);
    tacit_wire_prepared_free(tacit_wire_prepared_find(s, ""));
    tacit_wire_portal_free(tacit_wire_portal_find(s, ""));
    if (m->bad || m->at != m->end) {
        tacit_wire_send_fatal(s, "08P01", "A query is one text.");
        return;
    }
    const tacit_status status = run_all(s, text);
    if (status != TACIT_OK)
        fail(s, s->cx, status, text);
    ready(s);
}

/* ---- messages ---- */

/* Messages of an extended query, which share how they fail. */
static const struct step {
    char type;
    tacit_status (*run)(tacit_wire_session *s, tacit_wire_in *m);
} STEPS[] = {
    { 'P', tacit_wire_parse },          { 'B', tacit_wire_bind },
    { 'D', tacit_wire_describe_named }, { 'E', tacit_wire_execute_portal },
    { 'C', tacit_wire_close_named },
};

/* Whether a message is a step of an extended query; do it. */
static bool take_step(tacit_wire_session *s, tacit_wire_in *m)
{
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++) {
        if (STEPS[i].type != m->type)
            continue;
        const char *text = m->type == 'P' ? memchr(m->at, '\0', (size_t)(m->end - m->at)) : NULL;
        const tacit_status status = s->skips ? TACIT_OK : STEPS[i].run(s, m);
        if (status != TACIT_OK) {
            fail(s, s->cx, status, text != NULL ? text + 1 : NULL);
            s->skips = true;
        }
        return true;
    }
    return false;
}

/* A function call of version 2 is answered at once; a copy that is not under way is passed over. */
static void take_other(tacit_wire_session *s, const tacit_wire_in *m)
{
    if (m->type == 'F') {
        fail(s, s->cx,
             tacit_wire_refuse(s, s->cx, "0A000", "Functions cannot be called by a message."),
             NULL);
        ready(s);
    } else if (m->type != 'd' && m->type != 'c' && m->type != 'f') {
        tacit_wire_send_fatal(s, "08P01", "There is no message of this type.");
    }
}

/* Answer one message; false if the client goes. */
static bool answer(tacit_wire_session *s, tacit_wire_in *m)
{
    s->state[0] = '\0';
    tacit_ctx_reset(s->cx);
    if (m->type == 'X')
        return false;
    if (m->type == 'S') {
        s->skips = false;
        ready(s);
    } else if (m->type == 'H') {
        tacit_wire_flush(s);
    } else if (m->type == 'Q') {
        s->skips = false;
        query(s, m);
    } else if (!take_step(s, m)) {
        take_other(s, m);
    }
    return !s->broken;
}

/* ---- the whole ---- */

static void listen_to(tacit_wire_session *s)
{
    const unsigned idle = s->spec->idle_seconds > 0 ? s->spec->idle_seconds : IDLE_SECONDS;
    tacit_wire_in m;
    bool goes_on = true;
    ready(s);
    while (goes_on && tacit_wire_read(s, &m, TACIT_WIRE_LATE, true, tacit_wire_until(idle))) {
        const size_t mark = tacit_scratch_mark(s->cx);
        goes_on = answer(s, &m);
        tacit_scratch_release(s->cx, mark);
    }
}

/* Room for what only a client who is known may use. */
static tacit_status make_room(tacit_wire_session *s)
{
    TACIT_TRY(tacit_grow(s->cx, TACIT_WIRE_LATE, 1, &s->in));
    TACIT_TRY(tacit_alloc(s->cx, TACIT_WIRE_STATEMENTS, sizeof *s->prepared, &s->prepared));
    return tacit_alloc(s->cx, TACIT_WIRE_PORTALS, sizeof *s->portal, &s->portal);
}

void tacit_wire_talk(tacit_wire_session *s)
{
    s->transaction = 'I';
    s->cx = tacit_ctx_new();
    if (s->cx != NULL && tacit_alloc(s->cx, TACIT_WIRE_EARLY, 1, &s->in) == TACIT_OK &&
        tacit_wire_login(s) && make_room(s) == TACIT_OK) {
        if (s->entered != NULL)
            s->entered(s->cancel_user);
        listen_to(s);
    }
    tacit_wire_flush(s);
    if (s->portal != NULL)
        tacit_wire_forget_portals(s);
    if (s->prepared != NULL)
        tacit_wire_forget_prepared(s);
    tacit_pg_close(s->catalog);
    tacit_wire_reset(s);
    tacit_buffer_free(&s->out);
    tacit_free(s->prepared);
    tacit_free(s->portal);
    tacit_free(s->in);
    tacit_ctx_free(s->cx);
    s->cx = NULL;
}
