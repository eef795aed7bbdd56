/*
 * keys.c - the keys of records, for protections that need them.
 *
 * Keys in a column are whole numbers, or decimal fractions of at most 12 digits from 0 to 1, which
 * count in units of 10^-8 or, if one has more digits, of 10^-12.  Otherwise the key of a record
 * whose identifier has the text t is
 *   BLAKE2b-64(key = K_d, t) modulo 10^8,   K_d the key for this purpose (base/secret.h),
 * which it keeps in every table and every release that is made with the same key file, and which
 * nobody can compute without it.  A hash of the whole record would not do: it changes with every
 * correction and every column that is added, and the noise with it.  O(records).
 */
#include "task/tables/keys.h"

#include <math.h>
#include <string.h>

#include <sodium.h>

#include "base/memory.h"
#include "base/secret.h"
#include "table/values.h"

#define DOMAIN "tacit record keys 1"

/* Units of fractions: what other programs use, and the finest that a number can tell apart. */
static const double USUAL = 1e8, FINEST = 1e12;

/* What numbers may miss a whole unit by. */
static const double NEAR = 1e-3;

/* ---- from a column ---- */

/* The smallest unit of which all keys are multiples; 0 if there is none. */
static double find_unit(const tacit_column *c)
{
    double most = 0, unit = 1;
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        const double x = tacit_column_number(c, i);
        most = fmax(most, x);
        while (unit < FINEST && fabs(x * unit - round(x * unit)) > NEAR / FINEST * unit)
            unit = unit < USUAL ? USUAL : FINEST;
        if (x < 0 || fabs(x * unit - round(x * unit)) > NEAR)
            return 0;
    }
    return most <= 1 ? fmax(unit, USUAL) : unit > 1 ? 0 : 1;
}

static tacit_status read_keys(tacit_ctx *cx, const tacit_column *c, uint64_t *unit, uint64_t *key)
{
    const size_t n = tacit_column_length(c);
    if (tacit_column_missing(c) > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' lacks the keys of %zu records; every record needs one.",
                          tacit_column_name(c), tacit_column_missing(c));
    const double by = find_unit(c);
    if (by < 1 || (double)n * by > 0x1p63)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has keys that are neither whole numbers nor decimal "
                          "fractions from 0 to 1 of at most 12 digits.",
                          tacit_column_name(c));
    for (size_t i = 0; i < n; i++)
        key[i] = (uint64_t)llround(tacit_column_number(c, i) * by);
    *unit = (uint64_t)by;
    return TACIT_OK;
}

/* ---- from an identifier ---- */

static tacit_status hash_values(tacit_ctx *cx, const tacit_column *c,
                                const unsigned char secret[TACIT_SECRET_BYTES], uint64_t *key)
{
    tacit_values values = { 0 };
    uint64_t *of = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, values.n, sizeof *of, &of));
    for (uint32_t v = 0; v < values.n; v++) {
        unsigned char hash[crypto_generichash_BYTES_MIN];
        char number[TACIT_NUMBER_BYTES];
        const char *text = tacit_column_text(c, values.row[v], number);
        crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), secret,
                           TACIT_SECRET_BYTES);
        for (size_t b = 0; b < sizeof of[v]; b++) /* the same on every machine */
            of[v] = of[v] << 8 | hash[b];
        of[v] %= (uint64_t)USUAL;
        if (v % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, v, values.n));
    }
    if (values.n < tacit_column_length(c))
        tacit_warn(cx,
                   "Column '%s' does not tell all records apart; those that share a value "
                   "share a key.",
                   tacit_column_name(c));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        key[i] = of[values.of[i]];
    return TACIT_OK;
}

static tacit_status hash_keys(tacit_ctx *cx, const tacit_column *c, const char *file, uint64_t *key)
{
    unsigned char all[TACIT_SECRET_BYTES], own[TACIT_SECRET_BYTES];
    if (tacit_column_missing(c) > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu missing values, which tell no records apart.",
                          tacit_column_name(c), tacit_column_missing(c));
    TACIT_TRY(tacit_secret_read(cx, file, all));
    tacit_secret_derive(all, DOMAIN, own);
    tacit_wipe(all, sizeof all);
    const tacit_status status = hash_values(cx, c, own, key);
    tacit_wipe(own, sizeof own);
    return status;
}

/* ---- all of it ---- */

static tacit_status take_keys(tacit_ctx *cx, const tacit_work *w, uint64_t *unit, uint64_t *key)
{
    const tacit_args *args = &w->plan->protection_args;
    const bool given = tacit_arg_given(args, TACIT_KEYED_KEYS);
    const bool hashed = tacit_arg_given(args, TACIT_KEYED_ID);
    if (given == hashed || hashed != tacit_arg_given(args, TACIT_KEYED_FILE))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: %s needs either 'keys', a column with the keys of records, or 'id' "
                          "and 'key', a column to hash and a key file.",
                          w->plan->file, w->plan->protection->about.name);
    const char *name = tacit_arg_text(args, given ? TACIT_KEYED_KEYS : TACIT_KEYED_ID);
    const tacit_column *c = tacit_table_column(w->data, tacit_table_find(w->data, name));
    if (given && (tacit_column_type(c) & TACIT_TYPE_NUMBER) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Keys are numbers, but column '%s' is not.", name);
    *unit = (uint64_t)USUAL;
    return given ? read_keys(cx, c, unit, key)
                 : hash_keys(cx, c, tacit_arg_text(args, TACIT_KEYED_FILE), key);
}

/* The keys of the records that count in tables of `response`: those that add something to it. */
static tacit_status choose_keys(tacit_ctx *cx, const tacit_work *w, const char *response,
                                const uint64_t *key, const uint64_t **out)
{
    const bool zeros = tacit_arg_flag(&w->plan->protection_args, TACIT_KEYED_ZEROS);
    const tacit_column *c = NULL;
    uint64_t *own = NULL;
    *out = key;
    if (response == NULL)
        return TACIT_OK;
    c = tacit_table_column(w->data, tacit_table_find(w->data, response));
    TACIT_TRY(tacit_scratch(cx, tacit_column_length(c), sizeof *own, &own));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i) && (zeros || fabs(tacit_column_number(c, i)) > 0))
            own[i] = key[i];
    *out = own;
    return TACIT_OK;
}

/* Room for the keys of the rows of the data, and of all cells. */
static tacit_status new_keys(tacit_ctx *cx, const tacit_work *w, const tacit_tabulation *t,
                             tacit_cell_keys **out, uint64_t **key)
{
    tacit_cell_keys *k = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *k, &k));
    k->rows = tacit_table_rows(w->data);
    TACIT_TRY(tacit_scratch(cx, k->rows, sizeof **key, key));
    TACIT_TRY(tacit_scratch(cx, t->n_cubes, sizeof *k->row, &k->row));
    TACIT_TRY(tacit_scratch(cx, t->system->n_cells, sizeof *k->sum, &k->sum));
    *out = k;
    return TACIT_OK;
}

static tacit_status sum_keys(tacit_ctx *cx, const tacit_cell_keys *k, tacit_tabulation *t)
{
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(
            tacit_cube_sum_keys(cx, &t->cube[g], k->rows, k->row[g], k->sum + t->cube[g].first));
    t->keys = k;
    return TACIT_OK;
}

tacit_status tacit_tables_take_keys(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t)
{
    tacit_cell_keys *k = NULL;
    uint64_t *key = NULL;
    if (w->plan->protection == NULL || !w->plan->protection->keyed)
        return TACIT_OK;
    TACIT_TRY(new_keys(cx, w, t, &k, &key));
    TACIT_TRY(take_keys(cx, w, &k->unit, key));
    for (size_t g = 0; g < t->n_cubes; g++)
        TACIT_TRY(choose_keys(cx, w, t->cube[g].response, key, &k->row[g]));
    return sum_keys(cx, k, t);
}

/* Whether noise by keys can be tried on tables. */
static bool can_be_keyed(const tacit_tabulation *t)
{
    for (size_t d = 0; d < t->n_dimensions; d++)
        if (t->dimension[d].leaf == NULL)
            return false;
    for (size_t g = 0; g < t->n_cubes; g++)
        if (t->cube[g].response != NULL && t->cube[g].room.records == 0)
            return false;
    return t->n_cubes > 0;
}

tacit_status tacit_tables_draw_keys(tacit_ctx *cx, const tacit_work *w, tacit_tabulation *t)
{
    const tacit_rng root = tacit_rng_seed(w->seed);
    tacit_rng rng = tacit_rng_fork(&root, "keys to try");
    tacit_cell_keys *k = NULL;
    uint64_t *key = NULL;
    if (t->keys != NULL || !can_be_keyed(t))
        return TACIT_OK;
    TACIT_TRY(new_keys(cx, w, t, &k, &key));
    k->unit = (uint64_t)USUAL;
    for (size_t i = 0; i < k->rows; i++)
        key[i] = tacit_rng_below(&rng, k->unit);
    for (size_t g = 0; g < t->n_cubes; g++)
        k->row[g] = key;
    return sum_keys(cx, k, t);
}
