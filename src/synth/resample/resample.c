/*
 * resample.c - records drawn anew before they are learnt from: proper synthesis, and populations.
 *
 * Proper synthesis carries the uncertainty of what was learnt into the sets: each is learnt from a
 * Bayesian bootstrap of its own (Rubin 1981, The Bayesian bootstrap), whose weights are the gaps
 * between n - 1 sorted uniform numbers.  A population is learnt from records taken in proportion to
 * their weights.  Both become whole counts by systematic sampling (Madow 1949) in a random order:
 * each record is taken floor(k w) or ceil(k w) times of k.  A record that is taken twice is one
 * unit still, and generators that keep a least number of records together count units.
 */
#include "synth/resample/resample.h"

#include "base/sort.h"

/* Records of a population's sample for each real one. */
enum { COPIES = 10 };

tacit_status tacit_synth_gaps(tacit_ctx *cx, double *uniform, size_t n, double *weight)
{
    double last = 0.0;
    TACIT_ASSERT(n > 0);
    TACIT_TRY(tacit_sort_reals(cx, uniform, n - 1));
    for (size_t i = 0; i + 1 < n; i++) {
        weight[i] = uniform[i] - last;
        last = uniform[i];
    }
    weight[n - 1] = 1.0 - last;
    return TACIT_OK;
}

void tacit_synth_systematic(const double *weight, const uint32_t *order, size_t n, size_t k,
                            double start, size_t *row)
{
    double all = 0.0, below = 0.0;
    size_t taken = 0;
    for (size_t i = 0; i < n; i++)
        all += weight[i];
    for (size_t i = 0; i < n; i++) {
        below += weight[order[i]];
        const double end = i + 1 < n ? below / all * (double)k : (double)k + 1.0;
        for (; taken < k && start + (double)taken < end; taken++)
            row[taken] = order[i];
    }
}

static void shuffle(uint32_t *order, size_t n, tacit_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(rng, i);
        const uint32_t swap = order[i - 1];
        order[i - 1] = order[k];
        order[k] = swap;
    }
}

/* Make the sets of `spec` from `k` records that are taken by weights. */
static tacit_status make_from(tacit_ctx *cx, const tacit_synth_spec *spec, const double *weight,
                              size_t k, tacit_rng *rng, const tacit_synth_result *out)
{
    const size_t n = tacit_table_rows(spec->data);
    tacit_synth_spec own;
    uint32_t *order = NULL, *unit = NULL;
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, k, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, k, sizeof *unit, &unit));
    shuffle(order, n, rng);
    tacit_synth_systematic(weight, order, n, k, 1.0 - tacit_rng_uniform(rng), row);
    for (size_t i = 0; i < k; i++)
        unit[i] = spec->unit != NULL ? spec->unit[row[i]] : (uint32_t)row[i];
    TACIT_TRY(tacit_synth_take(cx, spec, &(tacit_row_list){ k, row }, &own));
    tacit_table *data = own.taken;
    own.unit = unit;
    own.units = spec->unit != NULL ? spec->units : n;
    own.proper = false;
    own.weight = NULL;
    const tacit_status status = tacit_synth_make(cx, &own, out->told, out->set);
    tacit_table_free(data);
    return status;
}

tacit_status tacit_synth_make_proper(tacit_ctx *cx, const tacit_synth_spec *spec,
                                     const tacit_synth_result *out)
{
    const size_t n = tacit_table_rows(spec->data);
    const tacit_rng root = tacit_rng_fork(&spec->rng, "proper");
    for (size_t s = 0; s < spec->sets; s++)
        out->set[s] = NULL;
    for (size_t s = 0; s < spec->sets; s++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_synth_spec own = *spec;
        tacit_rng rng = tacit_rng_fork_number(&root, s);
        double *uniform = NULL, *weight = NULL;
        own.sets = 1;
        own.rng = tacit_rng_fork(&rng, "set");
        TACIT_TRY(tacit_scratch(cx, n, sizeof *uniform, &uniform));
        TACIT_TRY(tacit_scratch(cx, n, sizeof *weight, &weight));
        for (size_t i = 0; i + 1 < n; i++)
            uniform[i] = tacit_rng_uniform(&rng);
        TACIT_TRY(tacit_synth_gaps(cx, uniform, n, weight));
        for (size_t i = 0; spec->weight != NULL && i < n; i++)
            weight[i] *= spec->weight[i];
        const size_t k = spec->weight != NULL ? COPIES * n : n;
        const tacit_synth_result one = { out->told, out->set + s };
        TACIT_TRY(make_from(cx, &own, weight, k, &rng, &one));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_synth_make_population(tacit_ctx *cx, const tacit_synth_spec *spec,
                                         const tacit_synth_result *out)
{
    tacit_rng rng = tacit_rng_fork(&spec->rng, "population");
    return make_from(cx, spec, spec->weight, COPIES * tacit_table_rows(spec->data), &rng, out);
}
