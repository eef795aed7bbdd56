/*
 * microaggregation_attack.c - finding the group that a microaggregated record went to.
 *
 * Microaggregation replaces the records of each group of at least k by their mean, so that
 * groups are the sets of equal protected records, and who looks for a record finds k that are
 * as likely.  But an attacker who knows that groups were made of near records (as MDAV does,
 * Domingo-Ferrer and Mateo-Sanz 2002) takes the group whose mean is nearest to the original;
 * and if columns were microaggregated in several blocks, the record is in its group of every
 * block, and their intersection is often one record however large k is (Nin, Herranz and
 * Torra 2008, On the disclosure risk of multivariate microaggregation).
 *
 * For each original: in every block the nearest group (Euclidean, columns divided by the
 * standard deviation of the original; of equally near ones the first in the order of values).
 * The candidates are the protected records that are in most of these groups: their
 * intersection, or if a block misses, what the others agree on.  With several blocks, groups
 * of more than LARGEST records say too little to be counted.
 *
 * Range 0 to 1.  Missing values: missing equals missing, and is at distance 1 of any value.
 * Cost: the nearest neighbours among groups and O(n * size of groups), for each block.
 */
#include <math.h>

#include "base/sort.h"
#include "micro/linkage/nearest/nearest.h"
#include "micro/risk/attack/candidates.h"
#include "micro/risk/numbers/numeric_space.h"
#include "micro/risk/risk.h"

enum { COLUMNS, BLOCKS };
enum { LARGEST = 1000 };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [BLOCKS] = { .name = "blocks",
                 .type = TACIT_PARAM_GROUPS,
                 .help = "columns that were microaggregated together; without it all columns "
                         "are one block" },
    TACIT_PARAM_END
};

/* Sets of equal protected records of one block; in scratch memory. */
typedef struct groups {
    size_t n;
    uint32_t *of;      /* group of each record */
    size_t *start;     /* of each group in `member`; n + 1 of them */
    uint32_t *member;  /* records by group */
    uint32_t *nearest; /* of each original the nearest group */
} groups;

/* The blocks, and what they say of each original. */
typedef struct attack {
    const tacit_subject *subject;
    size_t rows, n;               /* records; blocks */
    groups *block;                /* of each block */
    const tacit_column **columns; /* masked columns of all blocks */
    size_t n_columns;
    json_t *table;
} attack;

static uint32_t size_of(const groups *g, uint32_t k)
{
    return (uint32_t)(g->start[k + 1] - g->start[k]);
}

/* ---- groups ---- */

/* Sort the records by their values, so that equal ones stand together and groups are numbered
 * whatever the order of the file: from the last column to the first, equal ones kept in order. */
static tacit_status sort_records(tacit_ctx *cx, const tacit_records *r, size_t p,
                                 tacit_keyed *order)
{
    for (size_t i = 0; i < r->n; i++)
        order[i].row = i;
    for (size_t c = p; c-- > 0;) {
        for (size_t i = 0; i < r->n; i++) {
            const double x = r->x[order[i].row * p + c];
            order[i].key = isnan(x) ? UINT64_MAX : tacit_sort_key_real(x + 0.0);
        }
        TACIT_TRY(tacit_sort_keyed(cx, order, r->n));
    }
    return TACIT_OK;
}

static bool are_equal(const tacit_records *r, size_t p, size_t i, size_t k)
{
    for (size_t c = 0; c < p; c++) {
        const double x = r->x[i * p + c], y = r->x[k * p + c];
        if (isnan(x) != isnan(y) || x < y || x > y)
            return false;
    }
    return true;
}

/* Make the groups of the masked records `r`. */
static tacit_status make_groups(tacit_ctx *cx, const tacit_records *r, size_t p, groups *g)
{
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *g->of, &g->of));
    TACIT_TRY(tacit_scratch(cx, r->n + 1, sizeof *g->start, &g->start));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *g->member, &g->member));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *g->nearest, &g->nearest));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *order, &order));
    TACIT_TRY(sort_records(cx, r, p, order));
    g->n = 0;
    for (size_t k = 0; k < r->n; k++) {
        if (k == 0 || !are_equal(r, p, order[k - 1].row, order[k].row))
            g->start[g->n++] = k;
        g->member[k] = (uint32_t)order[k].row;
        g->of[order[k].row] = (uint32_t)(g->n - 1);
    }
    g->start[g->n] = r->n;
    return TACIT_OK;
}

/* The values of each group, in scratch memory. */
static tacit_status means_of(tacit_ctx *cx, const tacit_records *r, size_t p, const groups *g,
                             tacit_records *out)
{
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n * p, sizeof *x, &x));
    for (size_t e = 0; e < g->n * p; e++)
        x[e] = r->x[g->member[g->start[e / p]] * p + e % p];
    *out = (tacit_records){ .n = g->n, .x = x };
    return TACIT_OK;
}

static tacit_status tell_block(tacit_ctx *cx, const attack *a, const char *label, const groups *g)
{
    double right = 0.0, found = 0.0;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < a->rows; i++) {
        const bool is = g->nearest[i] == g->of[i];
        right += is ? 1.0 / (double)a->rows : 0.0;
        found += is ? 1.0 / ((double)size_of(g, g->of[i]) * (double)a->rows) : 0.0;
    }
    for (uint32_t k = 0; k < g->n; k++)
        least = size_of(g, k) < least ? size_of(g, k) : least;
    return tacit_result_row(cx, a->table, "[s, I, I, f, f, f]", label, (json_int_t)g->n,
                            (json_int_t)least, (double)a->rows / (double)g->n, right, found);
}

/* Add the columns of `block` to those of all blocks, of which each has its own. */
static tacit_status add_columns(tacit_ctx *cx, attack *a, const tacit_numeric *block)
{
    for (size_t c = 0; c < block->n; c++) {
        for (size_t k = 0; k < a->n_columns; k++)
            if (a->columns[k] == block->masked[c])
                return tacit_fail(cx, TACIT_ERR_INPUT,
                                  "'blocks' of 'microaggregation_attack' has column '%s' twice.",
                                  tacit_column_name(block->masked[c]));
        a->columns[a->n_columns++] = block->masked[c];
    }
    return TACIT_OK;
}

static tacit_status add_block(tacit_ctx *cx, attack *a, const char *label,
                              const tacit_numeric *block)
{
    tacit_space s;
    tacit_records means;
    tacit_ties ties = { 0 };
    groups *g = &a->block[a->n];
    if (block->n == 0)
        return TACIT_OK;
    TACIT_TRY(add_columns(cx, a, block));
    TACIT_TRY(tacit_numeric_space(cx, a->subject, block, &s));
    TACIT_TRY(make_groups(cx, &s.b, s.p, g));
    TACIT_TRY(means_of(cx, &s.b, s.p, g, &means));
    const tacit_nearest_spec spec = { .space = &s, .from = &s.a, .to = &means, .k = 1 };
    TACIT_TRY(tacit_nearest_ties(cx, &spec, &ties));
    for (size_t i = 0; i < a->rows; i++)
        g->nearest[i] = ties.row[i];
    a->n++;
    return tell_block(cx, a, label, g);
}

/* Add the blocks that are named, or all columns as one. */
static tacit_status add_blocks(tacit_ctx *cx, attack *a, const tacit_args *args)
{
    const tacit_value *blocks = &args->at[BLOCKS];
    tacit_numeric block;
    TACIT_TRY(tacit_scratch(cx, blocks->n + 1, sizeof *a->block, &a->block));
    for (size_t b = 0; b < blocks->n; b++) {
        const tacit_group *g = &blocks->groups[b];
        const tacit_value named = { .given = true, .n = g->n, .texts = g->member };
        TACIT_TRY(
            tacit_numeric_of(cx, "microaggregation_attack", a->subject, &named, true, &block));
        TACIT_TRY(add_block(cx, a, g->label, &block));
    }
    if (blocks->n > 0)
        return TACIT_OK;
    TACIT_TRY(tacit_numeric_of(cx, "microaggregation_attack", a->subject, &args->at[COLUMNS], true,
                               &block));
    return add_block(cx, a, "all", &block);
}

/* ---- candidates ---- */

/* Votes for protected records; `of[j]` counts if `round[j]` is the present round. */
typedef struct votes {
    uint32_t *of;
    size_t *round;
    uint32_t most, records; /* the highest number of votes, and how many have it */
} votes;

static void vote(votes *v, const groups *g, uint32_t group, size_t round)
{
    for (size_t k = g->start[group]; k < g->start[group + 1]; k++) {
        const uint32_t j = g->member[k];
        v->of[j] = v->round[j] == round ? v->of[j] + 1 : 1;
        v->round[j] = round;
        if (v->of[j] > v->most) {
            v->most = v->of[j];
            v->records = 0;
        }
        v->records += v->of[j] == v->most;
    }
}

/* The candidates of original i. */
static void find_candidates(const attack *a, size_t i, votes *v, uint32_t *size, bool *has)
{
    const size_t round = i + 1;
    v->most = 0;
    v->records = (uint32_t)a->rows; /* if nobody votes it could be anyone */
    for (size_t b = 0; b < a->n; b++) {
        const uint32_t group = a->block[b].nearest[i];
        if (size_of(&a->block[b], group) <= LARGEST)
            vote(v, &a->block[b], group, round);
    }
    *size = v->records;
    *has = v->most == 0 || (v->round[i] == round && v->of[i] == v->most);
}

/* One block needs no votes: its candidates are the members of the group. */
static void take_group(const groups *g, size_t i, uint32_t *size, bool *has)
{
    *size = size_of(g, g->nearest[i]);
    *has = g->nearest[i] == g->of[i];
}

static tacit_status attack_all(tacit_ctx *cx, const attack *a, tacit_candidates *out)
{
    votes v = { 0 };
    uint32_t *size = NULL;
    bool *has = NULL;
    TACIT_TRY(tacit_scratch(cx, a->rows, sizeof *v.of, &v.of));
    TACIT_TRY(tacit_scratch(cx, a->rows, sizeof *v.round, &v.round));
    TACIT_TRY(tacit_scratch(cx, a->rows, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, a->rows, sizeof *has, &has));
    for (size_t i = 0; i < a->rows; i++) {
        if (i % 4096 == 0)
            TACIT_TRY(tacit_tick(cx, i, a->rows));
        if (a->n == 1)
            take_group(&a->block[0], i, &size[i], &has[i]);
        else
            find_candidates(a, i, &v, &size[i], &has[i]);
    }
    *out = (tacit_candidates){ a->rows, size, has };
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    static const char *const columns[] = { "block",      "groups",      "smallest group",
                                           "mean group", "right group", "re-identified" };
    const tacit_table *t = tacit_subject_table(subject);
    attack a = { .subject = subject, .rows = tacit_table_rows(t) };
    tacit_candidates c;
    tacit_candidate_figures f;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(t), sizeof *a.columns, &a.columns));
    TACIT_TRY(
        tacit_result_table(cx, result, "blocks", "Each block by itself", 6, columns, &a.table));
    TACIT_TRY(add_blocks(cx, &a, args));
    if (a.n == 0)
        return tacit_result_note(cx, result, "No column is numeric in both tables.");
    TACIT_TRY(attack_all(cx, &a, &c));
    TACIT_TRY(tacit_candidates_figures(cx, &c, &f));
    return tacit_candidates_tell(cx, &c, &f, result);
}

const tacit_measure tacit_risk_microaggregation_attack = {
    .about = { .name = "microaggregation_attack",
               .title = "Attack on microaggregation",
               .summary = "How many records are found by who looks for the nearest group.",
               .source = "Nin, Herranz and Torra (2008), On the disclosure risk of multivariate "
                         "microaggregation",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COSTLY,
    .follows = "microaggregate",
    .run = measure,
};
