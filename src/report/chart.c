/*
 * chart.c - a chart of a result, read from JSON into plain arrays.
 *
 * Null and non-numeric values become NaN and leave a gap.  A picture has no room for more
 * than a few hundred places: beyond MOST_PLACES neighbours are put together and show the
 * value of largest size, so peaks stay visible.  O(places * series).
 */
#include "report/chart.h"

#include <math.h>
#include <string.h>

#include "report/format.h"

enum { MOST_PLACES = 400, MOST_CELLS_ACROSS = 60 };

static tacit_chart_kind kind_of(const json_t *chart)
{
    const char *kind = tacit_record_text(chart, "kind");
    return strcmp(kind, "heat") == 0     ? TACIT_CHART_HEAT
           : strcmp(kind, "lines") == 0  ? TACIT_CHART_LINES
           : strcmp(kind, "points") == 0 ? TACIT_CHART_POINTS
                                         : TACIT_CHART_BARS;
}

static const json_t *labels_of(const json_t *chart)
{
    return tacit_record_list(chart, "x", "labels");
}

static const json_t *series_of(const json_t *chart)
{
    return json_object_get(chart, "series");
}

static const json_t *values_of(const json_t *chart, size_t s)
{
    return json_object_get(json_array_get(series_of(chart), s), "values");
}

bool tacit_chart_is_joint(const tacit_twin *pair)
{
    if (pair->before == NULL || pair->after == NULL)
        return false;
    return kind_of(pair->before) != TACIT_CHART_HEAT &&
           kind_of(pair->before) != TACIT_CHART_POINTS &&
           kind_of(pair->before) == kind_of(pair->after) &&
           json_array_size(series_of(pair->before)) == 1 &&
           json_array_size(series_of(pair->after)) == 1 &&
           json_equal(labels_of(pair->before), labels_of(pair->after));
}

/* Places of a chart: its labels, or its longest series where labels lack. */
static size_t count_places(const json_t *chart)
{
    size_t n = json_array_size(labels_of(chart));
    for (size_t s = 0; s < json_array_size(series_of(chart)); s++) {
        const size_t k = json_array_size(values_of(chart, s));
        n = k > n ? k : n;
    }
    return n;
}

static void read_head(const json_t *chart, tacit_chart *out)
{
    const json_t *x = json_object_get(chart, "x"), *y = json_object_get(chart, "y");
    *out = (tacit_chart){ .group = 1, .kind = kind_of(chart) };
    out->title = tacit_record_text(chart, "title");
    out->x_title = tacit_record_text(x, "title");
    out->y_title = tacit_record_text(y, "title");
    out->log = strcmp(tacit_record_text(y, "scale"), "log") == 0;
}

static double larger(double a, double b)
{
    if (isnan(a))
        return b;
    return fabs(b) > fabs(a) ? b : a;
}

double tacit_chart_number(const json_t *values, size_t i)
{
    const json_t *v = json_array_get(values, i);
    const double x = json_is_number(v) ? json_number_value(v) : NAN;
    return isfinite(x) ? x : NAN;
}

static void read_series(const json_t *values, const tacit_chart *c, double *to)
{
    for (size_t i = 0; i < c->n; i++) {
        to[i] = NAN;
        for (size_t k = 0; k < c->group; k++)
            to[i] = larger(to[i], tacit_chart_number(values, i * c->group + k));
    }
}

static tacit_status read_labels(tacit_ctx *cx, const json_t *chart, tacit_chart *c)
{
    const json_t *labels = labels_of(chart);
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *c->label, &c->label));
    for (size_t i = 0; i < c->n; i++) {
        const char *text = json_string_value(json_array_get(labels, i * c->group));
        c->label[i] = text == NULL ? "" : text;
    }
    return TACIT_OK;
}

/* Decide how much of `n` places and `m` series is drawn, and make room for it. */
static tacit_status set_size(tacit_ctx *cx, size_t n, size_t m, tacit_chart *c)
{
    c->n = n;
    c->m = m;
    const size_t most = m > 4 ? MOST_PLACES / 4 : MOST_PLACES / (m > 0 ? m : 1);
    if (c->kind == TACIT_CHART_HEAT) {
        c->n = n > MOST_CELLS_ACROSS ? MOST_CELLS_ACROSS : n;
        c->m = m > MOST_CELLS_ACROSS ? MOST_CELLS_ACROSS : m;
        c->hidden = (n - c->n) + (m - c->m);
    } else if (n > most) {
        c->group = (n + most - 1) / most;
        c->n = (n + c->group - 1) / c->group;
    }
    TACIT_TRY(tacit_scratch(cx, c->m, sizeof *c->series, &c->series));
    return tacit_scratch(cx, c->n * c->m, sizeof *c->value, &c->value);
}

tacit_status tacit_chart_read(tacit_ctx *cx, const json_t *chart, tacit_chart *out)
{
    read_head(chart, out);
    if (out->kind == TACIT_CHART_POINTS)
        return tacit_chart_read_points(cx, series_of(chart), out);
    TACIT_TRY(set_size(cx, count_places(chart), json_array_size(series_of(chart)), out));
    TACIT_TRY(read_labels(cx, chart, out));
    for (size_t s = 0; s < out->m; s++) {
        out->series[s] = tacit_record_text(json_array_get(series_of(chart), s), "name");
        read_series(values_of(chart, s), out, out->value + s * out->n);
    }
    out->palette = out->m == 1;
    return TACIT_OK;
}

tacit_status tacit_chart_read_pair(tacit_ctx *cx, const tacit_twin *pair, tacit_chart *out)
{
    TACIT_ASSERT(tacit_chart_is_joint(pair));
    const size_t a = count_places(pair->before), b = count_places(pair->after);
    read_head(pair->after, out);
    TACIT_TRY(set_size(cx, a > b ? a : b, 2, out));
    TACIT_TRY(read_labels(cx, pair->after, out));
    out->series[0] = "before";
    out->series[1] = "after";
    read_series(values_of(pair->before, 0), out, out->value);
    read_series(values_of(pair->after, 0), out, out->value + out->n);
    return TACIT_OK;
}

bool tacit_chart_range(const tacit_chart *c, double *lo, double *hi)
{
    bool any = false;
    for (size_t k = 0; k < c->n * c->m; k++) {
        const double x = c->value[k];
        if (isnan(x) || (c->log && x <= 0.0))
            continue;
        *lo = any ? fmin(*lo, x) : x;
        *hi = any ? fmax(*hi, x) : x;
        any = true;
    }
    return any;
}

static tacit_status describe_points(tacit_ctx *cx, const tacit_chart *c, char **out)
{
    double lo = 0.0, hi = 0.0, left = 0.0, right = 0.0;
    const bool any = tacit_chart_range(c, &lo, &hi);
    TACIT_ASSERT(any);
    tacit_chart_reach(c, &left, &right);
    return tacit_scratch_format(
        cx, out, "Scatter plot, %s %s in %zu series, %s from %s to %s, %s from %s to %s.",
        tacit_format_count((double)c->points).text, c->points == 1 ? "point" : "points", c->m,
        c->x_title[0] != '\0' ? c->x_title : "x", tacit_format_number(left).text,
        tacit_format_number(right).text, c->y_title[0] != '\0' ? c->y_title : "y",
        tacit_format_number(lo).text, tacit_format_number(hi).text);
}

tacit_status tacit_chart_describe(tacit_ctx *cx, const tacit_chart *c, const char **out)
{
    static const char *const kinds[] = { "Bar chart", "Line chart", "Heat map", "Scatter plot" };
    double lo = 0.0, hi = 0.0;
    char *text = NULL;
    if (c->kind == TACIT_CHART_POINTS && tacit_chart_range(c, &lo, &hi))
        TACIT_TRY(describe_points(cx, c, &text));
    else if (tacit_chart_range(c, &lo, &hi))
        TACIT_TRY(tacit_scratch_format(cx, &text,
                                       "%s, %zu series over %zu places, values from %s "
                                       "to %s.",
                                       kinds[c->kind], c->m, c->n, tacit_format_number(lo).text,
                                       tacit_format_number(hi).text));
    else
        TACIT_TRY(tacit_scratch_format(cx, &text, "%s without values.", kinds[c->kind]));
    *out = text;
    return TACIT_OK;
}
