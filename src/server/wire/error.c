/*
 * error.c - failures and notices as a client expects them: with an SQLSTATE, and the place.
 *
 * What is said is what the gateway says; nothing of an engine is passed on.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/wire/own.h"

/* SQLSTATEs of the kinds of problems in docs/schema/failure.json. */
static const struct kind {
    const char *code, *state;
} KINDS[] = {
    { "syntax", "42601" },       { "encoding", "22021" },       { "not_supported", "0A000" },
    { "too_large", "54000" },    { "too_many", "54000" },       { "empty", "42601" },
    { "unknown_name", "22023" }, { "unknown_column", "42703" }, { "wrong_column", "42501" },
    { "wrong_type", "42804" },   { "out_of_range", "22003" },   { "missing_value", "22004" },
};

/* SQLSTATEs of failures that say no more. */
static const char *const STATES[] = {
    [TACIT_OK] = "XX000",       [TACIT_ERR_MEMORY] = "53200", [TACIT_ERR_INPUT] = "22023",
    [TACIT_ERR_DATA] = "58000", [TACIT_ERR_IO] = "58030",     [TACIT_ERR_CANCELLED] = "57014",
};

tacit_status tacit_wire_refuse(tacit_wire_session *s, tacit_ctx *cx, const char *state,
                               const char *fmt, ...)
{
    char why[512];
    va_list list;
    va_start(list, fmt);
    (void)vsnprintf(why, sizeof why, fmt, list);
    va_end(list);
    (void)snprintf(s->state, sizeof s->state, "%s", state);
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s", why);
}

static void put_field(tacit_wire_session *s, char field, const char *text)
{
    tacit_wire_put_byte(s, field);
    tacit_wire_put_text(s, text);
}

/* A message of a kind, of which `place` characters into the text if it is not 0. */
static void send(tacit_wire_session *s, char type, const char *severity, const char *state,
                 const char *message, long place)
{
    char number[24];
    tacit_wire_begin(s, type);
    put_field(s, 'S', severity);
    put_field(s, 'V', severity);
    put_field(s, 'C', state);
    put_field(s, 'M', message);
    if (place > 0) {
        (void)snprintf(number, sizeof number, "%ld", place);
        put_field(s, 'P', number);
    }
}

static const char *state_of(const char *code, tacit_status status)
{
    for (size_t i = 0; code != NULL && i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(KINDS[i].code, code) == 0)
            return KINDS[i].state;
    return STATES[status];
}

/* The character of the text at which a line and column are, from 1; 0 if they are nowhere. */
static long place_of(const char *text, const json_t *problem)
{
    json_int_t line = json_integer_value(json_object_get(problem, "line"));
    const json_int_t column = json_integer_value(json_object_get(problem, "column"));
    long at = 0;
    if (text == NULL || line < 1 || column < 1)
        return 0;
    for (; line > 1 && *text != '\0'; text++) {
        at += ((unsigned char)*text & 0xc0) != 0x80;
        line -= *text == '\n';
    }
    return at + (long)column;
}

void tacit_wire_send_error(tacit_wire_session *s, const tacit_ctx *cx, tacit_status status,
                           const char *text)
{
    const json_t *problem = json_array_get(tacit_fail_details_of(cx), 0);
    const char *said = json_string_value(json_object_get(problem, "message"));
    const char *code = json_string_value(json_object_get(problem, "code"));
    const char *message = said != NULL ? said : tacit_message(cx);
    TACIT_ASSERT(status < sizeof STATES / sizeof STATES[0]);
    if (code != NULL && strcmp(code, "unknown_name") == 0 && strstr(message, "table") != NULL)
        (void)snprintf(s->state, sizeof s->state, "42P01");
    send(s, 'E', "ERROR", s->state[0] != '\0' ? s->state : state_of(code, status),
         message[0] != '\0' ? message : "This failed.", place_of(text, problem));
    tacit_wire_put_byte(s, '\0');
    tacit_wire_end(s);
    s->state[0] = '\0';
}

void tacit_wire_send_fatal(tacit_wire_session *s, const char *state, const char *message)
{
    send(s, 'E', "FATAL", state, message, 0);
    tacit_wire_put_byte(s, '\0');
    tacit_wire_end(s);
    tacit_wire_flush(s);
    s->broken = true;
}

void tacit_wire_send_notice(tacit_wire_session *s, const char *message, const char *detail)
{
    send(s, 'N', "NOTICE", "00000", message, 0);
    if (detail != NULL)
        put_field(s, 'D', detail);
    tacit_wire_put_byte(s, '\0');
    tacit_wire_end(s);
}
