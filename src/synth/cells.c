/*
 * cells.c - cells that were made, as codes and as columns of tables.
 *
 * Numbers that are no original record's are rounded to whole numbers or days, or to as many
 * decimals as the column has: a number with more would show at once which cells were made so.
 * O(rows).
 */
#include "synth/cells.h"

#include <math.h>

#include "table/take.h"

void tacit_synth_code(const tacit_coding *c, const tacit_synth_cells *cells, size_t rows,
                      uint16_t *code, uint16_t *state)
{
    for (size_t i = 0; i < rows; i++) {
        const uint32_t donor = cells->donor[i];
        uint16_t own_code = 0, own_state = 0;
        if (donor == TACIT_SYNTH_NONE) {
            own_code = (uint16_t)(c->levels - 1);
            own_state = (uint16_t)(c->states - 1); /* missing is the last of them */
            TACIT_ASSERT(c->missing);
        } else if (donor == TACIT_SYNTH_OWN) {
            own_code = tacit_coding_bin(c, cells->number[i]);
        } else {
            own_code = c->code[donor];
            own_state = state != NULL ? c->state[donor] : 0;
        }
        code[i] = own_code;
        if (state != NULL)
            state[i] = own_state;
    }
}

/* ---- numbers ---- */

double tacit_synth_round(const tacit_coding *c, double x)
{
    return c->scale > 0.0 ? round(x * c->scale) / c->scale : x;
}

/* The cells as numbers, with a bitmap of those that are there. */
static void fill_numbers(const tacit_coding *c, const tacit_synth_cells *cells, const uint32_t *row,
                         size_t n, double *x, uint64_t *valid)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t donor = cells->donor[row[i]];
        const bool own = donor == TACIT_SYNTH_OWN;
        if (donor == TACIT_SYNTH_NONE || (!own && tacit_column_is_missing(c->column, donor)))
            continue;
        x[i] = own ? tacit_synth_round(c, cells->number[row[i]])
                   : tacit_column_number(c->column, donor);
        valid[i / 64] |= (uint64_t)1 << (i % 64);
    }
}

static tacit_status append_integers(tacit_ctx *cx, tacit_builder *b, const double *x,
                                    const uint64_t *valid, size_t n)
{
    int64_t *whole = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *whole, &whole));
    for (size_t i = 0; i < n; i++)
        whole[i] = (int64_t)x[i];
    return tacit_builder_integers(cx, b, whole, valid, n);
}

static tacit_status append_dates(tacit_ctx *cx, tacit_builder *b, const double *x,
                                 const uint64_t *valid, size_t n)
{
    int32_t *day = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *day, &day));
    for (size_t i = 0; i < n; i++)
        day[i] = (int32_t)x[i];
    return tacit_builder_dates(cx, b, day, valid, n);
}

static tacit_status append_numbers(tacit_ctx *cx, tacit_builder *b, tacit_type type,
                                   const double *x, const uint64_t *valid, size_t n)
{
    if (type == TACIT_TYPE_INTEGER)
        return append_integers(cx, b, x, valid, n);
    if (type == TACIT_TYPE_DATE)
        return append_dates(cx, b, x, valid, n);
    return tacit_builder_reals(cx, b, x, valid, n);
}

static tacit_status build_numbers(tacit_ctx *cx, const tacit_column *c, const double *x,
                                  const uint64_t *valid, size_t n, tacit_column **out)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), tacit_column_type(c), n, &b));
    tacit_status status = append_numbers(cx, b, tacit_column_type(c), x, valid, n);
    if (status == TACIT_OK)
        status = tacit_builder_notes(cx, b, tacit_column_notes_of(c));
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

/* ---- both ---- */

static tacit_status take_donors(tacit_ctx *cx, const tacit_column *c, const uint32_t *donor,
                                const uint32_t *row, size_t n, tacit_column **out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++)
        at[i] = donor[row[i]];
    return tacit_column_take(cx, c, tacit_column_name(c), &(tacit_row_list){ n, at }, out);
}

tacit_status tacit_synth_column_of(tacit_ctx *cx, const tacit_coding *c,
                                   const tacit_synth_cells *cells, const uint32_t *row, size_t n,
                                   tacit_column **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *x = NULL;
    uint64_t *valid = NULL;
    if (cells->number == NULL) {
        TACIT_TRY(take_donors(cx, c->column, cells->donor, row, n, out));
    } else {
        TACIT_ASSERT(c->ordered);
        TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
        TACIT_TRY(tacit_scratch(cx, n / 64 + 1, sizeof *valid, &valid));
        fill_numbers(c, cells, row, n, x, valid);
        TACIT_TRY(build_numbers(cx, c->column, x, valid, n, out));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_synth_numbers(tacit_ctx *cx, const tacit_synth_known *known, double **out,
                                 bool **out_has)
{
    const size_t rows = known->set_rows * known->sets;
    double *x = NULL;
    bool *has = NULL;
    TACIT_ASSERT(known->coding->ordered);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *has, &has));
    for (size_t t = 0; t < rows; t++) {
        const tacit_column *c = tacit_table_column(known->in[t / known->set_rows], known->column);
        const size_t at = t % known->set_rows, i = known->turn[t];
        has[i] = !tacit_column_is_missing(c, at) && (known->state == NULL || known->state[i] == 0);
        if (has[i])
            x[i] = tacit_column_number(c, at);
    }
    *out = x;
    *out_has = has;
    return TACIT_OK;
}
