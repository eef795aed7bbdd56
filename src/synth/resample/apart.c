/*
 * apart.c - parts of the file that are made apart.
 *
 * Each stratum is learnt from its own records alone.  How many rows it gets is in proportion to its
 * records or their weights: dealt, the whole part for sure and the rest by systematic sampling;
 * drawn independently, each row by chance.  Kept columns need the rows of every stratum to be its
 * records.  Rows of all strata are put into one random order.
 */
#include "synth/resample/resample.h"

#include "table/append.h"
#include "table/take.h"

/* ---- sizes ---- */

/* What each stratum counts for: its records, or their weights, as far as such are asked for. */
static double weigh(const tacit_synth_spec *spec, double *mass)
{
    double all = 0.0;
    for (size_t i = 0; i < tacit_table_rows(spec->data); i++) {
        const double own = spec->only != NULL && !spec->only[i] ? 0.0
                           : spec->weight != NULL               ? spec->weight[i]
                                                                : 1.0;
        mass[spec->stratum[i]] += own;
        all += own;
    }
    return all;
}

static void share_rows(const tacit_synth_spec *spec, const double *mass, double n, tacit_rng *rng,
                       size_t *rows)
{
    const double all = (double)spec->rows;
    double below = 0.0;
    size_t given = 0;
    const double start = tacit_rng_uniform(rng);
    for (size_t h = 0; spec->dealt && h < spec->strata; h++) {
        below += mass[h];
        const double end = h + 1 < spec->strata ? below / n * all + start - 1e-9 : all;
        const size_t upto = end > all ? spec->rows : (size_t)end;
        rows[h] = upto > given ? upto - given : 0;
        given += rows[h];
    }
    for (size_t i = 0; !spec->dealt && i < spec->rows; i++) {
        double at = (1.0 - tacit_rng_uniform(rng)) * n;
        size_t h = 0;
        while (h + 1 < spec->strata && at >= mass[h])
            at -= mass[h++];
        rows[h]++;
    }
}

/* ---- pieces ---- */

/* The spec on the records of stratum h, whose data the caller frees. */
static tacit_status take_stratum(tacit_ctx *cx, const tacit_synth_spec *spec, size_t h,
                                 tacit_synth_spec *out)
{
    const size_t n = tacit_table_rows(spec->data);
    size_t *row = NULL, k = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    for (size_t i = 0; i < n; i++)
        if (spec->stratum[i] == h)
            row[k++] = i;
    return tacit_synth_take(cx, spec, &(tacit_row_list){ k, row }, out);
}

/* Make one set of one stratum. */
static tacit_status make_stratum(tacit_ctx *cx, const tacit_synth_spec *spec, size_t h, size_t rows,
                                 const tacit_synth_result *out)
{
    tacit_synth_spec own;
    tacit_synth_told *told = NULL;
    TACIT_TRY(tacit_scratch(cx, spec->n, sizeof *told, &told));
    TACIT_TRY(take_stratum(cx, spec, h, &own));
    tacit_table *data = own.taken;
    own.rows = rows;
    own.strata = 0;
    own.rng = tacit_rng_fork_number(&spec->rng, h);
    const tacit_status status = tacit_synth_make(cx, &own, told, out->set);
    tacit_table_free(data);
    for (size_t j = 0; j < spec->n; j++) {
        out->told[j].states =
            told[j].states > out->told[j].states ? told[j].states : out->told[j].states;
        out->told[j].zero = out->told[j].zero || told[j].zero;
        out->told[j].pools += told[j].pools;
        out->told[j].raised += told[j].raised;
        out->told[j].filled += told[j].filled;
        out->told[j].backed_off += told[j].backed_off;
        out->told[j].placed += told[j].placed;
        out->told[j].guarded += told[j].guarded;
        out->told[j].stayed += told[j].stayed;
    }
    return status;
}

/* ---- together ---- */

static tacit_status join_column(tacit_ctx *cx, tacit_table *const *piece, size_t n, size_t j,
                                tacit_column **out)
{
    const tacit_column *c = tacit_table_column(piece[0], j);
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), tacit_column_type(c), 0, &b));
    tacit_status status = tacit_builder_notes(cx, b, tacit_column_notes_of(c));
    for (size_t h = 0; h < n && status == TACIT_OK; h++)
        status = tacit_builder_append(cx, b, tacit_column_type(c), tacit_table_column(piece[h], j));
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    return tacit_builder_finish(cx, b, out);
}

void tacit_synth_shuffle(size_t *order, size_t n, tacit_rng *rng)
{
    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(rng, i), swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

tacit_status tacit_synth_join(tacit_ctx *cx, tacit_table *const *piece, size_t n,
                              const size_t *order, tacit_table *all)
{
    const size_t rows = tacit_table_rows(all);
    for (size_t j = 0; j < tacit_table_columns(piece[0]); j++) {
        tacit_column *joined = NULL, *mixed = NULL;
        TACIT_TRY(join_column(cx, piece, n, j, &joined));
        const tacit_status status = tacit_column_take(cx, joined, tacit_column_name(joined),
                                                      &(tacit_row_list){ rows, order }, &mixed);
        tacit_column_free(joined);
        TACIT_TRY(status);
        TACIT_TRY(tacit_table_add(cx, all, mixed));
        tacit_table_set_roles(all, j, tacit_table_roles(piece[0], j));
    }
    return TACIT_OK;
}

/* One set, of all strata that get rows. */
static tacit_status make_set(tacit_ctx *cx, const tacit_synth_spec *spec, tacit_table **piece,
                             const tacit_synth_result *out)
{
    tacit_rng rng = tacit_rng_fork(&spec->rng, "strata");
    size_t *rows = NULL, *order = NULL, n = 0;
    double *mass = NULL;
    TACIT_TRY(tacit_scratch(cx, spec->strata, sizeof *rows, &rows));
    TACIT_TRY(tacit_scratch(cx, spec->strata, sizeof *mass, &mass));
    share_rows(spec, mass, weigh(spec, mass), &rng, rows);
    for (size_t h = 0; h < spec->strata; h++) {
        const tacit_synth_result one = { out->told, &piece[n] };
        if (rows[h] == 0)
            continue;
        TACIT_TRY(make_stratum(cx, spec, h, rows[h], &one));
        n++;
    }
    TACIT_TRY(tacit_table_new(cx, spec->rows, out->set));
    TACIT_TRY(tacit_scratch(cx, spec->rows, sizeof *order, &order));
    for (size_t i = 0; i < spec->rows; i++)
        order[i] = i;
    tacit_synth_shuffle(order, spec->rows, &rng);
    return tacit_synth_join(cx, piece, n, order, *out->set);
}

tacit_status tacit_synth_make_strata(tacit_ctx *cx, const tacit_synth_spec *spec,
                                     const tacit_synth_result *out)
{
    const tacit_rng root = tacit_rng_fork(&spec->rng, "sets");
    const size_t mark = tacit_scratch_mark(cx);
    tacit_status status = TACIT_OK;
    for (size_t s = 0; s < spec->sets; s++)
        out->set[s] = NULL;
    for (size_t s = 0; s < spec->sets && status == TACIT_OK; s++) {
        const size_t inner = tacit_scratch_mark(cx);
        const tacit_synth_result one = { out->told, out->set + s };
        tacit_synth_spec own = *spec;
        tacit_table **piece = NULL;
        own.sets = 1;
        own.rng = tacit_rng_fork_number(&root, s);
        TACIT_TRY(tacit_scratch(cx, spec->strata, sizeof *piece, &piece));
        status = make_set(cx, &own, piece, &one);
        for (size_t h = 0; h < spec->strata; h++)
            tacit_table_free(piece[h]);
        tacit_scratch_release(cx, inner);
    }
    if (status == TACIT_OK)
        tacit_scratch_release(cx, mark);
    return status;
}
