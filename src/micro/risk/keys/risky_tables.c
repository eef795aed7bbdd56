/*
 * risky_tables.c - the small cells of all tables that keys can be crossed to.
 *
 * A table is a set of keys; its cells are the combinations of their values that occur.  With
 * identification levels a set is a table if its keys can be given different levels: then it
 * is what one key of each level gives, or a margin of that.
 *
 * Sets are visited depth first, so that the cells of a set refine those of the set without
 * its last key.  Cost: O(classes) for each table; 16 bytes a class and key of a table.
 */
#include "micro/risk/keys/risky_tables.h"

#include "micro/classes/group.h"

/* The classes' codes of one key. */
typedef struct coded {
    uint32_t *code; /* of each class */
    uint8_t *lost;  /* whether it is missing and no category */
    size_t values;
} coded;

typedef struct work {
    const tacit_risky_spec *spec;
    const tacit_classes *classes;
    size_t keys;
    coded *key;
    uint8_t *risky; /* of each class: whether in an unsafe cell */
    size_t n, room;
    tacit_risky_table *table; /* NULL while tables are only counted */
} work;

/* A set of keys and the cells of the classes. */
typedef struct node {
    uint64_t set;
    size_t size, next; /* keys in the set; the first key that may be added */
    uint32_t *cell;    /* of each class */
    uint8_t *lost;     /* whether it has no cell */
    size_t cells;
} node;

/* ---- which sets ---- */

/* Whether the keys of `set` can be given different levels that are not `used`. */
static bool can_level(const tacit_risky_spec *spec, uint64_t set, uint32_t used)
{
    if (set == 0)
        return true;
    const uint32_t free = spec->level[__builtin_ctzll(set)] & ~used;
    for (uint32_t left = free; left != 0; left &= left - 1)
        if (can_level(spec, set & (set - 1), used | (left & -left)))
            return true;
    return false;
}

static bool is_table(const tacit_risky_spec *spec, uint64_t set)
{
    return spec->levels == 0 || can_level(spec, set, 0);
}

/* Count the sets that extend `set`, up to one more than there may be. */
static void count_sets(work *w, uint64_t set, size_t size, size_t next)
{
    for (size_t j = next; j < w->keys && w->room <= TACIT_RISKY_TABLES; j++) {
        const uint64_t more = set | UINT64_C(1) << j;
        if (!is_table(w->spec, more))
            continue;
        w->room++;
        if (size + 1 < w->spec->dimension)
            count_sets(w, more, size + 1, j + 1);
    }
}

/* ---- counting ---- */

static tacit_status code_key(tacit_ctx *cx, const work *w, const tacit_column *column, coded *out)
{
    const tacit_classes *c = w->classes;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *out->code, &out->code));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *out->lost, &out->lost));
    const size_t mark = tacit_scratch_mark(cx);
    tacit_lens lens;
    uint64_t *raw = NULL;
    TACIT_TRY(tacit_lens_make(cx, column, &lens));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *raw, &raw));
    for (size_t g = 0; g < c->n; g++) {
        raw[g] = tacit_lens_code(&lens, c->row[g]);
        out->lost[g] = !w->spec->missing && tacit_column_is_missing(column, c->row[g]);
    }
    TACIT_TRY(tacit_group_keys(cx, raw, c->n, lens.radix, out->code, &out->values));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Cross the cells of `from` with key j into `to`, whose arrays have room. */
static tacit_status cross(tacit_ctx *cx, const work *w, const node *from, size_t j, node *to)
{
    const coded *k = &w->key[j];
    const size_t n = w->classes->n, mark = tacit_scratch_mark(cx);
    uint64_t *cell = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *cell, &cell));
    for (size_t g = 0; g < n; g++) {
        cell[g] = (uint64_t)from->cell[g] * k->values + k->code[g];
        to->lost[g] = from->lost[g] | k->lost[g];
    }
    TACIT_TRY(
        tacit_group_keys(cx, cell, n, (uint64_t)from->cells * k->values, to->cell, &to->cells));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The most records of an unsafe cell in a table of so many keys. */
static uint64_t threshold_of(const tacit_risky_spec *spec, size_t keys)
{
    const size_t last = spec->n_by_size;
    return last == 0 ? spec->threshold : (uint64_t)spec->by_size[(keys < last ? keys : last) - 1];
}

/* Count a set's cells and mark the classes in unsafe ones. */
static tacit_status count_cells(tacit_ctx *cx, work *w, const node *at)
{
    const tacit_classes *c = w->classes;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_risky_table table = { .set = at->set, .keys = at->size };
    const uint64_t threshold = threshold_of(w->spec, at->size);
    uint64_t *count = NULL;
    TACIT_TRY(tacit_scratch(cx, at->cells, sizeof *count, &count));
    for (size_t g = 0; g < c->n; g++)
        count[at->cell[g]] += at->lost[g] ? 0 : c->size[g];
    for (size_t i = 0; i < at->cells; i++) {
        const bool unsafe = count[i] > 0 && count[i] <= threshold;
        table.cells += count[i] > 0;
        table.unsafe += unsafe;
        table.records += unsafe ? count[i] : 0;
    }
    for (size_t g = 0; g < c->n; g++)
        w->risky[g] |= !at->lost[g] && count[at->cell[g]] <= threshold;
    TACIT_ASSERT(w->n < w->room);
    w->table[w->n++] = table;
    tacit_scratch_release(cx, mark);
    return tacit_tick(cx, w->n, w->room);
}

static tacit_status make_node(tacit_ctx *cx, const work *w, node *out)
{
    TACIT_TRY(tacit_scratch(cx, w->classes->n, sizeof *out->cell, &out->cell));
    return tacit_scratch(cx, w->classes->n, sizeof *out->lost, &out->lost);
}

/* Count all sets that extend the one of `at`. */
static tacit_status extend(tacit_ctx *cx, work *w, const node *at)
{
    const size_t mark = tacit_scratch_mark(cx);
    node more = { .size = at->size + 1 };
    TACIT_TRY(make_node(cx, w, &more));
    for (size_t j = at->next; j < w->keys; j++) {
        more.set = at->set | UINT64_C(1) << j;
        more.next = j + 1;
        if (!is_table(w->spec, more.set))
            continue;
        TACIT_TRY(cross(cx, w, at, j, &more));
        TACIT_TRY(count_cells(cx, w, &more));
        if (more.size < w->spec->dimension)
            TACIT_TRY(extend(cx, w, &more));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Lay the tables out by number of keys; within it they are in order already. */
static tacit_status order_tables(tacit_ctx *cx, const work *w, tacit_risky *out)
{
    TACIT_TRY(tacit_scratch(cx, w->n, sizeof *out->table, &out->table));
    out->n = 0;
    for (size_t k = 1; k <= w->keys; k++)
        for (size_t i = 0; i < w->n; i++)
            if (w->table[i].keys == k)
                out->table[out->n++] = w->table[i];
    TACIT_ASSERT(out->n == w->n);
    for (size_t g = 0; g < w->classes->n; g++)
        out->records += w->risky[g] ? w->classes->size[g] : 0;
    return TACIT_OK;
}

static tacit_status make_work(tacit_ctx *cx, tacit_subject *subject, work *w)
{
    const tacit_select *keys = tacit_subject_keys(subject);
    w->keys = keys->n;
    if (keys->n > TACIT_RISKY_KEYS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Tables can be formed of at most %d keys; there "
                          "are %zu.",
                          TACIT_RISKY_KEYS, keys->n);
    count_sets(w, 0, 0, 0);
    if (w->room > TACIT_RISKY_TABLES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%zu keys form more than %d tables of up to %zu "
                          "keys; lower 'dimension'.",
                          keys->n, TACIT_RISKY_TABLES, w->spec->dimension);
    TACIT_TRY(tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &w->classes));
    TACIT_TRY(tacit_scratch(cx, w->room, sizeof *w->table, &w->table));
    TACIT_TRY(tacit_scratch(cx, w->classes->n, sizeof *w->risky, &w->risky));
    TACIT_TRY(tacit_scratch(cx, w->keys, sizeof *w->key, &w->key));
    for (size_t j = 0; j < w->keys; j++)
        TACIT_TRY(code_key(cx, w, tacit_table_column(tacit_subject_table(subject), keys->at[j]),
                           &w->key[j]));
    return TACIT_OK;
}

tacit_status tacit_risky_count(tacit_ctx *cx, tacit_subject *subject, const tacit_risky_spec *spec,
                               tacit_risky *out)
{
    work w = { .spec = spec };
    node root = { .cells = 1 };
    TACIT_ASSERT(spec->dimension > 0 && spec->levels <= 32);
    *out = (tacit_risky){ 0 };
    TACIT_TRY(make_work(cx, subject, &w));
    TACIT_TRY(make_node(cx, &w, &root));
    TACIT_TRY(extend(cx, &w, &root));
    return order_tables(cx, &w, out);
}
