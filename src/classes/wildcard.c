/*
 * wildcard.c - how many records match a class when a missing key matches any value.
 *
 * Two classes match if they agree on every key that is present in both.  Classes are
 * sorted by pattern (which keys are missing).  For each pair of patterns A and B the
 * classes of both are grouped by the keys present in both; each class of A then matches
 * the records of B in its group, and the other way round.  Nothing is compared pair by
 * pair: O(patterns * classes * keys) in all, and there are few patterns.
 */
#include "classes/wildcard.h"

#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "classes/classes_own.h"

enum { MOST_KEYS = 64 };

/* The classes by pattern. */
typedef struct pattern_set {
    const tacit_lens       *lens;
    size_t                  n_lenses;
    const tacit_classes    *c;
    tacit_match_rule       *rule;
    const tacit_match_sums *out;
    tacit_keyed            *of;    /* pattern bits and class, sorted by pattern */
    size_t                 *start; /* n + 1 of them */
    size_t                  n;
    uint64_t               *key;   /* packed keys of the classes of two patterns */
    uint32_t               *group; /* and their groups */
    uint64_t               *sum;   /* of sizes, by group */
    double                 *weight;
} pattern_set;

static uint64_t pattern_of(const tacit_lens *lens, size_t n, size_t row)
{
    uint64_t bits = 0;
    for (size_t j = 0; j < n; j++)
        if (!tacit_valid_at(tacit_column_valid(lens[j].column), row))
            bits |= UINT64_C(1) << j;
    return bits;
}

static tacit_status sort_patterns(tacit_ctx *cx, pattern_set *s)
{
    const size_t n = s->c->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->of, &s->of));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *s->start, &s->start));
    for (size_t g = 0; g < n; g++)
        s->of[g] = (tacit_keyed){ .key = pattern_of(s->lens, s->n_lenses, s->c->row[g]),
                                  .row = g };
    TACIT_TRY(tacit_sort_keyed(cx, s->of, n));
    for (size_t i = 0; i < n; i++)
        if (i == 0 || s->of[i].key != s->of[i - 1].key)
            s->start[s->n++] = i;
    s->start[s->n] = n;
    return TACIT_OK;
}

/* Pack the keys outside `missing` of classes from ... to - 1 into key[0 ...]. */
static void pack_range(const pattern_set *s, size_t from, size_t to, const tacit_lens *lens,
                       uint64_t *key)
{
    for (size_t i = from; i < to; i++)
        key[i - from] = key[i - from] * lens->radix +
                        tacit_lens_code(lens, s->c->row[s->of[i].row]);
}

/* Group the classes of patterns a and b by the keys present in both. */
static tacit_status group_pair(tacit_ctx *cx, pattern_set *s, size_t a, size_t b, size_t *groups)
{
    const uint64_t missing = s->of[s->start[a]].key | s->of[s->start[b]].key;
    const size_t na = s->start[a + 1] - s->start[a], nb = s->start[b + 1] - s->start[b];
    uint64_t space = 1;
    memset(s->key, 0, (na + nb) * sizeof *s->key);
    for (size_t j = 0; j < s->n_lenses; j++) {
        uint64_t wider = 0;
        if ((missing >> j & 1) != 0)
            continue;
        if (__builtin_mul_overflow(space, s->lens[j].radix, &wider) ||
            wider > TACIT_GROUP_SPACE) {
            size_t dense = 0;
            TACIT_TRY(tacit_group_keys(cx, s->key, na + nb, space, s->group, &dense));
            for (size_t i = 0; i < na + nb; i++)
                s->key[i] = s->group[i];
            space = dense;
        }
        pack_range(s, s->start[a], s->start[a + 1], &s->lens[j], s->key);
        pack_range(s, s->start[b], s->start[b + 1], &s->lens[j], s->key + na);
        space *= s->lens[j].radix;
    }
    return tacit_group_keys(cx, s->key, na + nb, space, s->group, groups);
}

/* Sums of the classes of pattern `from`, by group. */
static void sum_groups(pattern_set *s, size_t from, const uint32_t *group, size_t groups)
{
    const tacit_classes *c = s->c;
    memset(s->sum, 0, groups * sizeof *s->sum);
    if (c->weight != NULL)
        memset(s->weight, 0, groups * sizeof *s->weight);
    for (size_t i = s->start[from]; i < s->start[from + 1]; i++) {
        const size_t g = s->of[i].row, at = group[i - s->start[from]];
        s->sum[at] += c->size[g];
        if (c->weight != NULL)
            s->weight[at] += c->weight[g];
    }
}

/* Add to each class of pattern `to` (its groups at `to_group`) the records of the classes of
 * pattern `from` that are in the same group. */
static void add_matches(pattern_set *s, size_t from, const uint32_t *from_group, size_t to,
                        const uint32_t *to_group, size_t groups)
{
    const tacit_match_kind kind =
        s->rule(s->of[s->start[from]].key, s->of[s->start[to]].key, s->n_lenses);
    if (kind == TACIT_MATCH_NONE)
        return;
    uint64_t *sum = kind == TACIT_MATCH_WHOLE ? s->out->whole : s->out->part;
    double *weight = kind == TACIT_MATCH_WHOLE ? s->out->whole_weight : s->out->part_weight;
    sum_groups(s, from, from_group, groups);
    for (size_t i = s->start[to]; i < s->start[to + 1]; i++) {
        const size_t g = s->of[i].row, at = to_group[i - s->start[to]];
        sum[g] += s->sum[at];
        if (weight != NULL)
            weight[g] += s->weight[at];
    }
}

static tacit_status match_pairs(tacit_ctx *cx, pattern_set *s)
{
    for (size_t a = 0; a < s->n; a++) {
        TACIT_TRY(tacit_tick(cx, a, s->n));
        for (size_t b = a + 1; b < s->n; b++) {
            size_t groups = 0;
            const uint32_t *b_group = s->group + (s->start[a + 1] - s->start[a]);
            TACIT_TRY(group_pair(cx, s, a, b, &groups));
            add_matches(s, a, s->group, b, b_group, groups);
            add_matches(s, b, b_group, a, s->group, groups);
        }
    }
    return TACIT_OK;
}

tacit_status tacit_wildcard_sum(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                const tacit_classes *c, tacit_match_rule *rule,
                                const tacit_match_sums *out)
{
    if (n_lenses > MOST_KEYS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Missing values as wildcards work with at most %d "
                          "keys.", MOST_KEYS);
    pattern_set s = { .lens = lens, .n_lenses = n_lenses, .c = c, .rule = rule, .out = out };
    TACIT_TRY(sort_patterns(cx, &s));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s.key, &s.key));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s.group, &s.group));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s.sum, &s.sum));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *s.weight, &s.weight));
    return match_pairs(cx, &s);
}

static tacit_match_kind match_all(uint64_t from, uint64_t to, size_t keys)
{
    (void)from;
    (void)to;
    (void)keys;
    return TACIT_MATCH_WHOLE;
}

tacit_status tacit_classes_wildcard(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                    tacit_classes *c)
{
    uint64_t *match = NULL;
    TACIT_TRY(tacit_alloc(cx, c->n, sizeof *match, &match));
    memcpy(match, c->size, c->n * sizeof *match);
    c->match = match;
    if (c->weight != NULL) {
        double *weight = NULL;
        TACIT_TRY(tacit_alloc(cx, c->n, sizeof *weight, &weight));
        memcpy(weight, c->weight, c->n * sizeof *weight);
        c->match_weight = weight;
    }
    const tacit_match_sums sums = {
        .whole = match, .whole_weight = c->weight != NULL ? c->match_weight : NULL
    };
    return tacit_wildcard_sum(cx, lens, n_lenses, c, match_all, &sums);
}
