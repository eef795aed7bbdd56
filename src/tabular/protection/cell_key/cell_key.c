/*
 * cell_key.c - noise on every cell that depends on the records in it and on nothing else.
 *
 * The key of a cell is the sum of the keys of its records (tabular/cube/keys.h), so that the same
 * set of records gets the same noise in every table and every release: asking again tells nothing
 * new.  What is added is looked up by size and key (ptable.h, noise.h).  Empty cells stay empty.
 * Unless asked otherwise what is shown is rounded, counts to whole numbers and sums to the unit of
 * their values: more digits of a weighted count tell n, and more of a sum its noise.
 *
 * Records whose response is missing are not in the tables of it.  O(cells).
 */
#include "tabular/protection/cell_key/cell_key.h"

#include <math.h>

static const char *const MAGNIFIERS[] = { "largest", "mean", "sum", NULL };
static const char *const FORMS[] = { "flexible", "simple", NULL };

static const tacit_param PARAMS[] = {
    TACIT_KEYED_PARAMS,
    [TACIT_CELL_KEY_TABLE] = { .name = "table",
                               .type = TACIT_PARAM_FILE,
                               .need = TACIT_OPTIONAL,
                               .help = "file with the perturbation table for counts; one is "
                                       "designed if not given" },
    [TACIT_CELL_KEY_MAXIMUM] = { .name = "maximum",
                                 .type = TACIT_PARAM_INTEGER,
                                 .preset = 5,
                                 .min = 1,
                                 .max = 100,
                                 TACIT_USEFUL(2, 20, NULL),
                                 .importance = TACIT_FIRST,
                                 .help = "the noise of designed tables is at most this" },
    [TACIT_CELL_KEY_VARIANCE] = { .name = "variance",
                                  .type = TACIT_PARAM_REAL,
                                  .preset = 3,
                                  .min = 0.01,
                                  .max = 1000,
                                  TACIT_USEFUL(1, 10, NULL),
                                  .importance = TACIT_FIRST,
                                  .help = "the variance of the noise of designed tables" },
    [TACIT_CELL_KEY_FORBIDDEN] = { .name = "forbidden",
                                   .type = TACIT_PARAM_INTEGER,
                                   .preset = 2,
                                   .max = 50,
                                   TACIT_USEFUL(0, 4, NULL),
                                   .help = "designed tables show no count from 1 to this" },
    [TACIT_CELL_KEY_CYCLE] = { .name = "cycle",
                               .type = TACIT_PARAM_INTEGER,
                               .need = TACIT_OPTIONAL,
                               .min = 1,
                               .max = 1e6,
                               .importance = TACIT_ADVANCED,
                               .help = "counts beyond a table for whole keys have its last so "
                                       "many rows in turn: 250 of 750 rows if not given, else "
                                       "the last" },
    [TACIT_CELL_KEY_SUMS_TABLE] = { .name = "sums_table",
                                    .type = TACIT_PARAM_FILE,
                                    .need = TACIT_OPTIONAL,
                                    .help = "file with the perturbation table for sums; one is "
                                            "designed if not given" },
    [TACIT_CELL_KEY_MAGNIFIER] = { .name = "magnifier",
                                   .type = TACIT_PARAM_CHOICE,
                                   .choices = MAGNIFIERS,
                                   .help = "what the noise of a sum is a share of: its largest "
                                           "contributions, their mean, or the sum" },
    [TACIT_CELL_KEY_FACTORS] = { .name = "factors",
                                 .type = TACIT_PARAM_REALS,
                                 .min = 0,
                                 .max = 1,
                                 .help = "factors of the noise of the largest contribution, the "
                                         "next, and so on, at most 6; 1 alone if not given" },
    [TACIT_CELL_KEY_FORM] = { .name = "form",
                              .type = TACIT_PARAM_CHOICE,
                              .choices = FORMS,
                              .help = "the share is smaller for large contributions, or the same "
                                      "for all" },
    [TACIT_CELL_KEY_POINT] = { .name = "point",
                               .type = TACIT_PARAM_REAL,
                               .preset = 1000,
                               .min = 1e-9,
                               .max = 1e15,
                               TACIT_USEFUL_LOG(1, 1e6, NULL),
                               .help = "contributions from this on have a smaller share" },
    [TACIT_CELL_KEY_SMALL] = { .name = "small",
                               .type = TACIT_PARAM_REAL,
                               .preset = 0.25,
                               .min = 1e-6,
                               .max = 1,
                               TACIT_USEFUL(0.01, 0.5, NULL),
                               .help = "the share that is noise, per unit of the table; of small "
                                       "contributions if the form is flexible" },
    [TACIT_CELL_KEY_LARGE] = { .name = "large",
                               .type = TACIT_PARAM_REAL,
                               .preset = 0.05,
                               .min = 1e-6,
                               .max = 1,
                               TACIT_USEFUL(0.01, 0.2, NULL),
                               .help = "the share of very large contributions, at most 'small'" },
    [TACIT_CELL_KEY_POWER] = { .name = "power",
                               .type = TACIT_PARAM_REAL,
                               .preset = 3,
                               .min = 1,
                               .max = 20,
                               .importance = TACIT_ADVANCED,
                               .help = "how fast the share falls from 'small' to 'large'" },
    [TACIT_CELL_KEY_EXTRA] = { .name = "extra",
                               .type = TACIT_PARAM_REAL,
                               .max = 100,
                               TACIT_USEFUL(0, 5, NULL),
                               .help = "units of noise that sums get besides where a rule finds "
                                       "them sensitive" },
    [TACIT_CELL_KEY_SAME_KEY] = { .name = "same_key",
                                  .type = TACIT_PARAM_FLAG,
                                  .max = 1,
                                  .importance = TACIT_ADVANCED,
                                  .help = "the largest contribution goes by the key of the cell "
                                          "as it is, as counts do" },
    [TACIT_CELL_KEY_ALL_DIGITS] = { .name = "all_digits",
                                    .type = TACIT_PARAM_FLAG,
                                    .max = 1,
                                    .importance = TACIT_ADVANCED,
                                    .help = "show results with all digits, as other programs do; "
                                            "they tell readers more than they should" },
    TACIT_PARAM_END
};

/* What readers know of a count that is shown, unless it is weighted: the largest noise. */
static void set_bounds(const tacit_cell_key_noise *noise, const tacit_cell_tally *tally,
                       tacit_cell *c)
{
    const tacit_ptable_part *part = &noise->table.part[TACIT_PTABLE_ALL];
    double down = 0, up = 0;
    c->low = fmin(c->low, c->shown);
    c->high = fmax(c->high, c->shown);
    if (fabs(tally->count - (double)tally->n) > 0)
        return;
    for (size_t e = 0; e < part->first[part->n]; e++) {
        up = fmax(up, part->value[e]);
        down = fmax(down, -part->value[e]);
    }
    c->low = fmax(c->shown - up, 0);
    c->high = c->shown + down;
}

static void show_cell(const tacit_cell_key_noise *noise, const tacit_noise_cell *n, bool counts,
                      tacit_cell *c)
{
    const double unit = counts ? 1 : c->unit;
    c->shown = counts ? tacit_noise_count(&noise->table, n) : tacit_noise_sum(&noise->sum, n);
    if (!noise->all_digits)
        c->shown = unit * round(c->shown / unit);
    if (counts)
        set_bounds(noise, n->tally, c);
}

static tacit_status run(tacit_ctx *cx, const tacit_protection_job *job, tacit_result *told)
{
    tacit_tabulation *t = job->tables;
    tacit_cell_key_noise noise = { 0 };
    TACIT_TRY(tacit_cell_key_choose(cx, job, &noise));
    for (size_t g = 0; g < t->n_cubes; g++) {
        const tacit_cube *cube = &t->cube[g];
        for (size_t i = 0; i < cube->n_cells; i++) {
            tacit_cell *c = &t->system->cell[cube->first + i];
            const tacit_noise_cell n = { .tally = &cube->tally[i],
                                         .key = t->keys->sum[cube->first + i],
                                         .unit = t->keys->unit,
                                         .sensitive = c->status == TACIT_CELL_PRIMARY };
            show_cell(&noise, &n, cube->response == NULL, c);
        }
    }
    t->system->changed = true;
    return tacit_cell_key_tell(cx, job, &noise, told);
}

static double looks_at(const tacit_args *args)
{
    const size_t given = args->at[TACIT_CELL_KEY_FACTORS].n;
    return given > 0 ? (double)given : 1;
}

const tacit_protection tacit_protection_cell_key = {
    .about = { .name = "cell_key",
               .title = "Cell keys",
               .summary = "Adds noise to every cell that depends on the records in it, so that the "
                          "same cell is shown the same in all tables.",
               .source = "Fraser and Wooton (2005), A proposed method for confidentialising "
                         "tabular output to protect against differencing; Thompson, Broadfoot and "
                         "Elazar (2013), Methodology for the automatic confidentialisation of "
                         "statistical outputs from remote servers at the Australian Bureau of "
                         "Statistics; Giessing (2016), Computational issues in the design of "
                         "transition probabilities and disclosure risk estimation for additive "
                         "noise, PSD 2016",
               .params = PARAMS },
    .promise = TACIT_PROMISE_NOISE,
    .keyed = true,
    .looks_at = looks_at,
    .run = run,
    .check = tacit_cell_key_check,
};
