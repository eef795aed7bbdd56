/*
 * xml.c - a part of a workbook through Expat.
 *
 * A workbook has no document type, and with none there are no entities that could grow.
 */
#include <expat.h>
#include <string.h>

#include "engine/xlsx/own.h"

typedef struct parsing {
    tacit_ctx *cx;
    const tacit_zip *zip;
    const tacit_xml *told;
    XML_Parser parser;
    tacit_status status;
} parsing;

/* The name behind its prefix. */
static const char *local(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon != NULL ? colon + 1 : name;
}

const char *tacit_xml_attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(local(attributes[0]), name) == 0)
            return attributes[1];
    return NULL;
}

static void note(parsing *p, tacit_status status)
{
    if (status == TACIT_OK || p->status != TACIT_OK)
        return;
    p->status = status;
    XML_StopParser(p->parser, XML_FALSE);
}

static void XMLCALL start(void *user, const XML_Char *name, const XML_Char **attributes)
{
    parsing *p = user;
    if (p->status == TACIT_OK)
        note(p, p->told->start(p->cx, p->told->user, local(name), attributes));
}

static void XMLCALL end(void *user, const XML_Char *name)
{
    parsing *p = user;
    if (p->status == TACIT_OK)
        note(p, p->told->end(p->cx, p->told->user, local(name)));
}

static void XMLCALL text(void *user, const XML_Char *from, int n)
{
    parsing *p = user;
    if (p->status == TACIT_OK)
        note(p, p->told->text(p->cx, p->told->user, from, (size_t)n));
}

static tacit_status fail_xml(parsing *p)
{
    return tacit_fail(p->cx, TACIT_ERR_DATA,
                      "%s is not a whole Excel workbook (.xlsx): a part of it is not valid XML; "
                      "save it again.",
                      p->zip->about);
}

static void XMLCALL doctype(void *user, const XML_Char *name, const XML_Char *system,
                            const XML_Char *public, int internal)
{
    parsing *p = user;
    (void)name;
    (void)system;
    (void)public;
    (void)internal;
    if (p->status == TACIT_OK)
        note(p, fail_xml(p));
}

static tacit_status take(tacit_ctx *cx, void *user, const char *bytes, size_t n, bool last)
{
    parsing *p = user;
    (void)cx;
    const enum XML_Status state = XML_Parse(p->parser, bytes, (int)n, last);
    if (p->status != TACIT_OK)
        return p->status;
    return state == XML_STATUS_OK ? TACIT_OK : fail_xml(p);
}

tacit_status tacit_xml_parse(tacit_ctx *cx, const tacit_zip *zip, const tacit_zip_part *part,
                             const tacit_xml *told)
{
    parsing p = { .cx = cx, .zip = zip, .told = told, .parser = XML_ParserCreate(NULL) };
    if (p.parser == NULL)
        return tacit_fail_memory(cx);
    XML_SetUserData(p.parser, &p);
    XML_SetElementHandler(p.parser, start, end);
    XML_SetCharacterDataHandler(p.parser, text);
    XML_SetStartDoctypeDeclHandler(p.parser, doctype);
    const tacit_status status = tacit_zip_read(cx, zip, part, &(tacit_zip_sink){ take, &p });
    XML_ParserFree(p.parser);
    return status;
}
