/*
 * round.c - rounding to multiples of a base.
 *
 * With q = x / base a value becomes base times
 *   nearest  the whole number nearest to q, halves away from zero;
 *   up       the least whole number not below q;
 *   down     the greatest whole number not above q;
 *   random   the one above with probability q - floor(q), else the one below, so that the
 *            expected result is x (Nargundkar and Saveland 1972).
 * A q within 1e-12 (relative, from 1 on) of a whole number counts as that number, so that
 * decimal multiples such as 0.3 of 0.1 stay.  Values of 2^53 bases or more stay as they are:
 * they hold no fraction of a base.
 *
 * Missing values stay missing.  Whole numbers stay whole if the base is, and become reals
 * otherwise.  Strata and weights play no part.  O(n) a column.
 */
#include "micro/method/method.h"

#include <math.h>

#include "table/values.h"

enum { COLUMNS, BASE, HOW };
enum { NEAREST, UP, DOWN, RANDOM };

static const char *const HOWS[] = { "nearest", "up", "down", "random", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [BASE] = { .name = "base",
               .type = TACIT_PARAM_REAL,
               .need = TACIT_REQUIRED,
               .min = 1e-9,
               .max = 1e15,
               TACIT_USEFUL_LOG(0.01, 10000, NULL),
               .importance = TACIT_FIRST,
               .help = "results are multiples of this" },
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .choices = HOWS,
              .help = "which multiple: the nearest (halves away from zero), the next one up or "
                      "down, or one of the two by chance without bias" },
    TACIT_PARAM_END
};

static const double CLOSE = 1e-12;              /* a quotient so near to a whole number is one */
static const double LARGE = 9007199254740992.0; /* 2^53 */

/* The base, or its inverse if that is whole (10 for 0.1): then results are the doubles that
 * decimal numbers are read as. */
typedef struct grid {
    double base, inverse;
    size_t how;
} grid;

static grid make_grid(const tacit_args *args)
{
    grid g = { .base = tacit_arg_real(args, BASE), .how = tacit_arg_choice(args, HOW) };
    const double inverse = round(1.0 / g.base);
    if (inverse > 1.0 && fabs(inverse * g.base - 1.0) <= CLOSE)
        g.inverse = inverse;
    return g;
}

/* The multiple for quotient `q`; `u` on (0, 1] decides if chance does. */
static double choose(double q, size_t how, double u)
{
    const double whole = round(q);
    if (fabs(q - whole) <= CLOSE * fmax(1.0, fabs(q)))
        return whole;
    const double below = floor(q);
    switch (how) {
    case UP:
        return below + 1.0;
    case DOWN:
        return below;
    case RANDOM:
        return u <= q - below ? below + 1.0 : below;
    default:
        return whole;
    }
}

static double round_real(const grid *g, double x, double u)
{
    const double q = g->inverse > 0.0 ? x * g->inverse : x / g->base;
    if (!(fabs(q) < LARGE))
        return x;
    const double k = choose(q, g->how, u);
    return (g->inverse > 0.0 ? k / g->inverse : k * g->base) + 0.0; /* no -0 */
}

/* Round exactly; false if the result is no int64_t. */
static bool round_integer(int64_t base, size_t how, int64_t x, double u, int64_t *out)
{
    const int64_t rest = (x % base + base) % base; /* from the multiple below; base <= 1e15 */
    const bool half_up = x >= 0 ? 2 * rest >= base : 2 * rest > base;
    const bool up = rest > 0 && (how == UP || (how == NEAREST && half_up) ||
                                 (how == RANDOM && u * (double)base <= (double)rest));
    return up ? !__builtin_add_overflow(x, base - rest, out)
              : !__builtin_sub_overflow(x, rest, out);
}

/* Draw for rows of one block in turn; every row draws, so that others do not matter. */
typedef struct draws {
    tacit_rng stream, block;
    uint64_t first; /* number of the first block */
} draws;

static double next_draw(draws *d, const grid *g, size_t i)
{
    if (g->how != RANDOM)
        return 0.0;
    if (i % TACIT_BLOCK_ROWS == 0)
        d->block = tacit_rng_fork_number(&d->stream, d->first + i / TACIT_BLOCK_ROWS);
    return tacit_rng_uniform(&d->block);
}

static tacit_status round_integers(tacit_ctx *cx, const grid *g, size_t j, draws d,
                                   tacit_table *out)
{
    int64_t *x = NULL;
    TACIT_TRY(tacit_table_edit_integers(cx, out, j, &x));
    const tacit_column *c = tacit_table_column(out, j);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        const double u = next_draw(&d, g, i);
        if (!tacit_column_is_missing(c, i) &&
            !round_integer((int64_t)g->base, g->how, x[i], u, &x[i]))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has values too large to be rounded as whole numbers.",
                              tacit_column_name(c));
    }
    return TACIT_OK;
}

static tacit_status round_reals(tacit_ctx *cx, const grid *g, size_t j, draws d, tacit_table *out)
{
    double *x = NULL;
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &x));
    const tacit_column *c = tacit_table_column(out, j);
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        const double u = next_draw(&d, g, i);
        if (!tacit_column_is_missing(c, i))
            x[i] = round_real(g, x[i], u);
    }
    return TACIT_OK;
}

static tacit_status round_column(tacit_ctx *cx, const tacit_stretch *at, const grid *g, size_t j,
                                 tacit_table *t)
{
    const tacit_column *c = tacit_table_column(t, j);
    const draws d = { .stream = tacit_rng_fork(at->rng, tacit_column_name(c)),
                      .first = at->first / TACIT_BLOCK_ROWS };
    const bool whole = tacit_column_type(c) == TACIT_TYPE_INTEGER && floor(g->base) >= g->base;
    return whole ? round_integers(cx, g, j, d, t) : round_reals(cx, g, j, d, t);
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    const grid g = make_grid(&change->args);
    for (size_t c = 0; c < cols->n; c++) {
        TACIT_TRY(tacit_tick(cx, c, cols->n));
        TACIT_TRY(round_column(cx, at, &g, cols->at[c], t));
    }
    return TACIT_OK;
}

static bool is_random(const tacit_args *args)
{
    return tacit_arg_choice(args, HOW) == RANDOM;
}

static bool is_fixed(const tacit_args *args)
{
    return !is_random(args);
}

/* How many distinct values a column had and has. */
static tacit_status tell_column(tacit_ctx *cx, const tacit_column *before,
                                const tacit_column *after, json_t *table)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values was = { 0 }, is = { 0 };
    TACIT_TRY(tacit_values_of(cx, before, &was));
    TACIT_TRY(tacit_values_of(cx, after, &is));
    tacit_scratch_release(cx, mark);
    return tacit_result_row(cx, table, "[s,I,I]", tacit_column_name(before), (json_int_t)was.n,
                            (json_int_t)is.n);
}

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const tacit_table *out)
{
    static const char *const heads[] = { "column", "distinct values before", "after" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, job->told, "values", "Distinct values", 3, heads, &table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t j = job->cols.at[c];
        TACIT_TRY(
            tell_column(cx, tacit_table_column(job->in, j), tacit_table_column(out, j), table));
    }
    return TACIT_OK;
}

const tacit_method tacit_method_round = {
    .about = { .name = "round",
               .title = "Rounding",
               .summary = "Rounds numbers to multiples of a base, to the nearest or by chance "
                          "without bias.",
               .source = "Nargundkar and Saveland (1972), Random rounding to prevent statistical "
                         "disclosures",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_PUBLIC,
    .apply = apply,
    .tell = tell,
    .is_random = is_random,
    .is_fixed = is_fixed,
};
