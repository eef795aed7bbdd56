/*
 * bootstrap.c - records drawn again, and smoothed.
 *
 * Fienberg (1994) and Fienberg, Makov and Steele (1998), Disclosure limitation using perturbation
 * and related methods for categorical data: rows are drawn from a smoothed distribution of the
 * original.  A row has a donor record; its numbers are moved by a normal kernel,
 *
 *     x' = m + (x - m + h e) / sqrt(1 + h^2),   e normal with the covariance of the numbers,
 *
 * which keeps means and covariances in expectation (Silverman 1986, section 6.4), and are reflected
 * at the ends of the column; a text is, with a given probability, that of another record instead
 * (Aitchison and Aitken 1976, with the column's shares).  h is (4 / ((d + 2) n))^(1 / (d + 4)) for
 * d numbers unless it is given.  Missing cells, special numbers and values that a tenth of the
 * records have stay as they are.  O(rows d^2).
 */
#include <math.h>

#include "stats/linear/conditional.h"
#include "stats/linear/covariance.h"
#include "stats/linear/normal_draws.h"
#include "stats/moments.h"
#include "synth/draw.h"
#include "table/values.h"

enum { BANDWIDTH = TACIT_GENERATOR_COLUMNS + 1, CHANGE };
enum { HEAP_PART = 10 };

static const tacit_param PARAMS[] = {
    TACIT_GENERATOR_COLUMNS_PARAM,
    { .name = "bandwidth",
      .type = TACIT_PARAM_REAL,
      .need = TACIT_OPTIONAL,
      .min = 0.0,
      .max = 10.0,
      TACIT_USEFUL(0.05, 1.0, "standard deviations"),
      .importance = TACIT_FIRST,
      .help = "how far numbers are moved; by default as the number of records and columns asks "
              "for" },
    { .name = "change",
      .type = TACIT_PARAM_REAL,
      .preset = 0.1,
      .min = 0.0,
      .max = 1.0,
      .help = "probability with which a text is drawn from the whole column instead" },
    TACIT_PARAM_END
};

/* A column of numbers that is smoothed. */
typedef struct smooth {
    const tacit_coding *coding;
    size_t at;   /* in the block */
    bool *moves; /* of each record: whether its number is moved */
    double mean, sd, least, most;
} smooth;

/* ---- what is known of the numbers ---- */

static tacit_status look_at(tacit_ctx *cx, smooth *s)
{
    const tacit_column *c = s->coding->column;
    const size_t n = tacit_column_length(c);
    tacit_values values;
    double *x = NULL;
    size_t k = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->moves, &s->moves));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    for (size_t i = 0; i < n; i++) {
        const bool amount = s->coding->state == NULL || s->coding->state[i] == 0;
        s->moves[i] = amount && values.count[values.of[i]] * HEAP_PART < n;
        if (amount)
            x[k++] = tacit_column_number(c, i);
    }
    const tacit_moments m = tacit_moments_of(x, k);
    s->mean = m.mean;
    s->sd = m.sd;
    s->least = m.least;
    s->most = m.most;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static bool is_amount(const smooth *s, size_t record)
{
    return s->coding->state == NULL || s->coding->state[record] == 0;
}

/* A root of the correlations of the numbers, by the records that have all of them. */
static tacit_status find_root(tacit_ctx *cx, const smooth *s, size_t d, size_t n, double **out)
{
    double *x = NULL, *mean = NULL, *r = NULL;
    size_t k = 0;
    tacit_conditional law = { 0 };
    TACIT_TRY(tacit_scratch(cx, n * d, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *r, &r));
    for (size_t i = 0; i < n; i++) {
        bool all = true;
        for (size_t j = 0; j < d; j++)
            all = all && is_amount(&s[j], i);
        for (size_t j = 0; j < d && all; j++)
            x[k * d + j] = tacit_column_number(s[j].coding->column, i);
        k += all;
    }
    if (k > 0)
        TACIT_TRY(tacit_covariance_of(cx, x, k, d, mean, r));
    tacit_correlation_of(r, d, r);
    TACIT_TRY(tacit_conditional_fit(cx, r, d, 0, &law));
    *out = law.root;
    return TACIT_OK;
}

/* ---- rows ---- */

/* A record for each row: from one pool that has all of them. */
static tacit_status draw_records(tacit_ctx *cx, const tacit_synth_block *block, uint32_t *donor)
{
    const size_t n = tacit_table_rows(block->data), first = 0;
    const tacit_synth_part part = { .rows = n, .draws = block->rows };
    uint32_t *order = NULL, *of = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *of, &of));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    const tacit_synth_pools pools = {
        .n = 1, .order = order, .first = &first, .rows = &n, .of = of
    };
    return tacit_synth_draw(cx, &part, &pools, &block->how, &(tacit_synth_drawn){ .donor = donor });
}

/* `x` brought between the ends as if they were mirrors. */
static double reflect(double x, double least, double most)
{
    const double width = most - least;
    if (!(width > 0.0))
        return least;
    const double at = fmod(fabs(x - least), 2.0 * width);
    return least + (at <= width ? at : 2.0 * width - at);
}

/* How numbers are moved. */
typedef struct kernel {
    const smooth *column;
    size_t d;
    double h;
    const double *root; /* of their correlations */
    const double *z;    /* rows * d normal numbers */
} kernel;

static void move_numbers(const kernel *k, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    const smooth *s = k->column;
    const size_t d = k->d;
    const double h = k->h;
#pragma omp parallel for schedule(static) if (block->rows > 10000)
    for (size_t i = 0; i < block->rows; i++)
        for (size_t j = 0; j < d; j++) {
            tacit_synth_cells *own = &cells[s[j].at];
            const uint32_t donor = own->donor[i];
            double e = 0.0;
            if (!s[j].moves[donor])
                continue;
            for (size_t a = 0; a < d; a++)
                e += k->root[j * d + a] * k->z[i * d + a];
            const double off = tacit_column_number(s[j].coding->column, donor) - s[j].mean;
            own->donor[i] = TACIT_SYNTH_OWN;
            own->number[i] = reflect(s[j].mean + (off + h * s[j].sd * e) / sqrt(1.0 + h * h),
                                     s[j].least, s[j].most);
        }
}

static tacit_status smooth_numbers(tacit_ctx *cx, const tacit_synth_block *block,
                                   tacit_synth_cells *cells)
{
    const size_t n = tacit_table_rows(block->data);
    const tacit_rng rng = tacit_rng_fork(&block->how.rng, "numbers");
    smooth *s = NULL;
    double *root = NULL, *z = NULL;
    size_t d = 0;
    TACIT_TRY(tacit_scratch(cx, block->n, sizeof *s, &s));
    for (size_t j = 0; j < block->n; j++)
        if (block->coding[j].ordered)
            s[d++] = (smooth){ .coding = &block->coding[j], .at = j };
    if (d == 0)
        return TACIT_OK;
    for (size_t j = 0; j < d; j++) {
        double **number = &cells[s[j].at].number;
        TACIT_TRY(look_at(cx, &s[j]));
        TACIT_TRY(tacit_scratch(cx, block->rows, sizeof **number, number));
    }
    TACIT_TRY(find_root(cx, s, d, n, &root));
    TACIT_TRY(tacit_scratch(cx, block->rows * d, sizeof *z, &z));
    for (size_t k = 0; k * block->how.set_rows < block->rows; k++) {
        const tacit_rng own = tacit_rng_fork_number(&rng, k);
        tacit_normal_rows(&own, block->how.set_rows, d, z + k * block->how.set_rows * d, d);
    }
    const double h = tacit_arg_given(block->args, BANDWIDTH)
                         ? tacit_arg_real(block->args, BANDWIDTH)
                         : pow(4.0 / ((double)(d + 2) * (double)n), 1.0 / (double)(d + 4));
    move_numbers(&(kernel){ s, d, h, root, z }, block, cells);
    return TACIT_OK;
}

/* Draw some texts from the whole column instead. */
static void change_texts(const tacit_synth_block *block, size_t j, uint32_t *donor)
{
    const size_t n = tacit_table_rows(block->data), k = block->how.set_rows;
    const double change = tacit_arg_real(block->args, CHANGE);
    const tacit_rng own =
        tacit_rng_fork(&block->how.rng, tacit_column_name(block->coding[j].column));
    for (size_t s = 0; s * k < block->rows; s++) {
        tacit_rng rng = tacit_rng_fork_number(&own, s);
        for (size_t i = s * k; i < (s + 1) * k; i++) {
            const bool changed = tacit_rng_uniform(&rng) <= change;
            const uint32_t other = (uint32_t)tacit_rng_below(&rng, n);
            donor[i] = changed ? other : donor[i];
        }
    }
}

static tacit_status make(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells)
{
    uint32_t *record = NULL;
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *record, &record));
    TACIT_TRY(draw_records(cx, block, record));
    for (size_t j = 0; j < block->n; j++) {
        for (size_t i = 0; i < block->rows; i++)
            cells[j].donor[i] = record[i];
        if (!block->coding[j].ordered)
            change_texts(block, j, cells[j].donor);
    }
    return smooth_numbers(cx, block, cells);
}

const tacit_generator tacit_generator_bootstrap = {
    .about = { .name = "bootstrap",
               .title = "Smoothed bootstrap",
               .summary = "Draws records again, with numbers moved by a kernel and some texts "
                          "drawn anew.",
               .source = "Fienberg (1994), A radical proposal for the provision of micro-data "
                         "samples and the preservation of confidentiality; Silverman (1986)",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .copies = true,
    .make = make,
};
