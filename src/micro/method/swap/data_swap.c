/*
 * data_swap.c - data swapping between records that agree on other columns.
 *
 * Pairs of records that have the same values in the columns `keep` (and in the columns with the
 * role of strata) and different ones in `columns` exchange the latter, all of them together, in
 * the spirit of Dalenius and Reiss (1982), who swap so that all tables of low order stay.  Every
 * table over the kept columns, the swapped columns, or both, stays exactly as it was; tables of
 * the swapped columns with any others change.
 *
 * About `share` of the records are swapped: the first of each pair is taken in random order, or
 * with `risky` in the order of how few records have the same values in the columns with the role
 * of keys (those of `keep` and `columns` if there are none), equals in random order; its partner
 * is drawn with equal probabilities from those that fit and were not swapped.
 *
 * Records in which one of `columns` is missing take no part; elsewhere missing is a value.  O(n)
 * for the classes, O(log n) for each pair; see swap_pool.c.
 */
#include "micro/method/method.h"

#include <math.h>

#include "base/sort.h"
#include "micro/method/swap/swap.h"

enum { COLUMNS, KEEP, SHARE, FIRST };
enum { ANY, RISKY };

static const char *const FIRSTS[] = { "any", "risky", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [KEEP] = { .name = "keep",
               .type = TACIT_PARAM_COLUMNS,
               .need = TACIT_OPTIONAL,
               .help =
                   "columns in which swapped records agree, so that all tables with them stay" },
    [SHARE] = { .name = "share",
                .type = TACIT_PARAM_REAL,
                .preset = 0.1,
                .max = 1.0,
                TACIT_USEFUL(0, 0.5, "share"),
                .importance = TACIT_FIRST,
                .help = "share of the records to swap" },
    [FIRST] = { .name = "first",
                .type = TACIT_PARAM_CHOICE,
                .choices = FIRSTS,
                .help = "whether any records are swapped, or those with the rarest keys first" },
    TACIT_PARAM_END
};

/* A swap on its way.  Items are the records that can take part. */
typedef struct swap {
    size_t n;            /* items */
    const size_t *row;   /* of each item */
    const size_t *order; /* items in the order of their turns */
    tacit_swap_pool pool;
    size_t *from; /* of each row: the row whose values it gets */
    size_t swapped, alone;
} swap;

/* The columns of `a` and those of `b` that are not among them. */
static tacit_status join(tacit_ctx *cx, const tacit_select *a, const tacit_select *b,
                         tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, a->n + b->n, sizeof *at, &at));
    for (size_t c = 0; c < a->n + b->n; c++) {
        const size_t j = c < a->n ? a->at[c] : b->at[c - a->n];
        size_t k = 0;
        while (k < n && at[k] != j)
            k++;
        at[k] = j;
        n += k == n;
    }
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* The kept columns with the strata; none of them may be swapped. */
static tacit_status find_kept(tacit_ctx *cx, const tacit_job *job, tacit_select *out)
{
    tacit_select named = { 0 }, strata = { 0 };
    TACIT_TRY(tacit_swap_columns(cx, "data_swap", job, KEEP, &named));
    TACIT_TRY(tacit_table_with_role(cx, job->in, TACIT_ROLE_STRATA, &strata));
    TACIT_TRY(join(cx, &named, &strata, out));
    for (size_t c = 0; c < job->cols.n; c++)
        for (size_t k = 0; k < out->n; k++)
            if (out->at[k] == job->cols.at[c])
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "data_swap cannot both swap and keep column '%s'; strata are "
                                  "kept.",
                                  tacit_column_name(tacit_table_column(job->in, out->at[k])));
    return TACIT_OK;
}

/* ---- who takes part, in which order ---- */

static bool is_complete(const tacit_job *job, size_t i)
{
    for (size_t c = 0; c < job->cols.n; c++)
        if (tacit_column_is_missing(tacit_table_column(job->in, job->cols.at[c]), i))
            return false;
    return true;
}

static tacit_status find_items(tacit_ctx *cx, const tacit_job *job, swap *s)
{
    const size_t rows = tacit_table_rows(job->in);
    size_t *row = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *s->from, &s->from));
    for (size_t i = 0; i < rows; i++) {
        s->from[i] = i;
        if (is_complete(job, i))
            row[s->n++] = i;
    }
    s->row = row;
    return TACIT_OK;
}

/* Numbers of combinations for the items instead of the rows. */
static tacit_status class_items(tacit_ctx *cx, const tacit_job *job, const swap *s,
                                const tacit_select *cols, uint32_t **out)
{
    uint32_t *of_row = NULL;
    size_t classes = 0;
    TACIT_TRY(tacit_swap_classes(cx, job->in, cols, &of_row, &classes));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof **out, out));
    for (size_t i = 0; i < s->n; i++)
        (*out)[i] = of_row[s->row[i]];
    return TACIT_OK;
}

/* How many records have the keys of each row. */
static tacit_status count_keys(tacit_ctx *cx, const tacit_job *job, const tacit_select *kept,
                               uint64_t **out)
{
    const size_t rows = tacit_table_rows(job->in);
    tacit_select keys = { 0 };
    uint32_t *of = NULL;
    uint64_t *size = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_table_with_role(cx, job->in, TACIT_ROLE_KEY, &keys));
    if (keys.n == 0)
        TACIT_TRY(join(cx, kept, &job->cols, &keys));
    TACIT_TRY(tacit_swap_classes(cx, job->in, &keys, &of, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof **out, out));
    for (size_t i = 0; i < rows; i++)
        size[of[i]]++;
    for (size_t i = 0; i < rows; i++)
        (*out)[i] = size[of[i]];
    return TACIT_OK;
}

static tacit_status order_items(tacit_ctx *cx, const tacit_job *job, const tacit_select *kept,
                                tacit_rng *rng, swap *s)
{
    size_t *order = NULL;
    uint64_t *count = NULL;
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *order, &order));
    tacit_swap_shuffle(rng, order, s->n);
    s->order = order;
    if (tacit_arg_choice(job->args, FIRST) == ANY)
        return TACIT_OK;
    TACIT_TRY(count_keys(cx, job, kept, &count));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *a, &a));
    for (size_t k = 0; k < s->n; k++)
        a[k] = (tacit_keyed){ .key = count[s->row[order[k]]], .row = order[k] };
    TACIT_TRY(tacit_sort_keyed(cx, a, s->n));
    for (size_t k = 0; k < s->n; k++)
        order[k] = (size_t)a[k].row;
    return TACIT_OK;
}

/* ---- swapping ---- */

/* Swap about `wanted` records. */
static tacit_status swap_pairs(tacit_ctx *cx, size_t wanted, tacit_rng *rng, swap *s)
{
    for (size_t k = 0; k < s->n && s->swapped + 2 <= wanted; k++) {
        const size_t item = s->order[k], row = s->row[item];
        if (k % TACIT_BLOCK_ROWS == 0)
            TACIT_TRY(tacit_tick(cx, s->swapped, wanted));
        if (s->from[row] != row)
            continue;
        const size_t other = tacit_swap_pool_draw(&s->pool, item, rng);
        if (other == TACIT_SWAP_NONE) {
            s->alone++;
            continue;
        }
        tacit_swap_pool_remove(&s->pool, item);
        tacit_swap_pool_remove(&s->pool, other);
        s->from[row] = s->row[other];
        s->from[s->row[other]] = row;
        s->swapped += 2;
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const swap *s)
{
    const double rows = (double)tacit_table_rows(job->in);
    TACIT_TRY(tacit_result_figure(cx, job->told, "swapped", "Records swapped", (double)s->swapped,
                                  TACIT_UNIT_COUNT,
                                  "records that exchanged their values with another record that "
                                  "has other ones"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "swapped_share", "Share of records swapped",
                                  rows > 0.0 ? (double)s->swapped / rows : NAN, TACIT_UNIT_SHARE,
                                  "swapped records by all records"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "without_partner", "Records without a partner",
                                  (double)s->alone, TACIT_UNIT_COUNT,
                                  "records whose turn it was and for which no record was left "
                                  "that agrees on the kept columns and has other values to swap",
                                  .better = TACIT_BETTER_LOWER));
    if (s->n < tacit_table_rows(job->in))
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "%zu records take no part, for a value to be swapped is "
                                    "missing in them.",
                                    tacit_table_rows(job->in) - s->n));
    return tacit_result_note(cx, job->told,
                             "Tables over the kept columns and the swapped ones are exactly as "
                             "before; tables of the swapped columns with others are not.");
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const double wanted = tacit_arg_real(job->args, SHARE) * (double)tacit_table_rows(job->in);
    tacit_rng order = tacit_rng_fork(job->rng, "order"), pairs = tacit_rng_fork(job->rng, "pairs");
    tacit_select kept = { 0 };
    uint32_t *class_of = NULL, *side_of = NULL;
    swap s = { 0 };
    TACIT_TRY(find_kept(cx, job, &kept));
    TACIT_TRY(find_items(cx, job, &s));
    TACIT_TRY(order_items(cx, job, &kept, &order, &s));
    TACIT_TRY(class_items(cx, job, &s, &kept, &class_of));
    TACIT_TRY(class_items(cx, job, &s, &job->cols, &side_of));
    TACIT_TRY(tacit_swap_pool_new(cx, s.n, class_of, side_of, &s.pool));
    TACIT_TRY(swap_pairs(cx, (size_t)llround(wanted), &pairs, &s));
    TACIT_TRY(tacit_swap_exchange(cx, job->in, &job->cols, s.from, out));
    return tell(cx, job, &s);
}

const tacit_method tacit_method_data_swap = {
    .about = { .name = "data_swap",
               .title = "Data swapping",
               .summary = "Exchanges values between records that agree on other columns, so that "
                          "tables with these stay.",
               .source = "Dalenius and Reiss (1982), Data-swapping: a technique for disclosure "
                         "control",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
