/*
 * tally.c - whether the values of a column go with the order of its rows.
 *
 * Of neighbouring present values let r rise and f fall.  In random order r and f are alike:
 * rises and falls of distinct values alternate more than a coin would, so that |r - f| beyond 5
 * sqrt(r + f) is no chance.  Since members of a household may follow each other by age, one of
 * them must also be 20 times the other.  Few distinct values change rarely in a sorted file; if
 * none of them falls (or rises), the chance of that among all orders is the product of n_v!
 * over n!, with n_v the size of each run; it is not asked for once some rise and some fall.
 *
 * Texts are compared by their ranks where they are fewer than the rows.  O(rows), and the sorting
 * of the distinct texts.
 */
#include "run/order/order.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/sort.h"

/* The chance below which an order is none, as a logarithm: 10^-6; and the same in deviations. */
static const double UNLIKELY = -13.8;
static const double DEVIATIONS = 5.0;

/* How much more often values must rise than fall, or fall than rise. */
static const double TIMES = 20.0;

/* Rows for each text of a dictionary from which on its texts are ranked. */
enum { RANKED = 8 };

/* How two texts compare. */
typedef int compare_texts(const char *a, const char *b);
static compare_texts *const COMPARE[2] = { strcmp, strcasecmp };

/* A value has come that rises above the last one (order < 0), falls or is the same. */
static inline void count(tacit_order_tally *t, size_t k, int order)
{
    if (t->present < 1.0) {
        t->by[k].run = 1.0;
        return;
    }
    if (order == 0) {
        t->by[k].run++;
        return;
    }
    if (t->by[k].run > 1.0 && (t->by[k].rises < 1.0 || t->by[k].falls < 1.0))
        t->by[k].chance += lgamma(t->by[k].run + 1.0);
    t->by[k].run = 1.0;
    t->by[k].rises += order < 0;
    t->by[k].falls += order > 0;
}

static void see_numbers(const tacit_column *c, tacit_order_tally *t)
{
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    const double *real = tacit_column_type(c) == TACIT_TYPE_REAL ? tacit_column_reals(c) : NULL;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (!tacit_valid_at(valid, i))
            continue;
        const double x = real != NULL ? real[i] : tacit_column_number(c, i);
        count(t, 0, (t->number > x) - (t->number < x));
        t->number = x;
        t->present++;
    }
    t->by[1] = t->by[0];
}

/* ---- texts ---- */

/* Texts that are sorted. */
typedef struct texts {
    const tacit_dict *dict;
    compare_texts *compare;
} texts;

static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const texts *t = user;
    return t->compare(tacit_dict_text(t->dict, a), tacit_dict_text(t->dict, b)) <= 0;
}

/* The rank of each text of `dict`; equals have one. */
static tacit_status rank_texts(tacit_ctx *cx, const texts *t, uint32_t **out)
{
    const uint32_t n = tacit_dict_size(t->dict);
    uint32_t *order = NULL, *rank = NULL;
    TACIT_TRY(tacit_sort_by(cx, n, is_before, t, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *rank, &rank));
    for (uint32_t i = 1; i < n; i++)
        rank[order[i]] = rank[order[i - 1]] + !is_before(t, order[i], order[i - 1]);
    *out = rank;
    return TACIT_OK;
}

/* Remember code `now` as the last value. */
static tacit_status keep(tacit_ctx *cx, const tacit_column *c, uint32_t now, tacit_order_tally *t)
{
    t->text.length = 0;
    return tacit_buffer_text(cx, &t->text, tacit_dict_text(tacit_column_dict(c), now));
}

/* See code `now`, after others of which no code is known. */
static void see_first(const tacit_column *c, uint32_t now, tacit_order_tally *t)
{
    for (size_t k = 0; k < 2; k++)
        count(t, k,
              t->present > 0.0
                  ? COMPARE[k](t->text.text, tacit_dict_text(tacit_column_dict(c), now))
                  : 0);
}

/* See code `now` after code `last`, by their ranks if there are any. */
static inline void see_next(const tacit_column *c, uint32_t last, uint32_t now,
                            uint32_t *const rank[2], tacit_order_tally *t)
{
    const tacit_dict *dict = tacit_column_dict(c);
    for (size_t k = 0; k < 2; k++)
        count(t, k,
              last == now ? 0
              : rank[k] != NULL
                  ? (rank[k][last] > rank[k][now]) - (rank[k][last] < rank[k][now])
                  : COMPARE[k](tacit_dict_text(dict, last), tacit_dict_text(dict, now)));
}

static tacit_status see_texts(tacit_ctx *cx, const tacit_column *c, tacit_order_tally *t)
{
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    const uint32_t *code = tacit_column_codes(c);
    const size_t rows = tacit_column_length(c);
    const tacit_dict *dict = tacit_column_dict(c);
    uint32_t *rank[2] = { NULL, NULL };
    size_t last = rows;
    for (size_t k = 0; k < 2 && rows / RANKED >= tacit_dict_size(dict); k++)
        TACIT_TRY(rank_texts(cx, &(texts){ dict, COMPARE[k] }, &rank[k]));
    for (size_t i = 0; i < rows; i++) {
        if (!tacit_valid_at(valid, i))
            continue;
        if (last == rows)
            see_first(c, code[i], t);
        else
            see_next(c, code[last], code[i], rank, t);
        last = i;
        t->present++;
    }
    return last < rows ? keep(cx, c, code[last], t) : TACIT_OK;
}

tacit_status tacit_order_see(tacit_ctx *cx, const tacit_column *c, tacit_order_tally *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    if (tacit_column_type(c) != TACIT_TYPE_CATEGORY) {
        see_numbers(c, t);
        return TACIT_OK;
    }
    const tacit_status status = see_texts(cx, c, t);
    tacit_scratch_release(cx, mark);
    return status;
}

static bool tells(const tacit_order_tally *t, size_t k)
{
    const double rises = t->by[k].rises, falls = t->by[k].falls, changes = rises + falls;
    const double chance = t->by[k].chance + lgamma(t->by[k].run + 1.0) - lgamma(t->present + 1.0);
    const bool sorted = changes > 0.0 && (rises < 1.0 || falls < 1.0);
    const bool drifts = fmax(rises, falls) >= TIMES * fmin(rises, falls) &&
                        fabs(rises - falls) > DEVIATIONS * sqrt(changes);
    return drifts || (sorted && chance < UNLIKELY);
}

bool tacit_order_tells(const tacit_order_tally *t)
{
    return tells(t, 0) || tells(t, 1);
}
