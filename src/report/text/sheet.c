/*
 * sheet.c - what all parts of the text summary write with: colours, headings, wrapped lines.
 */
#include "report/line.h"
#include "report/text/part.h"

tacit_status tacit_sheet_wrap(tacit_ctx *cx, const tacit_summary_sheet *p, size_t indent,
                              const char *lead, const char *text)
{
    const tacit_wrap how = { .width = p->width, .indent = indent, .lead = lead };
    return tacit_line_wrap_as(cx, p->out, &how, text);
}

tacit_status tacit_sheet_ink(tacit_ctx *cx, const tacit_summary_sheet *p, const char *code)
{
    return p->ink == TACIT_INK_COLOUR ? tacit_buffer_text(cx, p->out, code) : TACIT_OK;
}

tacit_status tacit_sheet_inked(tacit_ctx *cx, const tacit_summary_sheet *p, const char *code,
                               const char *text)
{
    TACIT_TRY(tacit_sheet_ink(cx, p, code));
    TACIT_TRY(tacit_buffer_text(cx, p->out, text));
    return tacit_sheet_ink(cx, p, TACIT_NORMAL);
}

tacit_status tacit_sheet_heading(tacit_ctx *cx, const tacit_summary_sheet *p, const char *title)
{
    TACIT_TRY(tacit_buffer_text(cx, p->out, "\n"));
    TACIT_TRY(tacit_sheet_inked(cx, p, TACIT_BOLD, title));
    return tacit_buffer_text(cx, p->out, "\n");
}
