/*
 * order.c - what the order of the records of a release tells.
 *
 * Of neighbouring present values let r rise and f fall.  In random order r and f are alike:
 * rises and falls of distinct values alternate more than a coin would, so that |r - f| beyond 5
 * sqrt(r + f) is no chance.  Since members of a household may follow each other by age, one of
 * them must also be 20 times the other.  Few distinct values change rarely in a sorted file; if
 * none of them falls (or rises), the chance of that among all orders is the product of n_v!
 * over n!, with n_v the size of each run.
 */
#include "run/order/order.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "table/content.h"

/* How two texts compare. */
typedef int compare_texts(const char *a, const char *b);

/* The chance below which an order is none, as a logarithm: 10^-6; and the same in deviations. */
static const double UNLIKELY = -13.8;
static const double DEVIATIONS = 5.0;

/* How much more often values must rise than fall, or fall than rise. */
static const double TIMES = 20.0;

/* Rises and falls so far. */
typedef struct tally {
    double rises, falls;
    double run; /* length of the run of equals */
    double present;
    double chance; /* logarithm: the sum of ln n_v! */
} tally;

static int compare_cells(const tacit_column *c, size_t a, size_t b, compare_texts *texts)
{
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY) {
        const uint32_t *code = tacit_column_codes(c);
        const tacit_dict *d = tacit_column_dict(c);
        return code[a] == code[b] ? 0
                                  : texts(tacit_dict_text(d, code[a]), tacit_dict_text(d, code[b]));
    }
    const double x = tacit_column_number(c, a), y = tacit_column_number(c, b);
    return (x > y) - (x < y);
}

static void count_cell(tally *t, int order)
{
    if (order == 0) {
        t->run++;
        return;
    }
    t->chance += lgamma(t->run + 1.0);
    t->run = 1.0;
    t->rises += order < 0;
    t->falls += order > 0;
}

static bool tells(const tacit_column *c, compare_texts *texts)
{
    tally t = { 0 };
    size_t last = 0;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        if (t.present++ > 0)
            count_cell(&t, compare_cells(c, last, i, texts));
        else
            t.run = 1.0;
        last = i;
    }
    const double changes = t.rises + t.falls;
    const bool sorted = changes > 0 && (t.rises < 1.0 || t.falls < 1.0);
    t.chance += lgamma(t.run + 1.0) - lgamma(t.present + 1.0);
    const bool drifts = fmax(t.rises, t.falls) >= TIMES * fmin(t.rises, t.falls) &&
                        fabs(t.rises - t.falls) > DEVIATIONS * sqrt(changes);
    return drifts || (sorted && t.chance < UNLIKELY);
}

bool tacit_order_tells(const tacit_column *c)
{
    return tells(c, strcmp) ||
           (tacit_column_type(c) == TACIT_TYPE_CATEGORY && tells(c, strcasecmp));
}

/* Whether the release has the column as it stands. */
static tacit_status is_released(tacit_ctx *cx, const tacit_column *c, const tacit_table *released,
                                bool *out)
{
    const size_t j = tacit_table_find(released, tacit_column_name(c));
    tacit_content before = { 0 }, after = { 0 };
    *out = false;
    if (j == tacit_table_columns(released))
        return TACIT_OK;
    TACIT_TRY(tacit_content_add(cx, &before, c));
    TACIT_TRY(tacit_content_add(cx, &after, tacit_table_column(released, j)));
    *out = before.state == after.state;
    return TACIT_OK;
}

tacit_status tacit_order_warn(tacit_ctx *cx, const tacit_table *original,
                              const tacit_table *released)
{
    char *names = NULL;
    size_t n = 0;
    for (size_t j = 0; j < tacit_table_columns(original); j++) {
        const tacit_column *c = tacit_table_column(original, j);
        bool is = true;
        if (tacit_order_tells(c))
            TACIT_TRY(is_released(cx, c, released, &is));
        if (is)
            continue;
        TACIT_TRY(tacit_scratch_format(cx, &names, "%s%s'%s'", n > 0 ? names : "",
                                       n > 0 ? ", " : "", tacit_column_name(c)));
        n++;
    }
    if (n > 0)
        tacit_warn(cx,
                   "Records are in the order of %s, which %s not released as %s: ranks can be read "
                   "from the order; end the steps with 'reorder'.",
                   names, n > 1 ? "are" : "is", n > 1 ? "they stand" : "it stands");
    return TACIT_OK;
}
