/*
 * rank_swap.c - rank swapping: values exchanged with others of nearly the same rank.
 *
 * Each column by itself: the present values of a stratum are sorted, equal ones in random order.
 * Without the `top` and `bottom` per cent n of them remain, and from the lowest rank upwards each
 * that has not been swapped is swapped with one drawn with equal probabilities from those not yet
 * swapped at most w = floor(p n / 100) ranks above it (Moore 1996).  So every value moves by at
 * most w ranks, and all of the n but at most one move; the distribution of the column in the
 * stratum stays exactly.  Where several bounds on w are given the narrowest counts:
 *   most              w <= most, in ranks;
 *   keep_correlation  p / 100 = sqrt(2 v (1 - R0)) / d;
 *   keep_means        p / 100 = sqrt(8 / 3) K0 |m| / d,
 * where m, v (divided by n) and d are mean, variance and range of the n values.  These are Moore's
 * for evenly spread values: a swap then moves a value by at most (p / 100) d, for which the
 * correlation of old and new values is at least R0, and with it that of the column with others in
 * relation to what it was; and means of s records change by at most about 2 K0 |m| / sqrt(s).  On
 * other data that is a rule of thumb, and what was reached is told.
 *
 * The values at the top and the bottom stay or all take their mean.  Missing values stay missing
 * and have no rank.  Columns are swapped independently.  O(n) radix passes for the sort and O(n)
 * expected for the swaps: as ranks are done in order at least half of those in the window wait, so
 * that drawing until one does takes two tries at most on average; only in the last window, as it
 * empties, more, but no more than its ranks in total.
 */
#include "micro/method/method.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/method/swap/rank_swap_tell.h"
#include "micro/method/rewrite.h"
#include "micro/method/strata.h"

enum { COLUMNS, P, MOST, KEEP_CORRELATION, KEEP_MEANS, TOP, BOTTOM, ENDS, WHOLE };
enum { STAY, MEAN };

static const char *const ENDS_CHOICES[] = { "stay", "mean", NULL };

/* The per cent of ranks if nothing else bounds the swaps. */
static const double USUAL_P = 5.0;

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [P] = { .name = "p",
            .type = TACIT_PARAM_REAL,
            .need = TACIT_OPTIONAL,
            .max = 100.0,
            TACIT_USEFUL(0.5, 30, "per cent"),
            .importance = TACIT_FIRST,
            .help = "values move by at most so many per cent of the ranks (5 is 5 %, not a share); "
                    "5 if nothing else bounds them" },
    [MOST] = { .name = "most",
               .type = TACIT_PARAM_INTEGER,
               .need = TACIT_OPTIONAL,
               .min = 1,
               .max = 1e15,
               TACIT_USEFUL_LOG(1, 10000, "ranks"),
               .help = "values move by at most so many ranks" },
    [KEEP_CORRELATION] = { .name = "keep_correlation",
                           .type = TACIT_PARAM_REAL,
                           .need = TACIT_OPTIONAL,
                           .max = 1.0,
                           TACIT_USEFUL(0.5, 1, NULL),
                           .help = "correlations stay at least so many times what they were (R0)" },
    [KEEP_MEANS] = { .name = "keep_means",
                     .type = TACIT_PARAM_REAL,
                     .need = TACIT_OPTIONAL,
                     .max = 10.0,
                     TACIT_USEFUL(0, 1, "share"),
                     .help = "means of s records change by at most about twice this share of the "
                             "mean, divided by the root of s (K0)" },
    [TOP] = { .name = "top",
              .type = TACIT_PARAM_REAL,
              .max = 50.0,
              TACIT_USEFUL(0, 10, "per cent"),
              .help = "per cent of the largest values that are not swapped" },
    [BOTTOM] = { .name = "bottom",
                 .type = TACIT_PARAM_REAL,
                 .max = 50.0,
                 TACIT_USEFUL(0, 10, "per cent"),
                 .help = "per cent of the smallest values that are not swapped" },
    [ENDS] = { .name = "ends",
               .type = TACIT_PARAM_CHOICE,
               .choices = ENDS_CHOICES,
               .help = "whether the top and bottom values stay or all take their mean" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the means at the ends to whole numbers" },
    TACIT_PARAM_END
};

/* What sets the order of signed numbers apart from that of their keys. */
#define SIGN (UINT64_C(1) << 63)

/* The present cells of a column by stratum and value. */
typedef struct ranking {
    const tacit_column *c;
    tacit_keyed *a; /* key: the value */
    size_t n, strata;
    size_t *start; /* strata + 1 */
} ranking;

/* ---- ranks ---- */

static uint64_t key_of(const tacit_column *c, size_t i)
{
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        return tacit_sort_key_integer(tacit_column_integers(c)[i]);
    case TACIT_TYPE_DATE:
        return tacit_sort_key_integer(tacit_column_dates(c)[i]);
    default:
        return tacit_sort_key_real(tacit_column_reals(c)[i]);
    }
}

/* The number that has this key; see tacit_sort_key_real(). */
static double real_of(uint64_t key)
{
    const uint64_t bits = (key & SIGN) != 0 ? key ^ SIGN : ~key;
    double x = 0.0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The number that has this key in column `c`. */
static double number_of(const tacit_column *c, uint64_t key)
{
    return tacit_column_type(c) == TACIT_TYPE_REAL ? real_of(key) : (double)(int64_t)(key ^ SIGN);
}

/* The sum of squares about the mean, which is that about any value less what it is off: about
 * the one in the middle of the list, which keeps the difference small. */
static double spread_of(const ranking *r)
{
    double sum = 0.0, squares = 0.0;
    const double about = r->n > 0 ? number_of(r->c, r->a[r->n / 2].key) : 0.0;
    for (size_t k = 0; k < r->n; k++) {
        const double x = number_of(r->c, r->a[k].key) - about;
        sum += x;
        squares += x * x;
    }
    return r->n > 0 ? squares - sum * sum / (double)r->n : 0.0;
}

/* Sort the sorted cells by stratum as well. */
static tacit_status sort_strata(tacit_ctx *cx, const tacit_strata *s, ranking *r)
{
    uint32_t *of = NULL;
    TACIT_TRY(tacit_scratch(cx, r->strata + 1, sizeof *r->start, &r->start));
    if (s->n < 2) {
        r->start[r->strata] = r->n;
        return TACIT_OK;
    }
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(r->c), sizeof *of, &of));
    for (size_t h = 0; h < s->n; h++)
        for (size_t k = s->start[h]; k < s->start[h + 1]; k++)
            of[s->row[k]] = (uint32_t)h;
    for (size_t k = 0; k < r->n; k++)
        r->a[k].key = of[r->a[k].row];
    TACIT_TRY(tacit_sort_keyed(cx, r->a, r->n));
    for (size_t k = 0; k < r->n; k++)
        r->start[r->a[k].key + 1]++;
    for (size_t h = 0; h < s->n; h++)
        r->start[h + 1] += r->start[h];
    for (size_t k = 0; k < r->n; k++)
        r->a[k].key = key_of(r->c, r->a[k].row);
    return TACIT_OK;
}

static tacit_status rank_cells(tacit_ctx *cx, const tacit_column *c, const tacit_strata *s,
                               ranking *out)
{
    const uint64_t *valid = tacit_column_valid(c);
    const size_t rows = tacit_column_length(c);
    ranking r = { .c = c, .strata = s->n };
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *r.a, &r.a));
    for (size_t i = 0; i < rows; i++)
        if (tacit_valid_at(valid, i))
            r.a[r.n++] = (tacit_keyed){ .key = key_of(c, i), .row = i };
    TACIT_TRY(tacit_sort_keyed(cx, r.a, r.n));
    TACIT_TRY(sort_strata(cx, s, &r));
    *out = r;
    return TACIT_OK;
}

/* Put equal values in random order. */
static void shuffle_ties(tacit_rng *rng, tacit_keyed *a, size_t n)
{
    for (size_t from = 0, k = 1; k < n; k++) {
        if (a[k].key != a[from].key) {
            from = k;
            continue;
        }
        const size_t other = from + (size_t)tacit_rng_below(rng, k - from + 1);
        const tacit_keyed kept = a[k];
        a[k] = a[other];
        a[other] = kept;
    }
}

/* ---- how far ---- */

/* `percent` of n, rounded down; a product that is whole but for its last bit counts as whole. */
static size_t part_of(double percent, size_t n)
{
    return (size_t)floor(percent * (double)n / 100.0 * (1.0 + 2.0 * DBL_EPSILON));
}

/* The per cent of ranks that Moore's formulas allow for the values of `n` cells, or `p`. */
static double narrow(const tacit_args *args, const tacit_column *c, const tacit_keyed *a, size_t n,
                     double p)
{
    const bool r0 = tacit_arg_given(args, KEEP_CORRELATION), k0 = tacit_arg_given(args, KEEP_MEANS);
    double mean = 0.0, v = 0.0;
    if (n == 0 || (!r0 && !k0))
        return p;
    for (size_t k = 0; k < n; k++)
        mean += tacit_column_number(c, a[k].row) / (double)n;
    for (size_t k = 0; k < n; k++)
        v += pow(tacit_column_number(c, a[k].row) - mean, 2.0) / (double)n;
    const double d = tacit_column_number(c, a[n - 1].row) - tacit_column_number(c, a[0].row);
    if (!(d > 0.0))
        return p;
    if (r0)
        p = fmin(p, 100.0 * sqrt(2.0 * v * (1.0 - tacit_arg_real(args, KEEP_CORRELATION))) / d);
    if (k0)
        p = fmin(p, 100.0 * sqrt(8.0 / 3.0) * tacit_arg_real(args, KEEP_MEANS) * fabs(mean) / d);
    return p;
}

/* Ranks by which the values of the `n` cells at `a` may move. */
static size_t find_width(const tacit_args *args, const tacit_column *c, const tacit_keyed *a,
                         size_t n)
{
    const bool bound = tacit_arg_given(args, MOST) || tacit_arg_given(args, KEEP_CORRELATION) ||
                       tacit_arg_given(args, KEEP_MEANS);
    const double p = tacit_arg_given(args, P) ? tacit_arg_real(args, P) : bound ? 100.0 : USUAL_P;
    size_t width = part_of(narrow(args, c, a, n, p), n);
    if (tacit_arg_given(args, MOST) && width > (size_t)tacit_arg_integer(args, MOST))
        width = (size_t)tacit_arg_integer(args, MOST);
    return width;
}

/* ---- swapping ---- */

/* Random bits in advance: half the blocks of the generator, and no division, for each draw. */
enum { DICE = 16 };
typedef struct dice {
    tacit_rng rng;
    uint64_t bits[DICE];
    size_t left;
} dice;

static uint64_t roll(dice *d)
{
    if (d->left == 0) {
        tacit_rng_fill(&d->rng, d->bits, DICE);
        d->left = DICE;
    }
    return d->bits[--d->left];
}

/* Uniform on 0 ... n-1, n > 0, by multiplication and rejection (Lemire 2019). */
static size_t roll_below(dice *d, uint64_t n)
{
    unsigned __int128 x = (unsigned __int128)roll(d) * n;
    if ((uint64_t)x < n) {
        const uint64_t least = (UINT64_MAX - n + 1) % n;
        while ((uint64_t)x < least)
            x = (unsigned __int128)roll(d) * n;
    }
    return (size_t)(x >> 64);
}

static bool is_taken(const tacit_rank_moves *m, size_t k)
{
    return (m->taken[k / 64] >> (k % 64) & 1) != 0;
}

/* Pair ranks `k` and `other`; only the lower one remembers it. */
static void take_pair(tacit_rank_moves *m, size_t k, size_t other)
{
    m->taken[k / 64] |= UINT64_C(1) << (k % 64);
    m->taken[other / 64] |= UINT64_C(1) << (other % 64);
    m->partner[k] = other;
}

/* Pair each of `n` ranks with one at most `width` ranks away: partner[k] is the partner above of
 * k, or k.  The rank `width` above the one whose turn it is still waits, for only ranks below
 * could have taken it, so `ahead`, the number of ranks waiting within reach, is easily kept. */
static void pair_ranks(dice *d, size_t n, size_t width, tacit_rank_moves *m)
{
    size_t ahead = n == 0 ? 0 : width < n - 1 ? width : n - 1;
    memset(m->taken, 0, (n / 64 + 1) * sizeof *m->taken);
    for (size_t k = 0; k < n; k++) {
        const size_t reach = width < n - 1 - k ? width : n - 1 - k;
        m->partner[k] = k;
        if (ahead > 0 && !is_taken(m, k)) {
            size_t other = k;
            while (other == k || is_taken(m, other))
                other = k + 1 + roll_below(d, reach);
            take_pair(m, k, other);
            ahead--;
        }
        if (reach > 0 && !is_taken(m, k + 1))
            ahead--;
        if (reach > 0 && k + 1 + width < n)
            ahead++;
    }
}

/* The cells of a column to be written: one of the arrays, by type. */
typedef struct cells {
    double *reals;
    int64_t *integers;
    int32_t *dates;
} cells;

/* Give row i the value whose key is `key`. */
static void put(const cells *y, size_t i, uint64_t key)
{
    if (y->reals != NULL)
        y->reals[i] = real_of(key);
    else if (y->integers != NULL)
        y->integers[i] = (int64_t)(key ^ SIGN);
    else
        y->dates[i] = (int32_t)(int64_t)(key ^ SIGN);
}

/* Swap the values of one stratum. */
static void swap_stratum(const tacit_job *job, const ranking *r, size_t h, tacit_rank_moves *moves,
                         const cells *y)
{
    const tacit_rng stream = tacit_rng_fork(job->rng, tacit_column_name(r->c));
    const size_t n = r->start[h + 1] - r->start[h];
    const size_t low = part_of(tacit_arg_real(job->args, BOTTOM), n);
    const size_t inner = n - low - part_of(tacit_arg_real(job->args, TOP), n);
    tacit_rng rng = tacit_rng_fork_number(&stream, h);
    dice d = { .rng = tacit_rng_fork(&rng, "pairs") };
    tacit_keyed *a = r->a + r->start[h];
    TACIT_ASSERT(inner <= n);
    shuffle_ties(&rng, a, n);
    a += low;
    const size_t width = find_width(job->args, r->c, a, inner);
    tacit_rank_moves_stratum(moves, width, inner);
    pair_ranks(&d, inner, width, moves);
    for (size_t k = 0; k < inner; k++) {
        const size_t to = moves->partner[k];
        if (to == k)
            continue;
        put(y, a[k].row, a[to].key);
        put(y, a[to].row, a[k].key);
        tacit_rank_moves_add(moves, to - k, number_of(r->c, a[to].key) - number_of(r->c, a[k].key));
    }
}

/* Cells of column j of `out` to write to. */
static tacit_status open_cells(tacit_ctx *cx, size_t j, tacit_table *out, cells *y)
{
    const tacit_column *c = tacit_table_column(out, j);
    const size_t rows = tacit_column_length(c);
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        return tacit_table_edit_integers(cx, out, j, &y->integers);
    case TACIT_TYPE_DATE:
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *y->dates, &y->dates));
        if (rows > 0)
            memcpy(y->dates, tacit_column_dates(c), rows * sizeof *y->dates);
        return TACIT_OK;
    default:
        return tacit_table_edit_reals(cx, out, j, &y->reals);
    }
}

/* ---- ends ---- */

/* Give the cells a[0 ... n-1] their mean. */
static void code_end(const ranking *r, const tacit_keyed *a, size_t n, double *y)
{
    double mean = 0.0;
    for (size_t k = 0; k < n; k++)
        mean += tacit_column_number(r->c, a[k].row) / (double)n;
    for (size_t k = 0; k < n; k++)
        y[a[k].row] = mean;
}

/* Whether the ends take their means. */
static bool has_coded_ends(const tacit_args *args)
{
    return tacit_arg_choice(args, ENDS) == MEAN &&
           tacit_arg_real(args, TOP) + tacit_arg_real(args, BOTTOM) > 0.0;
}

static tacit_status code_ends(tacit_ctx *cx, const tacit_job *job, const ranking *r, size_t j,
                              tacit_table *out)
{
    const double top = tacit_arg_real(job->args, TOP), bottom = tacit_arg_real(job->args, BOTTOM);
    double *y = NULL;
    if (tacit_column_type(r->c) == TACIT_TYPE_DATE)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The ends of column '%s' cannot take a mean, for it holds dates; leave "
                          "'ends' of rank_swap away.",
                          tacit_column_name(r->c));
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &y));
    for (size_t h = 0; h < r->strata; h++) {
        const size_t n = r->start[h + 1] - r->start[h], high = part_of(top, n);
        code_end(r, r->a + r->start[h], part_of(bottom, n), y);
        code_end(r, r->a + r->start[h + 1] - high, high, y);
    }
    return tacit_arg_flag(job->args, WHOLE) ? tacit_table_round(cx, out, j) : TACIT_OK;
}

static tacit_status mask_column(tacit_ctx *cx, const tacit_job *job, const tacit_strata *s,
                                size_t j, tacit_rank_account *account, tacit_table *out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    ranking r = { 0 };
    tacit_rank_moves moves = { 0 };
    cells y = { 0 };
    TACIT_TRY(rank_cells(cx, c, s, &r));
    TACIT_TRY(open_cells(cx, j, out, &y));
    TACIT_TRY(tacit_scratch(cx, r.n, sizeof *moves.partner, &moves.partner));
    TACIT_TRY(tacit_scratch(cx, r.n / 64 + 1, sizeof *moves.taken, &moves.taken));
    for (size_t h = 0; h < r.strata; h++)
        swap_stratum(job, &r, h, &moves, &y);
    if (y.dates != NULL)
        TACIT_TRY(tacit_rewrite_dates(cx, out, j, y.dates));
    if (!has_coded_ends(job->args))
        return tacit_rank_account_add(cx, account, &moves, c, 1.0 - moves.apart / spread_of(&r));
    double correlation = NAN;
    TACIT_TRY(code_ends(cx, job, &r, j, out));
    TACIT_TRY(tacit_rank_moves_correlate(cx, c, tacit_table_column(out, j), &correlation));
    return tacit_rank_account_add(cx, account, &moves, c, correlation);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_strata s = { 0 };
    tacit_rank_account account = { 0 };
    TACIT_TRY(tacit_strata_of(cx, job->in, &s));
    TACIT_TRY(tacit_rank_account_open(cx, job->told, &account));
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        TACIT_TRY(mask_column(cx, job, &s, job->cols.at[c], &account, out));
        tacit_scratch_release(cx, mark);
    }
    return tacit_result_note(cx, job->told,
                             "An attacker who knows how far ranks moved and has several of the "
                             "columns finds most records; the risk rank_swap_attack measures it.");
}

const tacit_method tacit_method_rank_swap = {
    .about = { .name = "rank_swap",
               .title = "Rank swapping",
               .summary = "Swaps each number or date with one of nearly the same rank.",
               .source = "Moore (1996), Controlled data-swapping techniques for masking public use "
                         "microdata sets; Carlson and Salabasis (2002), A data-swapping technique "
                         "using ranks",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER | TACIT_TYPE_DATE,
    .traits = TACIT_METHOD_RANDOM,
    .run = run,
};
