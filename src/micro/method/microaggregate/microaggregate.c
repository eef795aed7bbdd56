/*
 * microaggregate.c - microaggregation: groups of at least k similar records, which all get the
 * same values.
 *
 * Records are partitioned into groups of at least k, and each value is replaced by the mean (or
 * another aggregate, microaggregate_value.c) of its group (Defays and Nanopoulos 1993;
 * Domingo-Ferrer and Mateo-Sanz 2002).  How groups are made:
 *
 *   mdav_search  MDAV, then local search for groups that are nearer together (stats/regroup.h)
 *   mdav         maximum distance to the average vector (stats/mdav.h)
 *   v_mdav       the same with groups of variable size
 *   individual   each column by itself, k neighbours in its order
 *   optimal      each column by itself, the best groups there are (Hansen and Mukherjee 2003)
 *   pca          k neighbours along the first principal component
 *   zscores      k neighbours along the sum of standardised columns
 *   single       k neighbours along the column `axis`
 *   simple       k neighbours in the order of the file
 *   cluster      k-means clusters, MDAV within each
 *   gower        MDAV with Gower's distance, for numbers, dates and categories together
 *
 * All but individual and optimal make the records of a group equal in all columns of a set: the
 * columns, or each of the disjoint `groups` of columns.  Strata are masked each by itself.
 * A record with a missing value in a set is left out of it and keeps its values; the report says
 * how many.  Whole numbers become reals unless `whole` rounds them.
 *
 * Cost: O(n log n) for orders; see the headers named above.  Memory O(n p).
 */
#include "micro/method/microaggregate/microaggregate.h"

#include <math.h>
#include <string.h>

enum {
    COLUMNS,
    K,
    ALGORITHM,
    AGGREGATE,
    TRIM,
    STANDARDISE,
    GROUPS,
    AXIS,
    GAIN,
    CLUSTERS,
    NEIGHBOURS,
    PASSES,
    WHOLE
};

static const char *const ALGORITHMS[] = { "mdav_search", "mdav",    "v_mdav",  "individual",
                                          "optimal",     "pca",     "zscores", "single",
                                          "simple",      "cluster", "gower",   NULL };
static const char *const AGGREGATES[] = { "mean", "median", "trimmed", "robust", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 2,
            .max = 1000000,
            TACIT_USEFUL_LOG(2, 50, "records"),
            .importance = TACIT_FIRST,
            .help = "records in a group at least" },
    [ALGORITHM] = { .name = "algorithm",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = ALGORITHMS,
                    .help = "how groups are made" },
    [AGGREGATE] = { .name = "aggregate",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = AGGREGATES,
                    .help = "what the numbers of a group become" },
    [TRIM] = { .name = "trim",
               .type = TACIT_PARAM_REAL,
               .preset = 0.2,
               .max = 0.49,
               .unit = "share",
               .importance = TACIT_ADVANCED,
               .help = "share of values left out at each end by the trimmed mean" },
    [STANDARDISE] = { .name = "standardise",
                      .type = TACIT_PARAM_FLAG,
                      .preset = 1.0,
                      .max = 1.0,
                      .help = "divide columns by their standard deviations to measure distances" },
    [GROUPS] = { .name = "groups",
                 .type = TACIT_PARAM_GROUPS,
                 .need = TACIT_OPTIONAL,
                 .help = "name: columns that are masked together, apart from the others" },
    [AXIS] = { .name = "axis",
               .type = TACIT_PARAM_COLUMN,
               .need = TACIT_OPTIONAL,
               .help = "column that single sorts by; the first if not given" },
    [GAIN] = { .name = "gain",
               .type = TACIT_PARAM_REAL,
               .preset = 0.2,
               .max = 100.0,
               TACIT_USEFUL(0, 2, NULL),
               .importance = TACIT_ADVANCED,
               .help = "v_mdav: how readily groups grow; above 1 for clustered data" },
    [CLUSTERS] = { .name = "clusters",
                   .type = TACIT_PARAM_INTEGER,
                   .preset = 10,
                   .min = 1,
                   .max = 10000,
                   TACIT_USEFUL_LOG(1, 100, "clusters"),
                   .importance = TACIT_ADVANCED,
                   .help = "cluster: clusters at most" },
    [NEIGHBOURS] = { .name = "neighbours",
                     .type = TACIT_PARAM_INTEGER,
                     .preset = 8,
                     .max = 1000,
                     TACIT_USEFUL(0, 50, "groups"),
                     .importance = TACIT_ADVANCED,
                     .help = "mdav_search: near groups that a group trades records with" },
    [PASSES] = { .name = "passes",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 50,
                 .max = 100000,
                 TACIT_USEFUL(0, 200, "passes"),
                 .importance = TACIT_ADVANCED,
                 .help = "mdav_search: passes over all groups at most" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* Values beyond this are refused: sums of their squares would overflow. */
static const double LARGEST = 1e150;

/* One run. */
typedef struct run_state {
    const tacit_job *job;
    tacit_table *out;
    tacit_strata strata;
    tacit_micro_spec spec;
    tacit_micro_account account;
} run_state;

/* Columns that are masked together. */
typedef struct column_set {
    tacit_select cols;
    size_t *place;    /* of each, in job->cols */
    tacit_type *type; /* of each */
    void **cell;      /* of each, where its new cells go: reals, codes or dates */
} column_set;

/* ---- sets of columns ---- */

static const char *name_of(const run_state *r, size_t j)
{
    return tacit_column_name(tacit_table_column(r->job->in, j));
}

/* The place in job->cols of the column called `name`, or their number. */
static size_t find_place(const run_state *r, const char *name)
{
    size_t c = 0;
    while (c < r->job->cols.n && strcmp(name_of(r, r->job->cols.at[c]), name) != 0)
        c++;
    return c;
}

static tacit_status new_set(tacit_ctx *cx, const run_state *r, const size_t *place, size_t n,
                            column_set *out)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->place, &out->place));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->type, &out->type));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->cell, &out->cell));
    for (size_t c = 0; c < n; c++) {
        at[c] = r->job->cols.at[place[c]];
        out->place[c] = place[c];
        out->type[c] = tacit_column_type(tacit_table_column(r->job->in, at[c]));
    }
    out->cols = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

/* The set of one of the `groups`; `used` marks columns that are in one. */
static tacit_status set_of_group(tacit_ctx *cx, const run_state *r, const tacit_group *g,
                                 bool *used, column_set *out)
{
    size_t *place = NULL;
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof *place, &place));
    for (size_t i = 0; i < g->n; i++) {
        place[i] = find_place(r, g->member[i]);
        if (place[i] == r->job->cols.n)
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'groups' of microaggregate names '%s', which is not among 'columns'.",
                g->member[i]);
        if (used[place[i]])
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'groups' of microaggregate has column '%s' twice; groups must be "
                              "disjoint.",
                              g->member[i]);
        used[place[i]] = true;
    }
    return new_set(cx, r, place, g->n, out);
}

static tacit_status sets_of_groups(tacit_ctx *cx, const run_state *r, column_set **out, size_t *n)
{
    const tacit_value *groups = &r->job->args->at[GROUPS];
    bool *used = NULL;
    TACIT_TRY(tacit_scratch(cx, r->job->cols.n, sizeof *used, &used));
    TACIT_TRY(tacit_scratch(cx, groups->n, sizeof **out, out));
    *n = 0;
    for (size_t g = 0; g < groups->n; g++) {
        if (groups->groups[g].n == 0)
            continue;
        TACIT_TRY(set_of_group(cx, r, &groups->groups[g], used, &(*out)[(*n)++]));
    }
    for (size_t c = 0; c < r->job->cols.n; c++)
        if (!used[c])
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'groups' of microaggregate must name every one of 'columns'; '%s' is "
                "in none.",
                name_of(r, r->job->cols.at[c]));
    return TACIT_OK;
}

/* The sets of columns that are masked together. */
static tacit_status find_sets(tacit_ctx *cx, const run_state *r, column_set **out, size_t *n)
{
    const size_t cols = r->job->cols.n;
    const bool apart =
        r->spec.algorithm == TACIT_MICRO_INDIVIDUAL || r->spec.algorithm == TACIT_MICRO_OPTIMAL;
    size_t *place = NULL;
    if (tacit_arg_given(r->job->args, GROUPS) && !apart)
        return sets_of_groups(cx, r, out, n);
    *n = apart ? cols : 1;
    TACIT_TRY(tacit_scratch(cx, *n, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, cols, sizeof *place, &place));
    for (size_t c = 0; c < cols; c++)
        place[c] = c;
    for (size_t s = 0; s < *n; s++)
        TACIT_TRY(new_set(cx, r, place + s, apart ? 1 : cols, &(*out)[s]));
    return TACIT_OK;
}

/* ---- cells ---- */

/* New cells of each column of the set, equal to the old ones. */
static tacit_status open_cells(tacit_ctx *cx, run_state *r, column_set *s)
{
    for (size_t c = 0; c < s->cols.n; c++) {
        const size_t j = s->cols.at[c];
        const tacit_column *column = tacit_table_column(r->job->in, j);
        const size_t n = tacit_column_length(column);
        if (s->type[c] == TACIT_TYPE_CATEGORY) {
            uint32_t *code = NULL;
            uint64_t *valid = NULL;
            TACIT_TRY(tacit_table_recode(cx, r->out, j, tacit_column_dict(column), &code, &valid));
            memcpy(code, tacit_column_codes(column), n * sizeof *code);
            s->cell[c] = code;
        } else if (s->type[c] == TACIT_TYPE_DATE) {
            int32_t *date = NULL;
            TACIT_TRY(tacit_scratch(cx, n, sizeof *date, &date));
            memcpy(date, tacit_column_dates(column), n * sizeof *date);
            s->cell[c] = date;
        } else {
            double *x = NULL;
            TACIT_TRY(tacit_table_edit_reals(cx, r->out, j, &x));
            s->cell[c] = x;
        }
    }
    return TACIT_OK;
}

static void write_cell(const column_set *s, size_t c, size_t row, double x)
{
    if (s->type[c] == TACIT_TYPE_CATEGORY)
        ((uint32_t *)s->cell[c])[row] = (uint32_t)x;
    else if (s->type[c] == TACIT_TYPE_DATE)
        ((int32_t *)s->cell[c])[row] = (int32_t)x;
    else
        ((double *)s->cell[c])[row] = x;
}

/* Put the dates in place c of the set into the table. */
static tacit_status write_dates(tacit_ctx *cx, run_state *r, const column_set *s, size_t c)
{
    const tacit_column *old = tacit_table_column(r->job->in, s->cols.at[c]);
    const size_t n = tacit_column_length(old);
    tacit_builder *b = NULL;
    tacit_column *made = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(old), TACIT_TYPE_DATE, n, &b));
    tacit_status status = tacit_builder_dates(cx, b, s->cell[c], tacit_column_valid(old), n);
    if (status == TACIT_OK)
        status = tacit_builder_notes(cx, b, tacit_column_notes_of(old));
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &made));
    tacit_table_replace(r->out, s->cols.at[c], made);
    return TACIT_OK;
}

static tacit_status close_cells(tacit_ctx *cx, run_state *r, const column_set *s)
{
    const bool whole = tacit_arg_flag(r->job->args, WHOLE);
    for (size_t c = 0; c < s->cols.n; c++) {
        if (s->type[c] == TACIT_TYPE_DATE)
            TACIT_TRY(write_dates(cx, r, s, c));
        else if (s->type[c] != TACIT_TYPE_CATEGORY && whole)
            TACIT_TRY(tacit_table_round(cx, r->out, s->cols.at[c]));
    }
    return TACIT_OK;
}

/* ---- masking ---- */

static double number_at(const tacit_column *c, tacit_type type, size_t row)
{
    return type == TACIT_TYPE_CATEGORY ? (double)tacit_column_codes(c)[row]
                                       : tacit_column_number(c, row);
}

static bool is_complete(const run_state *r, const column_set *s, size_t row)
{
    for (size_t c = 0; c < s->cols.n; c++)
        if (tacit_column_is_missing(tacit_table_column(r->job->in, s->cols.at[c]), row))
            return false;
    return true;
}

/* The complete records of a stratum. */
static tacit_status read_values(tacit_ctx *cx, const run_state *r, const column_set *s,
                                size_t stratum, tacit_matrix *out)
{
    const size_t *row = r->strata.row + r->strata.start[stratum];
    const size_t rows = r->strata.start[stratum + 1] - r->strata.start[stratum], p = s->cols.n;
    size_t *kept = NULL, n = 0;
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *kept, &kept));
    for (size_t i = 0; i < rows; i++)
        if (is_complete(r, s, row[i]))
            kept[n++] = row[i];
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *x, &x));
    for (size_t c = 0; c < p; c++) {
        const tacit_column *column = tacit_table_column(r->job->in, s->cols.at[c]);
        for (size_t i = 0; i < n; i++) {
            x[i * p + c] = number_at(column, s->type[c], kept[i]);
            if (!(fabs(x[i * p + c]) < LARGEST))
                return tacit_fail(cx, TACIT_ERR_DATA,
                                  "Column '%s' has values too large for microaggregation.",
                                  tacit_column_name(column));
        }
    }
    *out = (tacit_matrix){ .n = n, .p = p, .x = x, .row = kept };
    return TACIT_OK;
}

static tacit_status refuse_few(tacit_ctx *cx, const run_state *r, const column_set *s, size_t n)
{
    const char *others = s->cols.n > 1 ? " and the others of its set" : "";
    if (r->strata.n > 1)
        return tacit_fail(
            cx, TACIT_ERR_DATA,
            "A stratum has only %zu records in which column '%s'%s are present, fewer "
            "than k = %zu; use wider strata or a smaller k.",
            n, name_of(r, s->cols.at[0]), others, r->spec.k);
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Only %zu records have column '%s'%s present, fewer than k = %zu.", n,
                      name_of(r, s->cols.at[0]), others, r->spec.k);
}

static void write_values(run_state *r, const column_set *s, const tacit_matrix *before,
                         const double *after)
{
    const size_t n = before->n, p = before->p;
    for (size_t c = 0; c < p; c++) {
        tacit_micro_tally_values(&r->account.column[s->place[c]], before->x + c, after + c, n, p);
        for (size_t i = 0; i < n; i++)
            write_cell(s, c, before->row[i], after[i * p + c]);
    }
}

static tacit_status mask_records(tacit_ctx *cx, run_state *r, const column_set *s,
                                 const tacit_matrix *m)
{
    tacit_micro_set set = { .values = *m, .type = s->type };
    tacit_partition groups;
    TACIT_TRY(tacit_micro_partition(cx, &r->spec, &set, &groups));
    TACIT_TRY(tacit_micro_count(cx, &groups, &r->account));
    TACIT_TRY(tacit_scratch(cx, m->n * m->p, sizeof *set.values.x, &set.values.x));
    memcpy(set.values.x, m->x, m->n * m->p * sizeof *m->x);
    TACIT_TRY(tacit_micro_replace(cx, &r->spec, &set, &groups));
    write_values(r, s, m, set.values.x);
    return TACIT_OK;
}

static tacit_status mask_stratum(tacit_ctx *cx, run_state *r, const column_set *s, size_t stratum)
{
    const size_t mark = tacit_scratch_mark(cx);
    const size_t rows = r->strata.start[stratum + 1] - r->strata.start[stratum];
    tacit_matrix m;
    TACIT_TRY(read_values(cx, r, s, stratum, &m));
    r->account.left_out += rows - m.n;
    if (m.n > 0 && m.n < r->spec.k)
        return refuse_few(cx, r, s, m.n);
    if (m.n > 0)
        TACIT_TRY(mask_records(cx, r, s, &m));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Which of the set's columns is the axis: the one named, or the first. */
static size_t find_axis(const run_state *r, const column_set *s)
{
    size_t axis = 0;
    if (tacit_arg_given(r->job->args, AXIS))
        while (axis < s->cols.n &&
               strcmp(name_of(r, s->cols.at[axis]), tacit_arg_text(r->job->args, AXIS)) != 0)
            axis++;
    return axis < s->cols.n ? axis : 0;
}

static tacit_status mask_set(tacit_ctx *cx, run_state *r, column_set *s)
{
    r->spec.axis = find_axis(r, s);
    TACIT_TRY(open_cells(cx, r, s));
    for (size_t g = 0; g < r->strata.n; g++) {
        TACIT_TRY(tacit_tick(cx, g, r->strata.n));
        TACIT_TRY(mask_stratum(cx, r, s, g));
    }
    return close_cells(cx, r, s);
}

/* ---- the method ---- */

static void read_spec(const tacit_args *args, tacit_micro_spec *out)
{
    *out = (tacit_micro_spec){
        .k = (size_t)tacit_arg_integer(args, K),
        .algorithm = (tacit_micro_algorithm)tacit_arg_choice(args, ALGORITHM),
        .aggregate = (tacit_micro_aggregate)tacit_arg_choice(args, AGGREGATE),
        .standardise = tacit_arg_flag(args, STANDARDISE),
        .trim = tacit_arg_real(args, TRIM),
        .gain = tacit_arg_real(args, GAIN),
        .clusters = (size_t)tacit_arg_integer(args, CLUSTERS),
        .neighbours = (size_t)tacit_arg_integer(args, NEIGHBOURS),
        .passes = (size_t)tacit_arg_integer(args, PASSES),
    };
}

static tacit_status check_columns(tacit_ctx *cx, const run_state *r)
{
    for (size_t c = 0; c < r->job->cols.n; c++) {
        const tacit_column *column = tacit_table_column(r->job->in, r->job->cols.at[c]);
        if (r->spec.algorithm != TACIT_MICRO_GOWER &&
            (tacit_column_type(column) & TACIT_TYPE_NUMBER) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "microaggregate needs numbers, but column '%s' is a %s; 'algorithm: "
                              "gower' takes categories and dates too.",
                              tacit_column_name(column),
                              tacit_type_name(tacit_column_type(column)));
    }
    if (tacit_arg_given(r->job->args, AXIS) &&
        find_place(r, tacit_arg_text(r->job->args, AXIS)) == r->job->cols.n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'axis' of microaggregate must be one of 'columns'.");
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const size_t rows = tacit_table_rows(job->in);
    run_state r = { .job = job, .out = out };
    column_set *sets = NULL;
    read_spec(job->args, &r.spec);
    TACIT_TRY(check_columns(cx, &r));
    TACIT_TRY(find_sets(cx, &r, &sets, &r.account.sets));
    TACIT_TRY(tacit_strata_of(cx, job->in, &r.strata));
    r.account.sizes = (3 * r.spec.k < rows ? 3 * r.spec.k : rows) + 2;
    TACIT_TRY(tacit_scratch(cx, r.account.sizes, sizeof *r.account.size, &r.account.size));
    TACIT_TRY(tacit_scratch(cx, job->cols.n, sizeof *r.account.column, &r.account.column));
    for (size_t s = 0; s < r.account.sets; s++)
        TACIT_TRY(mask_set(cx, &r, &sets[s]));
    return tacit_micro_tell(cx, job, &r.account);
}

const tacit_method tacit_method_microaggregate = {
    .about = { .name = "microaggregate",
               .title = "Microaggregation",
               .summary = "Replaces values by means of groups of at least k similar records.",
               .source = "Domingo-Ferrer and Mateo-Sanz (2002), Practical data-oriented "
                         "microaggregation for statistical disclosure control; Domingo-Ferrer and "
                         "Torra (2005), Ordinal, continuous and heterogeneous k-anonymity through "
                         "microaggregation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
