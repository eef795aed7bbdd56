/*
 * record_swap.c - targeted record swapping: households exchanged between regions.
 *
 * Households (the role of that name) that are alike in a profile exchange their places: all
 * records of one take the values that the other has in `columns`, the regions from the largest to
 * the smallest and what goes along with them (`carry`).  This is how censuses of 2011 and 2021
 * were protected (Shlomo, Tudor and Groom 2010; Eurostat's recommendation for the round of 2021).
 * A member is at risk at a level of regions if fewer than `k` records of its region at that level
 * have its values in the columns `risk`.  A household with such a member must move: it is
 * exchanged with one from another region at the first (largest) level at which that is so.
 * These come first, from the largest level to the smallest, at each in random order.  Then others
 * follow until `share` of the households have moved, drawn without replacement with probabilities
 * proportional to the risk 1 / (records alike in the smallest region) of their rarest member
 * (Efraimidis and Spirakis 2006), each to another smallest region.
 * A partner is drawn with equal probabilities from the households that have not moved and have
 * the same profile: the columns `similar` as the first record has them, and the number of
 * records unless `size` is off; if there is none, by the next profile of `fallback`.
 *
 * The numbers of households in all regions stay, with the profile of the exchange also by
 * profile; all columns but `columns` stay.  Households with a missing or contradictory value in
 * `columns` do not take part; in `risk` and in profiles missing is a value.  Strata play no part.
 * O(levels * n) for the risk, O(profiles * log n) for each exchange; see swap_pool.c.
 */
#include "micro/method/method.h"

#include <math.h>

#include "base/sort.h"
#include "micro/method/swap/record_swap_homes.h"
#include "micro/method/swap/record_swap_tell.h"

enum { COLUMNS, CARRY, SIMILAR, FALLBACK, SIZE, RISK, K, SHARE };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_REQUIRED,
                  .help = "the regions from the largest to the smallest, and columns to carry "
                          "along" },
    [CARRY] = { .name = "carry",
                .type = TACIT_PARAM_COLUMNS,
                .need = TACIT_OPTIONAL,
                .help = "those of the columns that are no level of regions and go along" },
    [SIMILAR] = { .name = "similar",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns in which households that are exchanged agree" },
    [FALLBACK] = { .name = "fallback",
                   .type = TACIT_PARAM_GROUPS,
                   .help = "lists of columns to agree in instead where no partner is found, tried "
                           "in order" },
    [SIZE] = { .name = "size",
               .type = TACIT_PARAM_FLAG,
               .preset = 1.0,
               .max = 1.0,
               .help = "households that are exchanged have the same number of records" },
    [RISK] = { .name = "risk",
               .type = TACIT_PARAM_COLUMNS,
               .need = TACIT_OPTIONAL,
               .help = "columns that make a person rare in a region; the keys that are not among "
                       "the columns if not given" },
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(1, 50, "records"),
            .importance = TACIT_FIRST,
            .help = "households with a member that fewer than k records of its region are alike "
                    "must move" },
    [SHARE] = { .name = "share",
                .type = TACIT_PARAM_REAL,
                .preset = 0.05,
                .max = 1.0,
                TACIT_USEFUL(0, 0.5, "share"),
                .importance = TACIT_FIRST,
                .help = "share of the households to move, those that must included" },
    TACIT_PARAM_END
};

/* ---- what is asked for ---- */

static bool has(const tacit_select *s, size_t j)
{
    for (size_t c = 0; c < s->n; c++)
        if (s->at[c] == j)
            return true;
    return false;
}

/* The columns of `all` that are not in `but`. */
static tacit_status without(tacit_ctx *cx, const tacit_select *all, const tacit_select *but,
                            tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, all->n, sizeof *at, &at));
    for (size_t c = 0; c < all->n; c++)
        if (!has(but, all->at[c]))
            at[n++] = all->at[c];
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* The regions, and the columns that make a person rare. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_job *job, tacit_select out[2])
{
    tacit_select carry = { 0 }, keys = { 0 };
    TACIT_TRY(tacit_swap_columns(cx, "record_swap", job, CARRY, &carry));
    TACIT_TRY(without(cx, &job->cols, &carry, &out[0]));
    if (out[0].n == 0 || out[0].n + carry.n != job->cols.n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'carry' of record_swap must name some of 'columns', but not all.");
    TACIT_TRY(tacit_swap_columns(cx, "record_swap", job, RISK, &out[1]));
    if (tacit_arg_given(job->args, RISK))
        return TACIT_OK;
    TACIT_TRY(tacit_table_with_role(cx, job->in, TACIT_ROLE_KEY, &keys));
    return without(cx, &keys, &job->cols, &out[1]);
}

/* `similar` and the lists of `fallback`. */
static tacit_status find_profiles(tacit_ctx *cx, const tacit_job *job, tacit_exchange *x)
{
    const tacit_value *more = &job->args->at[FALLBACK];
    tacit_home_profile *p = NULL;
    x->n_profiles = 1 + more->n;
    TACIT_TRY(tacit_scratch(cx, x->n_profiles, sizeof *p, &p));
    TACIT_TRY(tacit_scratch(cx, x->n_profiles, sizeof *x->pairs, &x->pairs));
    TACIT_TRY(tacit_scratch(cx, x->n_profiles, sizeof *x->kind, &x->kind));
    p[0].label = "similar";
    TACIT_TRY(tacit_swap_columns(cx, "record_swap", job, SIMILAR, &p[0].columns));
    for (size_t i = 0; i < more->n; i++) {
        const tacit_value names = { .n = more->groups[i].n, .texts = more->groups[i].member };
        p[1 + i].label = more->groups[i].label;
        TACIT_TRY(
            tacit_swap_named(cx, "record_swap", "fallback", job->in, &names, &p[1 + i].columns));
    }
    for (size_t i = 0; i < x->n_profiles; i++) {
        p[i].size = tacit_arg_flag(job->args, SIZE);
        TACIT_TRY(tacit_homes_profile(cx, job->in, &x->homes, &p[i], &x->kind[i]));
    }
    x->profile = p;
    return TACIT_OK;
}

/* ---- exchanging ---- */

/* Pools of the households that have not moved, one for each profile. */
static tacit_status make_pools(tacit_ctx *cx, const tacit_exchange *x, size_t level,
                               tacit_swap_pool **out)
{
    tacit_swap_pool *pool = NULL;
    TACIT_TRY(tacit_scratch(cx, x->n_profiles, sizeof *pool, &pool));
    for (size_t p = 0; p < x->n_profiles; p++) {
        TACIT_TRY(tacit_swap_pool_new(cx, x->homes.n, x->kind[p], x->risk.region[level], &pool[p]));
        for (size_t h = 0; h < x->homes.n; h++)
            if (!x->homes.able[h] || x->partner[h] != h)
                tacit_swap_pool_remove(&pool[p], h);
    }
    *out = pool;
    return TACIT_OK;
}

/* Exchange household `h`, if it has not moved and a partner is found. */
static void move_home(tacit_exchange *x, tacit_swap_pool *pool, size_t h, tacit_rng *rng)
{
    size_t other = TACIT_SWAP_NONE, p = 0;
    if (!x->homes.able[h] || x->partner[h] != h)
        return;
    for (; p < x->n_profiles && other == TACIT_SWAP_NONE; p++)
        other = tacit_swap_pool_draw(&pool[p], h, rng);
    if (other == TACIT_SWAP_NONE)
        return;
    x->pairs[p - 1]++;
    x->moved += 2;
    x->partner[h] = other;
    x->partner[other] = h;
    for (size_t q = 0; q < x->n_profiles; q++) {
        tacit_swap_pool_remove(&pool[q], h);
        tacit_swap_pool_remove(&pool[q], other);
    }
}

/* Move the households that must, at one level. */
static tacit_status move_at_risk(tacit_ctx *cx, tacit_exchange *x, size_t level,
                                 const tacit_rng *parent)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rng rng = tacit_rng_fork_number(parent, level);
    tacit_swap_pool *pool = NULL;
    size_t *order = NULL, must = 0;
    for (size_t h = 0; h < x->homes.n; h++)
        must += x->risk.level[h] == level;
    if (must == 0)
        return TACIT_OK;
    TACIT_TRY(make_pools(cx, x, level, &pool));
    TACIT_TRY(tacit_scratch(cx, x->homes.n, sizeof *order, &order));
    tacit_swap_shuffle(&rng, order, x->homes.n);
    for (size_t k = 0; k < x->homes.n; k++) {
        if (k % TACIT_BLOCK_ROWS == 0)
            TACIT_TRY(tacit_tick(cx, k, x->homes.n));
        if (x->risk.level[order[k]] == level)
            move_home(x, pool, order[k], &rng);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Move others until `wanted` households have. */
static tacit_status move_others(tacit_ctx *cx, tacit_exchange *x, size_t wanted, tacit_rng *rng)
{
    tacit_swap_pool *pool = NULL;
    tacit_keyed *a = NULL;
    if (x->moved + 2 > wanted)
        return TACIT_OK;
    TACIT_TRY(make_pools(cx, x, x->risk.levels - 1, &pool));
    TACIT_TRY(tacit_scratch(cx, x->homes.n, sizeof *a, &a));
    for (size_t h = 0; h < x->homes.n; h++) {
        const double wait = -log(tacit_rng_uniform(rng)) / x->risk.highest[h];
        a[h] = (tacit_keyed){ .key = tacit_sort_key_real(wait + 0.0), .row = h };
    }
    TACIT_TRY(tacit_sort_keyed(cx, a, x->homes.n));
    for (size_t k = 0; k < x->homes.n && x->moved + 2 <= wanted; k++) {
        if (k % TACIT_BLOCK_ROWS == 0)
            TACIT_TRY(tacit_tick(cx, x->moved, wanted));
        move_home(x, pool, a[k].row, rng);
    }
    return TACIT_OK;
}

static tacit_status move_homes(tacit_ctx *cx, const tacit_job *job, tacit_exchange *x)
{
    const double wanted = tacit_arg_real(job->args, SHARE) * (double)x->homes.n;
    const tacit_rng first = tacit_rng_fork(job->rng, "at risk");
    tacit_rng others = tacit_rng_fork(job->rng, "others");
    TACIT_TRY(tacit_scratch(cx, x->homes.n, sizeof *x->partner, &x->partner));
    for (size_t h = 0; h < x->homes.n; h++)
        x->partner[h] = h;
    for (size_t l = 0; l < x->risk.levels; l++)
        TACIT_TRY(move_at_risk(cx, x, l, &first));
    return move_others(cx, x, (size_t)llround(wanted), &others);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const size_t rows = tacit_table_rows(job->in);
    tacit_exchange x = { 0 };
    tacit_select regions_risk[2] = { { 0 }, { 0 } };
    size_t *from = NULL;
    TACIT_TRY(find_columns(cx, job, regions_risk));
    TACIT_TRY(tacit_homes_of(cx, job->in, &job->cols, &x.homes));
    TACIT_TRY(tacit_homes_risk(cx, job->in, &x.homes, regions_risk,
                               (uint64_t)tacit_arg_integer(job->args, K), &x.risk));
    TACIT_TRY(find_profiles(cx, job, &x));
    TACIT_TRY(move_homes(cx, job, &x));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *from, &from));
    for (size_t i = 0; i < rows; i++) {
        const size_t h = x.homes.of_row[i];
        from[i] = x.partner[h] == h ? i : x.homes.first[x.partner[h]];
    }
    TACIT_TRY(tacit_swap_exchange(cx, job->in, &job->cols, from, out));
    return tacit_exchange_tell(cx, &x, job, regions_risk);
}

const tacit_method tacit_method_record_swap = {
    .about = { .name = "record_swap",
               .title = "Targeted record swapping",
               .summary = "Exchanges households between regions, those first that are rare where "
                          "they live.",
               .source = "Shlomo, Tudor and Groom (2010), Data swapping for protecting census "
                         "tables; Eurostat (2019), Methodology for the statistical disclosure "
                         "control of the 2021 population and housing census",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
