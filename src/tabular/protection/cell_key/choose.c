/*
 * choose.c - noise by cell keys, as a plan asks for it.
 */
#include <math.h>

#include "tabular/protection/cell_key/cell_key.h"

/* Tables of the Office for National Statistics have 750 rows, of which the last 250 serve larger
 * counts in turn. */
enum { ONS_ROWS = 750, ONS_CYCLE = 250 };

/* Noise of sums that is designed comes in halves of a unit. */
static const double SUM_STEP = 0.5;

/* ---- counts ---- */

static tacit_status design(tacit_ctx *cx, const tacit_args *args, bool counts,
                           tacit_ptable_part *out)
{
    const double most = (double)tacit_arg_integer(args, TACIT_CELL_KEY_MAXIMUM);
    const double forbidden = counts ? (double)tacit_arg_integer(args, TACIT_CELL_KEY_FORBIDDEN) : 0;
    const size_t n = (size_t)(forbidden > 0 ? most + forbidden + 1 : most);
    double *size = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *size, &size));
    for (size_t k = 0; k < n; k++)
        size[k] = (double)k + 1;
    const tacit_ptable_wish wish = { .n = n,
                                     .size = size,
                                     .maximum = most,
                                     .variance = tacit_arg_real(args, TACIT_CELL_KEY_VARIANCE),
                                     .forbidden = forbidden,
                                     .step = counts ? 1 : SUM_STEP };
    return tacit_ptable_design(cx, &wish, out);
}

/* Counts are whole numbers from 1 on, and stay whole. */
static tacit_status check_counts(tacit_ctx *cx, const char *path, const tacit_ptable_part *part)
{
    for (size_t k = 0; k < part->n; k++)
        if (fabs(part->size[k] - (double)(k + 1)) > 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: a perturbation table for counts has the sizes 1, 2, 3 and so "
                              "on; it lacks %zu.",
                              path, k + 1);
    for (size_t e = 0; part->n > 0 && e < part->first[part->n]; e++)
        if (fabs(part->value[e] - round(part->value[e])) > 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s: a perturbation table for counts adds whole numbers.", path);
    return TACIT_OK;
}

static tacit_status read_counts(tacit_ctx *cx, const tacit_args *args, tacit_ptable *out)
{
    const char *path = tacit_arg_text(args, TACIT_CELL_KEY_TABLE);
    const tacit_ptable_part *all = &out->part[TACIT_PTABLE_ALL];
    TACIT_TRY(tacit_ptable_read(cx, path, out));
    if (all->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: a perturbation table for counts has entries of type all.", path);
    TACIT_TRY(check_counts(cx, path, all));
    if (out->whole > 0 && all->n == ONS_ROWS)
        out->cycle = ONS_CYCLE;
    if (tacit_arg_given(args, TACIT_CELL_KEY_CYCLE))
        out->cycle = (size_t)tacit_arg_integer(args, TACIT_CELL_KEY_CYCLE);
    return out->cycle <= all->n
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_INPUT,
                            "%s has fewer rows than the 'cycle' of %zu that larger counts are to "
                            "have in turn.",
                            path, out->cycle);
}

static tacit_status choose_counts(tacit_ctx *cx, const tacit_args *args, tacit_ptable *out)
{
    *out = (tacit_ptable){ .cycle = 1 };
    if (tacit_arg_given(args, TACIT_CELL_KEY_TABLE))
        return read_counts(cx, args, out);
    return design(cx, args, true, &out->part[TACIT_PTABLE_ALL]);
}

/* ---- sums ---- */

static tacit_status choose_factors(tacit_ctx *cx, const tacit_args *args, tacit_sum_noise *out)
{
    const tacit_value *given = &args->at[TACIT_CELL_KEY_FACTORS];
    out->n = given->n > 0 ? given->n : 1;
    out->factor[0] = 1;
    if (given->n > TACIT_CELL_KEY_LARGEST)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'factors' of cell_key are at most %d, for so many of the largest "
                          "contributions.",
                          TACIT_CELL_KEY_LARGEST);
    for (size_t j = 0; j < given->n; j++) {
        out->factor[j] = given->reals[j];
        if (j == 0 ? out->factor[j] < 1 : out->factor[j] > out->factor[j - 1])
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'factors' of cell_key begin with 1 and do not rise.");
    }
    if (out->n > 1 && out->table.part[TACIT_PTABLE_EVEN].n > 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A perturbation table with even and odd entries is for one factor.");
    if (out->n > 1 && out->magnifier != TACIT_MAGNIFIER_LARGEST)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Several 'factors' of cell_key are for 'magnifier: largest'.");
    return TACIT_OK;
}

static tacit_status choose_sums(tacit_ctx *cx, const tacit_args *args, tacit_sum_noise *out)
{
    *out = (tacit_sum_noise){
        .table = { .cycle = 1 },
        .magnifier = (tacit_magnifier)tacit_arg_choice(args, TACIT_CELL_KEY_MAGNIFIER),
        .flexible = tacit_arg_choice(args, TACIT_CELL_KEY_FORM) == 0,
        .point = tacit_arg_real(args, TACIT_CELL_KEY_POINT),
        .small = tacit_arg_real(args, TACIT_CELL_KEY_SMALL),
        .large = tacit_arg_real(args, TACIT_CELL_KEY_LARGE),
        .power = tacit_arg_real(args, TACIT_CELL_KEY_POWER),
        .extra = tacit_arg_real(args, TACIT_CELL_KEY_EXTRA),
        .same_key = tacit_arg_flag(args, TACIT_CELL_KEY_SAME_KEY),
    };
    if (out->flexible && out->large > out->small)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'large' of cell_key, the share of large contributions, must not be "
                          "above 'small'.");
    TACIT_TRY(
        tacit_arg_given(args, TACIT_CELL_KEY_SUMS_TABLE)
            ? tacit_ptable_read(cx, tacit_arg_text(args, TACIT_CELL_KEY_SUMS_TABLE), &out->table)
            : design(cx, args, false, &out->table.part[TACIT_PTABLE_ALL]));
    TACIT_TRY(choose_factors(cx, args, out));
    tacit_sum_noise_prepare(out);
    return TACIT_OK;
}

/* ---- both ---- */

static tacit_status check_keys(tacit_ctx *cx, const tacit_cell_keys *keys,
                               const tacit_cell_key_noise *n)
{
    if (n->sums && (n->sum.table.whole > 0 || keys->unit == 1))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Noise on sums goes by keys that are decimal fractions.");
    if (n->counts && keys->unit == 1 && n->table.whole == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Keys that are whole numbers need a 'table' with the columns pcv, ckey "
                          "and pvalue.");
    return TACIT_OK;
}

tacit_status tacit_cell_key_choose(tacit_ctx *cx, const tacit_protection_job *job,
                                   tacit_cell_key_noise *out)
{
    const tacit_tabulation *t = job->tables;
    *out = (tacit_cell_key_noise){ .all_digits =
                                       tacit_arg_flag(job->args, TACIT_CELL_KEY_ALL_DIGITS) };
    if (t->keys == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "cell_key needs records with keys; a table that is there already has "
                          "none.");
    for (size_t g = 0; g < t->n_cubes; g++) {
        out->counts = out->counts || t->cube[g].response == NULL;
        out->sums = out->sums || t->cube[g].response != NULL;
    }
    if (out->counts)
        TACIT_TRY(choose_counts(cx, job->args, &out->table));
    if (out->sums)
        TACIT_TRY(choose_sums(cx, job->args, &out->sum));
    return check_keys(cx, t->keys, out);
}
