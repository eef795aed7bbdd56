/*
 * sensitive_match.c - the sensitive values of the records that match a class when a missing
 * key matches any value.
 *
 * A pattern says which keys a class lacks.  Classes of two patterns match if they agree on
 * the keys that neither lacks.  For each set of keys that two patterns lack together, all
 * rows are classed by the other keys; the pairs of each pattern are summed by these wider
 * classes and handed to the classes of the patterns they match.  Classes are never
 * compared pair by pair: O(sets * rows + patterns * pairs) and what the classes receive.
 * Pairs are counted in a first pass and written in a second.
 */
#include "micro/model/sensitive_own.h"

/* The classes by pattern, and what is received. */
typedef struct matching {
    const tacit_sensitive *s;
    const tacit_sensitive_pairs *own; /* pairs of each class, sorted */
    const size_t *first;              /* where those of a class begin */
    tacit_keyed *of;                  /* pattern and class, sorted by pattern */
    size_t *start;                    /* where patterns begin in `of`; n + 1 of them */
    size_t n;
    uint32_t *wide;   /* wider class of each class */
    tacit_keyed *out; /* NULL while counting */
    size_t received;
} matching;

static uint64_t pattern_of(const tacit_sensitive *s, size_t g)
{
    const tacit_select *keys = s->keys;
    uint64_t bits = 0;
    TACIT_ASSERT(keys->n <= 64); /* the classes were made */
    for (size_t j = 0; j < keys->n; j++) {
        const tacit_column *c = tacit_table_column(tacit_subject_table(s->subject), keys->at[j]);
        bits |= (uint64_t)tacit_column_is_missing(c, s->classes->row[g]) << j;
    }
    return bits;
}

static tacit_status find_patterns(tacit_ctx *cx, matching *m)
{
    const size_t n = m->s->classes->n;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->of, &m->of));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *m->start, &m->start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->wide, &m->wide));
    for (size_t g = 0; g < n; g++)
        m->of[g] = (tacit_keyed){ .key = pattern_of(m->s, g), .row = g };
    TACIT_TRY(tacit_sort_keyed(cx, m->of, n));
    for (size_t i = 0; i < n; i++)
        if (i == 0 || m->of[i].key != m->of[i - 1].key)
            m->start[m->n++] = i;
    m->start[m->n] = n;
    return TACIT_OK;
}

/* Where the pairs of each class begin. */
static tacit_status find_pairs(tacit_ctx *cx, matching *m)
{
    const uint64_t radix = (uint64_t)m->s->values.n + 1;
    size_t *first = NULL;
    TACIT_TRY(tacit_scratch(cx, m->s->classes->n + 1, sizeof *first, &first));
    for (size_t i = 0; i < m->own->n; i++)
        first[m->own->at[i].key / radix + 1]++;
    for (size_t g = 0; g < m->s->classes->n; g++)
        first[g + 1] += first[g];
    m->first = first;
    return TACIT_OK;
}

/* Class the rows by the keys outside `lacking`. */
static tacit_status widen(tacit_ctx *cx, const matching *m, uint64_t lacking)
{
    const tacit_select *keys = m->s->keys;
    const tacit_classes *c = m->s->classes;
    tacit_classes *wide = NULL;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, keys->n, sizeof *at, &at));
    for (size_t j = 0; j < keys->n; j++)
        if ((lacking >> j & 1) == 0)
            at[n++] = keys->at[j];
    if (n == 0) {
        for (size_t g = 0; g < c->n; g++)
            m->wide[g] = 0;
        return TACIT_OK;
    }
    TACIT_TRY(tacit_subject_classes_by(cx, m->s->subject, &(tacit_select){ n, at },
                                       TACIT_MISSING_CATEGORY, &wide));
    for (size_t g = 0; g < c->n; g++)
        m->wide[g] = wide->of_row[c->row[g]];
    tacit_classes_free(wide);
    return TACIT_OK;
}

/* The pairs of pattern b, summed by wider class and value, sorted. */
static tacit_status sum_pattern(tacit_ctx *cx, const matching *m, size_t b,
                                tacit_sensitive_pairs *sum)
{
    const uint64_t radix = (uint64_t)m->s->values.n + 1;
    size_t n = 0, joined = 0;
    for (size_t i = m->start[b]; i < m->start[b + 1]; i++)
        n += m->first[m->of[i].row + 1] - m->first[m->of[i].row];
    TACIT_TRY(tacit_scratch(cx, n, sizeof *sum->at, &sum->at));
    n = 0;
    for (size_t i = m->start[b]; i < m->start[b + 1]; i++) {
        const size_t g = m->of[i].row;
        for (size_t p = m->first[g]; p < m->first[g + 1]; p++)
            sum->at[n++] = (tacit_keyed){ .key = m->wide[g] * radix + m->own->at[p].key % radix,
                                          .row = m->own->at[p].row };
    }
    TACIT_TRY(tacit_sort_keyed(cx, sum->at, n));
    for (size_t i = 0; i < n; i++)
        if (joined > 0 && sum->at[joined - 1].key == sum->at[i].key)
            sum->at[joined - 1].row += sum->at[i].row;
        else
            sum->at[joined++] = sum->at[i];
    sum->n = joined;
    return TACIT_OK;
}

/* The first of the sorted pairs whose key is not below `key`. */
static size_t find_from(const tacit_sensitive_pairs *p, uint64_t key)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (p->at[mid].key < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Hand what pattern b has to the classes of pattern a. */
static void hand_over(matching *m, const tacit_sensitive_pairs *sum, size_t a)
{
    const uint64_t radix = (uint64_t)m->s->values.n + 1;
    for (size_t i = m->start[a]; i < m->start[a + 1]; i++) {
        const uint64_t g = m->of[i].row, low = m->wide[g] * radix;
        for (size_t p = find_from(sum, low); p < sum->n && sum->at[p].key < low + radix; p++) {
            if (m->out != NULL)
                m->out[m->received] =
                    (tacit_keyed){ .key = g * radix + sum->at[p].key - low, .row = sum->at[p].row };
            m->received++;
        }
    }
}

/* Hand over between all patterns that lack `lacking` together. */
static tacit_status match_lacking(tacit_ctx *cx, matching *m, uint64_t lacking)
{
    TACIT_TRY(widen(cx, m, lacking));
    for (size_t b = 0; b < m->n; b++) {
        const uint64_t has = m->of[m->start[b]].key;
        tacit_sensitive_pairs sum = { 0 };
        if ((has & ~lacking) != 0)
            continue;
        for (size_t a = 0; a < m->n; a++) {
            const uint64_t other = m->of[m->start[a]].key;
            if (a == b || (other | has) != lacking)
                continue;
            if (sum.at == NULL)
                TACIT_TRY(sum_pattern(cx, m, b, &sum));
            hand_over(m, &sum, a);
        }
    }
    return TACIT_OK;
}

/* The sets of keys that two patterns lack together, sorted; equal ones follow each other. */
static tacit_status find_sets(tacit_ctx *cx, const matching *m, tacit_sensitive_pairs *sets)
{
    TACIT_TRY(tacit_scratch(cx, m->n * m->n, sizeof *sets->at, &sets->at));
    for (size_t a = 0; a < m->n; a++)
        for (size_t b = 0; b < a; b++)
            sets->at[sets->n++].key = m->of[m->start[a]].key | m->of[m->start[b]].key;
    return tacit_sort_keyed(cx, sets->at, sets->n);
}

static tacit_status match_all(tacit_ctx *cx, matching *m, const tacit_sensitive_pairs *sets)
{
    m->received = 0;
    for (size_t i = 0; i < sets->n; i++) {
        if (i > 0 && sets->at[i].key == sets->at[i - 1].key)
            continue;
        TACIT_TRY(tacit_tick(cx, i, sets->n));
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(match_lacking(cx, m, sets->at[i].key));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_sensitive_match(tacit_ctx *cx, const tacit_sensitive *s,
                                   tacit_sensitive_pairs *pairs)
{
    matching m = { .s = s, .own = pairs };
    tacit_sensitive_pairs sets = { 0 };
    TACIT_TRY(find_patterns(cx, &m));
    TACIT_TRY(find_pairs(cx, &m));
    TACIT_TRY(find_sets(cx, &m, &sets));
    TACIT_TRY(match_all(cx, &m, &sets));
    const size_t n = m.received;
    tacit_keyed *all = NULL;
    TACIT_TRY(tacit_scratch(cx, pairs->n + n, sizeof *all, &all));
    for (size_t i = 0; i < pairs->n; i++)
        all[i] = pairs->at[i];
    m.out = all + pairs->n;
    TACIT_TRY(match_all(cx, &m, &sets));
    TACIT_ASSERT(m.received == n);
    *pairs = (tacit_sensitive_pairs){ .at = all, .n = pairs->n + n };
    return TACIT_OK;
}
