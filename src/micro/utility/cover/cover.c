/*
 * cover.c - which original values a released cell of a key column stands for; the rules
 * are in cover.h, placing is in cover_place.c.
 *
 * Rows are counted as pairs of original value and released label, sorted by label: O(rows)
 * to group, O(pairs) to sort, O(pairs log values) to see which labels cover.
 */
#include "micro/utility/cover/own.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "micro/classes/group.h"

bool tacit_cover_is_mark(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "*")] == '\0';
}

bool tacit_cover_has(const tacit_cover_set *s, uint32_t v)
{
    if (s->member == NULL)
        return v >= s->first && v - s->first < s->n;
    uint32_t low = 0, high = s->n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (s->member[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->n && s->member[low] == v;
}

double tacit_cover_entropy(const tacit_cover *c, const tacit_cover_set *s)
{
    const double mass = (double)s->mass;
    double sum = 0.0;
    for (uint32_t k = 0; s->n > 1 && k < s->n; k++) {
        const double count = (double)c->values.count[tacit_cover_value(s, k)];
        sum += count * log2(mass / count);
    }
    return s->n > 1 ? sum / mass : 0.0;
}

/* ---- pairs ---- */

/* The keys label * values + value of the rows whose original value is present, and those
 * rows. */
typedef struct row_keys {
    uint64_t *key;
    size_t *row;
    size_t n;
} row_keys;

static tacit_status key_rows(tacit_ctx *cx, const tacit_cover *c, const tacit_values *released,
                             row_keys *out)
{
    const size_t rows = tacit_column_length(c->before);
    TACIT_TRY(tacit_scratch(cx, c->present, sizeof *out->key, &out->key));
    TACIT_TRY(tacit_scratch(cx, c->present, sizeof *out->row, &out->row));
    for (size_t i = 0; i < rows; i++) {
        if (c->values.of[i] == c->values.n)
            continue;
        out->row[out->n] = i;
        out->key[out->n++] = (uint64_t)released->of[i] * c->values.n + c->values.of[i];
    }
    TACIT_ASSERT(out->n == c->present);
    return TACIT_OK;
}

/* Order the groups by key: `order[k]` is a group with its key, `rank` its place. */
static tacit_status order_groups(tacit_ctx *cx, const row_keys *r, const uint32_t *group,
                                 tacit_keyed *order, uint32_t *rank)
{
    size_t n = 0;
    for (size_t k = 0; k < r->n; k++) {
        order[group[k]] = (tacit_keyed){ .key = r->key[k], .row = group[k] };
        n = group[k] >= n ? group[k] + (size_t)1 : n;
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    for (size_t k = 0; k < n; k++)
        rank[order[k].row] = (uint32_t)k;
    return TACIT_OK;
}

static tacit_status fill_pairs(tacit_ctx *cx, const row_keys *r, tacit_cover *c,
                               tacit_cover_pair *pair, uint32_t *pair_of)
{
    const uint64_t values = c->values.n;
    uint32_t *group = NULL, *rank = NULL;
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *group, &group));
    TACIT_TRY(tacit_group_keys(cx, r->key, r->n, (c->n_labels + 1) * values, group, &c->n_pairs));
    TACIT_TRY(tacit_scratch(cx, c->n_pairs, sizeof *rank, &rank));
    TACIT_TRY(tacit_scratch(cx, c->n_pairs, sizeof *order, &order));
    TACIT_TRY(order_groups(cx, r, group, order, rank));
    for (size_t k = 0; k < c->n_pairs; k++)
        pair[k] = (tacit_cover_pair){ .label = (uint32_t)(order[k].key / values),
                                      .value = (uint32_t)(order[k].key % values) };
    for (size_t i = 0; i < tacit_column_length(c->before); i++)
        pair_of[i] = (uint32_t)c->n_pairs;
    for (size_t k = 0; k < r->n; k++) {
        pair_of[r->row[k]] = rank[group[k]];
        pair[rank[group[k]]].count++;
    }
    return TACIT_OK;
}

/* Count the pairs; `*start` is the first pair of each label. */
static tacit_status count_pairs(tacit_ctx *cx, const tacit_values *released, tacit_cover *c,
                                tacit_cover_pair **out, size_t **start)
{
    tacit_cover_pair *pair = NULL;
    uint32_t *pair_of = NULL;
    row_keys r = { 0 };
    TACIT_TRY(tacit_scratch(cx, c->present, sizeof *pair, &pair));
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(c->before), sizeof *pair_of, &pair_of));
    TACIT_TRY(tacit_scratch(cx, c->n_labels + 2, sizeof **start, start));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(key_rows(cx, c, released, &r));
    TACIT_TRY(fill_pairs(cx, &r, c, pair, pair_of));
    tacit_scratch_release(cx, mark);
    for (size_t k = 0; k < c->n_pairs; k++)
        (*start)[pair[k].label + 1]++;
    for (size_t l = 1; l < c->n_labels + 2; l++)
        (*start)[l] += (*start)[l - 1];
    c->pair_of = pair_of;
    c->pair = *out = pair;
    return TACIT_OK;
}

/* ---- cells ---- */

/* Give each pair its set. */
static void settle_pairs(tacit_cover *c, tacit_cover_pair *pair)
{
    for (size_t k = 0; k < c->n_pairs; k++) {
        const bool released = pair[k].label < c->n_labels;
        const bool covered = released && tacit_cover_has(&c->set[pair[k].label], pair[k].value);
        pair[k].set = covered ? pair[k].label : (uint32_t)c->n_labels;
        c->wrong += released && !covered ? pair[k].count : 0;
        c->set[pair[k].set].cells += (double)pair[k].count;
    }
    c->cells = (double)c->present;
}

/* Without rows: every released cell, and the missing ones above the original's share. */
static void count_cells(tacit_cover *c, const tacit_values *released)
{
    const double rows = (double)tacit_column_length(c->before);
    const double share = rows > 0.0 ? (double)tacit_column_missing(c->before) / rows : 0.0;
    const double expected = share * (double)tacit_column_length(c->after);
    const double missing = fmax(0.0, (double)tacit_column_missing(c->after) - expected);
    for (size_t l = 0; l < c->n_labels; l++) {
        c->set[l].cells = (double)released->count[l];
        c->cells += c->set[l].cells;
    }
    c->set[c->n_labels].cells = missing;
    c->cells += missing;
}

/* ---- columns ---- */

static tacit_status number_values(tacit_ctx *cx, tacit_cover *c)
{
    double *number = NULL;
    TACIT_TRY(tacit_values_of(cx, c->before, &c->values));
    c->present = tacit_column_length(c->before) - tacit_column_missing(c->before);
    if (tacit_column_type(c->before) == TACIT_TYPE_CATEGORY)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, c->values.n, sizeof *number, &number));
    for (uint32_t v = 0; v < c->values.n; v++)
        number[v] = tacit_column_number(c->before, c->values.row[v]);
    c->number = number;
    return TACIT_OK;
}

static tacit_status cover_labels(tacit_ctx *cx, bool rows, const tacit_hierarchy *h, tacit_cover *c)
{
    tacit_values released;
    tacit_cover_pair *pair = NULL;
    size_t *start = NULL;
    TACIT_TRY(number_values(cx, c));
    TACIT_TRY(tacit_values_of(cx, c->after, &released));
    c->n_labels = released.n;
    c->has_hierarchy = h != NULL;
    c->height = h != NULL ? tacit_hierarchy_levels(h) - 1 : 1;
    c->domain = h != NULL ? tacit_hierarchy_domain(h) : (double)c->values.n;
    TACIT_TRY(tacit_scratch(cx, c->n_labels + 1, sizeof *c->set, &c->set));
    c->set[c->n_labels] = (tacit_cover_set){ .how = TACIT_COVER_SUPPRESSED,
                                             .level = c->height,
                                             .n = c->values.n,
                                             .mass = c->present,
                                             .weight = c->domain,
                                             .low = -INFINITY,
                                             .high = INFINITY };
    if (rows)
        TACIT_TRY(count_pairs(cx, &released, c, &pair, &start));
    TACIT_TRY(tacit_cover_place(cx, &released, start, h, c));
    if (rows)
        settle_pairs(c, pair);
    else
        count_cells(c, &released);
    return TACIT_OK;
}

tacit_status tacit_cover_make(tacit_ctx *cx, const tacit_pair *pair, const tacit_column *before,
                              const tacit_column *after, tacit_cover *out)
{
    const bool rows =
        !pair->independent && tacit_column_length(before) == tacit_column_length(after);
    tacit_hierarchy *h = NULL;
    size_t k = 0;
    while (k < pair->n_hierarchies &&
           strcmp(pair->hierarchies[k].column, tacit_column_name(before)) != 0)
        k++;
    const size_t j = tacit_table_find(pair->original, tacit_column_name(before));
    if (k < pair->n_hierarchies && j < tacit_table_columns(pair->original))
        TACIT_TRY(tacit_hierarchy_of(cx, &pair->hierarchies[k], pair->original, j, &h));
    tacit_cover cover = { .before = before, .after = after };
    const tacit_status status = cover_labels(cx, rows, h, &cover);
    tacit_hierarchy_free(h);
    if (status == TACIT_OK)
        *out = cover;
    return status;
}

tacit_status tacit_cover_keys(tacit_ctx *cx, const tacit_pair *pair, tacit_cover **out, size_t *n)
{
    tacit_select keys;
    tacit_cover *cover = NULL;
    size_t count = 0;
    TACIT_TRY(tacit_table_with_role(cx, pair->original, TACIT_ROLE_KEY, &keys));
    TACIT_TRY(tacit_scratch(cx, keys.n, sizeof *cover, &cover));
    for (size_t c = 0; c < keys.n; c++) {
        const tacit_column *before = tacit_table_column(pair->original, keys.at[c]);
        const size_t j = tacit_table_find(pair->masked, tacit_column_name(before));
        TACIT_TRY(tacit_tick(cx, c, keys.n));
        if (j < tacit_table_columns(pair->masked))
            TACIT_TRY(tacit_cover_make(cx, pair, before, tacit_table_column(pair->masked, j),
                                       &cover[count++]));
    }
    *out = cover;
    *n = count;
    return TACIT_OK;
}
