/*
 * local_suppress.c - values blanked until every record shares its keys with k - 1 others.
 *
 * What is promised, and when a record is safe, is in own.h.  Ways:
 *   thrifty  few blanks, counts kept up to date after each choice (category.c, strict.c,
 *            wildcard.c);
 *   exact    the fewest blanks, by branch and bound (exact.c);
 *   compat   the blanks of sdcMicro's localSuppression (compat.c);
 * and with a `threshold` blanks in the records whose risk is above it
 * (risk.c), which promises nothing.
 *
 * Afterwards every promised set of keys is counted again in the result
 * (check.c), and the blanks settle to listed suppressions (settle.c); those by
 * risk do not.  Missing values stay missing and count as blanks.
 */
#include "micro/method/local_suppress/own.h"

#include <math.h>

#include "micro/classes/frequency.h"
#include "micro/method/rewrite.h"
#include "micro/method/unit.h"
#include "micro/model/model.h"

/* Rows up to which the thrifty way tries to do better by a short exact search, under the
 * wildcard and under the strict rule, and its steps. */
enum { TINY = 10, SMALL = 200, FEW = 20000 };

static const char *const HOWS[] = { "thrifty", "exact", "compat", NULL };
static const char *const RISKS[] = { "prosecutor", "individual", NULL };

static const tacit_param PARAMS[] = {
    [TACIT_SUPPRESS_COLUMNS] = { .name = "columns",
                                 .type = TACIT_PARAM_COLUMNS,
                                 .need = TACIT_OPTIONAL,
                                 .help = "the keys, in which values are blanked; all columns with "
                                         "the role of a key if left out" },
    [TACIT_SUPPRESS_K] = { .name = "k",
                           .type = TACIT_PARAM_INTEGER,
                           .preset = 3,
                           .min = 1,
                           .max = 1e9,
                           TACIT_USEFUL_LOG(2, 100, "records"),
                           .importance = TACIT_FIRST,
                           .help = "the smallest number of records that may share their keys" },
    [TACIT_SUPPRESS_SUBSETS] = { .name = "subsets",
                                 .type = TACIT_PARAM_REALS,
                                 .min = 1,
                                 .max = TACIT_SUPPRESS_KEYS,
                                 TACIT_USEFUL(1, 10, "keys"),
                                 .help = "numbers of keys: every choice of so many must be safe, "
                                         "instead of all keys together" },
    [TACIT_SUPPRESS_SUBSET_K] = { .name = "subset_k",
                                  .type = TACIT_PARAM_REALS,
                                  .min = 1,
                                  .max = 1e9,
                                  TACIT_USEFUL_LOG(2, 100, "records"),
                                  .help = "the k of each of the subsets, or one for all; k if left "
                                          "out" },
    [TACIT_SUPPRESS_SETS] = { .name = "sets",
                              .type = TACIT_PARAM_GROUPS,
                              .need = TACIT_OPTIONAL,
                              .help = "sets of keys that must be safe, instead of all keys "
                                      "together" },
    [TACIT_SUPPRESS_SET_K] = { .name = "set_k",
                               .type = TACIT_PARAM_REALS,
                               .min = 1,
                               .max = 1e9,
                               TACIT_USEFUL_LOG(2, 100, "records"),
                               .help = "the k of each of the sets, or one for all; k if left out" },
    [TACIT_SUPPRESS_HOW] = { .name = "how",
                             .type = TACIT_PARAM_CHOICE,
                             .choices = HOWS,
                             .help =
                                 "few blanks, the fewest for small data, or those of sdcMicro" },
    [TACIT_SUPPRESS_MISSING] = { .name = "missing",
                                 .type = TACIT_PARAM_CHOICE,
                                 .preset = TACIT_FREQUENCY_CATEGORY,
                                 .choices = TACIT_FREQUENCY_CHOICES,
                                 .help = TACIT_FREQUENCY_HELP },
    [TACIT_SUPPRESS_WEIGHTS] = { .name = "weights",
                                 .type = TACIT_PARAM_REALS,
                                 .min = 1e-6,
                                 .max = 1e6,
                                 TACIT_USEFUL_LOG(0.1, 10, NULL),
                                 .help = "cost of blanking a value of each column; 1 if left out" },
    [TACIT_SUPPRESS_IMPORTANCE] = { .name = "importance",
                                    .type = TACIT_PARAM_REALS,
                                    .min = -1e6,
                                    .max = 1e6,
                                    TACIT_USEFUL(-10, 10, NULL),
                                    .help = "a number for each column: of equal cost, the highest "
                                            "is blanked first; by the number of values if left "
                                            "out" },
    [TACIT_SUPPRESS_NODES] = { .name = "nodes",
                               .type = TACIT_PARAM_INTEGER,
                               .preset = 1e6,
                               .min = 0,
                               .max = 1e12,
                               TACIT_USEFUL_LOG(1000, 1e8, "steps"),
                               .importance = TACIT_ADVANCED,
                               .help = "with how = exact, the most steps of the search" },
    [TACIT_SUPPRESS_THRESHOLD] = { .name = "threshold",
                                   .type = TACIT_PARAM_REAL,
                                   .need = TACIT_OPTIONAL,
                                   .max = 1.0,
                                   .unit = "probability",
                                   .help = "blank only in records whose risk is above this, column "
                                           "by column, instead of making all safe" },
    [TACIT_SUPPRESS_RISK] = { .name = "risk",
                              .type = TACIT_PARAM_CHOICE,
                              .choices = RISKS,
                              .help = "with a threshold: 1 / f of the file, or the individual risk "
                                      "from weights" },
    [TACIT_SUPPRESS_ALPHA] = { .name = "alpha",
                               .type = TACIT_PARAM_REAL,
                               .preset = 1.0,
                               .max = 1.0,
                               .importance = TACIT_ADVANCED,
                               .help = "with how = compat or missing = sdcmicro, what a match by a "
                                       "missing key counts" },
    [TACIT_SUPPRESS_LINKED] = { .name = "linked",
                                .type = TACIT_PARAM_LISTS,
                                .need = TACIT_OPTIONAL,
                                .help = "key: columns that tell the same, which are blanked "
                                        "wherever the key is" },
    [TACIT_SUPPRESS_PER] = TACIT_METHOD_PER,
    TACIT_PARAM_END
};

/* Blank the cells in the result; `cells[j]` is how many of each key. */
static tacit_status blank_cells(tacit_ctx *cx, const tacit_job *job, const uint64_t *blank,
                                tacit_table *out, size_t *cells)
{
    const size_t rows = tacit_table_rows(out);
    bool *gone = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *gone, &gone));
    for (size_t j = 0; j < job->cols.n; j++) {
        bool any = false;
        for (size_t i = 0; i < rows; i++) {
            gone[i] = (blank[i] >> j & 1) != 0;
            any |= gone[i];
        }
        if (any)
            TACIT_TRY(tacit_rewrite_blank(cx, out, job->cols.at[j], gone, &cells[j]));
    }
    return TACIT_OK;
}

/* Leave out the promises that others imply: whoever matches on a set matches on each part of it,
 * so that a set with the same or a higher k is enough for its parts. */
static tacit_status reduce(tacit_ctx *cx, tacit_suppress_space *s)
{
    tacit_promise *kept = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, s->promises, sizeof *kept, &kept));
    for (size_t p = 0; p < s->promises; p++) {
        const tacit_promise *a = &s->promise[p];
        bool implied = false;
        for (size_t q = 0; q < s->promises && !implied; q++) {
            const tacit_promise *b = &s->promise[q];
            const bool same = a->set == b->set && a->k == b->k;
            implied = (a->set & ~b->set) == 0 && a->k <= b->k && (same ? q < p : true);
        }
        if (!implied)
            kept[n++] = *a;
    }
    s->promise = kept;
    s->promises = n;
    return TACIT_OK;
}

/* Fail if what the rule asks for cannot be sought in this way. */
static tacit_status check_rule(tacit_ctx *cx, size_t how, size_t missing)
{
    if (missing == TACIT_FREQUENCY_SDCMICRO)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "local_suppress makes records safe with missing = category, strict or "
                          "wildcard; with missing = %s it can only look at a threshold.",
                          TACIT_FREQUENCY_CHOICES[missing]);
    if (missing == TACIT_FREQUENCY_CATEGORY && how == TACIT_SUPPRESS_EXACT)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'how: exact' of local_suppress needs 'missing: strict' or 'missing: "
                          "wildcard'; where a blank is a value of its own, 'how' is thrifty.");
    return TACIT_OK;
}

/* Choose what to blank. */
static tacit_status choose(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *all,
                           tacit_suppression *out)
{
    tacit_suppress_space own = *all, *s = &own;
    const size_t how = tacit_arg_choice(job->args, TACIT_SUPPRESS_HOW);
    const size_t missing = tacit_arg_choice(job->args, TACIT_SUPPRESS_MISSING);
    if (how == TACIT_SUPPRESS_COMPAT)
        return tacit_suppress_compat(cx, job, all, out);
    const bool wildcard = missing == TACIT_FREQUENCY_WILDCARD;
    TACIT_TRY(check_rule(cx, how, missing));
    TACIT_TRY(reduce(cx, s));
    if (missing == TACIT_FREQUENCY_CATEGORY)
        return tacit_suppress_category(cx, s, out);
    if (wildcard)
        TACIT_TRY(tacit_suppress_wildcard(cx, s, out));
    else
        TACIT_TRY(tacit_suppress_strict(cx, s, out));
    if (how == TACIT_SUPPRESS_EXACT)
        return tacit_suppress_exact(
            cx, s, wildcard, (uint64_t)tacit_arg_integer(job->args, TACIT_SUPPRESS_NODES), out);
    return s->rows <= (wildcard ? TINY : SMALL) ? tacit_suppress_exact(cx, s, wildcard, FEW, out)
                                                : TACIT_OK;
}

/* Count what was promised again in the table with blanks, and tell. */
static tacit_status recount(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *s,
                            const tacit_suppression *found, tacit_table *blanked)
{
    tacit_suppress_count count = { 0 };
    size_t *cells = NULL;
    TACIT_TRY(tacit_scratch(cx, s->keys, sizeof *cells, &cells));
    TACIT_TRY(blank_cells(cx, job, found->blank, blanked, cells));
    TACIT_TRY(tacit_suppress_recount(cx, job, s, blanked, &count));
    return tacit_suppress_tell(cx, job, s, found, &(tacit_suppress_account){ cells, &count });
}

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    tacit_suppress_space s = { 0 };
    tacit_suppression found = { .bound = NAN };
    tacit_table *blanked = NULL;
    out->whole = tacit_arg_given(job->args, TACIT_SUPPRESS_THRESHOLD);
    TACIT_TRY(tacit_suppress_links(cx, job));
    if (out->whole)
        return TACIT_OK;
    TACIT_TRY(tacit_suppress_space_of(cx, job, &s));
    TACIT_TRY(tacit_scratch(cx, s.rows, sizeof *found.blank, &found.blank));
    if (s.rows > 0)
        TACIT_TRY(choose(cx, job, &s, &found));
    TACIT_TRY(tacit_table_copy(cx, job->in, &blanked));
    const tacit_status status = recount(cx, job, &s, &found, blanked);
    tacit_table_free(blanked);
    TACIT_TRY(status);
    return tacit_suppress_settle(cx, job, &s, &found, out);
}

const tacit_method tacit_method_local_suppress = {
    .about = { .name = "local_suppress",
               .title = "Local suppression",
               .summary = "Blanks as few values as it can until every record shares its keys with "
                          "enough others, or where the risk is above a threshold.",
               .source = "Templ, Kowarik and Meindl (2015), Statistical disclosure control for "
                         "micro-data using the R package sdcMicro; Benedetti and Franconi (1998), "
                         "Statistical and technological solutions for controlled data "
                         "dissemination",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_MULTIVARIATE,
    .run = tacit_suppress_risk,
    .decide = decide,
    .promises = &tacit_model_k_anonymity,
};
