/*
 * synth.c - the making of a synthetic file.
 *
 * Sequential synthesis (Reiter 2005; Raghunathan, Reiter and Rubin 2003): each column is learnt
 * from the original records given the columns before it, and drawn given what was drawn for those.
 * Parts are learnt several at a time, one for each thread, and drawn in order; columns that are
 * made at once are a piece of work of their own.  Rows of all sets stand one after the other in one
 * array, so a part is placed once for all of them.
 *
 * Rows are put into random order as they are written: the order of dealt rows would tell which
 * fell into one leaf.  Memory: two bytes for each cell of the original and of the sets, and what
 * the parts at work need; columns whose codes say all are written at the end (late/late.c).
 */
#include "synth/synth.h"

#include "base/pool.h"
#include "synth/cells.h"
#include "synth/late/late.h"
#include "synth/making.h"
#include "synth/match.h"
#include "synth/resample/resample.h"
#include "synth/smooth/smooth.h"
#include "table/take.h"

enum { PARTS = 2, MOST_AT_ONCE = 16 };

/* ---- before ---- */

static tacit_status code_columns(tacit_ctx *cx, tacit_making *m)
{
    const tacit_synth_spec *s = m->spec;
    for (size_t j = 0; j < s->n; j++) {
        const tacit_column *c = tacit_table_column(s->data, s->column[j].at);
        TACIT_TRY(tacit_coding_of(cx, c, &s->column[j].specials, &m->coding[j]));
        m->told[j].states = m->coding[j].states;
        m->told[j].zero = m->coding[j].zero;
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->code[j], &m->code[j]));
        if (m->coding[j].specials > 0)
            TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->state[j], &m->state[j]));
    }
    return TACIT_OK;
}

/* A random order of the rows of each set. */
static void choose_order(tacit_making *m)
{
    const tacit_rng root = tacit_rng_fork(&m->spec->rng, "order");
    for (size_t i = 0; i < m->rows; i++)
        m->turn[i] = (uint32_t)i;
    for (size_t s = 0; s < m->spec->sets && !m->spec->in_order; s++) {
        tacit_rng rng = tacit_rng_fork_number(&root, s);
        uint32_t *turn = m->turn + s * m->spec->rows;
        for (size_t i = m->spec->rows; i > 1; i--) {
            const size_t k = (size_t)tacit_rng_below(&rng, i);
            const uint32_t swap = turn[i - 1];
            turn[i - 1] = turn[k];
            turn[k] = swap;
        }
    }
}

/* Let the column be learnt from some records only: m->skip[j] tells which not. */
static tacit_status skip_some(tacit_ctx *cx, tacit_making *m, size_t j)
{
    if (m->skip[j] == NULL)
        TACIT_TRY(
            tacit_scratch(cx, tacit_table_rows(m->spec->data), sizeof *m->skip[j], &m->skip[j]));
    m->coding[j].skip = m->skip[j];
    return TACIT_OK;
}

/* Read what must hold, and leave records that rules fill out of what columns are learnt from. */
static tacit_status fence_columns(tacit_ctx *cx, tacit_making *m)
{
    const tacit_synth_spec *s = m->spec;
    uint64_t before = 0;
    TACIT_TRY(tacit_fences_begin(cx, s->data, s->words, m->rows, &m->fences));
    if (m->fences == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *m->rules, &m->rules));
    for (size_t j = 0; j < s->n; j++) {
        const size_t v = tacit_ties_find(m->fences->ties, s->column[j].at);
        if (s->column[j].generator != NULL)
            m->rules[j] = tacit_fences_rules(m->fences, s->column[j].at, before);
        before |= v < m->fences->ties->variables ? (uint64_t)1 << v : 0;
        if (m->rules[j] == 0)
            continue;
        TACIT_TRY(skip_some(cx, m, j));
        tacit_fences_skip(m->fences, m->rules[j], m->skip[j]);
    }
    return TACIT_OK;
}

/* Leave records out of what columns are learnt from, as far as only some are asked for. */
static tacit_status choose_records(tacit_ctx *cx, tacit_making *m)
{
    const tacit_synth_spec *s = m->spec;
    for (size_t j = 0; j < s->n; j++) {
        const bool *in = j < s->only_columns ? s->only : NULL;
        if (in == NULL || s->column[j].generator == NULL)
            continue;
        if (s->column[j].generator->make != NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' is made by '%s' with others at once, which cannot be "
                              "learnt from some records only; name a generator of single columns "
                              "for it, such as cart.",
                              tacit_column_name(m->coding[j].column),
                              s->column[j].generator->about.name);
        TACIT_TRY(skip_some(cx, m, j));
        for (size_t i = 0; i < tacit_table_rows(s->data); i++)
            m->skip[j][i] = !in[i];
    }
    return TACIT_OK;
}

/* Whether some column is made of numbers near those of donors. */
static bool is_smoothed(const tacit_synth_spec *s)
{
    for (size_t j = 0; j < s->n; j++) {
        if (s->column[j].generator != NULL && tacit_smooth_is_asked(s->column[j].args))
            return true;
    }
    return false;
}

/* Room for what only some plans need. */
static tacit_status make_room(tacit_ctx *cx, tacit_making *m)
{
    const bool said = m->spec->words != NULL;
    TACIT_TRY(tacit_scratch(cx, m->spec->n, sizeof *m->skip, &m->skip));
    if (said)
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->settled, &m->settled));
    if (said || is_smoothed(m->spec))
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->cells.number, &m->cells.number));
    return TACIT_OK;
}

static tacit_status begin(tacit_ctx *cx, tacit_making *m)
{
    const size_t n = m->spec->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->coding, &m->coding));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->code, &m->code));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->state, &m->state));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->cells.donor, &m->cells.donor));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->turn, &m->turn));
    choose_order(m);
    for (size_t s = 0; s < m->spec->sets; s++)
        TACIT_TRY(tacit_table_new(cx, m->spec->rows, &m->out[s]));
    TACIT_TRY(code_columns(cx, m));
    TACIT_TRY(make_room(cx, m));
    TACIT_TRY(tacit_late_find(cx, m));
    if (m->spec->guard)
        TACIT_TRY(tacit_guard_new(cx, tacit_table_rows(m->spec->data), m->rows, m->spec->unit,
                                  &m->guard));
    for (size_t j = 0; m->guard != NULL && m->guard->peer == NULL && j < n; j++)
        if (m->spec->column[j].generator != NULL && m->spec->column[j].generator->copies)
            TACIT_TRY(tacit_guard_keep_peers(cx, m->guard));
    TACIT_TRY(choose_records(cx, m));
    return fence_columns(cx, m);
}

/* ---- columns ---- */

/* Put a column into the table of a set. */
static tacit_status add_column(tacit_ctx *cx, const tacit_making *m, size_t j, size_t set,
                               tacit_column *made)
{
    TACIT_TRY(tacit_table_add(cx, m->out[set], made));
    tacit_table_set_roles(m->out[set], tacit_table_columns(m->out[set]) - 1,
                          tacit_table_roles(m->spec->data, m->spec->column[j].at));
    return TACIT_OK;
}

/* Put a column of the cells into all tables. */
static tacit_status add_columns(tacit_ctx *cx, const tacit_making *m, size_t j,
                                const tacit_synth_cells *cells)
{
    const tacit_synth_spec *s = m->spec;
    for (size_t k = 0; k < s->sets; k++) {
        tacit_column *made = NULL;
        TACIT_TRY(
            tacit_synth_column_of(cx, &m->coding[j], cells, m->turn + k * s->rows, s->rows, &made));
        TACIT_TRY(add_column(cx, m, j, k, made));
    }
    return TACIT_OK;
}

/* Write a column whose cells are known, or keep its codes until all are made. */
static tacit_status write_column(tacit_ctx *cx, const tacit_making *m, size_t j,
                                 const tacit_synth_cells *cells)
{
    TACIT_TRY(tacit_fences_note(cx, m->fences, m->spec->column[j].at, &m->coding[j], cells));
    tacit_synth_code(&m->coding[j], cells, m->rows, m->code[j], m->state[j]);
    if (m->guard != NULL)
        TACIT_TRY(tacit_guard_note(cx, m->guard, &m->coding[j], cells));
    if (cells->number != NULL)
        m->late[j] = NULL;
    return m->late[j] == NULL ? add_columns(cx, m, j, cells) : TACIT_OK;
}

/* Write the columns that were to wait. */
static tacit_status write_late(tacit_ctx *cx, const tacit_making *m)
{
    for (size_t j = 0; j < m->spec->n; j++) {
        if (m->late[j] == NULL)
            continue;
        tacit_late_take(m, j);
        TACIT_TRY(add_columns(cx, m, j, &(tacit_synth_cells){ .donor = m->cells.donor }));
    }
    return TACIT_OK;
}

/* Write the cells of the column at work. */
static tacit_status write_cells(tacit_ctx *cx, const tacit_making *m, size_t j)
{
    tacit_synth_cells cells = { .donor = m->cells.donor };
    for (size_t i = 0; m->cells.number != NULL && i < m->rows; i++)
        if (m->cells.donor[i] == TACIT_SYNTH_OWN) {
            cells.number = m->cells.number;
            break;
        }
    return write_column(cx, m, j, &cells);
}

/* Write a column whose cells are given, and code it by records that tell the same. */
static tacit_status give_column(tacit_ctx *cx, tacit_making *m, size_t j)
{
    const tacit_column *given = m->spec->column[j].given;
    const size_t mark = tacit_scratch_mark(cx);
    size_t *at = NULL;
    TACIT_ASSERT(tacit_column_length(given) == m->rows);
    TACIT_TRY(
        tacit_synth_match(cx, m->coding[j].column, given, m->cells.donor, &m->told[j].strange));
    tacit_synth_code(&m->coding[j], &(tacit_synth_cells){ .donor = m->cells.donor }, m->rows,
                     m->code[j], m->state[j]);
    if (m->guard != NULL)
        TACIT_TRY(tacit_guard_note(cx, m->guard, &m->coding[j],
                                   &(tacit_synth_cells){ .donor = m->cells.donor }));
    TACIT_TRY(tacit_fences_note_given(cx, m->fences, m->spec->column[j].at, &m->coding[j],
                                      m->cells.donor, given));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *at, &at));
    for (size_t i = 0; i < m->rows; i++)
        at[i] = m->turn[i];
    for (size_t k = 0; k < m->spec->sets; k++) {
        const tacit_row_list rows = { m->spec->rows, at + k * m->spec->rows };
        tacit_column *made = NULL;
        TACIT_TRY(
            tacit_column_take(cx, given, tacit_column_name(m->coding[j].column), &rows, &made));
        TACIT_TRY(add_column(cx, m, j, k, made));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* A column that is not drawn: kept as it is, or derived. */
static tacit_status settle_column(tacit_ctx *cx, tacit_making *m, size_t j)
{
    const tacit_synth_column *column = &m->spec->column[j];
    const size_t mark = tacit_scratch_mark(cx);
    if (column->given != NULL)
        return give_column(cx, m, j);
    for (size_t i = 0; i < m->rows; i++)
        m->cells.donor[i] = (uint32_t)(i % m->spec->rows);
    if (column->derived) {
        TACIT_TRY(tacit_fences_derive(cx, m->fences, column->at, &m->coding[j], &m->cells));
        m->told[j].filled = m->rows;
    }
    TACIT_TRY(write_cells(cx, m, j));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Make some columns at once. */
static tacit_status make_block(tacit_ctx *cx, const tacit_making *m, const tacit_making_job *b)
{
    const tacit_synth_column *column = &m->spec->column[b->column];
    tacit_synth_block block = { .data = m->spec->data,
                                .n = b->block,
                                .coding = &m->coding[b->column],
                                .n_known = column->predictors.n,
                                .rows = m->rows,
                                .how =
                                    tacit_making_draws(m, b->column, column->generator->about.name),
                                .args = column->args };
    tacit_synth_cells *cells = NULL;
    TACIT_TRY(tacit_making_known(cx, m, b->column, &block.known));
    TACIT_TRY(tacit_scratch(cx, b->block, sizeof *cells, &cells));
    for (size_t k = 0; k < b->block; k++)
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *cells[k].donor, &cells[k].donor));
    TACIT_TRY(column->generator->make(cx, &block, cells));
    const bool crossed = m->guard != NULL && column->generator->copies;
    tacit_guard_block guard = { 0 };
    if (crossed)
        TACIT_TRY(tacit_guard_block_new(cx, m->guard, &guard));
    for (size_t k = 0; k < b->block; k++) {
        if (crossed)
            tacit_guard_cross(m->guard, &guard, &m->coding[b->column + k], &cells[k]);
        TACIT_TRY(tacit_making_mend(cx, m, b->column + k, &cells[k]));
        TACIT_TRY(write_column(cx, m, b->column + k, &cells[k]));
    }
    m->told[b->column].guarded += guard.guarded;
    m->told[b->column].stayed += guard.stayed;
    return TACIT_OK;
}

/* Put the pieces of work that column j begins at the end of the list. */
static void add_jobs(const tacit_making *m, size_t j, tacit_making_job *jobs, size_t *n)
{
    const tacit_synth_column *column = &m->spec->column[j];
    if (column->generator->make != NULL) {
        if (column->together > 0)
            jobs[(*n)++] = (tacit_making_job){ .column = j, .block = column->together };
        return;
    }
    const bool two = m->coding[j].states > 1;
    if (two)
        jobs[(*n)++] = (tacit_making_job){ .column = j, .states = true, .first = true };
    jobs[(*n)++] = (tacit_making_job){ .column = j, .first = !two, .last = true };
}

/* List the parts of the columns from `*next` on, as many as are worked on at once; columns that are
 * not drawn, before the first of them, are written. */
static tacit_status list_jobs(tacit_ctx *cx, tacit_making *m, size_t most, size_t *next,
                              tacit_making_job *jobs, size_t *n)
{
    for (*n = 0; *next < m->spec->n && *n + PARTS <= most; (*next)++) {
        const size_t j = *next;
        if (m->spec->column[j].generator == NULL && *n > 0)
            return TACIT_OK; /* its turn comes when those are drawn */
        if (m->spec->column[j].generator == NULL) {
            TACIT_TRY(settle_column(cx, m, j));
            continue;
        }
        add_jobs(m, j, jobs, n);
    }
    return TACIT_OK;
}

/* Learn some parts beside each other, and draw them in order. */
static tacit_status work_off(tacit_ctx *cx, tacit_making *m, tacit_making_job *jobs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (jobs[i].block == 0)
            TACIT_TRY(tacit_making_prepare(cx, m, &jobs[i]));
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t i = 0; i < n; i++) {
        const tacit_generator *g = m->spec->column[jobs[i].column].generator;
        if (g->learn != NULL && jobs[i].part.rows > 0)
            g->learn(jobs[i].model);
    }
    for (size_t i = 0; i < n; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, jobs[i].column, m->spec->n));
        if (jobs[i].block > 0)
            TACIT_TRY(make_block(cx, m, &jobs[i]));
        else
            TACIT_TRY(tacit_making_draw(cx, m, &jobs[i]));
        if (jobs[i].last)
            TACIT_TRY(write_cells(cx, m, jobs[i].column));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, tacit_making *m)
{
    const size_t threads = tacit_pool_threads();
    const size_t most = (threads < MOST_AT_ONCE ? threads : MOST_AT_ONCE) + PARTS - 1;
    tacit_making_job *jobs = NULL;
    size_t next = 0, n = 0;
    TACIT_TRY(begin(cx, m));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *jobs, &jobs));
    while (next < m->spec->n) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(list_jobs(cx, m, most, &next, jobs, &n));
        TACIT_TRY(work_off(cx, m, jobs, n));
        tacit_scratch_release(cx, mark);
    }
    return write_late(cx, m);
}

/* Put the columns of a set into the order of the data. */
static tacit_status order_columns(tacit_ctx *cx, const tacit_synth_spec *spec, tacit_table **set)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, spec->rows, &t));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < tacit_table_columns(spec->data) && status == TACIT_OK; j++) {
        const char *name = tacit_column_name(tacit_table_column(spec->data, j));
        const size_t at = tacit_table_find(*set, name);
        if (at == tacit_table_columns(*set))
            continue;
        status = tacit_table_add(cx, t, tacit_column_share(tacit_table_column(*set, at)));
        if (status == TACIT_OK)
            tacit_table_set_roles(t, tacit_table_columns(t) - 1, tacit_table_roles(*set, at));
    }
    if (status == TACIT_OK)
        tacit_table_become(*set, t);
    else
        tacit_table_free(t);
    return status;
}

tacit_status tacit_synth_make(tacit_ctx *cx, const tacit_synth_spec *spec, tacit_synth_told *told,
                              tacit_table **out)
{
    const tacit_synth_result result = { told, out };
    if (spec->where != NULL)
        return tacit_synth_make_where(cx, spec, &result);
    if (spec->strata > 0)
        return tacit_synth_make_strata(cx, spec, &result);
    if (spec->proper)
        return tacit_synth_make_proper(cx, spec, &result);
    if (spec->weight != NULL)
        return tacit_synth_make_population(cx, spec, &result);
    tacit_making m = { .spec = spec, .told = told, .rows = spec->rows * spec->sets, .out = out };
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_ASSERT(m.rows <= UINT32_MAX && tacit_table_rows(spec->data) <= UINT32_MAX);
    for (size_t s = 0; s < spec->sets; s++)
        out[s] = NULL;
    TACIT_TRY(make(cx, &m));
    for (size_t s = 0; s < spec->sets; s++)
        TACIT_TRY(order_columns(cx, spec, &out[s]));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
