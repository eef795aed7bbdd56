/*
 * blocking.c - which pairs of records are compared at all.
 *
 * Values are numbered by one dictionary for both tables, as texts, so that a number in one
 * file is the same number read as a category in the other; columns of one rule are joined
 * two numbers at a time.  For neighbours the numbers are places in order (numbers by value,
 * texts by bytes).  A pair is taken at the first rule that lets it through.  O(rows) a
 * column, O(pairs * rules) for the partners.
 */
#include "micro/linkage/blocking.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "micro/linkage/space_order.h"

/* One column of a rule. */
typedef struct part {
    const tacit_column *a, *b;
    size_t letters; /* first ones to look at; 0 for all */
} part;

/* Keys of the rows of both tables. */
typedef struct keys {
    uint32_t *a, *b;
    uint32_t n;
} keys;

/* ---- reading rules ---- */

/* The whole number after `mark` in the part, which then ends before it; 0 without mark. */
static tacit_status take_number(tacit_ctx *cx, char *text, char mark, const char *rule, size_t *out)
{
    char *at = strrchr(text, mark);
    int64_t number = 0;
    *out = 0;
    if (at == NULL)
        return TACIT_OK;
    if (!tacit_parse_integer(at + 1, strlen(at + 1), &number) || number < 1 || number > 1000)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The blocking rule '%s' needs a whole number from 1 to 1000 after '%c'.",
                          rule, mark);
    *at = '\0';
    *out = (size_t)number;
    return TACIT_OK;
}

static tacit_status find_part(tacit_ctx *cx, const tacit_link_job *job, const char *name, part *p)
{
    const size_t a = tacit_table_find(job->a, name), b = tacit_table_find(job->b, name);
    if (a == tacit_table_columns(job->a) || b == tacit_table_columns(job->b))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The column '%s' of a blocking rule must be in both files.", name);
    p->a = tacit_table_column(job->a, a);
    p->b = tacit_table_column(job->b, b);
    return TACIT_OK;
}

/* ---- keys of one column ---- */

/* Bytes of the first `letters` letters of `text`; all if 0. */
static size_t prefix_bytes(const char *text, size_t letters)
{
    size_t n = 0, seen = 0;
    for (; text[n] != '\0'; n++) {
        seen += ((unsigned char)text[n] & 0xc0) != 0x80;
        if (letters > 0 && seen > letters)
            break;
    }
    return n;
}

static tacit_status number_texts(tacit_ctx *cx, const tacit_column *c, size_t letters,
                                 tacit_dict *d, uint32_t *out)
{
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        char room[TACIT_NUMBER_BYTES];
        out[i] = TACIT_NO_KEY;
        if (tacit_column_is_missing(c, i))
            continue;
        const char *text = tacit_column_text(c, i, room);
        TACIT_TRY(tacit_dict_add(cx, d, text, prefix_bytes(text, letters), &out[i]));
    }
    return TACIT_OK;
}

static tacit_status room_for_keys(tacit_ctx *cx, const tacit_link_job *job, keys *out)
{
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->a), sizeof *out->a, &out->a));
    if (job->within)
        out->b = out->a;
    else
        TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->b), sizeof *out->b, &out->b));
    return TACIT_OK;
}

static tacit_status number_part(tacit_ctx *cx, const tacit_link_job *job, const part *p, keys *out)
{
    tacit_dict *d = NULL;
    TACIT_TRY(room_for_keys(cx, job, out));
    TACIT_TRY(tacit_dict_new(cx, &d));
    tacit_status status = number_texts(cx, p->a, p->letters, d, out->a);
    if (status == TACIT_OK && !job->within)
        status = number_texts(cx, p->b, p->letters, d, out->b);
    out->n = tacit_dict_size(d);
    tacit_dict_free(d);
    return status;
}

/* ---- keys of several columns ---- */

static tacit_status join_rows(tacit_ctx *cx, const uint32_t *more, size_t n, tacit_dict *d,
                              uint32_t *key)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t both[2] = { key[i], more[i] };
        if (key[i] == TACIT_NO_KEY || more[i] == TACIT_NO_KEY)
            key[i] = TACIT_NO_KEY;
        else
            TACIT_TRY(tacit_dict_add(cx, d, (const char *)both, sizeof both, &key[i]));
    }
    return TACIT_OK;
}

/* Make `into` the keys of the combinations with `more`. */
static tacit_status join_keys(tacit_ctx *cx, const tacit_link_job *job, const keys *more,
                              keys *into)
{
    tacit_dict *d = NULL;
    TACIT_TRY(tacit_dict_new(cx, &d));
    tacit_status status = join_rows(cx, more->a, tacit_table_rows(job->a), d, into->a);
    if (status == TACIT_OK && !job->within)
        status = join_rows(cx, more->b, tacit_table_rows(job->b), d, into->b);
    into->n = tacit_dict_size(d);
    tacit_dict_free(d);
    return status;
}

/* ---- neighbours ---- */

static void places_of_texts(const tacit_column *c, const double *rank, size_t categories,
                            uint32_t *out)
{
    const double last = categories > 1 ? (double)categories - 1.0 : 1.0;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        out[i] = tacit_column_is_missing(c, i)
                     ? TACIT_NO_KEY
                     : (uint32_t)lround(rank[tacit_column_codes(c)[i]] * last);
}

static tacit_status order_texts(tacit_ctx *cx, const tacit_link_job *job, const part *p, keys *out)
{
    tacit_order order;
    TACIT_TRY(tacit_order_of(cx, p->a, p->b, &order));
    places_of_texts(p->a, order.a, order.categories, out->a);
    if (!job->within)
        places_of_texts(p->b, order.b, order.categories, out->b);
    out->n = (uint32_t)order.categories;
    return TACIT_OK;
}

/* Append the present numbers of `c`, rows counted from `first` on. */
static size_t collect_numbers(const tacit_column *c, uint64_t first, tacit_keyed *out)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i))
            out[n++] =
                (tacit_keyed){ tacit_sort_key_real(tacit_column_number(c, i) + 0.0), first + i };
    return n;
}

static tacit_status order_numbers(tacit_ctx *cx, const tacit_link_job *job, const part *p,
                                  keys *out)
{
    const size_t n_a = tacit_table_rows(job->a), n_b = tacit_table_rows(job->b);
    tacit_keyed *order = NULL;
    TACIT_TRY(tacit_scratch(cx, n_a + n_b, sizeof *order, &order));
    size_t n = collect_numbers(p->a, 0, order);
    if (!job->within)
        n += collect_numbers(p->b, n_a, order + n);
    TACIT_TRY(tacit_sort_keyed(cx, order, n));
    for (size_t i = 0; i < n_a; i++)
        out->a[i] = TACIT_NO_KEY;
    for (size_t i = 0; !job->within && i < n_b; i++)
        out->b[i] = TACIT_NO_KEY;
    for (size_t i = 0; i < n; i++) {
        out->n += i == 0 || order[i].key != order[i - 1].key;
        *(order[i].row < n_a ? &out->a[order[i].row] : &out->b[order[i].row - n_a]) = out->n - 1;
    }
    return TACIT_OK;
}

static tacit_status order_part(tacit_ctx *cx, const tacit_link_job *job, const part *p, keys *out)
{
    const unsigned types = tacit_column_type(p->a) | tacit_column_type(p->b);
    TACIT_TRY(room_for_keys(cx, job, out));
    if (types == TACIT_TYPE_CATEGORY)
        return order_texts(cx, job, p, out);
    if ((types & TACIT_TYPE_CATEGORY) == 0)
        return order_numbers(cx, job, p, out);
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Column '%s' is text in one file and a number in the other: it has no "
                      "neighbours.",
                      tacit_column_name(p->a));
}

/* ---- rules ---- */

tacit_status tacit_block_rule_index(tacit_ctx *cx, size_t n_b, tacit_block_rule *r)
{
    uint32_t *start = NULL, *next = NULL, *row = NULL;
    TACIT_TRY(tacit_scratch(cx, (size_t)r->keys + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, (size_t)r->keys + 1, sizeof *next, &next));
    TACIT_TRY(tacit_scratch(cx, n_b, sizeof *row, &row));
    for (size_t j = 0; j < n_b; j++)
        if (r->b[j] != TACIT_NO_KEY)
            start[r->b[j] + 1]++;
    for (size_t k = 0; k < r->keys; k++)
        start[k + 1] += start[k];
    memcpy(next, start, ((size_t)r->keys + 1) * sizeof *next);
    for (size_t j = 0; j < n_b; j++)
        if (r->b[j] != TACIT_NO_KEY)
            row[next[r->b[j]]++] = (uint32_t)j;
    r->start = start;
    r->row = row;
    return TACIT_OK;
}

/* Read the next column of `*at` ("by+bm"), which then points behind it. */
static tacit_status next_part(tacit_ctx *cx, const tacit_link_job *job, char **at, const char *rule,
                              part *p)
{
    char *plus = strchr(*at, '+'), *text = *at;
    *at = plus != NULL ? plus + 1 : NULL;
    if (plus != NULL)
        *plus = '\0';
    TACIT_TRY(take_number(cx, text, ':', rule, &p->letters));
    return find_part(cx, job, text, p);
}

static tacit_status make_keys(tacit_ctx *cx, const tacit_link_job *job, const char *rule, keys *out,
                              size_t *reach)
{
    char *text = NULL;
    part p = { 0 };
    TACIT_TRY(tacit_scratch_text(cx, rule, &text));
    TACIT_TRY(take_number(cx, text, '~', rule, reach));
    if (*reach > 0) {
        TACIT_TRY(find_part(cx, job, text, &p));
        return order_part(cx, job, &p, out);
    }
    TACIT_TRY(next_part(cx, job, &text, rule, &p));
    TACIT_TRY(number_part(cx, job, &p, out));
    while (text != NULL) {
        keys more = { 0 };
        TACIT_TRY(next_part(cx, job, &text, rule, &p));
        TACIT_TRY(number_part(cx, job, &p, &more));
        TACIT_TRY(join_keys(cx, job, &more, out));
    }
    return TACIT_OK;
}

tacit_status tacit_blocks_of(tacit_ctx *cx, const tacit_link_job *job, const char *const *rules,
                             size_t n, tacit_blocks *out)
{
    if (n > TACIT_RULES_MAX)
        return tacit_fail(cx, TACIT_ERR_INPUT, "There can be at most %d blocking rules.",
                          TACIT_RULES_MAX);
    *out = (tacit_blocks){ .n = n,
                           .n_a = tacit_table_rows(job->a),
                           .n_b = tacit_table_rows(job->b),
                           .within = job->within };
    for (size_t r = 0; r < n; r++) {
        keys k = { 0 };
        size_t reach = 0;
        TACIT_TRY(tacit_tick(cx, r, n));
        TACIT_TRY(make_keys(cx, job, rules[r], &k, &reach));
        out->rule[r] =
            (tacit_block_rule){ .a = k.a, .b = k.b, .keys = k.n, .reach = (uint32_t)reach };
        TACIT_TRY(tacit_block_rule_index(cx, out->n_b, &out->rule[r]));
    }
    return TACIT_OK;
}

/* ---- pairs ---- */

static bool agree(const tacit_block_rule *r, size_t i, size_t j)
{
    const uint32_t a = r->a[i], b = r->b[j];
    return a != TACIT_NO_KEY && b != TACIT_NO_KEY && (a > b ? a - b : b - a) <= r->reach;
}

/* Whether one of the first `n` rules lets the pair through. */
static bool is_taken(const tacit_blocks *b, size_t n, size_t i, size_t j)
{
    for (size_t r = 0; r < n; r++)
        if (agree(&b->rule[r], i, j))
            return true;
    return false;
}

size_t tacit_blocks_partners(const tacit_blocks *b, size_t i, uint32_t *out)
{
    size_t n = 0;
    for (size_t r = 0; r < b->n; r++) {
        const tacit_block_rule *rule = &b->rule[r];
        const uint32_t key = rule->a[i];
        if (key == TACIT_NO_KEY)
            continue;
        const uint32_t low = key > rule->reach ? key - rule->reach : 0;
        const uint32_t high = rule->keys - key > rule->reach ? key + rule->reach + 1 : rule->keys;
        for (uint32_t at = rule->start[low]; at < rule->start[high]; at++) {
            const uint32_t j = rule->row[at];
            if ((!b->within || j > i) && !is_taken(b, r, i, j))
                out[n++] = j;
        }
    }
    return n;
}

bool tacit_blocks_has(const tacit_blocks *b, size_t i, size_t j)
{
    return is_taken(b, b->n, i, j);
}

tacit_status tacit_blocks_count(tacit_ctx *cx, const tacit_blocks *b, const tacit_truth *truth,
                                tacit_block_counts *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *partner = NULL;
    *out = (tacit_block_counts){ 0 };
    TACIT_TRY(tacit_scratch(cx, b->n_b, sizeof *partner, &partner));
    for (size_t i = 0; i < b->n_a; i++) {
        if (i % 1024 == 0)
            TACIT_TRY(tacit_tick(cx, i, b->n_a));
        const size_t n = tacit_blocks_partners(b, i, partner);
        out->pairs += (double)n;
        for (size_t k = 0; k < n; k++)
            out->true_pairs += tacit_truth_holds(truth, (uint32_t)i, partner[k]);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
