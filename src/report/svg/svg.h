/*
 * svg.h - charts as inline SVG.
 *
 * Colours are presentation attributes, so a picture is complete by itself, and classes, so
 * that a page's style sheet may replace them (dark theme, print).  Series differ in
 * colour and in hatching or dashes.  The text is 11 units high.
 */
#ifndef TACIT_REPORT_SVG_SVG_H
#define TACIT_REPORT_SVG_SVG_H

#include "base/text.h"
#include "report/chart.h"

/* Append `chart` as an <svg> element.  `id` starts the element's own ids: it is unique in
 * the page and consists of letters and digits. */
tacit_status tacit_svg_chart(tacit_ctx *cx, const tacit_chart *chart, const char *id,
                             tacit_buffer *out);

/* True if the picture is drawn at double width because it has many places. */
bool tacit_svg_is_wide(const tacit_chart *chart);

#endif
