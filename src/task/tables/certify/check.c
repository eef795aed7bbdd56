/*
 * check.c - what a certificate of tables proves, found by adding up.  No solver is here.
 *
 * Every table of every part must agree with all equations that have a cell of it, and with the
 * bounds; every hidden cell must be in one part, with the ends that it has in the tables; and what
 * is published must add up by itself.  O(numbers * equations of a cell).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "task/tables/certify/certify.h"

/* A basis that is being checked. */
typedef struct checking {
    tacit_ctx *cx;
    const tacit_page *page;
    uint32_t *part; /* of a cell, from 1; 0 if none has had it */
    int64_t *at;    /* of a cell, for additions */
    uint32_t last;  /* first cell of the part before, from 1 */
    size_t n_all, n_hidden, n_known;
} checking;

static tacit_status fail(const checking *w)
{
    return tacit_fail(w->cx, TACIT_ERR_DATA,
                      "The certificate's tables do not agree with what is published.");
}

/* Whether a number begins here as we write them: no sign but a minus, no zero before it. */
static bool begins_number(const char *c)
{
    if (c[0] == '0')
        return c[1] == ' ' || c[1] == '\0';
    c += c[0] == '-';
    return c[0] >= '1' && c[0] <= '9';
}

static size_t count_numbers(const char *text)
{
    size_t n = 1;
    for (const char *c = text; *c != '\0'; c++)
        n += *c == ' ';
    return n;
}

/* Numbers with single blanks between them; `n` of them, or as many as there are if it is 0. */
static tacit_status take_numbers(const checking *w, const json_t *from, size_t *n, int64_t **out)
{
    const char *c = json_string_value(from);
    const size_t most = c == NULL ? 0 : count_numbers(c);
    if (c == NULL || (*n != 0 && *n != most))
        return fail(w);
    TACIT_TRY(tacit_scratch(w->cx, most, sizeof **out, out));
    for (size_t k = 0; k < most; k++) {
        char *end = NULL;
        const bool begins = begins_number(c);
        errno = 0;
        (*out)[k] = strtoll(c, &end, 10);
        if (!begins || errno != 0 || *end != (k + 1 < most ? ' ' : '\0'))
            return fail(w);
        c = end + 1;
    }
    *n = most;
    return TACIT_OK;
}

/* The cells of a part: hidden, of no part before, in the order of the file. */
static tacit_status take_cells(checking *w, const json_t *part, size_t number, size_t *n,
                               uint32_t **out)
{
    int64_t *row = NULL;
    TACIT_TRY(take_numbers(w, json_object_get(part, "rows"), n, &row));
    TACIT_TRY(tacit_scratch(w->cx, *n, sizeof **out, out));
    for (size_t j = 0; j < *n; j++) {
        if (row[j] < 1 || (uint64_t)row[j] > w->page->numbers)
            return fail(w);
        const uint32_t cell = w->page->cell[row[j] - 1];
        const bool first = w->page->row[cell] == row[j] - 1;
        const bool hidden = tacit_system_hides(w->page->system, &w->page->system->cell[cell]);
        if (!first || !hidden || w->part[cell] != 0 || (j > 0 && cell <= (*out)[j - 1]))
            return fail(w);
        w->part[cell] = (uint32_t)number;
        (*out)[j] = cell;
    }
    const bool after = (*out)[0] + 1 > w->last;
    w->last = (*out)[0] + 1;
    return after ? TACIT_OK : fail(w);
}

/* Whether all hidden cells of equation `r` are of the part. */
static bool is_within(const checking *w, size_t r, size_t number)
{
    const tacit_system *s = w->page->system;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t other = s->term[e].at;
        if (tacit_system_hides(s, &s->cell[other]) && w->part[other] != number)
            return false;
    }
    return true;
}

/* Whether no equation joins the part with hidden cells of another. */
static bool is_closed(const checking *w, const uint32_t *cell, size_t n, size_t number)
{
    const tacit_system *s = w->page->system;
    for (size_t j = 0; j < n; j++)
        for (size_t i = s->first_of[cell[j]]; i < s->first_of[cell[j] + 1]; i++)
            if (!is_within(w, s->in[i].at, number))
                return false;
    return true;
}

/* Whether table `x` comes after the one before it, as those of a part do. */
static bool comes_after(const int64_t *x, const int64_t *before, size_t n)
{
    size_t j = 0;
    while (j < n && x[j] == before[j])
        j++;
    return j < n && x[j] > before[j];
}

/* Check one table, and widen the ends that were seen; behind them stands the table before. */
static tacit_status check_table(const checking *w, const uint32_t *cell, size_t n,
                                const json_t *from, int64_t *ends)
{
    const size_t mark = tacit_scratch_mark(w->cx);
    int64_t *before = ends + 2 * n;
    const tacit_published published = { .system = w->page->system };
    int64_t *x = NULL;
    size_t same = n;
    TACIT_TRY(take_numbers(w, from, &same, &x));
    if (!tacit_proof_agrees(&published, cell, n, x, w->at) || !comes_after(x, before, n))
        return fail(w);
    for (size_t j = 0; j < n; j++) {
        before[j] = x[j];
        ends[j] = x[j] < ends[j] ? x[j] : ends[j];
        ends[n + j] = x[j] > ends[n + j] ? x[j] : ends[n + j];
    }
    tacit_scratch_release(w->cx, mark);
    return TACIT_OK;
}

static tacit_status check_ends(const checking *w, const json_t *from, size_t n, const int64_t *ends)
{
    int64_t *said = NULL;
    size_t same = n;
    TACIT_TRY(take_numbers(w, from, &same, &said));
    return memcmp(said, ends, n * sizeof *ends) == 0 ? TACIT_OK : fail(w);
}

static tacit_status check_part(checking *w, const json_t *part, size_t number)
{
    const json_t *values = json_object_get(part, "values");
    uint32_t *cell = NULL;
    int64_t *ends = NULL;
    size_t n = 0;
    if (json_object_size(part) != 4 || json_array_size(values) == 0)
        return fail(w);
    TACIT_TRY(take_cells(w, part, number, &n, &cell));
    if (!is_closed(w, cell, n, number))
        return fail(w);
    TACIT_TRY(tacit_scratch(w->cx, 3 * n, sizeof *ends, &ends));
    for (size_t j = 0; j < n; j++) {
        ends[j] = INT64_MAX;
        ends[n + j] = ends[2 * n + j] = INT64_MIN;
    }
    for (size_t k = 0; k < json_array_size(values); k++)
        TACIT_TRY(check_table(w, cell, n, json_array_get(values, k), ends));
    TACIT_TRY(check_ends(w, json_object_get(part, "least"), n, ends));
    TACIT_TRY(check_ends(w, json_object_get(part, "most"), n, ends + n));
    for (size_t j = 0; j < n; j++)
        if (w->page->row[cell[j]] < w->page->rows) { /* others are not published anyhow */
            w->n_known += ends[j] == ends[n + j];
            w->n_hidden++;
        }
    w->n_all += n;
    return TACIT_OK;
}

static tacit_status check_parts(checking *w, const json_t *parts)
{
    const tacit_system *s = w->page->system;
    const tacit_published published = { .system = s };
    size_t hidden = 0;
    if (!json_is_array(parts))
        return fail(w);
    TACIT_TRY(tacit_scratch(w->cx, s->n_cells, sizeof *w->part, &w->part));
    TACIT_TRY(tacit_scratch(w->cx, s->n_cells, sizeof *w->at, &w->at));
    for (size_t q = 0; q < json_array_size(parts); q++) {
        const size_t mark = tacit_scratch_mark(w->cx);
        TACIT_TRY(tacit_tick(w->cx, q, json_array_size(parts)));
        TACIT_TRY(check_part(w, json_array_get(parts, q), q + 1));
        tacit_scratch_release(w->cx, mark);
    }
    for (size_t i = 0; i < s->n_cells; i++)
        hidden += tacit_system_hides(s, &s->cell[i]);
    return hidden == w->n_all && tacit_proof_adds_up(&published) ? TACIT_OK : fail(w);
}

/* ---- telling ---- */

static const tacit_param NONE[] = { TACIT_PARAM_END };

static const tacit_entry CLAIM = {
    .name = "hidden_cells",
    .title = "Hidden cells are uncertain",
    .summary = "No hidden cell can be computed: for each there are tables that agree with "
               "everything published and differ in it.",
    .source = "Fischetti and Salazar (2000), JASA 95, section 2",
    .params = NONE,
};

static tacit_status tell(tacit_ctx *cx, const checking *w, tacit_result *r)
{
    TACIT_TRY(tacit_result_holds(cx, r, w->n_known == 0));
    TACIT_TRY(tacit_result_figure(cx, r, "hidden", "Hidden cells", (double)w->n_hidden,
                                  TACIT_UNIT_COUNT, "cells whose value is not published"));
    TACIT_TRY(tacit_result_figure(cx, r, "known", "Not shown to be uncertain", (double)w->n_known,
                                  TACIT_UNIT_COUNT,
                                  "hidden cells that have the same value in all tables at hand",
                                  .better = TACIT_BETTER_LOWER));
    return tacit_result_measured(cx, r, w->page->system->n_cells, true);
}

tacit_status tacit_certify_check(tacit_ctx *cx, const json_t *basis, const tacit_table *file,
                                 tacit_result **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_page page = { 0 };
    checking w = { .cx = cx, .page = &page };
    tacit_args none = { .params = NONE };
    tacit_result *r = NULL;
    if (json_object_size(basis) != 2)
        return fail(&w);
    if (json_object_get(basis, "changed") != NULL)
        return tacit_certify_check_changed(cx, basis, file, out);
    TACIT_TRY(tacit_page_read(cx, json_object_get(basis, "tables"), file, &page));
    tacit_status status =
        page.n_changed > 0 ? fail(&w) : check_parts(&w, json_object_get(basis, "parts"));
    if (status == TACIT_OK)
        status = tacit_result_new(cx, "claim", &CLAIM, &none, &r);
    if (status == TACIT_OK)
        status = tell(cx, &w, r);
    tacit_system_free(page.system);
    tacit_scratch_release(cx, mark);
    if (status == TACIT_OK)
        *out = r;
    else
        json_decref(r);
    return status;
}
