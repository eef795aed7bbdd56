/*
 * pram.c - post randomisation: categories change by chance, with known probabilities.
 *
 * Kooiman, Willenborg and Gouweleeuw (1997); Gouweleeuw, Kooiman, Willenborg and de Wolf
 * (1998).  The category k of a cell becomes l with the probability p_kl of a matrix P that is
 * read from a file, or made: the probabilities of staying are `diagonal`, or drawn uniformly
 * between `diagonal` and 1, and the rest of a row is equal.  Staying is never less likely than
 * becoming a given other category: `diagonal` is raised to 1 / n where it is less.
 * With `kind: invariant` the matrix is alpha P Q + (1 - alpha) I, Q being the Bayes inverse of
 * P, so that expected frequencies are the original ones; see stats/pram.c.
 *
 * With `posterior` the matrix is looked for (optimum.c); `kind` says whether it is invariant.
 *
 * Each stratum, refined by the columns `keep_with`, has a matrix of its own over the categories
 * that occur in it, so that no combination arises that the data does not have.  Missing cells
 * stay missing and take no part, or are a category.  Weights are not used: invariance is that
 * of unweighted frequencies.  O(n) a column for any number of categories unless a matrix is
 * given; blocks of a stratum's rows have streams of their own.  Without strata the step settles
 * to the categories of each column with their probabilities and counts.
 */
#include "micro/method/pram/own.h"

static const char *const KINDS[] = { "invariant", "plain", NULL };
static const char *const STAYS[] = { "drawn", "fixed", NULL };

static const tacit_param PARAMS[] = {
    [TACIT_PRAM_COLUMNS] = TACIT_METHOD_COLUMNS,
    [TACIT_PRAM_KIND] = { .name = "kind",
                          .type = TACIT_PARAM_CHOICE,
                          .choices = KINDS,
                          .help = "make the matrix keep frequencies in expectation, or use it as "
                                  "it is" },
    [TACIT_PRAM_DIAGONAL] = { .name = "diagonal",
                              .type = TACIT_PARAM_REAL,
                              .preset = 0.8,
                              .max = 1.0,
                              TACIT_USEFUL(0.5, 1, "probability"),
                              .importance = TACIT_FIRST,
                              .help = "least probability with which a category stays" },
    [TACIT_PRAM_STAY] = { .name = "stay",
                          .type = TACIT_PARAM_CHOICE,
                          .choices = STAYS,
                          .help =
                              "the probabilities of staying: drawn between diagonal and 1 for each "
                              "category, or diagonal for all" },
    [TACIT_PRAM_ALPHA] = { .name = "alpha",
                           .type = TACIT_PARAM_REAL,
                           .preset = 0.5,
                           .max = 1.0,
                           .unit = "share",
                           .help =
                               "share of the invariant matrix, the rest being no change at all" },
    [TACIT_PRAM_MATRIX] = { .name = "matrix",
                            .type = TACIT_PARAM_FILE,
                            .need = TACIT_OPTIONAL,
                            .help = "file with the matrix, instead of making one" },
    [TACIT_PRAM_KEEP_WITH] = { .name = "keep_with",
                               .type = TACIT_PARAM_COLUMNS,
                               .need = TACIT_OPTIONAL,
                               .help = "columns with which no new combinations may arise" },
    [TACIT_PRAM_MISSING] = { .name = "missing",
                             .type = TACIT_PARAM_FLAG,
                             .max = 1.0,
                             .help = "take missing for a category like the others" },
    [TACIT_PRAM_POSTERIOR] = { .name = "posterior",
                               .type = TACIT_PARAM_REAL,
                               .need = TACIT_OPTIONAL,
                               .max = 1.0,
                               TACIT_USEFUL(0.5, 1, "probability"),
                               .help =
                                   "instead of making a matrix from the diagonal, look for the "
                                   "one that disturbs frequencies least of those after which a "
                                   "category says with at most this probability what was there" },
    [TACIT_PRAM_CATEGORIES] = { .name = "categories",
                                .type = TACIT_PARAM_TEXTS,
                                .need = TACIT_OPTIONAL,
                                .nulls = true,
                                .importance = TACIT_ADVANCED,
                                .secret = true,
                                .help = "with stays and counts, for one column without strata: its "
                                        "categories, null "
                                        "for missing, instead of those found in the data" },
    [TACIT_PRAM_STAYS] = { .name = "stays",
                           .type = TACIT_PARAM_REALS,
                           .need = TACIT_OPTIONAL,
                           .max = 1.0,
                           .importance = TACIT_ADVANCED,
                           .help = "the probability of staying of each category" },
    [TACIT_PRAM_COUNTS] = { .name = "counts",
                            .type = TACIT_PARAM_REALS,
                            .need = TACIT_OPTIONAL,
                            .max = 1e15,
                            .low = 1,
                            .high = 1e6,
                            .importance = TACIT_ADVANCED,
                            .secret = true,
                            .help = "how many records had each category" },
    TACIT_PARAM_END
};

/* What does not depend on the column. */
typedef struct work {
    const tacit_job *job;
    tacit_strata strata;
    const tacit_pram_given *given; /* NULL if none is */
    tacit_pram_totals *totals;
} work;

/* ---- strata ---- */

static bool is_masked(const tacit_job *job, size_t j)
{
    for (size_t c = 0; c < job->cols.n; c++)
        if (job->cols.at[c] == j)
            return true;
    return false;
}

/* Give the columns of `keep_with` the role of strata in `own`, a copy of the table. */
static tacit_status add_strata(tacit_ctx *cx, const tacit_job *job, tacit_table *own)
{
    const tacit_value *keep = &job->args->at[TACIT_PRAM_KEEP_WITH];
    for (size_t c = 0; keep->given && c < keep->n; c++) {
        const size_t j = tacit_table_find(own, keep->texts[c]);
        if (j == tacit_table_columns(own))
            return tacit_fail(cx, TACIT_ERR_INPUT, "pram: there is no column '%s' for 'keep_with'.",
                              keep->texts[c]);
        tacit_table_set_roles(own, j, tacit_table_roles(own, j) | TACIT_ROLE_STRATA);
    }
    for (size_t j = 0; j < tacit_table_columns(own); j++)
        if ((tacit_table_roles(own, j) & TACIT_ROLE_STRATA) != 0 && is_masked(job, j))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "pram cannot mask column '%s', which also makes the strata: within "
                              "them it has only one value.",
                              tacit_column_name(tacit_table_column(own, j)));
    return TACIT_OK;
}

static tacit_status find_strata(tacit_ctx *cx, const tacit_job *job, tacit_strata *out)
{
    tacit_table *own = NULL;
    TACIT_TRY(tacit_table_copy(cx, job->in, &own));
    tacit_status status = add_strata(cx, job, own);
    if (status == TACIT_OK)
        status = tacit_strata_of(cx, own, out);
    tacit_table_free(own);
    return status;
}

/* ---- one stratum ---- */

/* The categories that the rows of stratum `s` have, upwards, and how many rows have them. */
static tacit_status meet(tacit_ctx *cx, const work *w, const tacit_pram_column *c,
                         tacit_pram_room *r, tacit_pram_group *g)
{
    const size_t from = w->strata.start[g->number], to = w->strata.start[g->number + 1];
    uint32_t *category = NULL;
    for (size_t i = from; i < to; i++) {
        const uint32_t v = c->of[w->strata.row[i]];
        if (v >= c->n || r->seen[v])
            continue;
        r->seen[v] = true;
        r->met[g->n++] = (tacit_keyed){ v, 0 };
    }
    TACIT_TRY(tacit_sort_keyed(cx, r->met, g->n));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *category, &category));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->count, &g->count));
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *g->after, &g->after));
    for (uint32_t k = 0; k < g->n; k++) {
        category[k] = (uint32_t)r->met[k].key;
        r->local[category[k]] = k;
        r->seen[category[k]] = false;
    }
    for (size_t i = from; i < to; i++)
        if (c->of[w->strata.row[i]] < c->n)
            g->count[r->local[c->of[w->strata.row[i]]]] += 1.0;
    g->category = category;
    return TACIT_OK;
}

static tacit_status mask_group(tacit_ctx *cx, const work *w, tacit_pram_column *c, size_t s,
                               tacit_pram_room *r)
{
    const tacit_args *args = w->job->args;
    const tacit_rng cells = tacit_pram_stream(w->job->rng, c->column, s, "cells");
    const tacit_rng matrix = tacit_pram_stream(w->job->rng, c->column, s, "matrix");
    const size_t *start = w->strata.start;
    const tacit_row_list rows = { start[s + 1] - start[s], w->strata.row + start[s] };
    tacit_pram_group g = { .number = s };
    double *stay = NULL;
    TACIT_TRY(meet(cx, w, c, r, &g));
    if (g.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_pram_stay(cx, args, matrix, g.n, &stay));
    TACIT_TRY(tacit_pram_make(cx, args, w->given, stay, c, &g));
    TACIT_TRY(tacit_pram_draw_rows(cx, c, &cells, &rows, &g, r));
    tacit_pram_count_rows(c, &rows, &g, r);
    return tacit_pram_tell_group(cx, c, &g);
}

/* ---- one column ---- */

/* Mask column j of `out`; if that is NULL, only tell what is done to it. */
static tacit_status mask_column(tacit_ctx *cx, const work *w, size_t j, json_t *table,
                                tacit_table *out)
{
    const size_t rows = tacit_table_rows(w->job->in);
    tacit_pram_column c = { .column = tacit_table_column(w->job->in, j) };
    tacit_pram_room r = { 0 };
    tacit_column *own = NULL;
    TACIT_TRY(tacit_pram_categories(cx, w->job->args, &c));
    if (w->given != NULL)
        TACIT_TRY(tacit_pram_place(cx, w->given, &c));
    TACIT_TRY(tacit_pram_room_new(cx, rows, &c, &r));
    TACIT_TRY(tacit_pram_tell_start(cx, w->job, &c));
    for (size_t s = 0; s < w->strata.n; s++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, s, w->strata.n));
        TACIT_TRY(mask_group(cx, w, &c, s, &r));
        tacit_scratch_release(cx, mark);
    }
    if (out != NULL) {
        const tacit_row_list cells = { rows, r.at };
        TACIT_TRY(tacit_column_take(cx, c.column, tacit_column_name(c.column), &cells, &own));
        tacit_table_replace(out, j, own);
    }
    return tacit_pram_tell_column(cx, w->job, &c, table, w->totals);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    static const char *const heads[] = { "column",       "categories",
                                         "cells",        "expected changed",
                                         "changed",      "invariance error",
                                         "largest bias", "largest deviation",
                                         "masked off",   "estimated off" };
    tacit_pram_totals totals = { 0 };
    work w = { .job = job, .totals = &totals };
    tacit_pram_given given;
    json_t *table = NULL;
    if (tacit_arg_given(job->args, TACIT_PRAM_MATRIX)) {
        TACIT_TRY(tacit_pram_read(cx, tacit_arg_text(job->args, TACIT_PRAM_MATRIX), &given));
        w.given = &given;
    }
    if (w.given != NULL && tacit_arg_given(job->args, TACIT_PRAM_POSTERIOR))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "pram takes a matrix from a file or looks for one: 'matrix' and "
                          "'posterior' exclude each other.");
    TACIT_TRY(find_strata(cx, job, &w.strata));
    TACIT_TRY(tacit_result_table(cx, job->told, "columns", "What changed in each column",
                                 sizeof heads / sizeof heads[0], heads, &table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(mask_column(cx, &w, job->cols.at[c], table, out));
        tacit_scratch_release(cx, mark);
    }
    return tacit_pram_tell_totals(cx, job, &totals);
}

/* ---- settled ---- */

static tacit_status decide(tacit_ctx *cx, const tacit_job *job, tacit_decision *out)
{
    tacit_table *own = NULL;
    tacit_select strata = { 0 };
    TACIT_TRY(tacit_table_copy(cx, job->in, &own));
    tacit_status status = add_strata(cx, job, own);
    if (status == TACIT_OK)
        status = tacit_table_with_role(cx, own, TACIT_ROLE_STRATA, &strata);
    tacit_table_free(own);
    TACIT_TRY(status);
    out->whole = strata.n > 0;
    return out->whole ? TACIT_OK : tacit_pram_settle(cx, job, out);
}

/* Streams give the same numbers again, so what was applied is drawn once more for the account. */
static tacit_status tell(tacit_ctx *cx, const tacit_job *job, const tacit_table *out)
{
    (void)out;
    return tacit_arg_given(job->args, TACIT_PRAM_CATEGORIES) ? TACIT_OK : run(cx, job, NULL);
}

static bool looks(const tacit_args *args)
{
    return !tacit_arg_given(args, TACIT_PRAM_KEEP_WITH);
}

static unsigned counts(const tacit_args *args)
{
    return tacit_arg_given(args, TACIT_PRAM_CATEGORIES) ? 0 : TACIT_COUNTS_COLUMNS;
}

const tacit_method tacit_method_pram = {
    .about = { .name = "pram",
               .title = "Post randomisation",
               .summary = "Changes categories by chance, with known probabilities.",
               .source = "Kooiman, Willenborg and Gouweleeuw (1997), PRAM: a method for disclosure "
                         "limitation of microdata",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_STRATA,
    .run = run,
    .decide = decide,
    .apply = tacit_pram_apply,
    .tell = tell,
    .looks = looks,
    .counts = counts,
};
