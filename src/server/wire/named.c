/*
 * named.c - prepared statements and portals: few, each with memory of its own.
 */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "server/wire/own.h"

tacit_wire_prepared *tacit_wire_prepared_find(tacit_wire_session *s, const char *name)
{
    for (size_t i = 0; i < TACIT_WIRE_STATEMENTS; i++)
        if (s->prepared[i].cx != NULL && strcmp(s->prepared[i].name, name) == 0)
            return &s->prepared[i];
    return NULL;
}

void tacit_wire_prepared_free(tacit_wire_prepared *p)
{
    if (p == NULL)
        return;
    tacit_ctx_free(p->cx);
    *p = (tacit_wire_prepared){ 0 };
}

tacit_wire_portal *tacit_wire_portal_find(tacit_wire_session *s, const char *name)
{
    for (size_t i = 0; i < TACIT_WIRE_PORTALS; i++)
        if (s->portal[i].cx != NULL && strcmp(s->portal[i].name, name) == 0)
            return &s->portal[i];
    return NULL;
}

void tacit_wire_portal_free(tacit_wire_portal *p)
{
    if (p == NULL)
        return;
    tacit_ctx_free(p->cx);
    *p = (tacit_wire_portal){ 0 };
}

void tacit_wire_forget_portals(tacit_wire_session *s)
{
    for (size_t i = 0; i < TACIT_WIRE_PORTALS; i++)
        tacit_wire_portal_free(&s->portal[i]);
}

void tacit_wire_forget_prepared(tacit_wire_session *s)
{
    for (size_t i = 0; i < TACIT_WIRE_STATEMENTS; i++)
        tacit_wire_prepared_free(&s->prepared[i]);
}

/* Whether a name can be given: the empty one takes the place of what had it before. */
static tacit_status check_name(tacit_wire_session *s, const char *name, bool taken,
                               const char *state)
{
    if (strlen(name) >= TACIT_WIRE_NAME || !tacit_is_utf8(name, strlen(name)))
        return tacit_wire_refuse(s, s->cx, "42602", "A name has %d bytes of UTF-8 at most.",
                                 TACIT_WIRE_NAME - 1);
    if (taken)
        return tacit_wire_refuse(s, s->cx, state, "There is one of this name already.");
    return TACIT_OK;
}

tacit_status tacit_wire_prepared_new(tacit_wire_session *s, const char *name,
                                     tacit_wire_prepared **out)
{
    size_t i = 0;
    if (*name == '\0')
        tacit_wire_prepared_free(tacit_wire_prepared_find(s, name));
    TACIT_TRY(check_name(s, name, tacit_wire_prepared_find(s, name) != NULL, "42P05"));
    while (i < TACIT_WIRE_STATEMENTS && s->prepared[i].cx != NULL)
        i++;
    if (i == TACIT_WIRE_STATEMENTS)
        return tacit_wire_refuse(s, s->cx, "53400", "There are %d prepared statements at most.",
                                 TACIT_WIRE_STATEMENTS);
    s->prepared[i].cx = tacit_ctx_new();
    if (s->prepared[i].cx == NULL)
        return tacit_fail_memory(s->cx);
    (void)snprintf(s->prepared[i].name, TACIT_WIRE_NAME, "%s", name);
    *out = &s->prepared[i];
    return TACIT_OK;
}

tacit_status tacit_wire_portal_new(tacit_wire_session *s, const char *name, tacit_wire_portal **out)
{
    size_t i = 0;
    if (*name == '\0')
        tacit_wire_portal_free(tacit_wire_portal_find(s, name));
    TACIT_TRY(check_name(s, name, tacit_wire_portal_find(s, name) != NULL, "42P03"));
    while (i < TACIT_WIRE_PORTALS && s->portal[i].cx != NULL)
        i++;
    if (i == TACIT_WIRE_PORTALS)
        return tacit_wire_refuse(s, s->cx, "53400", "There are %d open portals at most.",
                                 TACIT_WIRE_PORTALS);
    s->portal[i].cx = tacit_ctx_new();
    if (s->portal[i].cx == NULL)
        return tacit_fail_memory(s->cx);
    (void)snprintf(s->portal[i].name, TACIT_WIRE_NAME, "%s", name);
    *out = &s->portal[i];
    return TACIT_OK;
}
