/*
 * losses.c - what generalisation cost, column by column: sums over cells and how they are
 * told.
 *
 * Cells that are missing in the original do not count.  Columns are averaged with equal
 * weight; one without any original value is left out.  O(labels) a column.
 */
#include "micro/utility/generalised/losses.h"

#include <math.h>

tacit_status tacit_losses_new(tacit_ctx *cx, const tacit_pair *pair, tacit_losses *out)
{
    tacit_cover *cover = NULL;
    tacit_losses l = { 0 };
    TACIT_TRY(tacit_cover_keys(cx, pair, &cover, &l.n));
    TACIT_TRY(tacit_scratch(cx, l.n, sizeof *l.sum, &l.sum));
    TACIT_TRY(tacit_scratch(cx, l.n, sizeof *l.most, &l.most));
    l.cover = cover;
    *out = l;
    return TACIT_OK;
}

double tacit_losses_by_set(const tacit_cover *c,
                           double (*loss)(const tacit_cover *c, const tacit_cover_set *s,
                                          const void *user),
                           const void *user)
{
    double sum = 0.0;
    for (size_t l = 0; l <= c->n_labels; l++)
        if (c->set[l].cells > 0.0)
            sum += c->set[l].cells * loss(c, &c->set[l], user);
    return sum;
}

double tacit_losses_entropy(const tacit_cover *c)
{
    return tacit_cover_entropy(c, &c->set[c->n_labels]);
}

double tacit_losses_total(const tacit_losses *l)
{
    double total = 0.0;
    for (size_t c = 0; c < l->n; c++)
        total += l->sum[c];
    return isnan(tacit_losses_mean(l)) ? NAN : total;
}

/* Mean over the columns that have cells of `sum` over `by`. */
static double mean_ratio(const tacit_losses *l, double (*by)(const tacit_losses *l, size_t c))
{
    double sum = 0.0, columns = 0.0;
    for (size_t c = 0; c < l->n; c++) {
        const double most = by(l, c);
        sum += most > 0.0 ? l->sum[c] / most : 0.0;
        columns += l->cover[c].cells > 0.0 ? 1.0 : 0.0;
    }
    return columns > 0.0 ? sum / columns : NAN;
}

static double cells_of(const tacit_losses *l, size_t c)
{
    return l->cover[c].cells;
}

static double most_of(const tacit_losses *l, size_t c)
{
    return l->most[c];
}

double tacit_losses_mean(const tacit_losses *l)
{
    return mean_ratio(l, cells_of);
}

double tacit_losses_share(const tacit_losses *l)
{
    return mean_ratio(l, most_of);
}

tacit_status tacit_losses_figures(tacit_ctx *cx, const tacit_losses *l,
                                  const tacit_loss_words *words, tacit_result *result)
{
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "total", "Total loss, bits",
                                  tacit_losses_total(l), TACIT_UNIT_NUMBER, words->total));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "mean", "Mean loss, bits a cell",
                                  tacit_losses_mean(l), TACIT_UNIT_NUMBER, words->mean));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "share", "Share lost",
                               tacit_losses_share(l), TACIT_UNIT_SHARE, words->share);
}

static double suppressed_cells(const tacit_cover *c)
{
    double cells = 0.0;
    for (size_t l = 0; l <= c->n_labels; l++)
        cells += c->set[l].how == TACIT_COVER_SUPPRESSED ? c->set[l].cells : 0.0;
    return cells;
}

/* How the labels of a column were read, as far as it is worth telling. */
static tacit_status note_column(tacit_ctx *cx, const tacit_cover *c, tacit_result *result)
{
    const char *name = tacit_column_name(c->before);
    if (!(c->cells > 0.0))
        return tacit_result_note(cx, result, "Column '%s' has no original value and is left out.",
                                 name);
    if (c->observed > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Column '%s': %zu of %zu labels are taken to cover the values "
                                    "that were observed under them.",
                                    name, c->observed, c->n_labels));
    if (c->wrong > 0)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Column '%s': %llu cells do not cover their original value and "
                                    "count as suppressed.",
                                    name, (unsigned long long)c->wrong));
    return TACIT_OK;
}

tacit_status tacit_losses_notes(tacit_ctx *cx, const tacit_cover *cover, size_t n,
                                tacit_result *result)
{
    for (size_t c = 0; c < n; c++)
        TACIT_TRY(note_column(cx, &cover[c], result));
    return TACIT_OK;
}

tacit_status tacit_losses_tell(tacit_ctx *cx, const tacit_losses *l, tacit_result *result)
{
    static const char *const titles[] = { "column",        "cells",        "suppressed",
                                          "labels before", "labels after", "mean loss",
                                          "share lost" };
    json_t *table = NULL, *chart = NULL;
    double *share = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, l->n, sizeof *share, &share));
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Loss by column", 7, titles, &table));
    TACIT_TRY(
        tacit_result_chart(cx, result, "columns", "Loss by column", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", "share lost, %"));
    for (size_t c = 0; c < l->n; c++) {
        const tacit_cover *cover = &l->cover[c];
        if (!(cover->cells > 0.0))
            continue;
        const double part = l->most[c] > 0.0 ? l->sum[c] / l->most[c] : 0.0;
        TACIT_TRY(tacit_result_row(cx, table, "[s, f, f, I, I, f, f]",
                                   tacit_column_name(cover->before), cover->cells,
                                   suppressed_cells(cover), (json_int_t)cover->values.n,
                                   (json_int_t)cover->n_labels, l->sum[c] / cover->cells, part));
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_name(cover->before)));
        share[n++] = 100.0 * part;
    }
    TACIT_TRY(tacit_result_series(cx, chart, "share lost", share, n));
    return tacit_losses_notes(cx, l->cover, l->n, result);
}
