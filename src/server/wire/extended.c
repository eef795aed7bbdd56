/*
 * extended.c - the messages of an extended query: Parse, Bind, Describe, Execute, Close.
 *
 * A prepared statement is kept as its text and parsed again when it is needed: that takes less
 * than answering, and a tree would take a hundred times the memory of the text.
 */
#include <stdio.h>
#include <string.h>

#include "server/wire/own.h"

static tacit_status refuse_form(tacit_wire_session *s)
{
    return tacit_wire_refuse(s, s->cx, "08P01", "The message has not the form of its type.");
}

static void confirm(tacit_wire_session *s, char type)
{
    tacit_wire_begin(s, type);
    tacit_wire_end(s);
}

/* ---- Parse ---- */

/* The one statement of a text, which may be none. */
static tacit_status read_one(tacit_wire_session *s, tacit_ctx *cx, const char *text,
                             tacit_wire_script *out)
{
    TACIT_TRY(tacit_wire_script_read(s, cx, text, out));
    if (out->n <= 1)
        return TACIT_OK;
    tacit_wire_script_end(out);
    return tacit_wire_refuse(s, cx, "42601", "A prepared statement is one statement.");
}

/* How many parameters a text has; refuse one that cannot be read. */
static tacit_status count_parameters(tacit_wire_session *s, const char *text, size_t *out)
{
    tacit_wire_script script;
    TACIT_TRY(read_one(s, s->cx, text, &script));
    *out = script.parameters;
    tacit_wire_script_end(&script);
    return TACIT_OK;
}

static tacit_status fill_prepared(tacit_wire_prepared *p, const char *text, size_t parameters,
                                  tacit_wire_in *types, size_t n)
{
    char *copy = NULL;
    TACIT_TRY(tacit_scratch_text(p->cx, text, &copy));
    p->text = copy;
    p->n = parameters > n ? parameters : n;
    TACIT_TRY(tacit_scratch(p->cx, p->n, sizeof *p->type, &p->type));
    for (size_t i = 0; i < n; i++)
        p->type[i] = tacit_wire_get32(types);
    return TACIT_OK;
}

tacit_status tacit_wire_parse(tacit_wire_session *s, tacit_wire_in *m)
{
    const char *name = tacit_wire_get_text(m), *text = tacit_wire_get_text(m);
    const size_t n = tacit_wire_get16(m);
    tacit_wire_prepared *p = NULL;
    size_t parameters = 0;
    if (m->bad || n > TACIT_WIRE_PARAMETERS || (size_t)(m->end - m->at) != 4 * n)
        return refuse_form(s);
    TACIT_TRY(count_parameters(s, text, &parameters));
    TACIT_TRY(tacit_wire_prepared_new(s, name, &p));
    const tacit_status status = fill_prepared(p, text, parameters, m, n);
    if (status != TACIT_OK) {
        tacit_wire_prepared_free(p);
        return tacit_fail_memory(s->cx);
    }
    confirm(s, '1');
    return TACIT_OK;
}

/* ---- Bind ---- */

/* A list of formats: none, one for all, or one for each. */
static tacit_status read_formats(tacit_wire_session *s, tacit_ctx *cx, tacit_wire_in *m, size_t *n,
                                 uint16_t **out)
{
    *n = tacit_wire_get16(m);
    if (m->bad || *n > TACIT_WIRE_PARAMETERS)
        return refuse_form(s);
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **out, out));
    for (size_t i = 0; i < *n; i++) {
        (*out)[i] = tacit_wire_get16(m);
        if ((*out)[i] > 1)
            return refuse_form(s);
    }
    return TACIT_OK;
}

static tacit_status read_parameters(tacit_wire_session *s, tacit_wire_portal *p,
                                    const tacit_wire_prepared *of, tacit_wire_in *m)
{
    size_t n_formats = 0;
    uint16_t *format = NULL;
    tacit_sql_constant *value = NULL;
    TACIT_TRY(read_formats(s, p->cx, m, &n_formats, &format));
    const size_t n = tacit_wire_get16(m);
    if (m->bad || n != of->n)
        return tacit_wire_refuse(s, s->cx, "08P01", "The statement has %zu parameters.", of->n);
    TACIT_TRY(tacit_scratch(p->cx, n, sizeof *value, &value));
    for (size_t i = 0; i < n; i++) {
        const uint16_t f = n_formats == 0 ? 0 : format[n_formats == 1 ? 0 : i % n_formats];
        TACIT_TRY(tacit_wire_value(s, p->cx, of->type[i], f, m, &value[i]));
    }
    p->values = (tacit_sql_values){ n, value };
    return TACIT_OK;
}

static tacit_status fill_portal(tacit_wire_session *s, tacit_wire_portal *p,
                                const tacit_wire_prepared *of, tacit_wire_in *m)
{
    char *copy = NULL;
    TACIT_TRY(tacit_scratch_text(p->cx, of->text, &copy));
    p->text = copy;
    p->ranges = tacit_wire_is_on(s, TACIT_WIRE_ERROR);
    TACIT_TRY(read_parameters(s, p, of, m));
    TACIT_TRY(read_formats(s, p->cx, m, &p->n_formats, &p->format));
    return m->bad || m->at != m->end ? refuse_form(s) : TACIT_OK;
}

/* Say under the session's context what failed under that of a portal that goes. */
static tacit_status pass_on(tacit_wire_session *s, const tacit_ctx *cx, tacit_status status)
{
    return s->state[0] != '\0' && tacit_message(cx)[0] != '\0'
               ? tacit_fail(s->cx, status, "%s", tacit_message(cx))
               : status;
}

tacit_status tacit_wire_bind(tacit_wire_session *s, tacit_wire_in *m)
{
    const char *name = tacit_wire_get_text(m), *of = tacit_wire_get_text(m);
    const tacit_wire_prepared *prepared = tacit_wire_prepared_find(s, of);
    tacit_wire_portal *p = NULL;
    if (m->bad)
        return refuse_form(s);
    if (prepared == NULL)
        return tacit_wire_refuse(s, s->cx, "26000", "There is no prepared statement of this name.");
    TACIT_TRY(tacit_wire_portal_new(s, name, &p));
    tacit_status status = fill_portal(s, p, prepared, m);
    if (status != TACIT_OK) {
        status = pass_on(s, p->cx, status);
        tacit_wire_portal_free(p);
        return status;
    }
    confirm(s, '2');
    return TACIT_OK;
}

/* ---- Describe ---- */

/* Describe the statement of a text. */
static tacit_status describe(tacit_wire_session *s, const char *text, tacit_wire_call *call,
                             const uint16_t *format, size_t n_formats)
{
    tacit_wire_script script;
    tacit_wire_result r = { 0 };
    tacit_status status = TACIT_OK;
    TACIT_TRY(read_one(s, s->cx, text, &script));
    if (script.n == 1) {
        call->statement = script.statement;
        status = tacit_wire_describe(s, s->cx, call, &r);
    }
    if (status == TACIT_OK)
        tacit_wire_send_columns(s, &r, format, n_formats);
    tacit_wire_script_end(&script);
    return status;
}

static tacit_status describe_prepared(tacit_wire_session *s, const char *name)
{
    const tacit_wire_prepared *p = tacit_wire_prepared_find(s, name);
    tacit_wire_call call = { .ranges = tacit_wire_is_on(s, TACIT_WIRE_ERROR) };
    if (p == NULL)
        return tacit_wire_refuse(s, s->cx, "26000", "There is no prepared statement of this name.");
    tacit_wire_begin(s, 't');
    tacit_wire_put16(s, (uint16_t)p->n);
    for (size_t i = 0; i < p->n; i++)
        tacit_wire_put32(s, p->type[i] != 0 ? p->type[i] : TACIT_PG_TEXT);
    tacit_wire_end(s);
    return describe(s, p->text, &call, NULL, 0);
}

static tacit_status describe_portal(tacit_wire_session *s, const char *name)
{
    const tacit_wire_portal *p = tacit_wire_portal_find(s, name);
    if (p == NULL)
        return tacit_wire_refuse(s, s->cx, "34000", "There is no portal of this name.");
    tacit_wire_call call = { .values = &p->values, .ranges = p->ranges };
    if (!p->done)
        return describe(s, p->text, &call, p->format, p->n_formats);
    tacit_wire_send_columns(s, &p->result, p->format, p->n_formats);
    return TACIT_OK;
}

tacit_status tacit_wire_describe_named(tacit_wire_session *s, tacit_wire_in *m)
{
    const char what = tacit_wire_get_byte(m), *name = tacit_wire_get_text(m);
    if (m->bad || m->at != m->end || (what != 'S' && what != 'P'))
        return refuse_form(s);
    return what == 'S' ? describe_prepared(s, name) : describe_portal(s, name);
}

/* ---- Execute ---- */

/* Run the statement of a portal; an empty one is told as such. */
static tacit_status run_portal(tacit_wire_session *s, tacit_wire_portal *p)
{
    tacit_wire_script script;
    tacit_wire_call call = { .values = &p->values, .ranges = p->ranges };
    TACIT_TRY(read_one(s, p->cx, p->text, &script));
    tacit_status status = TACIT_OK;
    if (script.n == 1) {
        call.statement = script.statement;
        status = tacit_wire_execute(s, p->cx, &call, &p->result);
    }
    tacit_wire_script_end(&script);
    p->done = status == TACIT_OK;
    return status;
}

/* Send rows up to a limit, which is none if it is 0, and say whether there are more. */
static tacit_status send_portal(tacit_wire_session *s, tacit_wire_portal *p, uint32_t most)
{
    const size_t left = p->result.rows.rows - p->next;
    const size_t n = most == 0 || most > left ? left : most;
    if (p->result.tag[0] == '\0') {
        confirm(s, 'I');
        return TACIT_OK;
    }
    TACIT_TRY(tacit_wire_send_rows(s, p->cx, p, p->next, p->next + n));
    p->next += n;
    if (n < left)
        confirm(s, 's');
    else
        tacit_wire_send_complete(s, p->result.tag);
    return TACIT_OK;
}

tacit_status tacit_wire_execute_portal(tacit_wire_session *s, tacit_wire_in *m)
{
    const char *name = tacit_wire_get_text(m);
    const uint32_t most = tacit_wire_get32(m);
    tacit_wire_portal *p = tacit_wire_portal_find(s, name);
    if (m->bad || m->at != m->end)
        return refuse_form(s);
    if (p == NULL)
        return tacit_wire_refuse(s, s->cx, "34000", "There is no portal of this name.");
    tacit_status status = p->done ? TACIT_OK : run_portal(s, p);
    if (status == TACIT_OK)
        status = send_portal(s, p, most > INT32_MAX ? 0 : most);
    if (status != TACIT_OK)
        tacit_wire_send_error(s, p->cx, status, p->text);
    s->skips = status != TACIT_OK;
    if (status != TACIT_OK && s->transaction == 'T')
        s->transaction = 'E';
    return TACIT_OK;
}

/* ---- Close ---- */

tacit_status tacit_wire_close_named(tacit_wire_session *s, tacit_wire_in *m)
{
    const char what = tacit_wire_get_byte(m), *name = tacit_wire_get_text(m);
    if (m->bad || m->at != m->end || (what != 'S' && what != 'P'))
        return refuse_form(s);
    if (what == 'S')
        tacit_wire_prepared_free(tacit_wire_prepared_find(s, name));
    else
        tacit_wire_portal_free(tacit_wire_portal_find(s, name));
    confirm(s, '3');
    return TACIT_OK;
}
