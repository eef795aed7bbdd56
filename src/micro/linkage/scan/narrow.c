/*
 * narrow.c - where to look for pairs that show certain patterns.
 *
 * A pair of a kept pattern agrees on all exact fields on which the pattern does, so it is
 * found among records that are equal there.  Of the sets of fields so met, those that
 * contain another are left out: what agrees on more agrees on fewer.  O(patterns * sets +
 * rows * fields of the sets).
 */
#include "micro/linkage/scan/narrow.h"

#include "base/sort.h"

/* What looking at one pair that a rule lets through costs, in pairs of the plain loop. */
static const double COST = 30.0;

/* Sets of fields, as bits; none contains another. */
typedef struct sets {
    size_t n;
    uint64_t at[TACIT_RULES_MAX];
} sets;

/* The exact fields on which a pattern agrees. */
static uint64_t agreement(const tacit_pattern_pairs *pairs, const tacit_pattern_code *c,
                          uint32_t code)
{
    uint64_t bits = 0;
    for (size_t k = 0; k < pairs->fields; k++)
        if (pairs->field[k].exact && code / c->stride[k] % c->radix[k] == 1)
            bits |= UINT64_C(1) << k;
    return bits;
}

/* Add a set unless it contains one; drop those that contain it.  False if it is empty or
 * there is no room. */
static bool add_set(sets *s, uint64_t bits)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->n; i++)
        if ((s->at[i] & bits) == s->at[i])
            return true;
    for (size_t i = 0; i < s->n; i++)
        if ((s->at[i] & bits) != bits)
            s->at[kept++] = s->at[i];
    s->n = kept;
    if (bits == 0 || kept == TACIT_RULES_MAX)
        return false;
    s->at[s->n++] = bits;
    return true;
}

static bool find_sets(const tacit_pattern_pairs *pairs, const tacit_pattern_code *c,
                      const uint8_t *keep, sets *out)
{
    *out = (sets){ 0 };
    for (uint32_t code = 0; code < c->size; code++)
        if (keep[code] && !add_set(out, agreement(pairs, c, code)))
            return false;
    return out->n > 0;
}

/* Part the groups of `order` (by key) by field k; records that agree with none are dropped. */
static tacit_status part(tacit_ctx *cx, const tacit_pattern_pairs *pairs, size_t k,
                         tacit_keyed *order, size_t *n)
{
    const uint32_t none = pairs->field[k].n_b;
    size_t kept = 0;
    uint64_t group = 0, last = 0;
    for (size_t i = 0; i < *n; i++) {
        const uint32_t v = tacit_shared_value(pairs, k, (size_t)order[i].row);
        if (v != none)
            order[kept++] = (tacit_keyed){ order[i].key * none + v, order[i].row };
    }
    *n = kept;
    TACIT_TRY(tacit_sort_keyed(cx, order, kept));
    for (size_t i = 0; i < kept; i++) {
        group += i > 0 && order[i].key != last;
        last = order[i].key;
        order[i].key = group;
    }
    return TACIT_OK;
}

/* Keys of the records by the fields of `bits`. */
static tacit_status make_rule(tacit_ctx *cx, const tacit_pattern_pairs *pairs, uint64_t bits,
                              tacit_block_rule *out)
{
    size_t n = pairs->n_a + (pairs->within ? 0 : pairs->n_b);
    tacit_keyed *order = NULL;
    uint32_t *key = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *key, &key));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t r = 0; r < n; r++) {
        order[r] = (tacit_keyed){ 0, r };
        key[r] = TACIT_NO_KEY;
    }
    for (size_t k = 0; k < pairs->fields; k++)
        if ((bits >> k & 1) != 0)
            TACIT_TRY(part(cx, pairs, k, order, &n));
    for (size_t i = 0; i < n; i++)
        key[order[i].row] = (uint32_t)order[i].key;
    out->keys = n > 0 ? (uint32_t)order[n - 1].key + 1 : 0;
    out->a = key;
    out->b = pairs->within ? key : key + pairs->n_a;
    tacit_scratch_release(cx, mark);
    return tacit_block_rule_index(cx, pairs->n_b, out);
}

/* Pairs that a rule lets through; within one table each is met from both sides. */
static double pairs_of(const tacit_pattern_pairs *pairs, const tacit_block_rule *rule)
{
    double sum = 0.0;
    for (size_t i = 0; i < pairs->n_a; i++)
        if (rule->a[i] != TACIT_NO_KEY)
            sum += (double)(rule->start[rule->a[i] + 1] - rule->start[rule->a[i]]);
    return sum;
}

tacit_status tacit_narrow(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                          const tacit_pattern_code *code, const uint8_t *keep, tacit_blocks *out)
{
    double cost = 0.0;
    sets s;
    *out = (tacit_blocks){ .n_a = pairs->n_a, .n_b = pairs->n_b, .within = pairs->within };
    if (!find_sets(pairs, code, keep, &s))
        return TACIT_OK;
    for (size_t i = 0; i < s.n; i++) {
        TACIT_TRY(make_rule(cx, pairs, s.at[i], &out->rule[i]));
        cost += COST * pairs_of(pairs, &out->rule[i]);
        if (cost > tacit_pairs_count(pairs))
            return TACIT_OK;
    }
    out->n = s.n;
    return TACIT_OK;
}
