/*
 * roll.c - the classes of a node, rolled up from those of a node below it.
 *
 * Each entry's packed labels are mapped axis by axis, and entries that became equal are
 * joined through an open hash table of at most half load.  Classes are numbered in order
 * of first appearance, so the result depends on the input alone.
 */
#include "micro/search/roll.h"

#include <string.h>

#include "base/hash.h"

/* Sensitive values that are counted in a table of classes and values: bits of a word at most. */
enum { FEW_VALUES = 64 };

/* One axis that changes: where its label is, and what becomes of it. */
typedef struct change {
    const uint32_t *map;
    uint64_t mask; /* of the label before the shift */
    unsigned word, shift;
} change;

static size_t map_at(const tacit_roll_maps *m, size_t axis, size_t from, size_t to)
{
    return (axis * m->levels + from) * m->levels + to;
}

/* Compose the steps from level `from` to level `to`. */
static tacit_status make_map(tacit_ctx *cx, const tacit_axis *x, size_t from, size_t to,
                             const uint32_t **out)
{
    uint32_t *map = NULL;
    TACIT_TRY(tacit_scratch(cx, x->labels[from], sizeof *map, &map));
    for (uint32_t label = 0; label < x->labels[from]; label++) {
        map[label] = label;
        for (size_t l = from; l < to; l++)
            map[label] = x->up[l][map[label]];
    }
    *out = map;
    return TACIT_OK;
}

tacit_status tacit_roll_maps_make(tacit_ctx *cx, const tacit_search_space *s, tacit_roll_maps *out)
{
    tacit_roll_maps m = { 0 };
    for (size_t a = 0; a < s->n_axes; a++)
        m.levels = s->axis[a].levels > m.levels ? s->axis[a].levels : m.levels;
    TACIT_TRY(tacit_scratch(cx, s->n_axes * m.levels * m.levels, sizeof *m.map, &m.map));
    for (size_t a = 0; a < s->n_axes; a++)
        for (size_t from = 0; from < s->axis[a].levels; from++)
            for (size_t to = from + 1; to < s->axis[a].levels; to++)
                TACIT_TRY(make_map(cx, &s->axis[a], from, to, &m.map[map_at(&m, a, from, to)]));
    *out = m;
    return TACIT_OK;
}

static tacit_status room_for_pairs(tacit_ctx *cx, const tacit_search_space *s, tacit_roller *r)
{
    const size_t n = s->cells.n;
    size_t values = 0;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *r->order, &r->order));
    TACIT_TRY(tacit_scratch(cx, s->n_sensitive, sizeof *r->list.pairs, &r->list.pairs));
    for (size_t i = 0; i < s->n_sensitive; i++) {
        const tacit_search_pairs *from = &s->cells.pairs[i];
        tacit_search_pairs *to = &r->list.pairs[i];
        const size_t pairs = from->start[n];
        TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *to->start, &to->start));
        TACIT_TRY(tacit_scratch(cx, pairs, sizeof *to->value, &to->value));
        TACIT_TRY(tacit_scratch(cx, pairs, sizeof *to->count, &to->count));
        for (size_t p = 0; p < pairs; p++)
            values = from->value[p] >= values ? from->value[p] + (size_t)1 : values;
    }
    TACIT_TRY(tacit_scratch(cx, values, sizeof *r->sum, &r->sum));
    TACIT_TRY(tacit_scratch(cx, values, sizeof *r->touched, &r->touched));
    r->values = values;
    if (values > FEW_VALUES || s->records > UINT32_MAX)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n * values, sizeof *r->count, &r->count));
    return tacit_scratch(cx, n, sizeof *r->present, &r->present);
}

tacit_status tacit_roller_make(tacit_ctx *cx, const tacit_search_space *s,
                               const tacit_roll_maps *maps, tacit_roller *out)
{
    tacit_roller r = { .space = s, .maps = maps, .slots = 16 };
    const size_t n = s->cells.n;
    while (r.slots < 2 * n)
        r.slots *= 2;
    TACIT_TRY(tacit_scratch(cx, r.slots, sizeof *r.slot, &r.slot));
    TACIT_TRY(tacit_scratch(cx, n * s->words, sizeof *r.list.key, &r.list.key));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.list.size, &r.list.size));
    if (s->cells.population != NULL)
        TACIT_TRY(tacit_scratch(cx, n, sizeof *r.list.population, &r.list.population));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.class_of, &r.class_of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *r.marked, &r.marked));
    if (s->n_sensitive > 0)
        TACIT_TRY(room_for_pairs(cx, s, &r));
    *out = r;
    return TACIT_OK;
}

/* ---- keys ---- */

/* The axes that change, but for those that get one label for all: their labels become 0, and
 * `keep` has no bits there. */
static size_t list_changes(const tacit_roller *r, const uint8_t *at, const uint8_t *to, change *out,
                           uint64_t *keep)
{
    size_t n = 0;
    memset(keep, 0xff, r->space->words * sizeof *keep);
    for (size_t a = 0; a < r->space->n_axes; a++) {
        const tacit_axis *x = &r->space->axis[a];
        if (x->labels[to[a]] == 1)
            keep[x->word] &= ~(((UINT64_C(1) << x->bits) - 1) << x->shift);
        else if (to[a] != at[a])
            out[n++] = (change){ .map = r->maps->map[map_at(r->maps, a, at[a], to[a])],
                                 .mask = (UINT64_C(1) << x->bits) - 1,
                                 .word = x->word,
                                 .shift = x->shift };
    }
    return n;
}

static uint64_t hash_words(const uint64_t *key, size_t words)
{
    uint64_t h = key[0];
    for (size_t w = 1; w < words; w++)
        h = tacit_hash_u64(h) + key[w];
    return (h ^ h >> 32) * UINT64_C(0x9E3779B97F4A7C15);
}

/* The number of the class with this key, a new one if there is none yet. */
static uint32_t find_class(tacit_roller *r, const uint64_t *key, size_t words, unsigned shift,
                           size_t slots)
{
    size_t i = (size_t)(hash_words(key, words) >> shift);
    for (; r->slot[i] != 0; i = (i + 1) & (slots - 1))
        if (memcmp(&r->list.key[(size_t)(r->slot[i] - 1) * words], key, words * sizeof *key) == 0)
            return r->slot[i] - 1;
    const uint32_t g = (uint32_t)r->list.n++;
    r->slot[i] = g + 1;
    memcpy(&r->list.key[(size_t)g * words], key, words * sizeof *key);
    r->list.size[g] = 0;
    if (r->list.population != NULL)
        r->list.population[g] = 0.0;
    return g;
}

/* The table for n entries: how many slots, and the shift that takes a hash to one. */
static size_t clear_slots(tacit_roller *r, size_t n, unsigned *shift)
{
    size_t slots = 16;
    unsigned bits = 4;
    while (slots < 2 * n) {
        slots *= 2;
        bits++;
    }
    *shift = 64 - bits;
    memset(r->slot, 0, slots * sizeof *r->slot);
    return slots;
}

/* Entries whose keys are made before any of them is looked up, so that the look-ups do not wait
 * for memory one after the other. */
enum { AHEAD = 32 };

/* The labels of one entry after the changes, packed in one word. */
static inline uint64_t change_key(uint64_t key, const change *c, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        const uint64_t label = key >> c[j].shift & c[j].mask;
        key ^= (label ^ c[j].map[label]) << c[j].shift;
    }
    return key;
}

/* One word: the case of most tables. */
static void roll_narrow(tacit_roller *r, const tacit_class_list *from, const change *c, size_t n,
                        uint64_t keep)
{
    unsigned shift = 0;
    const size_t slots = clear_slots(r, from->n, &shift);
    uint32_t groups = 0;
    for (size_t first = 0; first < from->n; first += AHEAD) {
        const size_t some = from->n - first < AHEAD ? from->n - first : AHEAD;
        uint64_t key[AHEAD];
        size_t at[AHEAD];
        for (size_t k = 0; k < some; k++) {
            key[k] = change_key(from->key[first + k] & keep, c, n);
            at[k] = (size_t)((key[k] ^ key[k] >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> shift);
            __builtin_prefetch(&r->slot[at[k]], 1);
        }
        for (size_t k = 0; k < some; k++) {
            while (r->slot[at[k]] != 0 && r->list.key[r->slot[at[k]] - 1] != key[k])
                at[k] = (at[k] + 1) & (slots - 1);
            if (r->slot[at[k]] == 0) {
                r->list.key[groups] = key[k];
                r->list.size[groups] = 0;
                r->slot[at[k]] = ++groups;
            }
            r->class_of[first + k] = r->slot[at[k]] - 1;
            r->list.size[r->class_of[first + k]] += from->size[first + k];
        }
    }
    r->list.n = groups;
}

static void roll_wide(tacit_roller *r, const tacit_class_list *from, const change *c, size_t n,
                      const uint64_t *keep)
{
    const size_t words = r->space->words;
    unsigned shift = 0;
    const size_t slots = clear_slots(r, from->n, &shift);
    r->list.n = 0;
    for (size_t i = 0; i < from->n; i++) {
        uint64_t key[TACIT_MOST_WORDS];
        for (size_t w = 0; w < words; w++)
            key[w] = from->key[i * words + w] & keep[w];
        for (size_t j = 0; j < n; j++) {
            const uint64_t label = key[c[j].word] >> c[j].shift & c[j].mask;
            key[c[j].word] ^= (label ^ c[j].map[label]) << c[j].shift;
        }
        r->class_of[i] = find_class(r, key, words, shift, slots);
        r->list.size[r->class_of[i]] += from->size[i];
    }
}

static void add_population(tacit_roller *r, const tacit_class_list *from)
{
    for (size_t g = 0; g < r->list.n; g++)
        r->list.population[g] = 0.0;
    for (size_t i = 0; i < from->n; i++)
        r->list.population[r->class_of[i]] += from->population[i];
}

/* ---- sensitive values ---- */

/* Order the entries by class; the first `start[g]` are those of classes before g. */
static void order_entries(tacit_roller *r, size_t n, size_t *start)
{
    memset(start, 0, (r->list.n + 1) * sizeof *start);
    for (size_t i = 0; i < n; i++)
        start[r->class_of[i] + 1]++;
    for (size_t g = 0; g < r->list.n; g++)
        start[g + 1] += start[g];
    for (size_t i = 0; i < n; i++)
        r->order[start[r->class_of[i]]++] = i;
    for (size_t g = r->list.n; g > 0; g--)
        start[g] = start[g - 1];
    start[0] = 0;
}

/* Shell's sort with Ciura's gaps: few values as a rule. */
static void sort_values(uint32_t *value, size_t n)
{
    static const size_t gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
    for (size_t k = 0; k < sizeof gaps / sizeof gaps[0]; k++)
        for (size_t i = gaps[k]; i < n; i++) {
            const uint32_t x = value[i];
            size_t j = i;
            for (; j >= gaps[k] && value[j - gaps[k]] > x; j -= gaps[k])
                value[j] = value[j - gaps[k]];
            value[j] = x;
        }
}

/* Add the pairs of entry i of `from` to the sums; returns how many values are touched. */
static size_t add_entry(tacit_roller *r, const tacit_search_pairs *from, size_t i, size_t touched)
{
    for (size_t p = from->start[i]; p < from->start[i + 1]; p++) {
        if (r->sum[from->value[p]] == 0)
            r->touched[touched++] = from->value[p];
        r->sum[from->value[p]] += from->count[p];
    }
    return touched;
}

/* Join the pairs of the entries of each class; `start` is where its entries begin in order. */
static void roll_pairs(tacit_roller *r, const tacit_search_pairs *from, tacit_search_pairs *to,
                       size_t entries)
{
    size_t at = 0, next = 0;
    for (size_t g = 0; g < r->list.n; g++) {
        size_t touched = 0;
        to->start[g] = at;
        for (; next < entries && r->class_of[r->order[next]] == g; next++)
            touched = add_entry(r, from, r->order[next], touched);
        sort_values(r->touched, touched);
        for (size_t k = 0; k < touched; k++) {
            to->value[at] = r->touched[k];
            to->count[at++] = r->sum[r->touched[k]];
            r->sum[r->touched[k]] = 0;
        }
    }
    to->start[r->list.n] = at;
}

/* The same for few values: add up in a table, entry by entry, then list what is in it. */
static void roll_few_pairs(tacit_roller *r, const tacit_search_pairs *from, tacit_search_pairs *to,
                           size_t entries)
{
    const size_t values = r->values;
    size_t at = 0;
    for (size_t i = 0; i < entries; i++) {
        const size_t g = r->class_of[i];
        uint32_t *count = &r->count[g * values];
        for (size_t p = from->start[i]; p < from->start[i + 1]; p++) {
            count[from->value[p]] += (uint32_t)from->count[p];
            r->present[g] |= UINT64_C(1) << from->value[p];
        }
    }
    for (size_t g = 0; g < r->list.n; g++) {
        uint32_t *count = &r->count[g * values];
        to->start[g] = at;
        for (uint64_t left = r->present[g]; left != 0; left &= left - 1) {
            const uint32_t value = (uint32_t)__builtin_ctzll(left);
            to->value[at] = value;
            to->count[at++] = count[value];
            count[value] = 0;
        }
        r->present[g] = 0;
    }
    to->start[r->list.n] = at;
}

void tacit_roll(tacit_roller *r, const tacit_class_list *from, const uint8_t *at, const uint8_t *to)
{
    change c[TACIT_MOST_AXES];
    uint64_t keep[TACIT_MOST_WORDS];
    const size_t n = list_changes(r, at, to, c, keep);
    if (r->space->words == 1)
        roll_narrow(r, from, c, n, keep[0]);
    else
        roll_wide(r, from, c, n, keep);
    if (r->list.population != NULL)
        add_population(r, from);
    if (r->space->n_sensitive > 0 && r->count == NULL)
        order_entries(r, from->n, r->list.pairs[0].start);
    for (size_t i = 0; i < r->space->n_sensitive; i++)
        if (r->count != NULL)
            roll_few_pairs(r, &from->pairs[i], &r->list.pairs[i], from->n);
        else
            roll_pairs(r, &from->pairs[i], &r->list.pairs[i], from->n);
}
