/*
 * charts.c - the charts of a result, or of a pair of them, as figures of the page.
 *
 * A chart that exists before and after with the same labels is drawn once with two series;
 * otherwise the two stand side by side.  A result may bring a chart for each column: at most
 * MOST_CHARTS are drawn, with a sentence that says how many are not.
 */
#include "report/format.h"
#include "report/html/part.h"
#include "report/markup.h"
#include "report/svg/svg.h"

enum { MOST_CHARTS = 60 };

static tacit_status put_hint(tacit_ctx *cx, tacit_html *page, const tacit_chart *c)
{
    if (c->kind == TACIT_CHART_POINTS && c->hidden > 0)
        return TACIT_FILL(cx, page->out,
                          "<p class=\"hint\">$ of $ points are not drawn: they would cover "
                          "others.</p>",
                          tacit_format_count((double)c->hidden).text,
                          tacit_format_count((double)c->points).text);
    if (c->group > 1)
        return TACIT_FILL(cx, page->out,
                          "<p class=\"hint\">Each place shows the value largest in size of $ "
                          "neighbouring ones.</p>",
                          tacit_format_count((double)c->group).text);
    if (c->hidden > 0)
        return TACIT_FILL(cx, page->out, "<p class=\"hint\">$ rows and columns are left out.</p>",
                          tacit_format_count((double)c->hidden).text);
    return TACIT_OK;
}

static tacit_status put_chart(tacit_ctx *cx, tacit_html *page, const tacit_chart *c,
                              const char *when)
{
    char *id = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &id, "c%zu", ++page->charts));
    TACIT_TRY(TACIT_FILL(cx, page->out, "<figure class=\"$\"><figcaption>$$$</figcaption>",
                         tacit_svg_is_wide(c) ? "wide" : "half", c->title,
                         when[0] != '\0' ? ", " : "", when));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<div class=\"box\">"));
    TACIT_TRY(tacit_svg_chart(cx, c, id, page->out));
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</div>"));
    TACIT_TRY(put_hint(cx, page, c));
    return tacit_buffer_text(cx, page->out, "</figure>\n");
}

static tacit_status put_one(tacit_ctx *cx, tacit_html *page, const json_t *chart, const char *when)
{
    tacit_chart c = { 0 };
    TACIT_TRY(tacit_chart_read(cx, chart, &c));
    return put_chart(cx, page, &c, when);
}

static tacit_status put_pair(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair)
{
    tacit_chart c = { 0 };
    if (tacit_chart_is_joint(pair)) {
        TACIT_TRY(tacit_chart_read_pair(cx, pair, &c));
        return put_chart(cx, page, &c, "");
    }
    if (pair->before == NULL || pair->after == NULL)
        return put_one(cx, page, tacit_twin_main(pair), "");
    TACIT_TRY(put_one(cx, page, pair->before, "before"));
    return put_one(cx, page, pair->after, "after");
}

tacit_status tacit_html_charts(tacit_ctx *cx, tacit_html *page, const tacit_twin *pair)
{
    tacit_twins charts = { NULL, 0 };
    TACIT_TRY(tacit_twin_parts(cx, pair, "charts", &charts));
    if (charts.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_text(cx, page->out, "<div class=\"pair\">\n"));
    for (size_t i = 0; i < charts.n && i < MOST_CHARTS; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_status status = put_pair(cx, page, &charts.at[i]);
        tacit_scratch_release(cx, mark);
        TACIT_TRY(status);
    }
    TACIT_TRY(tacit_buffer_text(cx, page->out, "</div>\n"));
    if (charts.n <= MOST_CHARTS)
        return TACIT_OK;
    return TACIT_FILL(cx, page->out, "<p class=\"source\">$ more charts are left out.</p>\n",
                      tacit_format_count((double)(charts.n - MOST_CHARTS)).text);
}
