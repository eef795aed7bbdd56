/*
 * part.h - the sections of the HTML page.
 *
 * For the html*.c files only.  Each section appends nothing if the record has nothing for
 * it.
 */
#ifndef TACIT_REPORT_HTML_PART_H
#define TACIT_REPORT_HTML_PART_H

#include "base/text.h"
#include "report/record.h"

/* A page being written. */
typedef struct tacit_html {
    const json_t *record;
    tacit_buffer *out;
    size_t charts; /* so far, for ids */
} tacit_html;

/* A heading with an anchor and a sentence under it. */
tacit_status tacit_html_section(tacit_ctx *cx, tacit_html *page, const char *id, const char *title,
                                const char *lead);

/* A formatted number with a proper minus sign. */
tacit_status tacit_html_number(tacit_ctx *cx, tacit_html *page, const char *text);

/* A table {"title", "columns", "rows"}; `when` ("before", "after", "") follows the title. */
tacit_status tacit_html_table(tacit_ctx *cx, tacit_html *page, const json_t *table,
                              const char *when);

/* Whether what folds away is shown at first. */
typedef enum tacit_folding { TACIT_FOLD_CLOSED = 0, TACIT_FOLD_OPEN } tacit_folding;

/* A pair of results under its headline: figures with definitions, tables, charts, notes, source.
 * It folds away; one that does not hold is always open. */
tacit_status tacit_html_result(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair,
                               tacit_folding fold);

/* Begin and end something that folds away under a title. */
tacit_status tacit_html_fold(tacit_ctx *cx, tacit_html *page, const char *title,
                             tacit_folding fold);
tacit_status tacit_html_fold_end(tacit_ctx *cx, tacit_html *page);

/* The same without heading and source, for what a step tells. */
tacit_status tacit_html_findings(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair);

/* The charts of a pair of results, joint or side by side. */
tacit_status tacit_html_charts(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair);

/* "holds" or "does not hold" as a mark; nothing for a result without verdict. */
tacit_status tacit_html_mark(tacit_ctx *cx, tacit_html *page, const json_t *result);

/* The sections from the top of the page to its end. */
tacit_status tacit_html_banner(tacit_ctx *cx, tacit_html *page);
tacit_status tacit_html_brief(tacit_ctx *cx, tacit_html *page);
tacit_status tacit_html_steps(tacit_ctx *cx, tacit_html *page);
tacit_status tacit_html_columns(tacit_ctx *cx, tacit_html *page);
tacit_status tacit_html_provenance(tacit_ctx *cx, tacit_html *page);

#endif
