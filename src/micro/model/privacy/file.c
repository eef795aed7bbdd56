/*
 * file.c - whether a file has what its account of mechanisms tells, and nothing besides.
 *
 * Every column is told by one mechanism; its values are among what that can answer, unless it was
 * recoded after; and where a mechanism shows which records belong together, all columns are its.
 * O(cells).
 */
#include <math.h>
#include <string.h>

#include "micro/model/privacy/privacy.h"

static bool lists(const json_t *texts, const char *text)
{
    for (size_t i = 0; i < json_array_size(texts); i++)
        if (strcmp(json_string_value(json_array_get(texts, i)), text) == 0)
            return true;
    return false;
}

/* How many mechanisms tell a column. */
static size_t tellers(const tacit_private_account *account, const char *column, size_t *which)
{
    size_t n = 0;
    for (size_t i = 0; i < account->n; i++)
        if (lists(account->touch[i].columns, column)) {
            *which = i;
            n++;
        }
    return n;
}

/* ---- values ---- */

/* Whether all texts of a column are categories. */
static tacit_status has_categories(tacit_ctx *cx, const tacit_touch *touch, const tacit_column *c,
                                   bool *out)
{
    tacit_dict *dict = NULL;
    tacit_status status = tacit_dict_new(cx, &dict);
    for (size_t i = 0; status == TACIT_OK && i < json_array_size(touch->categories); i++) {
        const char *text = json_string_value(json_array_get(touch->categories, i));
        uint32_t code = 0;
        status = tacit_dict_add(cx, dict, text, strlen(text), &code);
    }
    *out = status == TACIT_OK && tacit_column_missing(c) == 0;
    for (size_t i = 0; *out && i < tacit_column_length(c); i++) {
        char text[32];
        *out = tacit_dict_find(dict, tacit_column_text(c, i, text)) < tacit_dict_size(dict);
    }
    tacit_dict_free(dict);
    return status;
}

/* Whether all cells are whole numbers of steps, within bounds if they were put back to them. */
static bool has_steps(const tacit_touch *touch, const tacit_column *c)
{
    const double step = pow(10.0, (double)touch->decimals);
    bool good = (tacit_column_type(c) & TACIT_TYPE_NUMBER) != 0 && tacit_column_missing(c) == 0;
    for (size_t i = 0; good && i < tacit_column_length(c); i++) {
        const double x = tacit_column_number(c, i) * step;
        good = fabs(x - nearbyint(x)) <= 1e-9 * fmax(1.0, fabs(x)) &&
               (!touch->within ||
                (x >= (double)touch->lower - 0.5 && x <= (double)touch->upper + 0.5));
    }
    return good;
}

/* Whether all cells are whole numbers of at most so many digits, each up to `most`; long ones are
 * read as texts. */
static bool has_digits(const tacit_column *c, size_t digits, char most)
{
    bool good = tacit_column_missing(c) == 0;
    for (size_t i = 0; good && i < tacit_column_length(c); i++) {
        char room[32];
        const char *text = tacit_column_text(c, i, room);
        const size_t n = strlen(text);
        good = n > 0 && n <= digits;
        for (size_t k = 0; good && k < n; k++)
            good = text[k] >= '0' && text[k] <= most;
    }
    return good;
}

static tacit_status has_answers(tacit_ctx *cx, const tacit_touch *touch, const tacit_column *c,
                                bool *out)
{
    *out = true;
    if (touch->looks != NULL)
        return tacit_private_in_domain(cx, touch, c, out);
    if (touch->recoded || strcmp(touch->mechanism, "safepub") == 0)
        return TACIT_OK;
    if (strcmp(touch->mechanism, "discrete_laplace") == 0)
        *out = has_steps(touch, c);
    else if (strcmp(touch->mechanism, "unary_encoding") == 0)
        *out = has_digits(c, 1, '1');
    else if (strcmp(touch->mechanism, "local_hashing") == 0)
        *out = has_digits(c, 19, '9');
    else
        return has_categories(cx, touch, c, out);
    return TACIT_OK;
}

/* ---- records that belong together ---- */

/* Whether what a mechanism tells of a record shows which others it was told with. */
static bool shows_groups(const tacit_touch *touch)
{
    return touch->k > 1;
}

/* Whether two mechanisms may tell columns of the same file. */
static bool go_together(const tacit_touch *a, const tacit_touch *b)
{
    if (a->constant || b->constant || (!shows_groups(a) && !shows_groups(b)))
        return true;
    return a->step == b->step;
}

static bool mix(const tacit_private_account *account)
{
    for (size_t i = 0; i < account->n; i++)
        for (size_t k = 0; k < i; k++)
            if (!go_together(&account->touch[i], &account->touch[k]))
                return true;
    return false;
}

/* Whether every crowd is as large as it must be. */
static tacit_status has_crowds(tacit_ctx *cx, const tacit_touch *touch, const tacit_table *t,
                               bool *out)
{
    const size_t n = tacit_table_columns(t);
    tacit_class_spec spec = { .weight = n, .count = n, .keys = { .n = n } };
    tacit_classes *c = NULL;
    size_t *at = NULL;
    *out = true;
    if (strcmp(touch->mechanism, "safepub") != 0 || tacit_table_rows(t) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t j = 0; j < n; j++)
        at[j] = j;
    spec.keys.at = at;
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &c));
    *out = tacit_classes_below(c, (uint64_t)touch->k).records == 0;
    tacit_classes_free(c);
    return TACIT_OK;
}

/* ---- all of it ---- */

/* Why the columns are not what was told. */
static tacit_status find_column(tacit_ctx *cx, const tacit_private_account *account,
                                const tacit_table *t, const char **column, const char **why)
{
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        size_t i = 0;
        bool good = true;
        *column = tacit_column_name(c);
        const size_t n = tellers(account, *column, &i);
        if (n == 1)
            TACIT_TRY(has_answers(cx, &account->touch[i], c, &good));
        if (n != 1 || !good) {
            *why = n == 0  ? "no mechanism tells it"
                   : n > 1 ? "two mechanisms tell it"
                           : "it has values that its mechanism cannot answer";
            return TACIT_OK;
        }
    }
    return TACIT_OK;
}

tacit_status tacit_private_misfit(tacit_ctx *cx, const tacit_private_account *account,
                                  const tacit_table *t, const char **column, const char **why)
{
    *column = *why = NULL;
    TACIT_TRY(find_column(cx, account, t, column, why));
    if (*why != NULL)
        return TACIT_OK;
    *column = "(all)";
    for (size_t i = 0; *why == NULL && i < account->n; i++) {
        bool crowds = true;
        TACIT_TRY(has_crowds(cx, &account->touch[i], t, &crowds));
        *why = crowds ? NULL : "fewer records are equal than must be";
    }
    if (*why == NULL && (uint64_t)account->rows != (uint64_t)tacit_table_rows(t))
        *why = "there are more or fewer records than the mechanisms told";
    if (*why == NULL && mix(account))
        *why = "groups of records show beside columns of other mechanisms";
    if (*why == NULL && account->ordered)
        *why = "records are in the order of the original, which tells of them";
    if (*why == NULL && account->simulation)
        *why = "noise was drawn from a seed: a simulation promises nothing";
    return TACIT_OK;
}
