/*
 * space.c - the distinct key combinations, coded and packed for the search.
 *
 * Cost: O(classes * keys); 4 bytes a class and key, 12 bytes a class besides.
 */
#include "micro/risk/keys/suda/space.h"

#include "micro/classes/group.h"

/* One key while it is coded. */
typedef struct coded {
    uint32_t *code;  /* of each class, 0 for missing or single */
    uint8_t *single; /* whether no other record has the value */
    uint32_t values; /* codes 1 ... values */
} coded;

/* Give each of `groups` values a code: 0 if `lost` (missing) or if one record has it. */
static tacit_status give_codes(tacit_ctx *cx, const tacit_classes *c, const uint8_t *lost,
                               size_t groups, coded *k)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint64_t *count = NULL;
    uint32_t *of = NULL;
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *of, &of));
    for (size_t g = 0; g < c->n; g++)
        count[k->code[g]] += c->size[g];
    for (size_t i = 0; i < groups; i++)
        of[i] = count[i] > 1 ? ++k->values : 0;
    for (size_t g = 0; g < c->n; g++) {
        k->single[g] = !lost[g] && count[k->code[g]] == 1;
        k->code[g] = lost[g] ? 0 : of[k->code[g]];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status code_key(tacit_ctx *cx, const tacit_column *column, const tacit_classes *c,
                             coded *out)
{
    *out = (coded){ 0 };
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *out->code, &out->code));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *out->single, &out->single));
    const size_t mark = tacit_scratch_mark(cx);
    tacit_lens lens;
    uint64_t *raw = NULL;
    uint8_t *lost = NULL;
    size_t groups = 0;
    TACIT_TRY(tacit_lens_make(cx, column, &lens));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *raw, &raw));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *lost, &lost));
    for (size_t g = 0; g < c->n; g++) {
        raw[g] = tacit_lens_code(&lens, c->row[g]);
        lost[g] = tacit_column_is_missing(column, c->row[g]);
    }
    TACIT_TRY(tacit_group_keys(cx, raw, c->n, lens.radix, out->code, &groups));
    TACIT_TRY(give_codes(cx, c, lost, groups, out));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Sort the keys by their number of values, upwards; equal ones stay in order. */
static void order_keys(const coded *k, size_t n, size_t *key)
{
    for (size_t v = 0; v < n; v++) {
        size_t at = v;
        for (; at > 0 && k[key[at - 1]].values > k[v].values; at--)
            key[at] = key[at - 1];
        key[at] = v;
    }
}

static unsigned bits_of(uint32_t values)
{
    unsigned bits = 0;
    while (values >> bits != 0)
        bits++;
    return bits;
}

static tacit_status pack(tacit_ctx *cx, tacit_suda_space *s)
{
    uint64_t *packed = NULL;
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *packed, &packed));
    for (s->low = 0; s->low < s->n; s->low++) {
        const unsigned next = s->shift[s->low] + bits_of(s->values[s->low]);
        if (next > 63)
            break;
        s->shift[s->low + 1] = next;
    }
    for (size_t v = 0; v < s->low; v++)
        for (size_t g = 0; g < s->rows; g++)
            packed[g] |= (uint64_t)s->code[v][g] << s->shift[v];
    s->packed = packed;
    return TACIT_OK;
}

/* Number the combinations of the variables below `v`, for those that are not packed. */
static tacit_status number_prefix(tacit_ctx *cx, tacit_suda_space *s, size_t v)
{
    uint32_t *id = NULL;
    size_t groups = 0;
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *id, &id));
    const size_t mark = tacit_scratch_mark(cx);
    uint64_t *key = NULL, space = UINT64_MAX;
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *key, &key));
    for (size_t g = 0; g < s->rows; g++)
        key[g] = v == s->low ? s->packed[g] : (uint64_t)s->code[v - 1][g] << 32 | s->id[v - 1][g];
    if (v > s->low)
        space = ((uint64_t)s->values[v - 1] + 1) << 32;
    TACIT_TRY(tacit_group_keys(cx, key, s->rows, space, id, &groups));
    s->id[v] = id;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_suda_space_make(tacit_ctx *cx, const tacit_subject *subject,
                                   const tacit_classes *classes, tacit_suda_space *out)
{
    const tacit_select *keys = tacit_subject_keys(subject);
    coded k[TACIT_SUDA_KEYS];
    uint32_t *single = NULL;
    TACIT_ASSERT(keys->n > 0 && keys->n <= TACIT_SUDA_KEYS);
    *out = (tacit_suda_space){ .n = keys->n, .rows = classes->n };
    TACIT_TRY(tacit_scratch(cx, classes->n, sizeof *single, &single));
    for (size_t j = 0; j < keys->n; j++)
        TACIT_TRY(code_key(cx, tacit_table_column(tacit_subject_table(subject), keys->at[j]),
                           classes, &k[j]));
    order_keys(k, keys->n, out->key);
    for (size_t v = 0; v < keys->n; v++) {
        const coded *c = &k[out->key[v]];
        out->code[v] = c->code;
        out->values[v] = c->values;
        for (size_t g = 0; g < classes->n; g++)
            single[g] |= (uint32_t)c->single[g] << v;
    }
    out->single = single;
    TACIT_TRY(pack(cx, out));
    for (size_t v = out->low; v < out->n; v++)
        TACIT_TRY(number_prefix(cx, out, v));
    return TACIT_OK;
}
