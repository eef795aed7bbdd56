/*
 * tally.c - records counted by the values of some keys.
 *
 * O(classes of the pattern * keys) to make, O(keys) to look up.
 */
#include "micro/method/local_suppress/tally.h"

#include "base/hash.h"
#include "base/sort.h"
#include "micro/classes/group.h"

tacit_status tacit_patterns_of(tacit_ctx *cx, const tacit_suppress_space *s, const uint32_t *list,
                               size_t n, tacit_suppress_patterns *out)
{
    tacit_keyed *by = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->member, &out->member));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->missing, &out->missing));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *out->start, &out->start));
    for (size_t i = 0; i < n; i++) {
        by[i].row = list == NULL ? i : list[i];
        by[i].key = s->missing[by[i].row] & s->all;
    }
    TACIT_TRY(tacit_sort_keyed(cx, by, n));
    out->n = 0;
    for (size_t i = 0; i < n; i++) {
        out->member[i] = (uint32_t)by[i].row;
        if (i > 0 && by[i].key == by[i - 1].key)
            continue;
        out->start[out->n] = i;
        out->missing[out->n++] = by[i].key;
    }
    out->start[out->n] = n;
    return TACIT_OK;
}

tacit_status tacit_tally_words(tacit_ctx *cx, const tacit_suppress_space *s, uint64_t **word)
{
    uint64_t stride = 1;
    bool fits = true;
    for (size_t j = 0; j <= s->keys; j++)
        fits = fits && !__builtin_mul_overflow(stride, s->radix[j], &stride) &&
               stride <= TACIT_GROUP_SPACE;
    TACIT_TRY(tacit_scratch(cx, (s->keys + 1) * s->n, sizeof **word, word));
    stride = 1;
    for (size_t j = 0; j <= s->keys; j++) {
        const uint64_t salt = tacit_hash_u64(j + 1);
        for (size_t i = j * s->n; i < (j + 1) * s->n; i++)
            (*word)[i] = fits ? stride * s->code[i] : tacit_hash_u64(salt + s->code[i]);
        stride *= s->radix[j];
    }
    return TACIT_OK;
}

uint64_t tacit_tally_key(const tacit_suppress_space *s, const uint64_t *word, uint64_t set,
                         size_t g)
{
    uint64_t key = word[s->keys * s->n + g];
    for (uint64_t bits = set; bits != 0; bits &= bits - 1)
        key += word[(size_t)__builtin_ctzll(bits) * s->n + g];
    return key;
}

size_t tacit_tally_find(const tacit_tally *t, uint64_t key)
{
    size_t at = tacit_hash_u64(key) & (t->slots - 1);
    while (t->head[at] != 0 && t->key[at] != key)
        at = (at + 1) & (t->slots - 1);
    return at;
}

tacit_status tacit_tally_new(tacit_ctx *cx, const tacit_suppress_space *s, const uint64_t *word,
                             const tacit_suppress_patterns *by, size_t p, tacit_tally *out)
{
    const uint32_t *member = by->member + by->start[p];
    const size_t n = by->start[p + 1] - by->start[p];
    for (out->slots = 16; out->slots < 2 * n;)
        out->slots *= 2;
    TACIT_TRY(tacit_scratch(cx, out->slots, sizeof *out->key, &out->key));
    TACIT_TRY(tacit_scratch(cx, out->slots, sizeof *out->count, &out->count));
    TACIT_TRY(tacit_scratch(cx, out->slots, sizeof *out->head, &out->head));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->next, &out->next));
    for (size_t i = n; i-- > 0;) {
        const uint64_t key = tacit_tally_key(s, word, out->set, member[i]);
        const size_t at = tacit_tally_find(out, key);
        out->key[at] = key;
        out->next[i] = out->head[at];
        out->head[at] = (uint32_t)i + 1;
        out->count[at] += (uint32_t)s->size[member[i]];
    }
    return TACIT_OK;
}
