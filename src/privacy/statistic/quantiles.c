/*
 * quantiles.c - several quantiles of a column at once, in each group.
 *
 * Each is chosen among candidates by how far its rank is off (candidates.h), with permute and flip.
 * Several are found by halves (Kaplan, Schnapp and Stemmer 2022, Differentially private approximate
 * quantiles): the middle one from all records, then those below it from the records below and those
 * above it from the records above, with orders that are relative to the halves.  So m of them take
 * ceil(log2(m + 1)) levels, and each level is one answer: its choices are about different records.
 * A person with several records may have them in several halves; the choices there are moved by no
 * more than all of the records together would move one, so that their losses add up to one.
 * Records at the place of a split go to both sides by halves, rounded, which leaves one record one
 * record; so values never decrease.
 *
 * For intervals two quantiles more are found for each, at a guessed distance from it by a noisy
 * count.  Then it is counted, with noise, how many records are at and between the values that were
 * found.  The lower end of order a is the last of them from below on of which it can be told that
 * fewer than the share a is below it; the upper one likewise, and otherwise ends are the bounds. So
 * an interval rests on counts alone, however well values were chosen.  Where it is to be about the
 * population the binomial error of a rank is added (Woodruff 1952).  A missing value does not count
 * unless it was declared as what.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "privacy/statistic/candidates.h"

enum { AT = TACIT_STATISTIC_OF + 1, CANDIDATES, INTERVAL };
enum { MOST_AT = 100 };

static const tacit_param PARAMS[] = {
    TACIT_PARAMS_OF_ALL,
    [TACIT_STATISTIC_OF] = TACIT_PARAM_OF,
    [AT] = { .name = "at",
             .type = TACIT_PARAM_REALS,
             .need = TACIT_OPTIONAL,
             .min = 0.001,
             .max = 0.999,
             .importance = TACIT_FIRST,
             .help = "orders of the quantiles, growing; the median without it" },
    [CANDIDATES] = TACIT_PARAM_CANDIDATES,
    [INTERVAL] = { .name = "intervals",
                   .type = TACIT_PARAM_FLAG,
                   .preset = 1,
                   .help = "find intervals too, which takes one or two levels more" },
    TACIT_PARAM_END
};

/* Parts of a question with intervals; one without has only the values. */
enum { COUNT, VALUES, RANKS };

static const tacit_part *values_of(const tacit_question *q)
{
    return &q->part[q->n_parts > 1 ? VALUES : 0];
}

/* What the cells are for. */
typedef struct asked {
    tacit_quantile_candidates ranks;
    const double *at;
    size_t n;
    size_t levels;
} asked;

static const double MEDIAN[] = { 0.5 };

static size_t levels_of(size_t n)
{
    size_t levels = 0;
    while (((size_t)1 << levels) < n + 1)
        levels++;
    return levels;
}

static tacit_status check_at(tacit_ctx *cx, const asked *a)
{
    bool grows = a->n > 0 && a->n <= MOST_AT;
    for (size_t i = 1; grows && i < a->n; i++)
        grows = a->at[i] > a->at[i - 1];
    return grows
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_INPUT,
                            "The orders 'at' of quantiles must grow, and be at most %d.", MOST_AT);
}

static tacit_status prepare(tacit_ctx *cx, tacit_question *q)
{
    const tacit_value *at = &q->args->at[AT];
    const bool interval = tacit_arg_flag(q->args, INTERVAL);
    asked *a = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *a, &a));
    a->ranks = tacit_candidates_of(q->of[0], (size_t)tacit_arg_integer(q->args, CANDIDATES), true);
    a->at = at->given ? at->reals : MEDIAN;
    a->n = at->given ? at->n : 1;
    TACIT_TRY(check_at(cx, a));
    a->levels = levels_of(interval ? 3 * a->n : a->n);
    q->own = a;
    q->width = 1 + tacit_candidates_width(&a->ranks);
    if (interval)
        tacit_question_part(
            q,
            &(tacit_part){
                .name = "count", .n = 1, .sensitivity = 1, .moved = 1, .times = 1, .share = 0.05 });
    tacit_question_part(q, &(tacit_part){ .name = "values",
                                          .chooses = true,
                                          .first = 1,
                                          .n = a->ranks.n * a->ranks.fine,
                                          .sensitivity = TACIT_RANK_STEPS,
                                          .moved = 1,
                                          .times = a->levels,
                                          .share = interval ? 0.7 : 1 });
    if (interval)
        tacit_question_part(q, &(tacit_part){ .name = "ranks",
                                              .first = 1,
                                              .n = 2 * 3 * a->n + 1,
                                              .sensitivity = 1,
                                              .moved = 1,
                                              .times = 1,
                                              .share = 0.25 });
    return TACIT_OK;
}

static void add(const tacit_question *q, const int64_t *x, tacit_cell_sum *cell)
{
    const asked *a = q->own;
    cell[0]++;
    tacit_candidates_add(&a->ranks, x[0], cell + 1);
}

/* ---- by halves ---- */

typedef struct search {
    tacit_ctx *cx;
    const tacit_quantile_candidates *ranks;
    const tacit_part *part;
    tacit_keystream *stream;
    tacit_i128 *mass, *score;
    const double *order; /* of the quantiles, growing */
    size_t *place;       /* where each was found */
} search;

/* Quantiles that are left to find, the places among which, and the orders of these. */
typedef struct span {
    size_t first, end;
    size_t place[2];
    double order[2];
} span;

static tacit_status choose(search *s, const span *in, size_t i)
{
    const double range = in->order[1] - in->order[0],
                 alpha = range > 0 ? (s->order[i] - in->order[0]) / range : 0.5;
    const size_t n = tacit_rank_scores(s->ranks, s->mass, in->place, alpha, s->score);
    size_t chosen = 0;
    TACIT_TRY(tacit_part_choose(s->cx, s->part, s->stream, s->score, n, &chosen));
    s->place[i] = tacit_candidates_place(s->ranks, in->place[0], chosen);
    return TACIT_OK;
}

static tacit_status find(search *s, const span *in)
{
    const size_t i = in->first + (in->end - in->first) / 2;
    if (in->first == in->end)
        return TACIT_OK;
    TACIT_TRY(choose(s, in, i));
    const size_t at = s->place[i];
    const tacit_i128 here = s->mass[at];
    const span below = { in->first, i, { in->place[0], at }, { in->order[0], s->order[i] } },
               above = { i + 1, in->end, { at, in->place[1] }, { s->order[i], in->order[1] } };
    s->mass[at] = here / 2;
    TACIT_TRY(find(s, &below));
    s->mass[at] = here - here / 2;
    return find(s, &above);
}

/* Orders, growing, and where they were found. */
typedef struct found {
    size_t n;
    double *order;
    size_t *place;
} found;

static tacit_status find_all(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                             tacit_keystream *stream, found *out)
{
    const asked *a = q->own;
    const size_t places = tacit_candidates_places(&a->ranks);
    search s = { .cx = cx,
                 .ranks = &a->ranks,
                 .part = values_of(q),
                 .stream = stream,
                 .order = out->order,
                 .place = out->place };
    TACIT_TRY(tacit_scratch(cx, places, sizeof *s.mass, &s.mass));
    TACIT_TRY(tacit_scratch(cx, places, sizeof *s.score, &s.score));
    tacit_candidates_spread(&a->ranks, cell + 1, s.mass);
    return find(&s, &(span){ 0, out->n, { 0, places - 1 }, { 0, 1 } });
}

/* ---- intervals ---- */

/* How far n noisy counts of which the first i make a rank leave it from the share `order`, at most.
 */
static double rank_within(const tacit_question *q, double order, double i, double n)
{
    const double noise = tacit_part_spread(&q->part[RANKS]), counts = (double)q->part[RANKS].n;
    const double above = 1 - order, sample = q->promise->sampling ? n * order * above : 0;
    const double variance = noise * noise * (i * above * above + (counts - i) * order * order);
    return tacit_privacy_factor(q->promise) * sqrt(variance + sample);
}

/* How far the order of an end is best from that of its quantile: a little beyond what counts can
 * tell, and what a choice is off by usually. */
static double reach(const tacit_question *q, double order, double n)
{
    const double choice =
        tacit_ratio_real(q->part[VALUES].request.scale) / (double)TACIT_RANK_STEPS;
    return (1.25 * rank_within(q, order, order * (double)q->part[RANKS].n, n) + 4 * choice) / n;
}

/* Every quantile with its ends: three orders each, in the order of the quantiles. */
static void place_ends(const tacit_question *q, double n, double *order)
{
    const asked *a = q->own;
    for (size_t i = 0; i < a->n; i++) {
        const double at = a->at[i], d = reach(q, at, n);
        order[3 * i] = fmax(at / 2, at - d);
        order[3 * i + 1] = at;
        order[3 * i + 2] = fmin((1 + at) / 2, at + d);
    }
}

/* Noisy numbers of records: sum[i] in the first i of what is before the first value, at it, between
 * it and the next, and so on. */
static tacit_status sum_ranks(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                              tacit_keystream *stream, const found *all, double **sum)
{
    const asked *a = q->own;
    const size_t n = q->part[RANKS].n, width = tacit_candidates_width(&a->ranks);
    tacit_i128 *count = NULL, *noisy = NULL;
    size_t next = 0; /* cell that was not counted yet */
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof **sum, sum));
    for (size_t i = 0; i < n; i++) {
        const size_t at = i + 1 < n ? 2 * (all->place[i / 2] / (a->ranks.fine + 1)) + i % 2 : width;
        for (; next < at; next++)
            count[i] += cell[1 + next];
    }
    TACIT_TRY(tacit_part_run(cx, &q->part[RANKS], stream, count, &noisy));
    for (size_t i = 0; i < n; i++)
        (*sum)[i + 1] = (*sum)[i] + (double)noisy[i];
    return TACIT_OK;
}

/* Ends of the quantile of an order, among the values that were found. */
static tacit_answer find_ends(const tacit_question *q, const found *all, const double *sum,
                              double order)
{
    const asked *a = q->own;
    const size_t places = tacit_candidates_places(&a->ranks);
    const double n = fmax(1, sum[q->part[RANKS].n]), target = order * sum[q->part[RANKS].n];
    tacit_answer out = { .low = tacit_candidates_value(&a->ranks, 0),
                         .high = tacit_candidates_value(&a->ranks, places - 1) };
    for (size_t k = 0; k < all->n; k++) {
        const size_t below = 2 * k + 1;
        if (sum[below] + rank_within(q, order, (double)below, n) > target)
            break;
        out.low = tacit_candidates_value(&a->ranks, all->place[k]);
    }
    for (size_t k = all->n; k-- > 0;) {
        const size_t upto = 2 * k + 2;
        if (sum[upto] - rank_within(q, order, (double)upto, n) < target)
            break;
        out.high = tacit_candidates_value(&a->ranks, all->place[k]);
    }
    return out;
}

/* ---- answers ---- */

/* The orders to find, growing: those asked for, and their ends if there are intervals. */
static tacit_status make_orders(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                                tacit_keystream *stream, found *out)
{
    const asked *a = q->own;
    tacit_i128 *noisy = NULL;
    out->n = q->n_parts > 1 ? 3 * a->n : a->n;
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->order, &out->order));
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->place, &out->place));
    memcpy(out->order, a->at, a->n * sizeof *a->at);
    if (q->n_parts == 1)
        return TACIT_OK;
    TACIT_TRY(tacit_part_run(cx, &q->part[COUNT], stream, cell, &noisy));
    place_ends(q, fmax(1, (double)noisy[0]), out->order);
    return tacit_sort_reals(cx, out->order, out->n);
}

/* The quantile of an order, which is one of those that were found. */
static double value_at(const tacit_question *q, const found *all, double order)
{
    const asked *a = q->own;
    size_t i = 0;
    while (i + 1 < all->n && all->order[i] < order)
        i++;
    return tacit_candidates_value(&a->ranks, all->place[i]);
}

static tacit_status answer(tacit_ctx *cx, const tacit_question *q, const tacit_i128 *cell,
                           tacit_keystream *stream, tacit_answers *out)
{
    const asked *a = q->own;
    found all = { 0 };
    double *sum = NULL;
    TACIT_TRY(make_orders(cx, q, cell, stream, &all));
    TACIT_TRY(find_all(cx, q, cell, stream, &all));
    if (q->n_parts > 1)
        TACIT_TRY(sum_ranks(cx, q, cell, stream, &all, &sum));
    TACIT_TRY(tacit_answers_new(cx, a->n, out));
    for (size_t i = 0; i < a->n; i++) {
        const double value = value_at(q, &all, a->at[i]);
        char text[TACIT_NUMBER_BYTES], *at = NULL;
        tacit_format_real(a->at[i], text);
        TACIT_TRY(tacit_scratch_text(cx, text, &at));
        out->at[i] = sum != NULL ? find_ends(q, &all, sum, a->at[i])
                                 : (tacit_answer){ .low = NAN, .high = NAN };
        out->at[i].at = at;
        out->at[i].value = value;
        out->at[i].low = sum != NULL ? fmin(out->at[i].low, value) : NAN;
        out->at[i].high = sum != NULL ? fmax(out->at[i].high, value) : NAN;
    }
    return TACIT_OK;
}

static double error(const tacit_question *q, const char **unit)
{
    const asked *a = q->own;
    *unit = "records of rank, at most";
    return tacit_part_short(values_of(q), a->levels, 1 - q->promise->confidence) /
               (double)TACIT_RANK_STEPS +
           (double)a->levels;
}

const tacit_statistic tacit_statistic_quantiles = {
    .about = { .name = "quantiles",
               .title = "Quantiles",
               .summary = "The median or several quantiles of a column at once.",
               .source = "Kaplan, Schnapp and Stemmer (2022), Differentially private approximate "
                         "quantiles; Smith (2011), Privacy-preserving statistical estimation with "
                         "optimal convergence rates",
               .params = PARAMS },
    .of = TACIT_OF_NUMBER,
    .prepare = prepare,
    .add = add,
    .answer = answer,
    .error = error,
};
