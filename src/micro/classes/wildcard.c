/*
 * wildcard.c - how many records match a class when a missing key matches any value.
 *
 * Two classes match if they agree on every key that is present in both.  Classes are
 * sorted by pattern (which keys are missing).  For each pair of patterns the classes of the
 * smaller one are put into a small hash table by the keys present in both; each class of
 * the larger one looks itself up there, takes the records it finds and leaves its own.
 * Nothing is compared class by class: O(patterns * classes * keys) in all, and there are few
 * patterns.  Codes, sizes and sums are kept in the order of patterns, so that the work on a
 * pair runs through memory in order; 4 bytes a key and about 50 bytes a class of scratch
 * memory.
 */
#include "micro/classes/wildcard.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"
#include "micro/classes/classes_own.h"

enum { MOST_KEYS = 64 };

/* The classes by pattern; arrays are in the order of patterns unless they say otherwise. */
typedef struct pattern_set {
    const tacit_lens *lens;
    size_t n_lenses;
    const tacit_classes *c;
    tacit_match_rule *rule;
    tacit_keyed *of; /* pattern bits and class */
    size_t *start;   /* first class of each of the n patterns, and the end */
    size_t n;
    uint32_t *code; /* of each key, all classes of one key after the other */
    uint64_t *size;
    double *weight; /* NULL without weights */
    tacit_match_sums sums;
} pattern_set;

/* Memory for the work on one pair of patterns. */
typedef struct desk {
    uint64_t *key;           /* packed keys of the smaller pattern's classes, then the larger's */
    uint32_t *group;         /* groups of the smaller one's classes; also to make keys dense */
    uint32_t *slot;          /* hash table: group + 1, 0 is empty */
    uint64_t *found;         /* key of each group */
    uint64_t *small, *large; /* sums of sizes by group, of the two patterns */
    double *small_weight, *large_weight;
} desk;

/* The classes of one pattern. */
typedef struct range {
    size_t from, n;
    uint64_t missing;
} range;

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
        s->of[g] = (tacit_keyed){ .key = pattern_of(s->lens, s->n_lenses, s->c->row[g]), .row = g };
    TACIT_TRY(tacit_sort_keyed(cx, s->of, n));
    for (size_t i = 0; i < n; i++)
        if (i == 0 || s->of[i].key != s->of[i - 1].key)
            s->start[s->n++] = i;
    s->start[s->n] = n;
    return TACIT_OK;
}

/* Lay codes, sizes and weights out in the order of patterns. */
static tacit_status lay_out(tacit_ctx *cx, pattern_set *s)
{
    const size_t n = s->c->n;
    TACIT_TRY(tacit_scratch(cx, n * s->n_lenses, sizeof *s->code, &s->code));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s->size, &s->size));
    if (s->c->weight != NULL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof *s->weight, &s->weight));
    for (size_t i = 0; i < n; i++) {
        const size_t g = s->of[i].row;
        for (size_t j = 0; j < s->n_lenses; j++)
            s->code[j * n + i] = (uint32_t)tacit_lens_code(&s->lens[j], s->c->row[g]);
        s->size[i] = s->c->size[g];
        if (s->weight != NULL)
            s->weight[i] = s->c->weight[g];
    }
    return TACIT_OK;
}

static range range_of(const pattern_set *s, size_t pattern)
{
    const size_t from = s->start[pattern];
    return (range){ .from = from, .n = s->start[pattern + 1] - from, .missing = s->of[from].key };
}

/* Append the codes of a key to the packed keys of a range. */
static void pack_range(const pattern_set *s, size_t j, const range *r, uint64_t *key)
{
    const uint32_t *code = s->code + j * s->c->n + r->from;
    const uint64_t radix = s->lens[j].radix;
    for (size_t i = 0; i < r->n; i++)
        key[i] = key[i] * radix + code[i];
}

/* Pack the keys present in both patterns.  When the next key would overflow, the numbers so
 * far are made dense first. */
static tacit_status pack_pair(tacit_ctx *cx, const pattern_set *s, const range *small,
                              const range *large, desk *d)
{
    const uint64_t missing = small->missing | large->missing;
    const size_t n = small->n + large->n;
    uint64_t space = 1;
    memset(d->key, 0, n * sizeof *d->key);
    for (size_t j = 0; j < s->n_lenses; j++) {
        uint64_t wider = 0;
        if ((missing >> j & 1) != 0)
            continue;
        if (__builtin_mul_overflow(space, s->lens[j].radix, &wider) || wider > TACIT_GROUP_SPACE) {
            size_t dense = 0;
            TACIT_TRY(tacit_group_keys(cx, d->key, n, space, d->group, &dense));
            for (size_t i = 0; i < n; i++)
                d->key[i] = d->group[i];
            space = dense;
        }
        pack_range(s, j, small, d->key);
        pack_range(s, j, large, d->key + small->n);
        space *= s->lens[j].radix;
    }
    return TACIT_OK;
}

/* The slot that `key` is in, or the empty one where it would be. */
static size_t find_slot(const desk *d, size_t slots, uint64_t key)
{
    size_t at = tacit_hash_u64(key) & (slots - 1);
    while (d->slot[at] != 0 && d->found[d->slot[at] - 1] != key)
        at = (at + 1) & (slots - 1);
    return at;
}

/* Put the classes of the smaller pattern into the table; returns its slots. */
static size_t enter_small(const pattern_set *s, const range *small, desk *d)
{
    size_t slots = 16;
    uint32_t groups = 0;
    while (slots < 2 * small->n)
        slots *= 2;
    memset(d->slot, 0, slots * sizeof *d->slot);
    for (size_t i = 0; i < small->n; i++) {
        const size_t at = find_slot(d, slots, d->key[i]);
        if (d->slot[at] == 0) {
            d->found[groups] = d->key[i];
            d->small[groups] = d->large[groups] = 0;
            d->small_weight[groups] = d->large_weight[groups] = 0.0;
            d->slot[at] = ++groups;
        }
        d->group[i] = d->slot[at] - 1;
        d->small[d->group[i]] += s->size[small->from + i];
        if (s->weight != NULL)
            d->small_weight[d->group[i]] += s->weight[small->from + i];
    }
    return slots;
}

/* Where matches of records of pattern `from` with those of pattern `to` are summed. */
typedef struct goal {
    uint64_t *sum;
    double *weight;
} goal;

static goal goal_of(const pattern_set *s, const range *from, const range *to)
{
    const tacit_match_kind kind = s->rule(from->missing, to->missing, s->n_lenses);
    if (kind == TACIT_MATCH_NONE)
        return (goal){ 0 };
    return kind == TACIT_MATCH_WHOLE ? (goal){ s->sums.whole, s->sums.whole_weight }
                                     : (goal){ s->sums.part, s->sums.part_weight };
}

/* Look the classes of the larger pattern up: they take the records of the smaller one that
 * they find, and leave theirs. */
static void match_large(const pattern_set *s, const range *large, const uint64_t *key, size_t slots,
                        const goal *to, desk *d)
{
    for (size_t i = 0; i < large->n; i++) {
        const size_t at = find_slot(d, slots, key[i]), place = large->from + i;
        if (d->slot[at] == 0)
            continue;
        const size_t g = d->slot[at] - 1;
        d->large[g] += s->size[place];
        if (to->sum != NULL)
            to->sum[place] += d->small[g];
        if (s->weight == NULL)
            continue;
        d->large_weight[g] += s->weight[place];
        if (to->sum != NULL)
            to->weight[place] += d->small_weight[g];
    }
}

static void match_small(const pattern_set *s, const range *small, const goal *to, const desk *d)
{
    if (to->sum == NULL)
        return;
    for (size_t i = 0; i < small->n; i++) {
        to->sum[small->from + i] += d->large[d->group[i]];
        if (s->weight != NULL)
            to->weight[small->from + i] += d->large_weight[d->group[i]];
    }
}

static tacit_status match_pair(tacit_ctx *cx, const pattern_set *s, size_t a, size_t b, desk *d)
{
    range small = range_of(s, a), large = range_of(s, b);
    if (small.n > large.n) {
        const range swap = small;
        small = large;
        large = swap;
    }
    const goal to_large = goal_of(s, &small, &large), to_small = goal_of(s, &large, &small);
    TACIT_TRY(pack_pair(cx, s, &small, &large, d));
    const size_t slots = enter_small(s, &small, d);
    match_large(s, &large, d->key + small.n, slots, &to_large, d);
    match_small(s, &small, &to_small, d);
    return TACIT_OK;
}

static tacit_status match_pairs(tacit_ctx *cx, const pattern_set *s)
{
    const size_t n = s->c->n;
    size_t slots = 16;
    desk d = { 0 };
    while (slots < n) /* the smaller pattern has half of the classes at most */
        slots *= 2;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.key, &d.key));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.group, &d.group));
    TACIT_TRY(tacit_scratch(cx, slots, sizeof *d.slot, &d.slot));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.found, &d.found));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.small, &d.small));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.large, &d.large));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.small_weight, &d.small_weight));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *d.large_weight, &d.large_weight));
    for (size_t a = 0; a < s->n; a++) {
        TACIT_TRY(tacit_tick(cx, a, s->n));
        for (size_t b = a + 1; b < s->n; b++)
            TACIT_TRY(match_pair(cx, s, a, b, &d));
    }
    return TACIT_OK;
}

/* Sums in the order of patterns for each array of `out` that is wanted. */
static tacit_status make_sums(tacit_ctx *cx, pattern_set *s, const tacit_match_sums *out)
{
    const size_t n = s->c->n;
    if (out->whole != NULL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof(uint64_t), &s->sums.whole));
    if (out->part != NULL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof(uint64_t), &s->sums.part));
    if (out->whole_weight != NULL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof(double), &s->sums.whole_weight));
    if (out->part_weight != NULL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof(double), &s->sums.part_weight));
    return TACIT_OK;
}

/* Add the sums to `out`, by class. */
static void give_sums(const pattern_set *s, const tacit_match_sums *out)
{
    for (size_t i = 0; i < s->c->n; i++) {
        const size_t g = s->of[i].row;
        if (out->whole != NULL)
            out->whole[g] += s->sums.whole[i];
        if (out->part != NULL)
            out->part[g] += s->sums.part[i];
        if (out->whole_weight != NULL)
            out->whole_weight[g] += s->sums.whole_weight[i];
        if (out->part_weight != NULL)
            out->part_weight[g] += s->sums.part_weight[i];
    }
}

tacit_status tacit_wildcard_sum(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                const tacit_classes *c, tacit_match_rule *rule,
                                const tacit_match_sums *out)
{
    if (n_lenses > MOST_KEYS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Missing values as wildcards work with at most %d "
                          "keys.",
                          MOST_KEYS);
    pattern_set s = { .lens = lens, .n_lenses = n_lenses, .c = c, .rule = rule };
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(sort_patterns(cx, &s));
    TACIT_TRY(lay_out(cx, &s));
    TACIT_TRY(make_sums(cx, &s, out));
    TACIT_TRY(match_pairs(cx, &s));
    give_sums(&s, out);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_match_kind match_all(uint64_t from, uint64_t to, size_t keys)
{
    (void)from;
    (void)to;
    (void)keys;
    return TACIT_MATCH_WHOLE;
}

/* Records that show all that the other shows. */
static tacit_match_kind match_shown(uint64_t from, uint64_t to, size_t keys)
{
    (void)keys;
    return (from & ~to) == 0 ? TACIT_MATCH_WHOLE : TACIT_MATCH_NONE;
}

tacit_status tacit_classes_match(tacit_ctx *cx, const tacit_lens *lens, size_t n_lenses,
                                 tacit_missing_rule missing, tacit_classes *c)
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
    const tacit_match_sums sums = { .whole = match,
                                    .whole_weight = c->weight != NULL ? c->match_weight : NULL };
    return tacit_wildcard_sum(cx, lens, n_lenses, c,
                              missing == TACIT_MISSING_STRICT ? match_shown : match_all, &sums);
}
