/*
 * dense.c - a log-linear model of all interactions up to an order, cell by cell.
 *
 * The counts and the added records are fitted by iterative proportional fitting
 * (stats/counts/ipf.c) from a table that is 0 where cells are impossible, so that they stay so.
 * Rows are drawn independently from the cells, or dealt, column by column: the rows that have the
 * same classes so far are cut at equally spaced points from a random start (systematic sampling,
 * Madow 1949), so that each class gets its expectation of them rounded up or down.  One cut through
 * all cells in order would do so for cells, but its step may go with their period and miss whole
 * classes of the last columns.  The rows that get the cells are in a random order.
 * O(cells * terms * cycles + rows).
 */
#include "stats/alias.h"
#include "stats/counts/ipf.h"
#include "synth/tables/own.h"

enum { MOST_CYCLES = 500 };
static const double TOLERANCE = 1e-6;

/* ---- cells ---- */

/* The classes of a cell; the last column varies fastest. */
static void read_cell(const tacit_table_task *task, size_t cell, uint16_t *code)
{
    for (size_t j = task->block->n; j-- > 0;) {
        code[j] = (uint16_t)(cell % task->column[j].levels);
        cell /= task->column[j].levels;
    }
}

/* The place of classes in the table of some columns. */
static size_t place_in(const tacit_table_task *task, const tacit_zero_set *z, const uint16_t *code)
{
    size_t at = 0;
    for (size_t k = 0; k < z->n; k++)
        at = at * task->column[z->at[k]].levels + code[z->at[k]];
    return at;
}

/* Mark cells that a structural zero leaves empty by 0. */
static tacit_status mark_impossible(tacit_ctx *cx, const tacit_table_task *task,
                                    const tacit_zero_set *z, size_t cells, double *start)
{
    const size_t mark = tacit_scratch_mark(cx), n = task->block->n;
    uint16_t *code = NULL;
    bool *possible = NULL;
    size_t places = 1;
    for (size_t k = 0; k < z->n; k++)
        places *= task->column[z->at[k]].levels;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, places, sizeof *possible, &possible));
    for (size_t i = 0; i < places; i++)
        possible[i] = z->code != NULL;
    for (size_t i = 0; i < task->records && z->code == NULL; i++) {
        for (size_t k = 0; k < z->n; k++)
            code[z->at[k]] = task->column[z->at[k]].of[i];
        possible[place_in(task, z, code)] = true;
    }
    if (z->code != NULL) {
        for (size_t k = 0; k < z->n; k++)
            code[z->at[k]] = z->code[k];
        possible[place_in(task, z, code)] = false;
    }
    for (size_t i = 0; i < cells; i++) {
        read_cell(task, i, code);
        if (!possible[place_in(task, z, code)])
            start[i] = 0.0;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- fit ---- */

/* The counts with the records that are added, where cells are possible. */
static tacit_status fill_table(tacit_ctx *cx, const tacit_table_task *task, size_t cells,
                               const double *start, double *table)
{
    const double alpha = tacit_arg_real(task->block->args, TACIT_TABLES_ALPHA);
    const size_t n = task->block->n;
    uint16_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    for (size_t i = 0; i < cells; i++) {
        double share = start[i];
        read_cell(task, i, code);
        for (size_t j = 0; j < n; j++)
            share *= task->column[j].share[code[j]];
        table[i] = alpha * share;
    }
    for (size_t i = 0; i < task->records; i++) {
        size_t at = 0;
        for (size_t j = 0; j < n; j++)
            at = at * task->column[j].levels + task->column[j].of[i];
        table[at] += 1.0;
    }
    return TACIT_OK;
}

/* List the terms of `order` columns each, as bits. */
static tacit_status list_terms(tacit_ctx *cx, size_t n, size_t order, uint64_t **out, size_t *count)
{
    const size_t own = order < n ? order : n;
    double most = 1.0;
    for (size_t k = 0; k < own; k++)
        most *= (double)(n - k) / (double)(k + 1);
    TACIT_TRY(tacit_scratch(cx, (size_t)(most + 0.5), sizeof **out, out));
    size_t at[4] = { 0, 1, 2, 3 };
    *count = 0;
    for (;;) {
        uint64_t bits = 0;
        for (size_t k = 0; k < own; k++)
            bits |= (uint64_t)1 << at[k];
        (*out)[(*count)++] = bits;
        size_t k = own;
        while (k > 0 && at[k - 1] == n - own + k - 1)
            k--;
        if (k == 0)
            return TACIT_OK;
        at[k - 1]++;
        for (; k < own; k++)
            at[k] = at[k - 1] + 1;
    }
}

static tacit_status fit(tacit_ctx *cx, const tacit_table_task *task, size_t cells, double **out)
{
    const size_t n = task->block->n;
    double *start = NULL, *table = NULL;
    uint32_t *levels = NULL;
    uint64_t *terms = NULL;
    tacit_ipf_end end;
    tacit_ipf model = { .n = n, .tolerance = TOLERANCE, .most_cycles = MOST_CYCLES };
    TACIT_TRY(tacit_scratch(cx, cells, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, cells, sizeof *table, &table));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *levels, &levels));
    for (size_t i = 0; i < cells; i++)
        start[i] = 1.0;
    for (size_t z = 0; z < task->n_zeros; z++)
        TACIT_TRY(mark_impossible(cx, task, &task->zero[z], cells, start));
    TACIT_TRY(fill_table(cx, task, cells, start, table));
    for (size_t j = 0; j < n; j++)
        levels[j] = task->column[j].levels;
    TACIT_TRY(list_terms(cx, n,
                         (size_t)tacit_arg_integer(task->block->args, TACIT_TABLES_INTERACTIONS),
                         &terms, &model.n_terms));
    model.levels = levels;
    model.terms = terms;
    model.start = start;
    TACIT_TRY(tacit_ipf_fit(cx, &model, table, *out, &end));
    if (!end.converged)
        tacit_warn(cx,
                   "The log-linear model of 'tables' was not reached in %d cycles: a margin is "
                   "off by %.2g of all records.",
                   MOST_CYCLES, end.difference);
    return TACIT_OK;
}

/* ---- draws ---- */

/* Cells that are dealt. */
typedef struct hand {
    const tacit_table_task *task;
    const double *upto; /* of each cell: the sum of the fit before it, and of all at the end */
    tacit_rng rng;
    size_t *cell; /* ... of the rows */
    size_t given; /* rows that have one */
} hand;

/* Deal `rows` rows to the `width` cells from `from` on, which differ in columns j and behind. */
static void deal(hand *h, size_t j, size_t from, size_t width, size_t rows)
{
    if (j == h->task->block->n) {
        for (size_t i = 0; i < rows; i++)
            h->cell[h->given++] = from;
        return;
    }
    const size_t levels = h->task->column[j].levels, part = width / levels;
    const double all = h->upto[from + width] - h->upto[from];
    const double start = tacit_rng_uniform(&h->rng);
    size_t given = 0, last = 0;
    for (size_t v = 0; v < levels; v++)
        last = h->upto[from + (v + 1) * part] > h->upto[from + v * part] ? v : last;
    for (size_t v = 0; v <= last; v++) {
        const double below = h->upto[from + (v + 1) * part] - h->upto[from];
        size_t upto = given;
        while (upto < rows && (v == last || ((double)upto + start) * all <= below * (double)rows))
            upto++;
        if (upto > given)
            deal(h, j + 1, from + v * part, part, upto - given);
        given = upto;
    }
}

/* A cell for each of the k rows of a set, dealt and in a random order. */
static tacit_status deal_cells(tacit_ctx *cx, const tacit_table_task *task, const double *fit,
                               size_t cells, tacit_rng rng, size_t *out)
{
    const size_t k = task->block->how.set_rows;
    double *upto = NULL;
    TACIT_TRY(tacit_scratch(cx, cells + 1, sizeof *upto, &upto));
    for (size_t i = 0; i < cells; i++)
        upto[i + 1] = upto[i] + fit[i];
    hand h = { .task = task, .upto = upto, .rng = tacit_rng_fork(&rng, "deal"), .cell = out };
    deal(&h, 0, 0, cells, k);
    TACIT_ASSERT(h.given == k);
    for (size_t i = k; i > 1; i--) {
        const size_t other = (size_t)tacit_rng_below(&rng, i), cell = out[i - 1];
        out[i - 1] = out[other];
        out[other] = cell;
    }
    return TACIT_OK;
}

/* A cell for each of the k rows of a set. */
static tacit_status draw_cells(tacit_ctx *cx, const tacit_table_task *task, const double *fit,
                               size_t cells, tacit_rng rng, size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_alias a;
    if (task->block->how.dealt) {
        TACIT_TRY(deal_cells(cx, task, fit, cells, rng, out));
    } else {
        TACIT_TRY(tacit_alias_new(cx, fit, cells, &a));
        for (size_t i = 0; i < task->block->how.set_rows; i++)
            out[i] = tacit_alias_draw(&a, &rng);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_tables_dense(tacit_ctx *cx, const tacit_table_task *task, size_t cells)
{
    const size_t mark = tacit_scratch_mark(cx), k = task->block->how.set_rows;
    const tacit_rng rng = tacit_rng_fork(&task->block->how.rng, "cells");
    double *fitted = NULL;
    size_t *cell = NULL;
    uint16_t *code = NULL;
    TACIT_TRY(fit(cx, task, cells, &fitted));
    TACIT_TRY(tacit_scratch(cx, k, sizeof *cell, &cell));
    TACIT_TRY(tacit_scratch(cx, task->block->n, sizeof *code, &code));
    for (size_t s = 0; s * k < task->block->rows; s++) {
        TACIT_TRY(draw_cells(cx, task, fitted, cells, tacit_rng_fork_number(&rng, s), cell));
        for (size_t i = 0; i < k; i++) {
            read_cell(task, cell[i], code);
            for (size_t j = 0; j < task->block->n; j++)
                task->made[j][s * k + i] = code[j];
        }
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
