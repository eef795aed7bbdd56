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
 * the parts at work need.
 */
#include "synth/synth.h"

#include "base/pool.h"
#include "synth/cells.h"
#include "synth/draw.h"

enum { PARTS = 2, MOST_AT_ONCE = 16 };

/* A part at work, or columns that are made at once. */
typedef struct job {
    size_t column; /* of the spec, the first */
    size_t block;  /* columns that are made at once; 0: it is a part */
    bool states;   /* the column's states, not its values */
    bool last;     /* of the column */
    tacit_target target;
    tacit_synth_part part;
    void *model;
} job;

/* All that is made, in scratch memory but for the tables. */
typedef struct making {
    const tacit_synth_spec *spec;
    tacit_synth_told *told;
    size_t rows;          /* of all sets */
    tacit_coding *coding; /* of each column of the spec */
    uint16_t **code;      /* of each: its codes as a predictor in the synthetic rows ... */
    uint16_t **state;     /* ... and its states, NULL if they are no predictor */
    uint32_t *donor;      /* of each row, for the column at work: the original record */
    uint32_t *turn;       /* the row that comes i-th in its set, counted among all */
    tacit_table **out;
} making;

/* ---- before ---- */

static tacit_status code_columns(tacit_ctx *cx, making *m)
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
static void choose_order(making *m)
{
    const tacit_rng root = tacit_rng_fork(&m->spec->rng, "order");
    for (size_t i = 0; i < m->rows; i++)
        m->turn[i] = (uint32_t)i;
    for (size_t s = 0; s < m->spec->sets; s++) {
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

static tacit_status begin(tacit_ctx *cx, making *m)
{
    const size_t n = m->spec->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->coding, &m->coding));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->code, &m->code));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->state, &m->state));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->donor, &m->donor));
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *m->turn, &m->turn));
    choose_order(m);
    for (size_t s = 0; s < m->spec->sets; s++)
        TACIT_TRY(tacit_table_new(cx, m->spec->rows, &m->out[s]));
    return code_columns(cx, m);
}

/* ---- parts ---- */

/* The codes of some records, in scratch memory; as they are if those are all. */
static tacit_status take_codes(tacit_ctx *cx, const tacit_target *t, const uint16_t *code,
                               const uint16_t **out)
{
    uint16_t *own = NULL;
    *out = code;
    if (t->record == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, t->rows, sizeof *own, &own));
    for (size_t i = 0; i < t->rows; i++)
        own[i] = code[t->record[i]];
    *out = own;
    return TACIT_OK;
}

/* The columns that a column of the spec is made from, in scratch memory. */
static tacit_status list_known(tacit_ctx *cx, const making *m, size_t j,
                               const tacit_synth_known **out)
{
    const tacit_select *from = &m->spec->column[j].predictors;
    tacit_synth_known *known = NULL;
    TACIT_TRY(tacit_scratch(cx, from->n, sizeof *known, &known));
    for (size_t k = 0; k < from->n; k++)
        known[k] = (tacit_synth_known){ .coding = &m->coding[from->at[k]],
                                        .code = m->code[from->at[k]],
                                        .state = m->state[from->at[k]],
                                        .in = (const tacit_table *const *)m->out,
                                        .column = from->at[k],
                                        .set_rows = m->spec->rows,
                                        .sets = m->spec->sets,
                                        .turn = m->turn };
    *out = known;
    return TACIT_OK;
}

/* Put the predictors of a job into its part: of each column its codes, and its states if some are
 * special. */
static tacit_status put_predictors(tacit_ctx *cx, const making *m, job *b)
{
    const tacit_select *known = &m->spec->column[b->column].predictors;
    tacit_tree_column *predictor = NULL;
    const uint16_t **given = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, 2 * known->n, sizeof *predictor, &predictor));
    TACIT_TRY(tacit_scratch(cx, 2 * known->n, sizeof *given, &given));
    for (size_t k = 0; k < known->n; k++) {
        const tacit_coding *c = &m->coding[known->at[k]];
        predictor[n] = (tacit_tree_column){ .levels = c->levels,
                                            .ordered = c->ordered,
                                            .missing = c->missing };
        TACIT_TRY(take_codes(cx, &b->target, c->code, &predictor[n].code));
        given[n++] = m->code[known->at[k]];
        if (c->specials == 0)
            continue;
        predictor[n] = (tacit_tree_column){ .levels = c->states };
        TACIT_TRY(take_codes(cx, &b->target, c->state, &predictor[n].code));
        given[n++] = m->state[known->at[k]];
    }
    b->part.predictors = n;
    b->part.predictor = predictor;
    b->part.given = given;
    return TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, const making *m, job *b)
{
    const tacit_synth_column *column = &m->spec->column[b->column];
    const tacit_coding *c = &m->coding[b->column];
    TACIT_TRY(b->states ? tacit_target_states(cx, c, &b->target)
                        : tacit_target_values(cx, c, &b->target));
    const tacit_target *t = &b->target;
    b->part = (tacit_synth_part){ .coding = c,
                                  .states = b->states,
                                  .rows = t->rows,
                                  .record = t->record,
                                  .classes = t->classes,
                                  .label = t->label,
                                  .rank = t->rank,
                                  .value = t->value,
                                  .count = t->count,
                                  .n_known = column->predictors.n,
                                  .args = column->args };
    if (t->rows == 0)
        return TACIT_OK;
    TACIT_TRY(list_known(cx, m, b->column, &b->part.known));
    TACIT_TRY(put_predictors(cx, m, b));
    return column->generator->prepare(cx, &b->part, &b->model);
}

/* The rows that take part in drawing: all, or those whose cell is to hold a value. */
static tacit_status choose_rows(tacit_ctx *cx, const making *m, job *b)
{
    const tacit_coding *c = &m->coding[b->column];
    uint32_t *row = NULL;
    b->part.draws = m->rows;
    if (b->states || c->state == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *row, &row));
    b->part.draws = 0;
    for (size_t i = 0; i < m->rows; i++)
        if (c->state[m->donor[i]] == 0)
            row[b->part.draws++] = (uint32_t)i;
    b->part.row = row;
    return TACIT_OK;
}

/* The stream of what is made from column j on. */
static tacit_synth_draws draws_of(const making *m, size_t j, const char *what)
{
    const tacit_rng own = tacit_rng_fork(&m->spec->rng, tacit_column_name(m->coding[j].column));
    return (tacit_synth_draws){ .dealt = m->spec->dealt,
                                .set_rows = m->spec->rows,
                                .rng = tacit_rng_fork(&own, what) };
}

/* Donors by the pools that rows are put into. */
static tacit_status draw_from_pools(tacit_ctx *cx, const making *m, const job *b,
                                    const tacit_synth_draws *how, uint32_t *donor)
{
    tacit_synth_pools pools = { 0 };
    TACIT_TRY(m->spec->column[b->column].generator->place(cx, &b->part, b->model, &pools));
    TACIT_TRY(tacit_synth_draw(cx, &b->part, &pools, how, donor));
    m->told[b->column].pools += pools.n;
    m->told[b->column].raised += pools.raised;
    return TACIT_OK;
}

/* Name the original record that each row of the part gets its cell from. */
static tacit_status draw(tacit_ctx *cx, const making *m, job *b)
{
    const tacit_generator *g = m->spec->column[b->column].generator;
    const tacit_synth_draws how = draws_of(m, b->column, b->states ? "state" : "value");
    uint32_t *donor = NULL;
    TACIT_TRY(choose_rows(cx, m, b));
    if (b->part.draws == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, b->part.draws, sizeof *donor, &donor));
    if (g->draw != NULL)
        TACIT_TRY(g->draw(cx, &b->part, b->model, &how, donor));
    else
        TACIT_TRY(draw_from_pools(cx, m, b, &how, donor));
    for (size_t d = 0; d < b->part.draws; d++) {
        const size_t row = b->part.row != NULL ? b->part.row[d] : d;
        m->donor[row] = b->target.record != NULL ? b->target.record[donor[d]] : donor[d];
    }
    return TACIT_OK;
}

/* ---- columns ---- */

/* Write a column whose cells are known into all tables. */
static tacit_status write_column(tacit_ctx *cx, const making *m, size_t j,
                                 const tacit_synth_cells *cells)
{
    const tacit_synth_spec *s = m->spec;
    tacit_synth_code(&m->coding[j], cells, m->rows, m->code[j], m->state[j]);
    for (size_t k = 0; k < s->sets; k++) {
        tacit_column *made = NULL;
        TACIT_TRY(
            tacit_synth_column_of(cx, &m->coding[j], cells, m->turn + k * s->rows, s->rows, &made));
        TACIT_TRY(tacit_table_add(cx, m->out[k], made));
        tacit_table_set_roles(m->out[k], tacit_table_columns(m->out[k]) - 1,
                              tacit_table_roles(s->data, s->column[j].at));
    }
    return TACIT_OK;
}

static tacit_status write_donors(tacit_ctx *cx, const making *m, size_t j)
{
    return write_column(cx, m, j, &(tacit_synth_cells){ .donor = m->donor });
}

static tacit_status keep_column(tacit_ctx *cx, const making *m, size_t j)
{
    for (size_t i = 0; i < m->rows; i++)
        m->donor[i] = (uint32_t)(i % m->spec->rows);
    return write_donors(cx, m, j);
}

/* Make some columns at once. */
static tacit_status make_block(tacit_ctx *cx, const making *m, const job *b)
{
    const tacit_synth_column *column = &m->spec->column[b->column];
    tacit_synth_block block = { .data = m->spec->data,
                                .n = b->block,
                                .coding = &m->coding[b->column],
                                .n_known = column->predictors.n,
                                .rows = m->rows,
                                .how = draws_of(m, b->column, column->generator->about.name),
                                .args = column->args };
    tacit_synth_cells *cells = NULL;
    TACIT_TRY(list_known(cx, m, b->column, &block.known));
    TACIT_TRY(tacit_scratch(cx, b->block, sizeof *cells, &cells));
    for (size_t k = 0; k < b->block; k++)
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *cells[k].donor, &cells[k].donor));
    TACIT_TRY(column->generator->make(cx, &block, cells));
    for (size_t k = 0; k < b->block; k++)
        TACIT_TRY(write_column(cx, m, b->column + k, &cells[k]));
    return TACIT_OK;
}

/* Put the pieces of work that column j begins at the end of the list. */
static void add_jobs(const making *m, size_t j, job *jobs, size_t *n)
{
    const tacit_synth_column *column = &m->spec->column[j];
    if (column->generator->make != NULL) {
        if (column->together > 0)
            jobs[(*n)++] = (job){ .column = j, .block = column->together };
        return;
    }
    if (m->coding[j].states > 1)
        jobs[(*n)++] = (job){ .column = j, .states = true };
    jobs[(*n)++] = (job){ .column = j, .last = true };
}

/* List the parts of the columns from `*next` on, as many as are worked on at once; kept columns
 * before the first of them are written. */
static tacit_status list_jobs(tacit_ctx *cx, const making *m, size_t most, size_t *next, job *jobs,
                              size_t *n)
{
    for (*n = 0; *next < m->spec->n && *n + PARTS <= most; (*next)++) {
        const size_t j = *next;
        if (m->spec->column[j].generator == NULL && *n > 0)
            return TACIT_OK; /* its turn comes when those are drawn */
        if (m->spec->column[j].generator == NULL) {
            TACIT_TRY(keep_column(cx, m, j));
            continue;
        }
        add_jobs(m, j, jobs, n);
    }
    return TACIT_OK;
}

/* Learn some parts beside each other, and draw them in order. */
static tacit_status work_off(tacit_ctx *cx, const making *m, job *jobs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (jobs[i].block == 0)
            TACIT_TRY(prepare(cx, m, &jobs[i]));
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
            TACIT_TRY(draw(cx, m, &jobs[i]));
        if (jobs[i].last)
            TACIT_TRY(write_donors(cx, m, jobs[i].column));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status make(tacit_ctx *cx, making *m)
{
    const size_t threads = tacit_pool_threads();
    const size_t most = (threads < MOST_AT_ONCE ? threads : MOST_AT_ONCE) + PARTS - 1;
    job *jobs = NULL;
    size_t next = 0, n = 0;
    TACIT_TRY(begin(cx, m));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *jobs, &jobs));
    while (next < m->spec->n) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(list_jobs(cx, m, most, &next, jobs, &n));
        TACIT_TRY(work_off(cx, m, jobs, n));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
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
    making m = { .spec = spec, .told = told, .rows = spec->rows * spec->sets, .out = out };
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
