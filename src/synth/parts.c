/*
 * parts.c - the parts of columns: what they are learnt from, and what is drawn for each row.
 */
#include "synth/draw.h"
#include "synth/making.h"
#include "synth/smooth/smooth.h"

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
tacit_status tacit_making_known(tacit_ctx *cx, const tacit_making *m, size_t j,
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
static tacit_status put_predictors(tacit_ctx *cx, const tacit_making *m, tacit_making_job *b)
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

tacit_status tacit_making_prepare(tacit_ctx *cx, const tacit_making *m, tacit_making_job *b)
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
                                  .guard = m->guard,
                                  .unit = m->spec->unit,
                                  .units = m->spec->units,
                                  .args = column->args };
    if (t->rows == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_making_known(cx, m, b->column, &b->part.known));
    TACIT_TRY(put_predictors(cx, m, b));
    return column->generator->prepare(cx, &b->part, &b->model);
}

/* The stream of what is made from column j on. */
tacit_synth_draws tacit_making_draws(const tacit_making *m, size_t j, const char *what)
{
    const tacit_rng own = tacit_rng_fork(&m->spec->rng, tacit_column_name(m->coding[j].column));
    return (tacit_synth_draws){ .dealt = m->spec->dealt,
                                .set_rows = m->spec->rows,
                                .rng = tacit_rng_fork(&own, what) };
}

/* Fill the cells that follow from others by rules, before any is drawn. */
static tacit_status settle(tacit_ctx *cx, tacit_making *m, const tacit_making_job *b)
{
    const size_t j = b->column;
    if (!b->first)
        return TACIT_OK;
    m->settles = m->rules != NULL && m->rules[j] != 0;
    if (!m->settles)
        return TACIT_OK;
    for (size_t i = 0; i < m->rows; i++)
        m->settled[i] = false;
    TACIT_TRY(tacit_fences_fill(cx, m->fences, &m->coding[j], m->rules[j], m->settled, &m->cells));
    for (size_t i = 0; i < m->rows; i++)
        m->told[j].filled += m->settled[i];
    return TACIT_OK;
}

/* The rows that take part in drawing: all, or those whose cell is not settled, and is to hold a
 * value. */
static tacit_status choose_rows(tacit_ctx *cx, const tacit_making *m, tacit_making_job *b)
{
    const tacit_coding *c = &m->coding[b->column];
    const bool values = !b->states && c->state != NULL;
    uint32_t *row = NULL;
    b->part.draws = m->rows;
    if (!values && !m->settles)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *row, &row));
    b->part.draws = 0;
    for (size_t i = 0; i < m->rows; i++)
        if (!(m->settles && m->settled[i]) && (!values || c->state[m->cells.donor[i]] == 0))
            row[b->part.draws++] = (uint32_t)i;
    b->part.row = row;
    return TACIT_OK;
}

/* Donors by the pools that rows are put into. */
static tacit_status draw_from_pools(tacit_ctx *cx, const tacit_making *m, const tacit_making_job *b,
                                    const tacit_synth_draws *how, tacit_synth_drawn *out)
{
    tacit_synth_pools pools = { 0 };
    TACIT_TRY(m->spec->column[b->column].generator->place(cx, &b->part, b->model, &pools));
    TACIT_TRY(tacit_synth_draw(cx, &b->part, &pools, how, out));
    const tacit_rng rng = tacit_rng_fork(&how->rng, "smooth");
    TACIT_TRY(tacit_synth_smooth(cx, &b->part, &pools, &rng, out));
    m->told[b->column].pools += pools.n;
    m->told[b->column].raised += pools.raised;
    return TACIT_OK;
}

/* Take what was drawn over into the cells of the column. */
static void take_over(tacit_making *m, const tacit_making_job *b, const tacit_synth_drawn *drawn)
{
    m->told[b->column].backed_off += drawn->backed_off;
    m->told[b->column].placed += drawn->placed;
    m->told[b->column].guarded += drawn->guarded;
    m->told[b->column].stayed += drawn->stayed;
    for (size_t d = 0; d < b->part.draws; d++) {
        const size_t row = b->part.row != NULL ? b->part.row[d] : d;
        const uint32_t donor = drawn->donor[d];
        if (donor == TACIT_SYNTH_OWN) {
            m->cells.number[row] = drawn->number[d];
            m->cells.donor[row] = TACIT_SYNTH_OWN;
        } else {
            m->cells.donor[row] = b->target.record != NULL ? b->target.record[donor] : donor;
        }
    }
}

tacit_status tacit_making_draw(tacit_ctx *cx, tacit_making *m, tacit_making_job *b)
{
    const tacit_synth_column *column = &m->spec->column[b->column];
    const tacit_coding *c = &m->coding[b->column];
    const tacit_synth_draws how = tacit_making_draws(m, b->column, b->states ? "state" : "value");
    tacit_synth_drawn drawn = { 0 };
    TACIT_TRY(settle(cx, m, b));
    TACIT_TRY(choose_rows(cx, m, b));
    if (b->part.draws == 0)
        return TACIT_OK;
    if (b->part.rows == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No record is left to learn column '%s' from: rules fill it in all, but "
                          "not in all synthetic ones.",
                          tacit_column_name(c->column));
    TACIT_TRY(tacit_fence_of(cx, m->fences, column->at, c, b->states, &b->part.fence));
    TACIT_TRY(tacit_scratch(cx, b->part.draws, sizeof *drawn.donor, &drawn.donor));
    if (m->cells.number != NULL)
        TACIT_TRY(tacit_scratch(cx, b->part.draws, sizeof *drawn.number, &drawn.number));
    if (column->generator->draw != NULL) {
        TACIT_TRY(column->generator->draw(cx, &b->part, b->model, &how, drawn.donor));
        TACIT_TRY(tacit_synth_mend(cx, &b->part, &how, &drawn));
        if (m->guard != NULL)
            tacit_guard_turn(&b->part, &drawn);
    } else {
        TACIT_TRY(draw_from_pools(cx, m, b, &how, &drawn));
    }
    take_over(m, b, &drawn);
    return TACIT_OK;
}

/* ---- columns that are made at once ---- */

/* Cells that are missing, and belong to no record, are those of one that has none. */
static void name_missing(const tacit_making *m, const tacit_coding *c, tacit_synth_cells *cells)
{
    size_t record = 0;
    const size_t n = tacit_column_length(c->column);
    while (record < n && !tacit_column_is_missing(c->column, record))
        record++;
    for (size_t i = 0; i < m->rows && record < n; i++)
        if (cells->donor[i] == TACIT_SYNTH_NONE)
            cells->donor[i] = (uint32_t)record;
}

tacit_status tacit_making_mend(tacit_ctx *cx, const tacit_making *m, size_t j,
                               tacit_synth_cells *cells)
{
    const tacit_coding *c = &m->coding[j];
    const tacit_synth_draws how = tacit_making_draws(m, j, "value");
    tacit_synth_part part = { .coding = c,
                              .rows = tacit_column_length(c->column),
                              .draws = m->rows };
    const bool ruled = m->rules != NULL && m->rules[j] != 0;
    if (m->fences == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_fence_of(cx, m->fences, m->spec->column[j].at, c, false, &part.fence));
    if (part.fence == NULL && !ruled)
        return TACIT_OK;
    name_missing(m, c, cells);
    if (cells->number == NULL)
        TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *cells->number, &cells->number));
    tacit_synth_drawn drawn = { .donor = cells->donor, .number = cells->number };
    TACIT_TRY(tacit_synth_mend(cx, &part, &how, &drawn));
    m->told[j].backed_off += drawn.backed_off;
    m->told[j].placed += drawn.placed;
    for (size_t i = 0; ruled && i < m->rows; i++)
        m->settled[i] = false;
    if (ruled)
        TACIT_TRY(tacit_fences_fill(cx, m->fences, c, m->rules[j], m->settled, cells));
    for (size_t i = 0; ruled && i < m->rows; i++)
        m->told[j].filled += m->settled[i];
    if (!c->ordered)
        cells->number = NULL; /* texts are those of donors */
    return TACIT_OK;
}
