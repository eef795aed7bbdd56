/*
 * forest.c - rows drawn from the leaves of an adversarial random forest.
 *
 * Watson, Blesch, Kapar and Wright (2023), Adversarial random forests for density estimation and
 * generative modeling: a forest is grown until real records cannot be told from rows whose columns
 * were drawn independently of each other within leaves (learn.c); then such rows are what is
 * released.  A row gets the leaf of a random record in a random tree, and there each of its columns
 * a value by itself: that of a record of the leaf, or of a normal law with the mean and deviation
 * of the leaf, cut off at the box of the leaf, or a uniform one in the box.
 *
 * Columns that are known already enter by the weights of leaves: of 64 leaves, drawn through
 * records that have the row's value in the known column of most levels, one is taken with
 * probability proportional to the shares of the row's other known values in it (importance
 * resampling), half a record being spread over all values so that none is impossible.
 *
 * Missing values are a code like others, and are drawn with the values.  Cost: that of learning,
 * and O(rows * columns), with known columns O(rows * 64 * known * records of a leaf).
 */
#include <math.h>

#include "stats/counts/wilson.h"
#include "synth/draw.h"
#include "synth/forest/own.h"

enum { TREES = TACIT_GENERATOR_COLUMNS + 1, MIN_LEAF, ROUNDS, DELTA, LAW };
enum { BY_DONORS, BY_NORMAL, BY_UNIFORM };
enum { CANDIDATES = 64 };

static const char *const LAWS[] = { "donors", "normal", "uniform", NULL };

static const tacit_param PARAMS[] = {
    [TACIT_GENERATOR_COLUMNS] = TACIT_GENERATOR_COLUMNS_PARAM,
    [TREES] = { .name = "trees",
                .type = TACIT_PARAM_INTEGER,
                .preset = 10,
                .min = 1,
                .max = 1000,
                TACIT_USEFUL_LOG(1, 100, "trees"),
                .importance = TACIT_USUAL,
                .help = "trees of the forest" },
    [MIN_LEAF] = { .name = "min_leaf",
                   .type = TACIT_PARAM_INTEGER,
                   .preset = 5,
                   .min = 1,
                   .max = 1e6,
                   TACIT_USEFUL_LOG(1, 200, "records"),
                   .importance = TACIT_FIRST,
                   .help = "least number of original records in a leaf: the larger, the less can "
                           "be learnt about a single one" },
    [ROUNDS] = { .name = "rounds",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 10,
                 .min = 1,
                 .max = 100,
                 TACIT_USEFUL(1, 10, "rounds"),
                 .importance = TACIT_ADVANCED,
                 .help = "most forests that are grown one after the other" },
    [DELTA] = { .name = "delta",
                .type = TACIT_PARAM_REAL,
                .preset = 0.0,
                .max = 0.5,
                TACIT_USEFUL(0, 0.1, "share"),
                .importance = TACIT_ADVANCED,
                .help =
                    "rounds end when real and made-up rows are told apart for no more than half "
                    "and this share of them" },
    [LAW] = { .name = "law",
              .type = TACIT_PARAM_CHOICE,
              .preset = BY_DONORS,
              .choices = LAWS,
              .importance = TACIT_FIRST,
              .help =
                  "numbers of a leaf: those of its records, or new ones by a normal law cut off "
                  "at its bounds or a uniform one between them" },
    TACIT_PARAM_END
};

/* ---- which leaf ---- */

/* Leaves of rows that nothing is known of: each record in turn, or at random, in a random tree. */
static tacit_status choose_freely(tacit_ctx *cx, const tacit_synth_block *block,
                                  const tacit_forest_data *d, const tacit_forest_leaves *l,
                                  uint32_t *leaf)
{
    const size_t n = d->records, mark = tacit_scratch_mark(cx);
    const tacit_synth_part part = { .draws = block->rows };
    const tacit_rng trees = tacit_rng_fork(&block->how.rng, "trees");
    tacit_synth_draws how = block->how;
    uint32_t *all = NULL, *of = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *all, &all));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *of, &of));
    for (size_t i = 0; i < n; i++)
        all[i] = (uint32_t)i;
    const tacit_synth_pools pools = {
        .n = 1, .order = all, .first = (const size_t[1]){ 0 }, .rows = &n, .of = of
    };
    how.rng = tacit_rng_fork(&block->how.rng, "records");
    TACIT_TRY(tacit_synth_draw(cx, &part, &pools, &how, &(tacit_synth_drawn){ .donor = leaf }));
    for (size_t i = 0; i < block->rows; i++) {
        tacit_rng own = tacit_rng_fork_number(&trees, i);
        leaf[i] = l->leaf[(size_t)tacit_rng_below(&own, l->trees) * n + leaf[i]];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Records by their codes in one column. */
typedef struct index {
    size_t column; /* that is known */
    size_t *start; /* of each code */
    uint32_t *record;
} index_by;

/* The known column of most levels, and the records by its codes. */
static tacit_status index_records(tacit_ctx *cx, const tacit_forest_data *d, index_by *x)
{
    for (size_t k = 1; k < d->known; k++)
        x->column = d->coding[k]->levels > d->coding[x->column]->levels ? k : x->column;
    const tacit_coding *c = d->coding[x->column];
    TACIT_TRY(tacit_scratch(cx, (size_t)c->levels + 2, sizeof *x->start, &x->start));
    TACIT_TRY(tacit_scratch(cx, d->records, sizeof *x->record, &x->record));
    for (size_t i = 0; i < d->records; i++)
        x->start[c->code[i] + 2]++;
    for (size_t v = 0; v + 1 <= c->levels; v++)
        x->start[v + 2] += x->start[v + 1];
    for (size_t i = 0; i < d->records; i++)
        x->record[x->start[c->code[i] + 1]++] = (uint32_t)i;
    return TACIT_OK;
}

/* How well the known values of row i, but the one of the index, go with a leaf. */
static double weigh(const tacit_synth_block *block, const tacit_forest_leaves *l, const index_by *x,
                    uint32_t leaf, size_t i)
{
    const uint32_t *record = l->order + l->first[leaf];
    double weight = 1.0;
    for (size_t k = 0; k < block->n_known; k++) {
        const tacit_synth_known *known = &block->known[k];
        size_t alike = 0;
        for (size_t r = 0; r < l->rows[leaf]; r++)
            alike += known->coding->code[record[r]] == known->code[i];
        if (k != x->column)
            weight *= ((double)alike + 0.5 / known->coding->levels) / ((double)l->rows[leaf] + 0.5);
    }
    return weight;
}

/* The leaf of row i, of which some columns are known. */
static uint32_t choose_known(const tacit_synth_block *block, const tacit_forest_data *d,
                             const tacit_forest_leaves *l, const index_by *x, size_t i)
{
    const tacit_rng rows = tacit_rng_fork(&block->how.rng, "rows");
    tacit_rng rng = tacit_rng_fork_number(&rows, i);
    const uint16_t code = block->known[x->column].code[i];
    size_t from = x->start[code], n = x->start[code + 1] - from;
    double sum = 0.0;
    uint32_t chosen = 0;
    if (n == 0) { /* a value that no record has */
        from = 0;
        n = d->records;
    }
    for (size_t k = 0; k < CANDIDATES; k++) {
        const uint32_t record = x->record[from + (size_t)tacit_rng_below(&rng, n)];
        const uint32_t leaf =
            l->leaf[(size_t)tacit_rng_below(&rng, l->trees) * d->records + record];
        const double weight = weigh(block, l, x, leaf, i);
        sum += weight;
        if (tacit_rng_uniform(&rng) * sum <= weight)
            chosen = leaf; /* each so far is it with probability proportional to its weight */
    }
    return chosen;
}

static tacit_status choose_leaves(tacit_ctx *cx, const tacit_synth_block *block,
                                  const tacit_forest_data *d, const tacit_forest_leaves *l,
                                  uint32_t *leaf)
{
    index_by x = { 0 };
    if (block->n_known == 0)
        return choose_freely(cx, block, d, l, leaf);
    TACIT_TRY(index_records(cx, d, &x));
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < block->rows; i++)
        leaf[i] = choose_known(block, d, l, &x, i);
    return TACIT_OK;
}

/* ---- numbers by a law ---- */

/* The law of a number in a leaf. */
typedef struct law {
    double mean, deviation, low, high;
} law;

/* Of column j, among the records of the leaf that have a value. */
static law law_of(const tacit_forest_data *d, const tacit_forest_leaves *l, size_t leaf, size_t j,
                  const double ends[2])
{
    const tacit_coding *c = d->coding[j];
    const uint32_t *record = l->order + l->first[leaf];
    const uint16_t low = l->low[leaf * d->columns + j], high = l->high[leaf * d->columns + j];
    const uint32_t values = c->levels - c->missing;
    law out = { .low = low > 0 ? c->edge[low] : ends[0],
                .high = high < values ? c->edge[high] : ends[1] };
    double n = 0.0, squares = 0.0;
    for (size_t r = 0; r < l->rows[leaf]; r++) {
        if (c->state != NULL && c->state[record[r]] != 0)
            continue;
        const double x = tacit_column_number(c->column, record[r]), off = x - out.mean;
        n += 1.0;
        out.mean += off / n;
        squares += off * (x - out.mean);
    }
    out.deviation = n > 1.0 ? sqrt(squares / (n - 1.0)) : 0.0;
    return out;
}

/* A number of the law. */
static double draw_law(const law *w, bool uniform, tacit_rng *rng)
{
    const double u = tacit_rng_uniform(rng);
    if (uniform)
        return w->low + u * (w->high - w->low);
    if (!(w->deviation > 0.0))
        return w->mean;
    const double root = w->deviation * sqrt(2.0);
    const double a = 0.5 * erfc((w->mean - w->low) / root),
                 b = 0.5 * erfc((w->mean - w->high) / root);
    const double p = fmin(fmax(a + u * (b - a), 1e-15), 1.0 - 1e-15);
    return fmin(fmax(w->mean + w->deviation * tacit_normal_quantile(p), w->low), w->high);
}

/* The least and the greatest value of a column. */
static void find_ends(const tacit_coding *c, double ends[2])
{
    ends[0] = INFINITY;
    ends[1] = -INFINITY;
    for (size_t i = 0; i < tacit_column_length(c->column); i++) {
        if (c->state != NULL && c->state[i] != 0)
            continue;
        ends[0] = fmin(ends[0], tacit_column_number(c->column, i));
        ends[1] = fmax(ends[1], tacit_column_number(c->column, i));
    }
}

/* What is drawn, from what, and where. */
typedef struct drawing {
    const tacit_synth_block *block;
    const tacit_forest_data *data;
    const tacit_forest_leaves *leaves;
    const uint32_t *leaf; /* of each row */
} drawing;

/* Put numbers by the law of their leaf in the place of values of donors, in column k. */
static tacit_status replace(tacit_ctx *cx, const drawing *w, size_t k, tacit_synth_cells *cells)
{
    const tacit_synth_block *block = w->block;
    const tacit_coding *c = &block->coding[k];
    const bool uniform = tacit_arg_choice(block->args, LAW) == BY_UNIFORM;
    const tacit_rng all = tacit_rng_fork(&block->how.rng, "laws");
    const tacit_rng laws = tacit_rng_fork(&all, tacit_column_name(c->column));
    double ends[2];
    law *of = NULL;
    find_ends(c, ends);
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *cells->number, &cells->number));
    TACIT_TRY(tacit_scratch(cx, w->leaves->n, sizeof *of, &of));
#pragma omp parallel for schedule(static)
    for (size_t q = 0; q < w->leaves->n; q++)
        of[q] = law_of(w->data, w->leaves, q, w->data->known + k, ends);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < block->rows; i++) {
        tacit_rng rng = tacit_rng_fork_number(&laws, i);
        if (c->state != NULL && c->state[cells->donor[i]] != 0)
            continue;
        cells->number[i] = draw_law(&of[w->leaf[i]], uniform, &rng);
        cells->donor[i] = TACIT_SYNTH_OWN;
    }
    return TACIT_OK;
}

/* ---- making ---- */

/* The cells of one column: donors from the leaves of the rows. */
static tacit_status make_column(tacit_ctx *cx, const tacit_synth_block *block,
                                const tacit_synth_pools *pools, size_t k, tacit_synth_cells *cells)
{
    const tacit_synth_part part = { .draws = block->rows };
    const tacit_rng columns = tacit_rng_fork(&block->how.rng, "columns");
    tacit_synth_draws how = block->how;
    how.rng = tacit_rng_fork(&columns, tacit_column_name(block->coding[k].column));
    return tacit_synth_draw(cx, &part, pools, &how, &(tacit_synth_drawn){ .donor = cells->donor });
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    const bool donors = tacit_arg_choice(block->args, LAW) == BY_DONORS;
    const tacit_forest_options options = { .trees = (size_t)tacit_arg_integer(block->args, TREES),
                                           .min_leaf =
                                               (size_t)tacit_arg_integer(block->args, MIN_LEAF),
                                           .rounds = (size_t)tacit_arg_integer(block->args, ROUNDS),
                                           .delta = tacit_arg_real(block->args, DELTA),
                                           .boxes = !donors };
    const tacit_rng learning = tacit_rng_fork(&block->how.rng, "learning");
    tacit_forest_data data;
    tacit_forest_leaves leaves;
    TACIT_TRY(tacit_forest_data_of(cx, block, &data));
    TACIT_TRY(tacit_forest_learn(cx, &data, &options, &learning, &leaves));
    tacit_synth_pools pools = tacit_forest_pools(&leaves);
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *pools.of, &pools.of));
    TACIT_TRY(choose_leaves(cx, block, &data, &leaves, pools.of));
    const drawing w = { block, &data, &leaves, pools.of };
    for (size_t k = 0; k < block->n; k++) {
        TACIT_TRY(make_column(cx, block, &pools, k, &cells[k]));
        if (!donors && block->coding[k].ordered)
            TACIT_TRY(replace(cx, &w, k, &cells[k]));
    }
    return TACIT_OK;
}

const tacit_generator tacit_generator_forest = {
    .about = { .name = "forest",
               .title = "Adversarial random forest",
               .summary = "Draws the columns of a row each by itself in a leaf of a forest that "
                          "could not tell such rows from real ones.",
               .source = "Watson, Blesch, Kapar and Wright (2023), Adversarial random forests for "
                         "density estimation and generative modeling",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .make = make,
};
