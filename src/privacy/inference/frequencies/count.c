/*
 * count.c - how many persons' releases speak for each category.
 *
 * Of PRAM and randomised response the released category speaks for itself; of unary encoding each
 * bit that is 1, one column a category; of local hashing, three integers a person (privacy/
 * mechanism/local_hashing.c), all categories that the person's function hashes to the value that
 * was told.  A person with a missing value is left out.  O(rows * categories), O(rows) for one
 * column.
 */
#include <math.h>
#include <string.h>

#include "micro/method/pram/pram.h"
#include "privacy/inference/frequencies/own.h"
#include "privacy/mechanism/local.h"
#include "table/values.h"

static double epsilon_of(const tacit_infer_job *job)
{
    return tacit_arg_real(job->args, TACIT_FREQUENCIES_EPSILON);
}

/* ---- one column ---- */

static size_t find_label(const tacit_told_shares *f, const char *text)
{
    size_t k = 0;
    while (k < f->k && strcmp(f->label[k], text) != 0)
        k++;
    return k;
}

/* Take the values of the column for the categories. */
static tacit_status take_labels(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                tacit_told_shares *f)
{
    const char **label = NULL;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *label, &label));
    for (uint32_t i = 0; i < v->n; i++) {
        char text[32], *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c, v->row[i], text), &copy));
        label[i] = copy;
    }
    f->label = label;
    f->k = v->n;
    tacit_warn(cx,
               "frequencies: the categories are those that column '%s' has; if there are more, "
               "list them as 'categories', for their number counts.",
               tacit_column_name(c));
    return TACIT_OK;
}

/* Count the values of one column; without labels they are the categories. */
static tacit_status count_values(tacit_ctx *cx, const tacit_infer_job *job, tacit_told_shares *f)
{
    const tacit_column *c = tacit_infer_column(job, TACIT_FREQUENCIES_COLUMN);
    tacit_values v;
    size_t lost = 0;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    if (f->label == NULL)
        TACIT_TRY(take_labels(cx, c, &v, f));
    TACIT_TRY(tacit_scratch(cx, f->k, sizeof *f->told, &f->told));
    for (uint32_t i = 0; i < v.n; i++) {
        char text[32];
        const size_t k = find_label(f, tacit_column_text(c, v.row[i], text));
        lost += k == f->k;
        if (k < f->k)
            f->told[k] += (double)v.count[i];
        f->n += (double)v.count[i];
    }
    f->left = tacit_column_missing(c);
    if (lost > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu categories that are not among those that are named.",
                          tacit_column_name(c), lost);
    return TACIT_OK;
}

static tacit_status count_pram(tacit_ctx *cx, const tacit_infer_job *job, tacit_told_shares *f)
{
    tacit_pram_given given;
    TACIT_TRY(tacit_pram_read(cx, tacit_arg_text(job->args, TACIT_FREQUENCIES_MATRIX), &given));
    f->k = given.n;
    f->label = given.label;
    f->matrix = given.p;
    return count_values(cx, job, f);
}

static tacit_status count_responses(tacit_ctx *cx, const tacit_infer_job *job, tacit_told_shares *f)
{
    TACIT_TRY(count_values(cx, job, f));
    const double others = (double)(f->k - 1) * exp(-epsilon_of(job));
    f->p = 1.0 / (1.0 + others);
    f->q = exp(-epsilon_of(job)) / (1.0 + others);
    return TACIT_OK;
}

/* ---- several columns ---- */

/* Whether all of the columns are there in row i. */
static bool is_complete(const tacit_column *const *c, size_t n, size_t i)
{
    for (size_t j = 0; j < n; j++)
        if (tacit_column_is_missing(c[j], i))
            return false;
    return true;
}

static tacit_status count_bits(tacit_ctx *cx, const tacit_infer_job *job, tacit_told_shares *f)
{
    const tacit_column *const *bit = NULL;
    const char **label = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_infer_columns(cx, job, TACIT_FREQUENCIES_COLUMNS, &bit, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->told, &f->told));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *label, &label));
    for (size_t j = 0; j < n; j++) {
        TACIT_TRY(tacit_infer_numbers(cx, "unary_encoding", bit[j]));
        label[j] = f->label != NULL ? f->label[j] : tacit_column_name(bit[j]);
    }
    f->k = n;
    f->label = label;
    for (size_t i = 0; i < tacit_table_rows(job->data); i++) {
        if (!is_complete(bit, n, i)) {
            f->left++;
            continue;
        }
        f->n += 1.0;
        for (size_t j = 0; j < n; j++) {
            const double x = tacit_column_number(bit[j], i);
            if (fabs(x) > 0.0 && fabs(x - 1.0) > 0.0)
                return tacit_fail(cx, TACIT_ERR_DATA,
                                  "Column '%s' must hold bits, 0 or 1, but row %zu does not.",
                                  tacit_column_name(bit[j]), i + 1);
            f->told[j] += x;
        }
    }
    f->p = 0.5;
    f->q = 1.0 / (exp(epsilon_of(job)) + 1.0);
    return TACIT_OK;
}

/* The whole number in cell i, also of a column that is kept as text, for numbers of the function
 * can be longer than files read as integers; -1 if it is none, or not below the prime. */
static int64_t whole_at(const tacit_column *c, size_t i)
{
    char room[32];
    const char *text = tacit_column_text(c, i, room);
    int64_t x = 0;
    if (*text == '\0' || strlen(text) > 19)
        return -1;
    for (; *text >= '0' && *text <= '9' && x < TACIT_HASH_PRIME / 10 + 1; text++)
        x = 10 * x + (*text - '0');
    return *text == '\0' && x < TACIT_HASH_PRIME ? x : -1;
}

/* The answer in row i: the two numbers of a function, and a value that it can have. */
static tacit_status take_hashed(tacit_ctx *cx, const tacit_column *const *c, size_t i, uint64_t g,
                                int64_t out[3])
{
    for (size_t j = 0; j < 3; j++)
        out[j] = whole_at(c[j], i);
    if (out[0] >= 1 && out[1] >= 0 && out[2] >= 0 && (uint64_t)out[2] < g)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Row %zu is no answer of local_hashing at this epsilon: '%s' and '%s' are a "
                      "function and '%s' is below %llu.",
                      i + 1, tacit_column_name(c[0]), tacit_column_name(c[1]),
                      tacit_column_name(c[2]), (unsigned long long)g);
}

static tacit_status check_whole(tacit_ctx *cx, const tacit_column *const *c, size_t n)
{
    for (size_t j = 0; j < n; j++)
        if ((tacit_column_type(c[j]) & (TACIT_TYPE_INTEGER | TACIT_TYPE_CATEGORY)) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "local_hashing needs whole numbers, but column '%s' was read as "
                              "others; of 19 digits they are read whole with '--text %s'.",
                              tacit_column_name(c[j]), tacit_column_name(c[j]));
    return TACIT_OK;
}

static tacit_status count_hashed(tacit_ctx *cx, const tacit_infer_job *job, tacit_told_shares *f)
{
    const tacit_column *const *c = NULL;
    const uint64_t g = tacit_hash_values(epsilon_of(job));
    size_t n = 0;
    TACIT_TRY(tacit_infer_columns(cx, job, TACIT_FREQUENCIES_COLUMNS, &c, &n));
    TACIT_TRY(check_whole(cx, c, n));
    TACIT_TRY(tacit_scratch(cx, f->k, sizeof *f->told, &f->told));
    for (size_t i = 0; i < tacit_table_rows(job->data); i++) {
        int64_t told[3];
        if (i % 4096 == 0)
            TACIT_TRY(tacit_tick(cx, i, tacit_table_rows(job->data)));
        if (!is_complete(c, n, i)) {
            f->left++;
            continue;
        }
        TACIT_TRY(take_hashed(cx, c, i, g, told));
        f->n += 1.0;
        for (size_t k = 0; k < f->k; k++)
            f->told[k] += tacit_hash(told[0], told[1], (tacit_i128)k, g) == told[2] ? 1.0 : 0.0;
    }
    f->p = 1.0 / (1.0 + (double)(g - 1) * exp(-epsilon_of(job)));
    f->q = 1.0 / (double)g;
    return TACIT_OK;
}

/* ---- all ---- */

tacit_status tacit_frequencies_count(tacit_ctx *cx, const tacit_infer_job *job,
                                     tacit_told_shares *out)
{
    static tacit_status (*const count[])(tacit_ctx *, const tacit_infer_job *,
                                         tacit_told_shares *) = {
        [TACIT_FREQUENCIES_PRAM] = count_pram,
        [TACIT_FREQUENCIES_RESPONSE] = count_responses,
        [TACIT_FREQUENCIES_UNARY] = count_bits,
        [TACIT_FREQUENCIES_HASHING] = count_hashed,
    };
    const tacit_value *categories = &job->args->at[TACIT_FREQUENCIES_CATEGORIES];
    *out = (tacit_told_shares){ 0 };
    if (categories->n > 0) {
        out->k = categories->n;
        out->label = categories->texts;
    }
    TACIT_TRY(count[tacit_arg_choice(job->args, TACIT_FREQUENCIES_MECHANISM)](cx, job, out));
    if (!(out->n > 0.0))
        return tacit_fail(cx, TACIT_ERR_DATA, "frequencies: every record lacks a value.");
    if (out->k < 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "frequencies: at least two categories are needed; list them as "
                          "'categories'.");
    return TACIT_OK;
}
