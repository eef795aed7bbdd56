/*
 * renumber.c - ids that link records, replaced by random numbers.
 *
 * The number of a household tells which records belong together; that it is the number of the
 * original file, which others may hold too, helps nobody but an attacker.  The m distinct values
 * of a column become the numbers 1 ... m in random order, one to one: records that were linked
 * stay so, and every order is equally likely, whatever the old numbers were.
 *
 * The text t of a value draws u(t), 53 bits of the stream that is forked by t, and its number is
 * the rank of u(t) among all: so a value's number depends on the values alone, not on the order
 * of the rows, and blocks of rows get the numbers that the whole gets.  A settled step has the key
 * of the stream (`draw`) and the draws upwards (`order`).  Two values that share a draw are told
 * apart by another 64 bits, and all is drawn anew; that they share these too has probability at
 * most m (m - 1) / 2^65.
 *
 * Missing values stay missing.  The column becomes whole numbers without value labels, and loses
 * the role of an identifier, so that it is released.  Strata and weights play no part.
 * O(n + m log m); 40 bytes a value while deciding, 8 after.
 */
#include "micro/method/method.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "micro/method/rewrite.h"
#include "table/values.h"

enum { COLUMNS, MAP, KEEP, DRAW, ORDER };

/* Times that all may be drawn anew. */
enum { TRIES = 64 };

/* Draws are whole numbers that a double can hold. */
#define DRAWS 0x1p53

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [MAP] = { .name = "map",
              .type = TACIT_PARAM_OUTPUT,
              .need = TACIT_OPTIONAL,
              .secret = true,
              .help = "write which number stands for which value, for the custodian" },
    [KEEP] = { .name = "keep",
               .type = TACIT_PARAM_FLAG,
               .max = 1.0,
               .help = "leave the values as they stand in the original" },
    [DRAW] = { .name = "draw",
               .type = TACIT_PARAM_TEXT,
               .need = TACIT_OPTIONAL,
               .importance = TACIT_ADVANCED,
               .secret = true,
               .help = "of a settled step: the key that was drawn with" },
    [ORDER] = { .name = "order",
                .type = TACIT_PARAM_REALS,
                .need = TACIT_OPTIONAL,
                .importance = TACIT_ADVANCED,
                .secret = true,
                .max = DRAWS,
                .low = 1,
                .high = 1e6,
                .help = "of a settled step: the draws of all values, upwards" },
    TACIT_PARAM_END
};

/* ---- draws ---- */

/* The draw of a text, and other bits that tell it from those that share it. */
static tacit_keyed draw(const tacit_rng *rng, const char *text)
{
    tacit_rng own = tacit_rng_fork(rng, text);
    const uint64_t first = tacit_rng_bits(&own) >> 11;
    return (tacit_keyed){ .key = first, .row = tacit_rng_bits(&own) };
}

/* The draws of the distinct values of `c`, in scratch memory. */
static tacit_status draw_values(tacit_ctx *cx, const tacit_rng *rng, const tacit_column *c,
                                tacit_values *values, tacit_keyed **out)
{
    TACIT_TRY(tacit_values_of(cx, c, values));
    TACIT_TRY(tacit_scratch(cx, values->n, sizeof **out, out));
    for (uint32_t v = 0; v < values->n; v++) {
        char number[TACIT_NUMBER_BYTES];
        (*out)[v] = draw(rng, tacit_column_text(c, values->row[v], number));
        if (v % 65536 == 0)
            TACIT_TRY(tacit_tick(cx, v, values->n));
    }
    return TACIT_OK;
}

/* ---- all draws of a column ---- */

/* Draws that were gathered; the first `sorted` are distinct. */
typedef struct drawn {
    const tacit_rng *rng;
    tacit_keyed *at; /* owned */
    size_t n, room, sorted;
} drawn;

/* Sort the draws and leave out those that are there twice. */
static tacit_status squeeze(tacit_ctx *cx, drawn *d)
{
    size_t n = 0;
    TACIT_TRY(tacit_sort_keyed(cx, d->at, d->n));
    for (size_t i = 0; i < d->n; i++) {
        size_t e = n; /* those with the same key are few: mostly itself */
        while (e > 0 && d->at[e - 1].key == d->at[i].key && d->at[e - 1].row != d->at[i].row)
            e--;
        if (e == 0 || d->at[e - 1].key != d->at[i].key)
            d->at[n++] = d->at[i];
    }
    d->n = d->sorted = n;
    return TACIT_OK;
}

static tacit_status take_part(tacit_ctx *cx, void *user, const tacit_column *part)
{
    drawn *d = user;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values values;
    tacit_keyed *own = NULL;
    TACIT_TRY(draw_values(cx, d->rng, part, &values, &own));
    if (d->n + values.n > d->room) {
        d->room = 2 * (d->n + values.n);
        TACIT_TRY(tacit_grow(cx, d->room, sizeof *d->at, &d->at));
    }
    for (uint32_t v = 0; v < values.n; v++)
        d->at[d->n++] = own[v];
    if (d->n > 2 * d->sorted)
        TACIT_TRY(squeeze(cx, d));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Whether two values share a draw. */
static bool is_shared(const drawn *d)
{
    for (size_t i = 1; i < d->n; i++)
        if (d->at[i].key == d->at[i - 1].key)
            return true;
    return false;
}

/* Append the settled step of column j, with the draws and the key of their stream. */
static tacit_status settle(tacit_ctx *cx, const tacit_job *job, size_t j, const drawn *d,
                           tacit_decision *out)
{
    tacit_change *own = NULL;
    char key[17];
    double *order = NULL;
    snprintf(key, sizeof key, "%016" PRIx64, d->rng->key);
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *order, &order));
    for (size_t i = 0; i < d->n; i++)
        order[i] = (double)d->at[i].key;
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_renumber, NULL, &own));
    TACIT_TRY(tacit_change_column(cx, out, own, tacit_column_name(tacit_table_column(job->in, j))));
    TACIT_TRY(tacit_change_text(cx, out, own, "draw", key));
    return tacit_change_set(cx, out, own, "order",
                            &(tacit_value){ .given = true, .n = d->n, .reals = order });
}

/* Draw for column j with the stream `rng`; `*shared` if two values share a draw. */
static tacit_status try_column(tacit_ctx *cx, const tacit_job *job, size_t j, const tacit_rng *rng,
                               tacit_decision *out, bool *shared)
{
    drawn d = { .rng = rng };
    const tacit_looked at = { .look = job->look, .t = job->in, .j = j };
    tacit_status status = tacit_look_at(cx, &at, take_part, &d);
    if (status == TACIT_OK)
        status = squeeze(cx, &d);
    *shared = status == TACIT_OK && is_shared(&d);
    if (status == TACIT_OK && !*shared)
        status = settle(cx, job, j, &d, out);
    tacit_free(d.at);
    return status;
}

static tacit_status decide_column(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  tacit_decision *out)
{
    const char *name = tacit_column_name(tacit_table_column(job->in, j));
    const tacit_rng column = tacit_rng_fork(job->rng, name);
    bool shared = true;
    for (uint64_t i = 0; shared && i < TRIES; i++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_rng own = tacit_rng_fork_number(&column, i);
        TACIT_TRY(try_column(cx, job, j, &own, out, &shared));
        tacit_scratch_release(cx, mark);
    }
    if (shared)
        return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has too many values to be renumbered.",
                          name);
    const size_t n = tacit_change_value(&out->at[out->n - 1], "order")->n;
    return tacit_result_note(cx, job->told, "The %zu values of '%s' have random numbers.", n, name);
}

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    const bool settled = tacit_arg_given(job->args, DRAW) && tacit_arg_given(job->args, ORDER);
    if (tacit_arg_flag(job->args, KEEP))
        TACIT_TRY(tacit_result_note(cx, job->told, "Values are those of the original."));
    if (settled || tacit_arg_flag(job->args, KEEP))
        return tacit_decision_add(cx, out, &tacit_method_renumber, job->args, NULL);
    if (tacit_arg_given(job->args, DRAW) != tacit_arg_given(job->args, ORDER))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'draw' and 'order' of renumber go together; they "
                          "are those of a settled step.");
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(decide_column(cx, job, job->cols.at[c], out));
    return TACIT_OK;
}

/* ---- numbers ---- */

/* The rank of `key` among the draws, from 1, or 0 if it is not there. */
static int64_t rank_of(const tacit_value *order, uint64_t key)
{
    size_t from = 0, to = order->n;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (order->reals[mid] < (double)key)
            from = mid + 1;
        else
            to = mid;
    }
    return from < order->n && (uint64_t)order->reals[from] == key ? (int64_t)from + 1 : 0;
}

static tacit_status number_column(tacit_ctx *cx, const tacit_change *change, size_t j,
                                  tacit_table *t)
{
    const tacit_column *c = tacit_table_column(t, j);
    const size_t rows = tacit_table_rows(t);
    const tacit_rng rng = { .key = strtoull(tacit_change_value(change, "draw")->text, NULL, 16) };
    tacit_values values;
    tacit_keyed *own = NULL;
    int64_t *number = NULL;
    TACIT_TRY(draw_values(cx, &rng, c, &values, &own));
    for (uint32_t v = 0; v < values.n; v++) {
        own[v].row = (uint64_t)rank_of(tacit_change_value(change, "order"), own[v].key);
        if (own[v].row == 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has a value that was not there when its numbers were "
                              "drawn; renumber it anew, without 'draw' and 'order'.",
                              tacit_column_name(c));
    }
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *number, &number));
    for (size_t i = 0; i < rows; i++)
        number[i] = values.of[i] < values.n ? (int64_t)own[values.of[i]].row : 0;
    return tacit_rewrite_integers(cx, t, j, number);
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    (void)at;
    if (tacit_arg_flag(&change->args, KEEP))
        return TACIT_OK;
    for (size_t c = 0; c < cols->n; c++) {
        const size_t j = cols->at[c];
        TACIT_TRY(number_column(cx, change, j, t));
        tacit_table_set_roles(t, j, tacit_table_roles(t, j) & ~(unsigned)TACIT_ROLE_IDENTIFIER);
    }
    return TACIT_OK;
}

/* ---- the method ---- */

/* What is drawn is drawn when deciding. */
static bool is_random(const tacit_args *args)
{
    return !tacit_arg_flag(args, KEEP) && !tacit_arg_given(args, ORDER);
}

/* A map has all values. */
static bool looks(const tacit_args *args)
{
    return !tacit_arg_given(args, MAP);
}

const tacit_method tacit_method_renumber = {
    .about = { .name = "renumber",
               .title = "Random numbers for ids",
               .summary = "Replaces ids that link records, such as those of households, by random "
                          "numbers.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4; "
                         "Knuth (1997), The Art of Computer Programming 2, section 3.4.2",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_UNLINKS | TACIT_METHOD_BY_VALUE,
    .decide = decide,
    .apply = apply,
    .is_random = is_random,
    .looks = looks,
};
